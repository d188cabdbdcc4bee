/* Keys by position: from SDL's scancodes to the kernel's codes, and their names. */
#ifndef IO_KEYBOARD_CODES_H
#define IO_KEYBOARD_CODES_H

/** KEY_* of an SDL_Scancode; -1: not in the table. */
int keyboard_code(int scancode);

/** "W", "Left shift": the name on a US keyboard; "?" if unknown. */
const char *keyboard_name(int code);

#endif

/* Keys by their place: from SDL's scancodes to the kernel's codes, and what people call them. */
#ifndef IO_KEYBOARD_CODES_H
#define IO_KEYBOARD_CODES_H

/** KEY_* of an SDL_Scancode; -1: no key of ours. */
int keyboard_code(int scancode);

/** "W", "Left shift": what stands on a keyboard of the United States. "?" for what no keyboard has. */
const char *keyboard_name(int code);

#endif

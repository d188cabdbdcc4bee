/* The table of keys: main block, function keys, cursor, keypad. SDL numbers keys as USB does (HID usage page
 * 7), the kernel as the first PC keyboards did. */
#include "keyboard_codes.h"

#include <SDL2/SDL_scancode.h>
#include <linux/input-event-codes.h>
#include <stddef.h>

typedef struct key {
    short scancode, code;
    const char *name;
} key;

static const key keys[] = {
    {SDL_SCANCODE_A, KEY_A, "A"},
    {SDL_SCANCODE_B, KEY_B, "B"},
    {SDL_SCANCODE_C, KEY_C, "C"},
    {SDL_SCANCODE_D, KEY_D, "D"},
    {SDL_SCANCODE_E, KEY_E, "E"},
    {SDL_SCANCODE_F, KEY_F, "F"},
    {SDL_SCANCODE_G, KEY_G, "G"},
    {SDL_SCANCODE_H, KEY_H, "H"},
    {SDL_SCANCODE_I, KEY_I, "I"},
    {SDL_SCANCODE_J, KEY_J, "J"},
    {SDL_SCANCODE_K, KEY_K, "K"},
    {SDL_SCANCODE_L, KEY_L, "L"},
    {SDL_SCANCODE_M, KEY_M, "M"},
    {SDL_SCANCODE_N, KEY_N, "N"},
    {SDL_SCANCODE_O, KEY_O, "O"},
    {SDL_SCANCODE_P, KEY_P, "P"},
    {SDL_SCANCODE_Q, KEY_Q, "Q"},
    {SDL_SCANCODE_R, KEY_R, "R"},
    {SDL_SCANCODE_S, KEY_S, "S"},
    {SDL_SCANCODE_T, KEY_T, "T"},
    {SDL_SCANCODE_U, KEY_U, "U"},
    {SDL_SCANCODE_V, KEY_V, "V"},
    {SDL_SCANCODE_W, KEY_W, "W"},
    {SDL_SCANCODE_X, KEY_X, "X"},
    {SDL_SCANCODE_Y, KEY_Y, "Y"},
    {SDL_SCANCODE_Z, KEY_Z, "Z"},
    {SDL_SCANCODE_1, KEY_1, "1"},
    {SDL_SCANCODE_2, KEY_2, "2"},
    {SDL_SCANCODE_3, KEY_3, "3"},
    {SDL_SCANCODE_4, KEY_4, "4"},
    {SDL_SCANCODE_5, KEY_5, "5"},
    {SDL_SCANCODE_6, KEY_6, "6"},
    {SDL_SCANCODE_7, KEY_7, "7"},
    {SDL_SCANCODE_8, KEY_8, "8"},
    {SDL_SCANCODE_9, KEY_9, "9"},
    {SDL_SCANCODE_0, KEY_0, "0"},
    {SDL_SCANCODE_F1, KEY_F1, "F1"},
    {SDL_SCANCODE_F2, KEY_F2, "F2"},
    {SDL_SCANCODE_F3, KEY_F3, "F3"},
    {SDL_SCANCODE_F4, KEY_F4, "F4"},
    {SDL_SCANCODE_F5, KEY_F5, "F5"},
    {SDL_SCANCODE_F6, KEY_F6, "F6"},
    {SDL_SCANCODE_F7, KEY_F7, "F7"},
    {SDL_SCANCODE_F8, KEY_F8, "F8"},
    {SDL_SCANCODE_F9, KEY_F9, "F9"},
    {SDL_SCANCODE_F10, KEY_F10, "F10"},
    {SDL_SCANCODE_F11, KEY_F11, "F11"},
    {SDL_SCANCODE_F12, KEY_F12, "F12"},
    {SDL_SCANCODE_F13, KEY_F13, "F13"},
    {SDL_SCANCODE_F14, KEY_F14, "F14"},
    {SDL_SCANCODE_F15, KEY_F15, "F15"},
    {SDL_SCANCODE_F16, KEY_F16, "F16"},
    {SDL_SCANCODE_F17, KEY_F17, "F17"},
    {SDL_SCANCODE_F18, KEY_F18, "F18"},
    {SDL_SCANCODE_F19, KEY_F19, "F19"},
    {SDL_SCANCODE_F20, KEY_F20, "F20"},
    {SDL_SCANCODE_F21, KEY_F21, "F21"},
    {SDL_SCANCODE_F22, KEY_F22, "F22"},
    {SDL_SCANCODE_F23, KEY_F23, "F23"},
    {SDL_SCANCODE_F24, KEY_F24, "F24"},
    {SDL_SCANCODE_RETURN, KEY_ENTER, "Enter"},
    {SDL_SCANCODE_ESCAPE, KEY_ESC, "Escape"},
    {SDL_SCANCODE_BACKSPACE, KEY_BACKSPACE, "Backspace"},
    {SDL_SCANCODE_TAB, KEY_TAB, "Tab"},
    {SDL_SCANCODE_SPACE, KEY_SPACE, "Space"},
    {SDL_SCANCODE_MINUS, KEY_MINUS, "-"},
    {SDL_SCANCODE_EQUALS, KEY_EQUAL, "="},
    {SDL_SCANCODE_LEFTBRACKET, KEY_LEFTBRACE, "["},
    {SDL_SCANCODE_RIGHTBRACKET, KEY_RIGHTBRACE, "]"},
    {SDL_SCANCODE_BACKSLASH, KEY_BACKSLASH, "\\"},
    {SDL_SCANCODE_NONUSBACKSLASH, KEY_102ND, "<"},
    {SDL_SCANCODE_SEMICOLON, KEY_SEMICOLON, ";"},
    {SDL_SCANCODE_APOSTROPHE, KEY_APOSTROPHE, "'"},
    {SDL_SCANCODE_GRAVE, KEY_GRAVE, "`"},
    {SDL_SCANCODE_COMMA, KEY_COMMA, ","},
    {SDL_SCANCODE_PERIOD, KEY_DOT, "."},
    {SDL_SCANCODE_SLASH, KEY_SLASH, "/"},
    {SDL_SCANCODE_CAPSLOCK, KEY_CAPSLOCK, "Caps lock"},
    {SDL_SCANCODE_LSHIFT, KEY_LEFTSHIFT, "Left shift"},
    {SDL_SCANCODE_RSHIFT, KEY_RIGHTSHIFT, "Right shift"},
    {SDL_SCANCODE_LCTRL, KEY_LEFTCTRL, "Left control"},
    {SDL_SCANCODE_RCTRL, KEY_RIGHTCTRL, "Right control"},
    {SDL_SCANCODE_LALT, KEY_LEFTALT, "Left alt"},
    {SDL_SCANCODE_RALT, KEY_RIGHTALT, "Right alt"},
    {SDL_SCANCODE_LGUI, KEY_LEFTMETA, "Left system"},
    {SDL_SCANCODE_RGUI, KEY_RIGHTMETA, "Right system"},
    {SDL_SCANCODE_APPLICATION, KEY_COMPOSE, "Menu"},
    {SDL_SCANCODE_PRINTSCREEN, KEY_SYSRQ, "Print"},
    {SDL_SCANCODE_SCROLLLOCK, KEY_SCROLLLOCK, "Scroll lock"},
    {SDL_SCANCODE_PAUSE, KEY_PAUSE, "Pause"},
    {SDL_SCANCODE_INSERT, KEY_INSERT, "Insert"},
    {SDL_SCANCODE_DELETE, KEY_DELETE, "Delete"},
    {SDL_SCANCODE_HOME, KEY_HOME, "Home"},
    {SDL_SCANCODE_END, KEY_END, "End"},
    {SDL_SCANCODE_PAGEUP, KEY_PAGEUP, "Page up"},
    {SDL_SCANCODE_PAGEDOWN, KEY_PAGEDOWN, "Page down"},
    {SDL_SCANCODE_UP, KEY_UP, "Up"},
    {SDL_SCANCODE_DOWN, KEY_DOWN, "Down"},
    {SDL_SCANCODE_LEFT, KEY_LEFT, "Left"},
    {SDL_SCANCODE_RIGHT, KEY_RIGHT, "Right"},
    {SDL_SCANCODE_NUMLOCKCLEAR, KEY_NUMLOCK, "Num lock"},
    {SDL_SCANCODE_KP_DIVIDE, KEY_KPSLASH, "Num /"},
    {SDL_SCANCODE_KP_MULTIPLY, KEY_KPASTERISK, "Num *"},
    {SDL_SCANCODE_KP_MINUS, KEY_KPMINUS, "Num -"},
    {SDL_SCANCODE_KP_PLUS, KEY_KPPLUS, "Num +"},
    {SDL_SCANCODE_KP_ENTER, KEY_KPENTER, "Num enter"},
    {SDL_SCANCODE_KP_PERIOD, KEY_KPDOT, "Num ."},
    {SDL_SCANCODE_KP_EQUALS, KEY_KPEQUAL, "Num ="},
    {SDL_SCANCODE_KP_COMMA, KEY_KPCOMMA, "Num ,"},
    {SDL_SCANCODE_KP_1, KEY_KP1, "Num 1"},
    {SDL_SCANCODE_KP_2, KEY_KP2, "Num 2"},
    {SDL_SCANCODE_KP_3, KEY_KP3, "Num 3"},
    {SDL_SCANCODE_KP_4, KEY_KP4, "Num 4"},
    {SDL_SCANCODE_KP_5, KEY_KP5, "Num 5"},
    {SDL_SCANCODE_KP_6, KEY_KP6, "Num 6"},
    {SDL_SCANCODE_KP_7, KEY_KP7, "Num 7"},
    {SDL_SCANCODE_KP_8, KEY_KP8, "Num 8"},
    {SDL_SCANCODE_KP_9, KEY_KP9, "Num 9"},
    {SDL_SCANCODE_KP_0, KEY_KP0, "Num 0"},
};

enum { KEYS = sizeof keys / sizeof *keys };

int keyboard_code(int scancode)
{
    for (int i = 0; i < KEYS; i++)
        if (keys[i].scancode == scancode) return keys[i].code;
    return -1;
}

const char *keyboard_name(int code)
{
    for (int i = 0; i < KEYS; i++)
        if (keys[i].code == code) return keys[i].name;
    return "?";
}

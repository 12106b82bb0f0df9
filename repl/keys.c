// Bytes from a terminal to keys: UTF-8, control characters, escape sequences of every common
// terminal, pastes in brackets, and the terminal's answers to questions.
//
// A sequence may arrive in pieces. keys_next then says that it needs more, keys_patience how long
// to wait for it, and keys_expire makes the best of what is there: a lone ESC becomes Escape, the
// start of a sequence is dropped. A paste that never ends is taken as it is.
//
// The same key in its various spellings:  Ctrl-Left  ESC [ 1 ; 5 D   ESC [ 5 D   ESC O d
//                                         Alt-Enter  ESC CR          ESC [ 13 ; 3 u   ESC [ 27 ; 3
//                                         ; 13 ~
#include "repl.h"

#include <stdlib.h>
#include <string.h>

enum {
    ESC = 0x1b,
    LONE_ESC_MS = 40,
    SEQUENCE_MS = 400,
    PASTE_MS = 5000,
    MOST_PARAMS = 8,
    LONGEST_REPLY = 512
};

#define PASTE_END "\033[201~"

void keys_feed(struct keys *keys, const char *bytes, size_t n) {
    if (keys->used == keys->in.len) {
        hd_buf_clear(&keys->in);
        keys->used = 0;
    }
    hd_buf_add(&keys->in, bytes, n);
}

void keys_finish(struct keys *keys) {
    hd_buf_finish(&keys->in);
    hd_buf_finish(&keys->paste);
    hd_buf_finish(&keys->reply);
}

static const unsigned char *rest(const struct keys *keys, size_t *n) {
    *n = keys->in.len - keys->used;
    return keys->in.s ? (const unsigned char *)keys->in.s + keys->used : NULL;
}

// ---- control sequences --------------------------------------------------------------------------

struct sequence { // ESC [ private params final
    char private;
    int params[MOST_PARAMS], nparams;
    int second; // of `key:shifted` in the first parameter of CSI u
    char final;
};

// The length of the sequence whose parameters start at s[at]; 0: it is not complete.
static size_t read_sequence(const unsigned char *s, size_t n, size_t at, struct sequence *seq) {
    *seq = (struct sequence){0};
    if (at < n && s[at] >= '<' && s[at] <= '?') seq->private = (char)s[at++];
    bool any = false, sub = false;
    int value = 0;
    for (; at < n; at++) {
        unsigned char c = s[at];
        if (c >= '0' && c <= '9') {
            if (!sub && value < 10000000) value = value * 10 + c - '0';
            any = true;
        } else if (c == ':') {
            sub = true;
        } else if (c == ';' || c >= 0x40 || c == '$' || c == '^') {
            bool is_end = c != ';';
            if ((any || !is_end || seq->nparams) && seq->nparams < MOST_PARAMS)
                seq->params[seq->nparams++] = value;
            value = 0;
            any = sub = false;
            if (is_end) {
                seq->final = (char)c;
                return at + 1;
            }
        } else if (c < 0x20) {
            seq->final = 'I'; // a control character ends what cannot be a sequence
            return at;
        }
    }
    return 0;
}

static unsigned mods_of(int param) { return param > 1 ? (unsigned)(param - 1) & 15 : 0; }

static int of_letter(char final) {
    static const char letters[] = "ABCDHFPQRSEMZ";
    static const int codes[] = {KEY_UP,      KEY_DOWN,  KEY_RIGHT,  KEY_LEFT,   KEY_HOME,
                                KEY_END,     KEY_F1,    KEY_F1 + 1, KEY_F1 + 2, KEY_F1 + 3,
                                KEY_IGNORED, KEY_ENTER, KEY_TAB};
    const char *at = final ? strchr(letters, final) : NULL;
    return at ? codes[at - letters] : KEY_IGNORED;
}

static int of_number(int number) {
    static const short functions[] = {11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24};
    switch (number) {
    case 1:
    case 7: return KEY_HOME;
    case 2: return KEY_INSERT;
    case 3: return KEY_DELETE;
    case 4:
    case 8: return KEY_END;
    case 5: return KEY_PAGE_UP;
    case 6: return KEY_PAGE_DOWN;
    default: break;
    }
    for (int i = 0; i < HD_COUNT(functions); i++)
        if (functions[i] == number) return KEY_F1 + i;
    return KEY_IGNORED;
}

// A key named by its code point (CSI u, modifyOtherKeys).
static void set_code(struct key *key, int code, unsigned mods) {
    key->mods = mods;
    switch (code) {
    case 8:
    case 127: key->code = KEY_BACKSPACE; return;
    case 9: key->code = KEY_TAB; return;
    case 10:
    case 13:
    case 57414: key->code = KEY_ENTER; return;
    case 27: key->code = KEY_ESCAPE; return;
    default: break;
    }
    if (code < 32 || code > 0x10FFFF || (code >= 57344 && code <= 63743)) {
        key->code = KEY_IGNORED;
        return;
    }
    if (mods & MOD_SHIFT && code >= 'a' && code <= 'z') code -= 'a' - 'A';
    if (mods & (MOD_CTRL | MOD_ALT) && code >= 'A' && code <= 'Z') code += 'a' - 'A';
    if (!(mods & (MOD_CTRL | MOD_ALT))) key->mods &= ~(unsigned)MOD_SHIFT;
    key->code = code;
    key->nbytes = hd_utf8_encode(key->bytes, (uint32_t)code);
}

static void of_sequence(const struct sequence *seq, struct key *key) {
    int first = seq->nparams ? seq->params[0] : 0;
    unsigned mods = seq->nparams > 1 ? mods_of(seq->params[1]) : 0;
    *key = (struct key){.code = KEY_IGNORED, .mods = mods};
    if (seq->private) return;
    switch (seq->final) {
    case '~':
        if (first == 27 && seq->nparams > 2)
            set_code(key, seq->params[2], mods);
        else
            key->code = of_number(first);
        return;
    case '^': // rxvt: Ctrl
        *key = (struct key){.code = of_number(first), .mods = MOD_CTRL};
        return;
    case '$': *key = (struct key){.code = of_number(first), .mods = MOD_SHIFT}; return;
    case 'u': set_code(key, first, mods); return;
    case 'Z': *key = (struct key){.code = KEY_TAB, .mods = MOD_SHIFT}; return;
    case 'a':
    case 'b':
    case 'c':
    case 'd':
        *key = (struct key){.code = of_letter((char)(seq->final - 'a' + 'A')), .mods = MOD_SHIFT};
        return;
    case 'M':
    case 'I':
    case 'O': return; // a mouse, a window's focus
    default:
        key->code = of_letter(seq->final);
        if (seq->nparams == 1 && first > 1) key->mods = mods_of(first);
    }
}

// ---- what starts with ESC -----------------------------------------------------------------------

// An answer that ends with BEL or ESC \; 0: not yet.
static size_t string_end(const unsigned char *s, size_t n, size_t at) {
    for (; at < n; at++) {
        if (s[at] == 7) return at + 1;
        if (s[at] == ESC && at + 1 < n) return s[at + 1] == '\\' ? at + 2 : at;
        if (at > LONGEST_REPLY) return at;
    }
    return 0;
}

static size_t plain_key(const unsigned char *s, size_t n, struct key *key);

static void take_reply(struct keys *keys, const unsigned char *s, size_t n, struct key *key) {
    hd_buf_clear(&keys->reply);
    hd_buf_add(&keys->reply, (const char *)s, n);
    *key = (struct key){.code = KEY_REPLY};
}

// SS3: ESC O and a letter, perhaps with a modifier before it. 0: not complete.
static size_t keypad_key(const unsigned char *s, size_t n, struct key *key) {
    size_t at = 2;
    unsigned mods = 0;
    if (at < n && s[at] >= '1' && s[at] <= '9') mods = mods_of(s[at++] - '0');
    if (at >= n) return 0;
    char c = (char)s[at];
    *key = (struct key){.code = of_letter(c), .mods = mods};
    if (c >= 'a' && c <= 'd')
        *key = (struct key){.code = of_letter((char)(c - 'a' + 'A')), .mods = MOD_CTRL};
    if (c >= 'j' && c <= 'y') {
        *key = (struct key){.code = "*+,-./0123456789"[c - 'j']};
        key->bytes[0] = (char)key->code;
        key->nbytes = 1;
    }
    if (c == 'I') key->code = KEY_TAB;
    return at + 1;
}

// The key that starts with s[0] = ESC; 0: not complete.
static size_t escape_key(struct keys *keys, const unsigned char *s, size_t n, struct key *key) {
    if (n < 2) return 0;
    if (s[1] == '[') {
        if (n > 2 && s[2] == '[') { // the Linux console's F1 to F5
            if (n < 4) return 0;
            *key = (struct key){.code =
                                    s[3] >= 'A' && s[3] <= 'E' ? KEY_F1 + s[3] - 'A' : KEY_IGNORED};
            return 4;
        }
        struct sequence seq;
        size_t end = read_sequence(s, n, 2, &seq);
        if (!end) return n > LONGEST_REPLY ? n : 0;
        if (seq.final == '~' && seq.nparams == 1 && seq.params[0] == 200) {
            keys->pasting = true;
            hd_buf_clear(&keys->paste);
            *key = (struct key){.code = KEY_IGNORED};
        } else if (seq.private == '?' && (seq.final == 'c' || seq.final == 'u')) {
            take_reply(keys, s, end, key);
        } else if (seq.final == 'M' && !seq.private &&
                   !seq.nparams) { // an old mouse report: three bytes follow
            *key = (struct key){.code = KEY_IGNORED};
            return end + 3 <= n ? end + 3 : 0;
        } else {
            of_sequence(&seq, key);
        }
        return end;
    }
    if (s[1] == 'O' && n > 2) return keypad_key(s, n, key);
    if (s[1] == 'O') return 0;
    if (s[1] == ']' || s[1] == 'P') { // an answer (ESC ] 11 ; ...), or Alt with that key
        if (n == 2) return 0;
        bool answer = (s[2] >= '0' && s[2] <= '9') || (s[1] == 'P' && s[2] == '>');
        size_t end = answer ? string_end(s, n, 2) : plain_key(s + 1, n - 1, key) + 1;
        if (!answer) key->mods |= MOD_ALT;
        if (!answer) return end;
        if (end) take_reply(keys, s, end, key);
        return end;
    }
    size_t used = s[1] == ESC ? escape_key(keys, s + 1, n - 1, key) : plain_key(s + 1, n - 1, key);
    if (used) key->mods |= MOD_ALT;
    return used ? used + 1 : 0;
}

// ---- everything else ----------------------------------------------------------------------------

static size_t utf8_length(unsigned char c) {
    return c < 0xC2 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 1;
}

static size_t plain_key(const unsigned char *s, size_t n, struct key *key) {
    unsigned char c = s[0];
    *key = (struct key){0};
    if (c == '\r' || c == '\n') {
        key->code = KEY_ENTER;
    } else if (c == '\t') {
        key->code = KEY_TAB;
    } else if (c == 8 || c == 127) {
        key->code = KEY_BACKSPACE;
    } else if (c < 32) {
        *key = (struct key){.code = c == 0   ? ' '
                                    : c < 27 ? c + 'a' - 1
                                             : "[\\]^_"[c - 27],
                            .mods = MOD_CTRL};
    } else {
        size_t want = utf8_length(c);
        for (size_t i = 1; i < want; i++) {
            if (i == n) return 0;
            if ((s[i] & 0xC0) != 0x80) want = 1;
        }
        uint32_t code;
        size_t used = (size_t)hd_utf8_decode((const char *)s, want, &code);
        key->code = (int)code;
        memcpy(key->bytes, s, used);
        key->nbytes = (int)used;
        return used;
    }
    return 1;
}

// Moves what was pasted to keys->paste. True: its end was there.
static bool take_paste(struct keys *keys) {
    size_t n;
    const unsigned char *s = rest(keys, &n);
    const char *end = n ? memmem(s, n, PASTE_END, strlen(PASTE_END)) : NULL;
    size_t take = end ? (size_t)((const unsigned char *)end - s) : n;
    if (!end) // the end may have begun
        for (size_t k = strlen(PASTE_END) - 1; k > 0; k--)
            if (take >= k && !memcmp(s + take - k, PASTE_END, k)) {
                take -= k;
                break;
            }
    // A CR at the end stays until it is known whether LF follows.
    if (!end && take && s[take - 1] == '\r') take--;
    for (size_t i = 0; i < take; i++) {
        if (s[i] == '\r' && i + 1 < take && s[i + 1] == '\n') continue;
        hd_buf_putc(&keys->paste, s[i] == '\r' ? '\n' : (char)s[i]);
    }
    keys->used += take + (end ? strlen(PASTE_END) : 0);
    return end != NULL;
}

// What n bytes mean that will not be continued; returns how many of them are used.
static size_t cut_key(const unsigned char *s, size_t n, struct key *key) {
    if (s[0] != ESC) { // half a character: each byte is one
        *key = (struct key){.code = 0xFFFD, .bytes = {(char)s[0]}, .nbytes = 1};
        return 1;
    }
    *key = (struct key){.code = n == 1 ? KEY_ESCAPE : KEY_IGNORED};
    if (n == 2) set_code(key, s[1], MOD_ALT); // Alt-[ and the like
    return n;
}

bool keys_next(struct keys *keys, struct key *key) {
    bool expired = keys->expired;
    keys->expired = false;
    for (;;) {
        size_t n;
        if (keys->pasting) {
            if (!take_paste(keys)) return false;
            keys->pasting = false;
            *key = (struct key){.code = KEY_PASTE};
            return true;
        }
        const unsigned char *s = rest(keys, &n);
        if (!n) return false;
        size_t used = s[0] == ESC ? escape_key(keys, s, n, key) : plain_key(s, n, key);
        if (!used && expired) used = cut_key(s, n, key);
        if (!used) return false;
        keys->used += used;
        if (key->code != KEY_IGNORED) return true;
    }
}

int keys_patience(const struct keys *keys) {
    size_t n;
    const unsigned char *s = rest(keys, &n);
    if (keys->pasting) return PASTE_MS;
    if (!n) return -1;
    return n == 1 && s[0] == ESC ? LONE_ESC_MS : SEQUENCE_MS;
}

void keys_expire(struct keys *keys) {
    if (keys->pasting)
        keys_feed(keys, PASTE_END, strlen(PASTE_END));
    else
        keys->expired = true;
}

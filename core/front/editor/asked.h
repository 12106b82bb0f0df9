// Names as people type them in questions and commands: `?std::sort`, `%ptx reduce<float, 256>`,
// `?vec2::operator>`, `%edit geo::area`.
//
// The text is parsed as a qualified name of the language and looked up by the session's one lookup,
// from top level. That takes a transaction, as template arguments are code and may make instances;
// what it made is there until it is taken back.
#ifndef HD_FRONT_ASKED_H
#define HD_FRONT_ASKED_H

#include "front/front.h"

enum hd_ask_how {
    HD_ASK_KNOWN, // what the session knows
    HD_ASK_LOAD   // what is built in is declared, too
};

struct hd_asked {
    const char *name;         // the last component, interned, without its template arguments
    const char *key;          // under which the session has it, through all that `using` says; the
                              // one that it would have where nothing is called so
    const char *whole;        // what was written before the last component and it: "std::sort"
    struct hd_space *space;   // what stands before the last `::` leads to; NULL: nowhere
    struct hd_space *leads;   // what a `::` behind it would lead to, or NULL
    struct hd_record *record; // the class that it was asked of as a member; else NULL
    struct hd_def *def;       // the newest live definition of that key, or NULL
    struct hd_type *type;     // that it names, or NULL
    const struct hd_sym *constant; // of an enumeration that it was asked of; or NULL
    struct hd_sym *function; // the instance of a function template, with its arguments; or NULL
    bool qualified, in_std;  // has `::` in it; begins with std
    bool has_arguments;      // the last component has template arguments
    struct hd_cell cell;     // asked.c's own
};

// Asks what `text` means. header: is included first, or NULL. true: `out` holds until hd_ask_done,
// which must be called before the next cell; where template arguments or an instance do not
// compile, diags say why, and what it means is not known. false: it is no name, or the header does
// not compile.
bool hd_ask(struct hd_front *front, const char *text, const char *header, enum hd_ask_how how,
            struct hd_asked *out, struct hd_diags *diags);
void hd_ask_done(struct hd_front *front, struct hd_asked *asked);
// What a name means that the session has defined, or NULL. Not within a cell.
struct hd_def *hd_def_named(struct hd_front *front, const char *text);
// The bytes of the longest qualified name that begins at `text`, or of one word of the language.
size_t hd_name_length(const char *text, size_t len);
// Of a line that asks about a name, `sq?` or `std::vector<int>??`: the name's length. 0: it is
// none. Neither blanks are around it nor around the next one's line.
size_t hd_help_name(const char *line, size_t len);
bool hd_is_question(const char *line, size_t len); // `name?`, `name??`, `?name`, `??name`
// The name that a word's last byte is before text[end]: where it begins. `Vec<float, 4>::size` as
// well; end: none does.
size_t hd_name_before(const char *text, size_t end);

#endif

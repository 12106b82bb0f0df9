// C++'s exceptions at run time: what compiled code calls, and the types that it names.
//
// An exception is an object (with its type and what can be done with it) that a *flight* carries
// through the stack: each `throw` and each rethrow is one. Who catches it keeps the flight until
// its handler ends. The functions of runtime.def that begin with hd_rt_exception are called by
// what gen/unwind.c makes; the __heddle ones by headers/exception.
#ifndef HD_CPU_EXCEPTION_H
#define HD_CPU_EXCEPTION_H

#include "base/base.h"

// What `typeid` gives and `throw` and `catch` name. Made by run/; lives as long as the process, and
// is never changed. Types are the same when their address is.
struct hd_type_info {
    const char *name;  // as libstdc++ mangles it; first: headers/typeinfo reads it
    const char *shown; // as in the source
    enum { HD_INFO_OTHER, HD_INFO_CLASS, HD_INFO_POINTER, HD_INFO_NULLPTR, HD_INFO_VOID } kind;
    int nbases; // of a class
    struct hd_base_info {
        const struct hd_type_info *type;
        int64_t offset; // of a virtual one: in a whole object of this class
        bool is_public;
        bool is_virtual; // also those that other bases brought
    } *bases;
    const struct hd_type_info *pointee; // of a pointer
    unsigned quals;                     // the pointee's: 1 const, 2 volatile
};

// What a thrown object's own function does (headers/heddle/throw.h: __thrown_object).
enum { HD_THROWN_DESTROY, HD_THROWN_WHAT, HD_THROWN_TEXT };
typedef const char *hd_thrown_fn(void *object, int what);

// Whether an exception that nobody catches ends the process as it ends other compilers' programs
// (a message and status 134, nothing unwound); else it is a fault, and what is on the stack is
// destroyed.
extern bool hd_exceptions_abort;

void hd_exceptions_begin(void); // user code starts: nothing is caught or under way
// What compiled code calls by the names of other runtimes, and headers/exception. NULL: no such.
void *hd_exception_symbol(const char *name);

#endif

// The front end's structures by name, for headers that only point to them.
#ifndef HD_FRONT_FORWARD_H
#define HD_FRONT_FORWARD_H

struct hd_ast;
struct hd_def;
struct hd_expr;
struct hd_field;
struct hd_front;
struct hd_func;
struct hd_macro;
struct hd_record;
struct hd_space;
struct hd_qual;
struct hd_stmt;
struct hd_sym;
struct hd_type;
struct hd_builtin;

#endif

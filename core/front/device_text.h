// What device code sees of a cell, where __CUDA_ARCH__ makes that another text: device_text.c. For
// front.c.
#ifndef HD_DEVICE_TEXT_H
#define HD_DEVICE_TEXT_H

#include "front/check/check.h"

struct device_text;
// Reads the cell's text, or one that the cell includes by itself, as device code; `host` is what
// the first reading gave. NULL: it is the same.
struct device_text *device_text_create(struct hd_front *front, const struct hd_source *source,
                                       const struct hd_tokens *host);
// The host's text has come to `item`, which is not yet checked (hoisted: it is a member function of
// the struct before). What device code alone has before it is checked now. Returns the item that
// device code has in its place, to be checked after it; NULL: the same, or none.
struct hd_ast *device_text_item(struct device_text *text, const struct hd_tokens *host,
                                const struct hd_ast *item, bool hoisted);
void device_text_check(struct device_text *text, struct hd_ast *mine);
void device_text_rest(struct device_text *text, const struct hd_tokens *host); // behind all items

#endif

// dap: what the files of the Debug Adapter Protocol share. dap.c has the requests about a session,
// breakpoints and moving; dap_values.c those about values.
#ifndef HD_DAP_H
#define HD_DAP_H

#include "run/debug/debug.h"

// Numbers of frames: 1 ... are the focus', from there on those of other threads, each with its
// number in the block. Any number of DAP_AGAINs may be added.
#define DAP_OTHER_THREADS 1000
#define DAP_AGAIN (1 << 20)
enum { DAP_FRAMES = 200, DAP_THREAD_FRAMES = 64 };

struct dap_answer {
    json_t *body;
    const char *wrong; // NULL: it went well
    bool goes_on;      // the stopped thread does
};
typedef void dap_request(struct dap_answer *a, const json_t *args);

// The front-end's tree shows values of Python's types alone, of others the type (JupyterLab).
extern bool dap_types_only;
const char *dap_text(const json_t *object, const char *key); // NULL: there is none
int dap_number(const json_t *object, const char *key, int otherwise);

void dap_focus(struct hd_thread *t); // NULL: stays; another thread of the block
extern struct hd_thread *dap_shown;  // whose frame the front-end has selected; or NULL
extern int dap_evaluated;            // times

dap_request dap_scopes, dap_variables, dap_set_variable, dap_set_expression, dap_evaluate,
    dap_completions, dap_inspect_variables, dap_rich_inspect, dap_copy_to_globals,
    dap_data_breakpoint_info, dap_set_data_breakpoints;

#endif

#!/usr/bin/env python3
"""Controls of `interact`, as a front-end with ipywidgets sees them: models by comms, values that come back, outputs that follow."""

import re

from support import Kernel, main, test, wait_until

VIEW = "application/vnd.jupyter.widget-view+json"


class Panel:
    """The models that a cell made."""

    def __init__(self, kernel, code):
        self.kernel = kernel
        self.run = kernel.run(code)
        assert self.run.reply["status"] == "ok", self.run.reply
        self.models = {}
        for message in self.run.messages:
            if message["msg_type"] == "comm_open":
                assert message["content"]["target_name"] == "jupyter.widget"
                assert message["metadata"]["version"].startswith("2."), message["metadata"]
                self.models[message["content"]["comm_id"]] = message["content"]["data"]["state"]
        self.shown = self.run.all("display_data")[-1]["data"]
        self.box = self.models[self.shown[VIEW]["model_id"]]
        children = [child.removeprefix("IPY_MODEL_") for child in self.box["children"]]
        self.controls, self.output = children[:-1], children[-1]

    def state(self, i):
        return self.models[self.controls[i]]

    def outputs(self):
        return self.models[self.output]["outputs"]

    def text(self):
        return "".join(o.get("text", "") for o in self.outputs() if o["output_type"] == "stream")

    def send(self, i, data):
        return self.kernel.send("comm_msg", {"comm_id": self.controls[i], "data": data})

    def set(self, i, **state):
        return self.take(self.send(i, {"method": "update", "state": state, "buffer_paths": []}))

    def take(self, id):
        """What came for a message, up to its idle; updates are taken over."""
        run = self.kernel.finish(id, reply=False)
        for content in run.all("comm_msg"):
            if content["data"]["method"] == "update":
                self.models[content["comm_id"]].update(content["data"]["state"])
        return run


@test
def controls_of_each_kind(kernel):
    panel = Panel(kernel, """
void f(int count, float size, bool on, const char *shape, int pressed) { printf("%d %g %d %s %d\\n", count, size, on, shape, pressed); }
interact(f, slider(0, 10), slider(0.0f, 1.0f, 0.25f), checkbox(true), menu("box", "gauss"), button("Go"));""")
    states = [panel.state(i) for i in range(5)]
    assert [s["_model_name"] for s in states] == ["IntSliderModel", "FloatSliderModel", "CheckboxModel", "DropdownModel",
                                                  "ButtonModel"]
    assert [s["description"] for s in states] == ["count", "size", "on", "shape", "Go"] # the parameters' names
    assert (states[0]["min"], states[0]["max"], states[0]["value"], states[0]["step"]) == (0, 10, 5, 1)
    assert all(isinstance(states[0][key], int) for key in ("min", "max", "value", "step"))
    assert (states[1]["min"], states[1]["max"], states[1]["value"]) == (0, 1, 0.25)
    assert states[2]["value"] is True and states[3]["_options_labels"] == ["box", "gauss"] and states[3]["index"] == 0
    for model in panel.models.values(): # what is named is there
        for value in model.values():
            for name in value if isinstance(value, list) else [value]:
                if isinstance(name, str) and name.startswith("IPY_MODEL_"):
                    assert name.removeprefix("IPY_MODEL_") in panel.models
    assert panel.text() == "5 0.25 1 box 0\n"
    assert panel.shown["text/plain"] == "5 0.25 1 box 0\n" and not panel.run.out # not twice
    panel.set(0, value=7)
    assert panel.text() == "7 0.25 1 box 0\n"
    panel.set(1, value=0.5)
    panel.set(2, value=False)
    panel.set(3, index=1)
    panel.take(panel.send(4, {"method": "custom", "content": {"event": "click"}, "buffer_paths": []}))
    assert panel.text() == "7 0.5 0 gauss 1\n"


@test
def a_run_is_no_cell(kernel):
    count = kernel.run("1").reply["execution_count"]
    panel = Panel(kernel, "interact([](int i) { return i * i; }, slider(0, 10, 3));")
    assert panel.outputs()[0]["data"]["text/plain"] == "9", panel.outputs()
    run = panel.set(0, value=4)
    assert panel.outputs()[0]["data"]["text/plain"] == "16"
    assert not run.all("execute_input") and not run.all("execute_reply") and not run.all("display_data")
    assert run.states == ["busy", "idle"]
    assert kernel.run("2").reply["execution_count"] == count + 2
    assert kernel.run("_").result == "2" # not 16


@test
def what_is_redefined_follows(kernel):
    panel = Panel(kernel, 'int part(int i) { return i; }\nvoid whole(int i) { printf("%d", part(i)); }\ninteract(whole, slider(0, 4));')
    assert panel.text() == "2"
    kernel.run("int part(int i) { return 100 + i; }")
    panel.set(0, value=3)
    assert panel.text() == "103"
    kernel.run('void whole(int i) { printf("anew %d", i); }')
    panel.set(0, value=1)
    assert panel.text() == "anew 1"


@test
def kernels_and_pictures_follow(kernel):
    panel = Panel(kernel, """
__global__ void wave(float *p, int n, float k) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n * n) p[i] = sinf(k * (i % n) * 0.1f); }
float *picture; cudaMallocManaged(&picture, 64 * 64 * sizeof(float));
void draw(float k) { wave<<<16, 256>>>(picture, 64, k); cudaDeviceSynchronize(); imshow(picture, 64, 64); }
interact(draw, slider(0.5f, 4.0f));""")
    first = panel.outputs()[0]["data"]["image/png"]
    assert panel.shown["image/png"] == first # who knows no widgets sees it too
    panel.set(0, value=1.0)
    assert len(panel.outputs()) == 1 and panel.outputs()[0]["data"]["image/png"] != first


@test
def of_many_moves_the_last_counts(kernel):
    panel = Panel(kernel, 'int runs; void slow(int i) { usleep(50000); runs++; printf("%d", i); }\n'
                          "interact(slow, slider(0, 100, 0));")
    ids = [panel.send(0, {"method": "update", "state": {"value": i}, "buffer_paths": []}) for i in range(1, 41)]
    idle = {}
    while len(idle) < 40:
        message = kernel.client.get_iopub_msg(timeout=20)
        parent, content = message["parent_header"].get("msg_id"), message["content"]
        if message["msg_type"] == "status" and content["execution_state"] == "idle" and parent in ids:
            idle[parent] = True
        if message["msg_type"] == "comm_msg" and content["data"]["method"] == "update":
            panel.models[content["comm_id"]].update(content["data"]["state"])
    assert panel.text() == "40", panel.text()
    assert 2 <= int(kernel.run("runs").result) < 40


@test
def an_error_stands_below_the_controls(kernel):
    panel = Panel(kernel, 'int zero; void div(int i) { printf("%d", 10 / i); }\ninteract(div, slider(0, 4));')
    panel.set(0, value=0)
    (error,) = [o for o in panel.outputs() if o["output_type"] == "error"]
    assert error["traceback"], error
    panel.set(0, value=5)
    assert panel.text() == "2" and len(panel.outputs()) == 1
    run = kernel.run('void bad(int i) { printf("before "); *(volatile int *)0 = i; }\ninteract(bad, slider(0, 4));')
    assert run.error and run.out == "before " and not run.all("comm_open"), run.messages


@test
def an_interrupt_ends_the_run(kernel):
    panel = Panel(kernel, "void forever(int i) { while (i == 4) usleep(1000); printf(\"%d\", i); }\ninteract(forever, slider(0, 4));")
    id = panel.send(0, {"method": "update", "state": {"value": 4}, "buffer_paths": []})
    import time
    time.sleep(0.3)
    kernel.control("interrupt_request")
    panel.take(id)
    assert any(o["output_type"] == "error" and o["ename"] == "Interrupted" for o in panel.outputs()), panel.outputs()
    panel.set(0, value=3)
    assert panel.text() == "3"


@test
def panels_outlive_the_engine(kernel):
    panel = Panel(kernel, 'int base = 7; struct S { int k; } s = {5};\ninteract([](int i) { printf("%d", i + base + s.k); }, slider(0, 4));')
    assert panel.text() == "14"
    import os
    import signal
    os.kill(kernel.engine(), signal.SIGKILL)
    wait_until(lambda: kernel.engine())
    assert kernel.run("base").result == "7"
    panel.set(0, value=3)
    assert panel.text() == "15", panel.outputs()


@test
def a_page_that_is_loaded_again_asks_for_all(kernel):
    panel = Panel(kernel, 'interact([](int i) { printf("%d", i); }, slider(0, 4).named("rows"));')
    assert panel.state(0)["description"] == "rows"
    panel.set(0, value=4)
    kernel.finish(kernel.send("comm_open", {"comm_id": "again", "target_name": "jupyter.widget.control", "data": {}}), reply=False)
    run = kernel.finish(kernel.send("comm_msg", {"comm_id": "again", "data": {"method": "request_states"}}), reply=False)
    (content,) = run.all("comm_msg")
    assert content["comm_id"] == "again" and content["data"]["method"] == "update_states"
    states = content["data"]["states"]
    assert set(panel.models) <= set(states)
    assert states[panel.controls[0]]["state"]["value"] == 4 and states[panel.controls[0]]["model_name"] == "IntSliderModel"
    assert states[panel.output]["state"]["outputs"] == [{"output_type": "stream", "name": "stdout", "text": "4"}]
    assert all(re.fullmatch("[0-9a-f]{32}", id) for id in states)
    info = kernel.ask("comm_info", target_name="jupyter.widget")["comms"]
    assert set(panel.models) <= set(info)


@test
def moves_that_wait_survive_a_failing_cell(kernel):
    panel = Panel(kernel, 'interact([](int i) { printf("%d", i); }, slider(0, 4));')
    failing = kernel.send("execute_request", {"code": "usleep(200000); int *p = 0; *p = 1;", "allow_stdin": False})
    moved = panel.send(0, {"method": "update", "state": {"value": 1}, "buffer_paths": []})
    panel.take(moved)
    assert panel.text() == "1"
    assert kernel.reply(failing)["status"] == "error"


main()

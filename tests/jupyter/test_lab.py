#!/usr/bin/env python3
# NEEDS-SECONDS: 300
# NOT-UNDER-SANITIZERS: the browser alone takes long; what the kernel does is tested there by the other tests of this folder
"""JupyterLab with Heddle as a person uses it: tools/lab, a headless Chromium, mouse and keys. One notebook from opening to restart,
then the same through an SSH tunnel."""

import os
import re
import sys
import tempfile
import time

import nbformat

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lab_support import Browser, Lab, Tunnel # noqa: E402

CELLS = [
    "int kept = 41;\nkept + 1",
    "struct item { int id; float weight; } items[3] = {{1, 2.5f}, {2, 0.5f}, {3, 9}};\nitems",
    "__global__ void tell(int n) { if (threadIdx.x < n) printf(\"thread %d speaks\\n\", threadIdx.x); }\ntell<<<1, 64>>>(3);",
    "float heat[40][60];\nfor (int i = 0; i < 2400; i++) heat[i / 60][i % 60] = sinf(i / 60 * 0.2f) * cosf(i % 60 * 0.15f);\nimshow(heat)",
    "float wave[100];\nfor (int i = 0; i < 100; i++) wave[i] = sinf(i * 0.1f) * expf(-i * 0.02f);\nplot(wave)",
    "for (int i = 0; i < 50; i++) progress(i + 1, 50);\nprintf(\"done\\n\");",
    "__global__ void wild(float *x) { x[threadIdx.x] = 1; }\nfloat *few;\ncudaMalloc(&few, 12);\n"
    "wild<<<1, 1024>>>(few);",
]


DEBUGGED = [
    """__device__ float twice(float v) {
    return 2 * v;
}
__global__ void scale(float *a) {
    __shared__ float tile[4];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = a[i];
    __syncthreads();
    a[i] = twice(tile[threadIdx.x]);
}
float a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
float many[1000];""",
    "scale<<<2, 4>>>(a);\na",
]


def test(name, condition):
    print(("ok " if condition else "not ok ") + name, flush=True)


def make_notebook(path, cells):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    if cells is CELLS:
        notebook.cells[-1].metadata["tags"] = ["raises-exception"]
    notebook.metadata["kernelspec"] = {"name": "heddle", "display_name": "CUDA C (Heddle)", "language": "cuda"}
    nbformat.write(notebook, path)


class Notebook:
    """The open notebook, as someone sees it."""

    def __init__(self, browser, url):
        self.browser, self.page = browser, browser.open(url)
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell .cm-content")
        self.idle()

    def idle(self):
        self.page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]")
        self.page.locator("#jp-main-statusbar", has_text="| Idle").wait_for()

    def menu(self, menu, item):
        self.page.locator("#jp-MainMenu").get_by_text(menu, exact=True).click()
        entry = self.page.locator(".lm-Menu .lm-Menu-item:not(.lm-mod-disabled)").get_by_text(item, exact=True)
        entry.wait_for()
        entry.click()

    def cell(self, i):
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(i)

    def outputs(self, i):
        return self.cell(i).locator(".jp-OutputArea-output")

    def wait_text(self, i, text):
        self.cell(i).locator(".jp-OutputArea", has_text=re.compile(text)).wait_for()

    def append(self, text):
        """Types a new cell below the last one."""
        self.page.keyboard.press("Escape")
        n = self.count()
        self.cell(n - 1).locator(".jp-InputPrompt").click()
        self.page.keyboard.press("b")
        self.cell(n).wait_for()
        self.page.keyboard.press("Enter")
        self.cell(n).locator(".cm-focused").wait_for()
        self.page.keyboard.type(text)
        return n

    def count(self):
        return self.page.locator(".jp-Notebook .jp-CodeCell").count()

    def run(self, text):
        n = self.append(text)
        self.page.keyboard.press("Control+Enter")
        return n


def run_all(book):
    book.menu("Run", "Run All Cells")
    book.wait_text(0, "42")
    book.wait_text(len(CELLS) - 1, "out of bounds")
    test("results", True)
    book.cell(1).locator("table").wait_for()
    test("table", book.cell(1).locator("table td").all_inner_texts() == ["1", "2.5", "2", "0.5", "3", "9.0"])
    test("device_printf", "thread 2 speaks" in book.cell(2).locator(".jp-OutputArea").inner_text())
    picture = book.cell(3).locator(".jp-RenderedImage img")
    picture.wait_for()
    width = picture.evaluate("e => e.naturalWidth")
    test("picture", width > 240)  # a bar of its colours stands beside it
    test("alternative_text", (picture.get_attribute("alt") or "").startswith("heat: float, "))
    chart = book.cell(4).locator("canvas.marks, svg.marks")
    chart.wait_for()
    test("plot_by_vega", chart.bounding_box()["width"] > 300)
    test("progress", book.cell(5).locator(".jp-OutputArea").inner_text().strip().endswith("done"))
    error = book.cell(6).locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr'], .jp-OutputArea-output")
    text = book.cell(6).locator(".jp-OutputArea").inner_text()
    test("error", error.count() == 1 and "block (0,0,0)" in text and "x[threadIdx.x] = 1" in text and "^" in text)
    for i in (1, 4, 6):
        book.cell(i).scroll_into_view_if_needed()
        book.browser.shoot(book.page, "cell-%d" % i)


def complete(book):
    n = book.append("cudaMall")
    book.page.keyboard.press("Tab")
    items = book.page.locator(".jp-Completer-item")
    items.first.wait_for()
    texts = items.all_inner_texts()
    book.browser.shoot(book.page, "complete")
    test("completion_lists", any("cudaMallocManaged" in t for t in texts) and any("cudaMalloc" in t for t in texts))
    book.page.keyboard.press("Enter")
    book.cell(n).locator(".cm-content", has_text="cudaMalloc").wait_for()
    test("completion_is_taken", True)


def inspect(book):
    n = book.append("tell")
    book.page.keyboard.press("Shift+Tab")
    tip = book.page.locator(".jp-Tooltip")
    tip.wait_for()
    book.browser.shoot(book.page, "inspect")
    test("inspection", "__global__ void tell(int n)" in tip.inner_text())
    book.page.keyboard.press("Escape")


def interrupt(book):
    n = book.run("kept = 7;\nfor (;;) ;")
    book.page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=busy]")
    time.sleep(0.5)
    book.menu("Kernel", "Interrupt Kernel")
    book.wait_text(n, "interrupted")
    book.idle()
    book.browser.shoot(book.page, "interrupt")
    n = book.run("kept")
    book.wait_text(n, r"\b7\b")
    test("interrupt_keeps_variables", True)


def restart(book):
    book.menu("Kernel", "Restart Kernel…")
    book.page.locator(".jp-Dialog button", has_text="Restart").click()
    book.page.locator(".jp-Dialog").wait_for(state="detached")
    book.idle()
    n = book.run("6 * 7")
    book.wait_text(n, "42")
    test("restart_counts_anew", "[1]" in book.cell(n).locator(".jp-OutputPrompt").first.inner_text())
    n = book.run("kept")
    book.wait_text(n, "not declared")
    test("restart_forgets", True)


def debugger(browser, url):
    """Breakpoint in the gutter, variables, steps, globals."""
    book = Notebook(browser, url)
    page = book.page
    n = book.run("1 + 1") # the kernel is there
    book.wait_text(n, "2")
    book.idle()
    page.locator(".jp-DebuggerBugButton").first.click()
    page.locator(".jp-SidePanel-header", has_text=re.compile("debugged.ipynb", re.I)).last.wait_for()
    book.cell(0).locator(".cm-breakpoint-gutter .cm-gutterElement").nth(9).click() # 0 is as wide as the widest number
    page.locator(".jp-DebuggerBreakpoint").wait_for()
    book.menu("Run", "Run All Cells")
    stack, variables = page.locator(".jp-DebuggerCallstack"), page.locator(".jp-DebuggerVariables")
    stack.get_by_text("block (0,0,0), thread (3,0,0)").wait_for()
    browser.shoot(page, "debugger-stop")
    test("debugger_stops_at_the_breakpoint", re.search(r"scale.*\n.*:9\b", stack.inner_text()) is not None)
    variables.get_by_text("float *").wait_for()
    test("debugger_shows_variables", re.search(r"\bi\s+3\b", variables.inner_text()) is not None)
    page.locator(".jp-TableView-Button").click()
    variables.locator(".lm-DataGrid").wait_for()
    browser.shoot(page, "debugger-table")
    test("debugger_has_a_table_of_variables", True)
    page.locator(".jp-TreeView-Button").click()
    variables.get_by_text("i", exact=True).click(button="right")
    page.locator(".lm-Menu .lm-Menu-item", has_text="Copy Variable to Globals").click()
    press = lambda what: page.locator('[data-command="debugger:%s"]' % what).last.click()
    press("stepIn")
    stack.get_by_text("twice").first.wait_for()
    variables.get_by_text("v", exact=True).wait_for()
    browser.shoot(page, "debugger-step")
    test("debugger_steps_in", ":2" in stack.inner_text())
    book.cell(0).locator(".cm-breakpoint-gutter .cm-gutterElement").nth(9).click()
    page.locator(".jp-DebuggerBreakpoint").wait_for(state="detached")
    press("continue")
    book.wait_text(1, r"16\.0")
    book.idle()
    variables.get_by_text("float [8]").wait_for()
    browser.shoot(page, "debugger-globals")
    test("debugger_lists_globals", True)
    test("debugger_copies_to_globals", re.search(r"\bi\s+3\b", variables.inner_text()) is not None)
    variables.get_by_text("many", exact=True).click()
    variables.get_by_text("[200 .. 299]").wait_for()
    test("debugger_pages_arrays", True)
    n = book.run("volatile long turns = 0;\nwhile (true) {\nturns++;\n}")
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=busy]")
    time.sleep(0.5)
    press("continue") # it is the button for a pause now
    stack.get_by_text("In[").first.wait_for()
    browser.shoot(page, "debugger-pause")
    test("debugger_pauses", re.search(r":[23]\b", stack.inner_text()) is not None)
    press("continue")
    stack.get_by_text("In[").first.wait_for(state="detached")
    book.menu("Kernel", "Interrupt Kernel")
    book.idle()
    test("interrupt_ends_what_was_paused", True)
    page.locator(".jp-PauseOnExceptions").click()
    page.locator(".lm-Menu .lm-Menu-item", has_text="faults").click()
    book.run("__global__ void bad(int *p) {\np[threadIdx.x] = 1;\n}\nbad<<<1, 4>>>(nullptr);")
    stack.get_by_text("bad").first.wait_for()
    browser.shoot(page, "debugger-fault")
    test("debugger_stops_at_faults", ":2" in stack.inner_text())
    press("terminate")
    book.idle()


def through_tunnel(browser, url):
    book = Notebook(browser, url)
    n = book.run("20 + 3")
    book.wait_text(n, "23")
    browser.shoot(book.page, "tunnel")
    test("ssh_tunnel", True)


def attempt(name, what, *args):
    try:
        what(*args)
    except Exception as e: # a test that fails in any way has failed
        print("# %s: %s" % (name, str(e).replace("\n", "\n# ")))
        print("not ok " + name, flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.ipynb")
        make_notebook(path, CELLS)
        make_notebook(os.path.join(folder, "debugged.ipynb"), DEBUGGED)
        with Lab(folder) as lab, Browser() as browser:
            test("tools_lab_has_the_kernel", '"heddle"' in lab.kernelspecs)
            place = "/lab/tree/a.ipynb?token=" + lab.token
            book = Notebook(browser, "http://127.0.0.1:%d%s" % (lab.port, place))
            for step in (run_all, complete, inspect, interrupt, restart):
                attempt(step.__name__, step, book)
                book.page.keyboard.press("Escape")
            book.browser.shoot(book.page, "end")
            with Tunnel(lab.port) as tunnel:
                attempt("ssh_tunnel", through_tunnel, browser, "http://127.0.0.1:%d%s" % (tunnel.port, place))
            attempt("debugger", debugger, browser, "http://127.0.0.1:%d%s" % (lab.port, place.replace("a.ipynb", "debugged.ipynb") + "&reset"))


main()

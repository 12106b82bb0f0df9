#!/usr/bin/env python3
"""jupyter_kernel_test's whole suite, with every attribute set and no test skipped, against an installed kernel."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import PROGRAM

import jupyter_kernel_test

NAME = "heddle-under-test"


class HeddleTests(jupyter_kernel_test.KernelTests):
    kernel_name = NAME
    language_name = "cuda"
    file_extension = ".cu"
    code_hello_world = 'printf("hello, world\\n");'
    code_stderr = 'fprintf(stderr, "to stderr\\n");'
    completion_samples = [
        {"text": "pri", "matches": {"printf", "private"}},
        {"text": "cudaDeviceSynch", "matches": {"cudaDeviceSynchronize"}},
        {"text": "%tim", "matches": {"time", "timeit"}},
    ]
    complete_code_samples = ["1", 'printf("hello");', "int f(int x) {\n    return x;\n}", "#define N 5"]
    incomplete_code_samples = ["int f(int x) {", 'printf("a",', "/* a comment", "for (int i = 0; i < 3; i++) {", "1 + \\"]
    invalid_code_samples = ["int )", "}"]
    code_page_something = "?cudaMalloc"
    code_generate_error = "undeclared_name + 1"
    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": '"loom"', "result": '"loom"'},
        {"code": "1.5f", "result": "1.5"},
    ]
    code_display_data = [
        {"code": "display(3);", "mime": "text/plain"},
        {"code": 'display_html("<b>bold</b>");', "mime": "text/html"},
        {"code": "float image[2][2] = {1, 2, 3, 4}; imshow(image);", "mime": "image/png"},
    ]
    code_history_pattern = "6?[*] 7"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "cudaMalloc"
    code_clear_output = "clear_output();"


class WelcomeTests(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = NAME
    support_iopub_welcome = True


class Result(unittest.TextTestResult):
    """A line per test; a skipped one has failed, for an attribute is missing."""

    def addSuccess(self, test):
        print(f"ok {test.id().rsplit('.', 1)[1]}", flush=True)

    def fail(self, test, text):
        print("".join(f"# {line}\n" for line in text.splitlines()) + f"not ok {test.id().rsplit('.', 1)[1]}", flush=True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.fail(test, self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.fail(test, self.errors[-1][1])

    def addSubTest(self, test, subtest, err):
        if err is not None:
            super().addSubTest(test, subtest, err)
            self.fail(test, (self.failures + self.errors)[-1][1])

    def addSkip(self, test, reason):
        self.failures.append((test, reason))
        self.fail(test, f"skipped: {reason}")


def main():
    folder = tempfile.mkdtemp(prefix="heddle-suite-")
    os.environ.update(JUPYTER_PATH=os.path.join(folder, "share/jupyter"), XDG_STATE_HOME=os.path.join(folder, "state"),
                      JUPYTER_RUNTIME_DIR=os.path.join(folder, "runtime"))
    try:
        subprocess.run([PROGRAM, "--install", "--prefix", folder, "--name", NAME], check=True, stdout=subprocess.DEVNULL)
        suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(case)
                                   for case in (HeddleTests, WelcomeTests))
        runner = unittest.TextTestRunner(stream=open(os.devnull, "w"), resultclass=Result)
        result = runner.run(suite)
        if result.testsRun != 13:
            print(f"# {result.testsRun} tests ran\nnot ok whole_suite")
        return not (result.wasSuccessful() and result.testsRun == 13)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


sys.exit(main())

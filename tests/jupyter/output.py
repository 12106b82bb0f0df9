#!/usr/bin/env python3
# NEEDS-SECONDS: 180
"""What cells print, and what they read: order, throttling, bytes, progress bars, standard input."""

import re
import time

from support import Empty, TIMEOUT, main, test


@test
def all_output_comes_before_idle(kernel):
    """200 fast cells, some all at once: each has its own output, whole, between its busy and its idle."""
    kernel.run("int n = 0;")
    for batch in range(4):
        ids = [kernel.client.execute(f'for (int i = 0; i < 20; i++) printf("{batch}-{i}:%d\\n", i); fprintf(stderr, "e{i}"); {i}')
               for i in range(50)]
        for i, id in enumerate(ids):
            run = kernel.finish(id)
            kinds = [m["msg_type"] for m in run.messages]
            assert kinds[0] == "status" and kinds[1] == "execute_input" and kinds[-1] == "status", kinds
            assert run.out == "".join(f"{batch}-{i}:{k}\n" for k in range(20)), run.out
            assert run.err == f"e{i}" and run.result == str(i)


@test
def output_is_live(kernel):
    kernel.quiet()
    id = kernel.client.execute('for (int i = 0; i < 4; i++) { printf("step %d\\n", i); while (access("seen", F_OK)) usleep(10000); }')
    kernel.wait_for(stream="step 0")  # while the cell still runs, for it waits for this:
    kernel.touch("seen")
    assert "step 3" in kernel.finish(id).out


@test
def unfinished_line_is_shown_in_time(kernel):
    id = kernel.client.execute('printf("working"); fflush(stdout); sleep(1000);')
    kernel.wait_for(stream="working")
    kernel.control("interrupt_request")
    kernel.finish(id)


@test
def both_streams_keep_their_order(kernel):
    run = kernel.run('for (int i = 0; i < 8; i++) { printf("o%d\\n", i); fprintf(stderr, "e%d\\n", i); }')
    texts = [(c["name"], c["text"]) for c in run.all("stream")]
    assert texts == [t for i in range(8) for t in (("stdout", f"o{i}\n"), ("stderr", f"e{i}\n"))], texts
    run = kernel.run('printf("before\\n"); fflush(stdout); int shown = 3; display(shown); printf("after\\n"); shown')
    kinds = [(m["msg_type"], m["content"].get("text")) for m in run.messages if m["msg_type"] != "status"]
    assert [k for k, _ in kinds] == ["execute_input", "stream", "display_data", "stream", "execute_result"], kinds


@test
def device_printf_is_in_its_cell(kernel):
    run = kernel.run('__global__ void hello(void) { printf("thread %d\\n", threadIdx.x); }\n'
                     'printf("host\\n"); hello<<<1, 4>>>(); cudaDeviceSynchronize(); printf("done\\n");')
    assert run.out == "host\n" + "".join(f"thread {i}\n" for i in range(4)) + "done\n", run.out


@test
def commands_and_children_print_too(kernel):
    assert kernel.run("!echo from a command").out == "from a command\n"
    assert kernel.run('system("echo from a child; echo its error >&2");').err == "its error\n"
    assert kernel.run('write(1, "raw\\n", 4);').out == "raw\n"


@test
def carriage_returns_and_colours_survive(kernel):
    run = kernel.run('for (int i = 0; i <= 100; i += 50) { printf("\\r\\033[32m%3d%%\\033[0m", i); fflush(stdout); }')
    assert run.out == "".join(f"\r\x1b[32m{i:3d}%\x1b[0m" for i in (0, 50, 100)), repr(run.out)


@test
def characters_are_never_split(kernel):
    text = "größer ∀x∈ℝ 🧵 " * 40
    code = ('const char *text = "' + text + '";\n'
            'for (const char *p = text; *p; p++) { write(1, p, 1); if ((p - text) % 97 == 0) usleep(1000); }')
    run = kernel.run(code)
    assert run.out == text, run.out[:200]
    assert all("\ufffd" not in c["text"] for c in run.all("stream"))


@test
def bytes_that_are_no_text_are_replaced(kernel):
    assert kernel.run('write(1, "a\\xff\\xfe" "b\\n", 5);').out == "a\ufffd\ufffdb\n"
    assert kernel.run('write(1, "end\\xe2\\x82", 5);').out.startswith("end\ufffd")
    assert kernel.run('write(1, "x\\0y\\n", 4);').out == "x\0y\n"


@test
def many_small_prints_are_gathered(kernel):
    run = kernel.run('for (int i = 0; i < 20000; i++) { printf("%d\\n", i); fflush(stdout); }')
    assert run.out == "".join(f"{i}\n" for i in range(20000))
    assert len(run.all("stream")) < 200, len(run.all("stream"))


@test
def endless_print_is_capped_and_can_be_interrupted(kernel):
    id = kernel.client.execute('for (long i = 0; ; i++) printf("line %ld\\n", i);')
    kernel.wait_for(stream="not shown any further")
    before = memory(kernel)
    time.sleep(1.5)
    assert memory(kernel) - before < 30 << 20, "the kernel's memory grows"
    late = kernel.quiet(seconds=0.3)
    assert not late, late
    assert kernel.ask("complete", "prin", 4)["matches"] == ["printf"]
    kernel.control("interrupt_request")
    run = kernel.finish(id)
    assert run.error["ename"] == "Interrupted"
    assert "are not shown" in run.out and len(run.out) < 20000, len(run.out)
    assert [m["msg_type"] for m in run.messages][-2:] == ["error", "status"], "the error is not the last output"
    assert kernel.run("2 + 2").result == "4"


@test
def long_output_shows_its_end(kernel):
    run = kernel.run('for (int i = 0; i < 300000; i++) printf("row %d\\n", i);')
    assert run.out.startswith("row 0\nrow 1\n") and run.out.endswith("row 299998\nrow 299999\n")
    assert 1_000_000 < len(run.out) < 1_100_000, len(run.out)
    assert "not shown any further" in run.err


@test
def a_progress_bar_may_run_for_ever(kernel):
    run = kernel.run('for (int i = 0; i < 60000; i++) { printf("\\r%60d", i); } printf("\\nend\\n");')
    assert run.out.endswith("59999\nend\n") and run.err == "", run.err


@test
def alternating_streams_do_not_flood(kernel):
    run = kernel.run('for (int i = 0; i < 5000; i++) { write(1, "o\\n", 2); write(2, "e\\n", 2); }')
    assert run.out == "o\n" * 5000 and run.err == "e\n" * 5000
    assert len(run.messages) < 2000, len(run.messages)


@test
def threads_that_outlive_a_cell_print_to_it(kernel):
    run = kernel.run('void *late(void *p) { while (access("over", F_OK)) usleep(10000); printf("late\\n"); fflush(stdout); return 0; }\n'
                     'pthread_t thread; pthread_create(&thread, 0, late, 0);')
    assert "late" not in run.out
    kernel.touch("over")
    message = kernel.wait_for(stream="late")
    assert message["parent_header"]["msg_id"] == run.id


def memory(kernel):
    with open(f"/proc/{kernel.process.pid}/statm") as file:
        return int(file.read().split()[1]) * 4096


# ---- standard input -------------------------------------------------------------------------------------------------


def converse(kernel, code, answers, **options):
    """Runs a cell that reads; answers its questions. The run and the prompts."""
    id = kernel.client.execute(code, allow_stdin=True, **options)
    prompts = []
    for answer in answers:
        request = kernel.client.get_stdin_msg(timeout=TIMEOUT)
        assert request["msg_type"] == "input_request" and request["parent_header"]["msg_id"] == id
        prompts.append(request["content"]["prompt"])
        kernel.client.input(answer)
    return kernel.finish(id), prompts


@test
def scanf_asks(kernel):
    run, prompts = converse(kernel, 'int a, b; printf("Two numbers: "); scanf("%d %d", &a, &b); a + b', ["3", "4"])
    assert run.result == "7" and prompts[0] == "Two numbers: ", (run.result, prompts)


@test
def each_way_to_read_asks(kernel):
    for code, answers, result in [
            ("char line[50]; fgets(line, 50, stdin); strlen(line)", ["hello"], "6"),
            ("int c = getchar(); c", ["A"], "65"),
            ("char *l = 0; size_t n = 0; getline(&l, &n, stdin)", ["four"], "5"),
            ("char buf[20]; read(0, buf, 20)", ["raw"], "4"),
            ("char w[20]; fscanf(stdin, \"%19s\", w); w[0]", ["word"], "'w'"),
            ("char two[3] = {0}; fread(two, 1, 2, stdin)", ["xy"], "2"),
            ("int sum = 0, v; while (scanf(\"%d\", &v) == 1) sum += v; sum", ["1 2", "3", "\x04"], "6"),
            ("int e = getchar(); e == EOF", ["\x04"], "1")]:
        run, _ = converse(kernel, code, answers)
        assert run.error is None and run.result and run.result.startswith(result) or run.result == "true", (code, run.error, run.result)


@test
def what_one_cell_left_is_not_the_next_ones_answer(kernel):
    converse(kernel, 'int first; scanf("%d", &first);', ["12 34"])
    run, _ = converse(kernel, 'char next[20]; fgets(next, 20, stdin); first == 12 && !strcmp(next, "fresh\\n")', ["fresh"])
    assert run.result in ("1", "true"), run.result


@test
def reset_asks_who_can_be_asked(kernel):
    kernel.run("int stays = 7;")
    run, prompts = converse(kernel, "%reset", ["n"])
    assert "Forget" in prompts[0] and "(y/[n])" in prompts[0] and "Everything stays." in run.out, (prompts, run.out)
    assert kernel.run("stays").result == "7"
    converse(kernel, "%reset", ["y"])
    assert kernel.run("stays").error
    kernel.run("int stays = 8;")
    assert kernel.run("%reset -f", allow_stdin=True).error is None and kernel.run("stays").error
    kernel.run("int stays = 9;")
    kernel.run("%reset", allow_stdin=False)  # nbconvert: nobody is there
    assert kernel.run("stays").error


@test
def output_comes_before_the_question(kernel):
    run, prompts = converse(kernel, 'printf("Hello\\nName? "); char who[20]; scanf("%19s", who); printf("Hi %s\\n", who);', ["Ada"])
    assert prompts == ["Name? "] and run.out == "Hello\nHi Ada\n", (prompts, run.out)


@test
def password_is_hidden(kernel):
    id = kernel.client.execute('char *secret = getpass("Password: "); strlen(secret)', allow_stdin=True)
    request = kernel.client.get_stdin_msg(timeout=TIMEOUT)
    assert request["content"] == {"prompt": "Password: ", "password": True}, request["content"]
    kernel.client.input("xyzzy")
    assert kernel.finish(id).result == "5"


@test
def interrupt_ends_the_wait(kernel):
    kernel.run("int asked = 8;")
    id = kernel.client.execute('int never; scanf("%d", &never);', allow_stdin=True)
    request = kernel.client.get_stdin_msg(timeout=TIMEOUT)
    assert request["msg_type"] == "input_request"
    assert kernel.ask("complete", "aske", 4)["matches"] == ["asked"]
    kernel.control("interrupt_request")
    assert kernel.finish(id).error["ename"] == "Interrupted"
    kernel.client.input("too late")
    assert kernel.run("asked").result == "8"  # meanwhile it arrives: channels have no common order
    run, prompts = converse(kernel, 'char again[20]; printf("> "); scanf("%19s", again); again[0] == \'y\'', ["yes"])
    assert run.result in ("1", "true") and prompts == ["> "], (run.result, prompts)


@test
def no_stdin_no_question(kernel):
    run = kernel.run('int n0; scanf("%d", &n0);', allow_stdin=False)
    assert run.error["ename"] == "NoInput" and "standard input" in run.error["evalue"], run.error
    try:
        kernel.client.get_stdin_msg(timeout=0.2)
        raise AssertionError("it asked")
    except Empty:
        pass
    run = kernel.run("7", user_expressions={"reads": "getchar()"}, allow_stdin=True)
    assert run.reply["user_expressions"]["reads"]["ename"] == "NoInput"


@test
def children_have_no_input(kernel):
    assert kernel.run('system("cat; echo read");').out == "read\n"



@test
def captured_output_is_shown_when_it_is_asked_for(kernel):
    kernel.run("unsigned char faces[8][8]; struct { int id; float w; } rows[2] = {{1, 2.5f}, {2, 0.5f}};")
    run = kernel.run("%%capture all\nprintf(\"first\\n\"); fprintf(stderr, \"second\\n\");\nimshow(faces);\nprintf(\"third\\n\");\n"
                     "display(rows);\nfor (int i = 0; i <= 3; i++) progress(i, 3);\n41")
    assert run.reply["status"] == "ok" and {m["msg_type"] for m in run.messages} == {"status", "execute_input"}, run.messages
    assert kernel.run("strlen(all)").result == "12"
    run = kernel.run("%capture all")
    shown = [m for m in run.messages if m["msg_type"] in ("stream", "display_data")]
    assert [m["content"].get("text") for m in shown] == ["first\n", "second\n", None, "third\n", None], shown
    assert "image/png" in shown[2]["content"]["data"] and "<table" in shown[4]["content"]["data"]["text/html"], shown
    # An animation is kept as its last picture; what fails keeps what came until then.
    run = kernel.run("%%capture moving\nint d = display(1);\nfor (int i = 0; i < 5; i++) update_display(d, 10 * i);\n"
                     "int *nowhere = nullptr; *nowhere = 1;")
    assert run.error and not run.all("display_data") and not run.all("update_display_data"), run.messages
    shown = kernel.run("%capture moving").all("display_data")
    assert [d["data"]["text/plain"] for d in shown] == ["40"], shown
    run = kernel.run("%%capture outer\n%capture all")
    assert not run.all("stream") and not run.all("display_data")
    assert len(kernel.run("%capture outer").all("display_data")) == 2



def luminance(rgb):
    r, g, b = ((v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4) for v in rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@test
def errors_can_be_read_in_light_and_dark_themes(kernel):
    kernel.run("__global__ void k(int *a) { a[threadIdx.x + 1] = a[threadIdx.x]; }\nint v[64];")
    texts = ["\n".join(kernel.run("nothing + 1").error["traceback"]), "\n".join(kernel.run("int *p = nullptr; *p = 1;").error["traceback"]),
             kernel.run('int narrow = 3.5; printf("%d\\n", 2.5);').err, "\n".join(kernel.run("%check k<<<1, 64>>>(v)").error["traceback"])]
    seen = set()
    for text in texts:
        colours = re.findall(r"\x1b\[([0-9;]*)m", text)
        assert colours, text
        for colour in colours:
            if colour in ("", "0", "1", "2"):
                continue
            rgb = re.fullmatch(r"1;38;2;(\d+);(\d+);(\d+)", colour)
            assert rgb, colour
            seen.add(tuple(map(int, rgb.groups())))
    assert len(seen) >= 3, seen
    for background in ((255, 221, 221), (81, 30, 26)):  # JupyterLab's, of errors
        for colour in seen:
            one, other = sorted((luminance(colour), luminance(background)))
            assert (other + 0.05) / (one + 0.05) > 3, (colour, background)


main()

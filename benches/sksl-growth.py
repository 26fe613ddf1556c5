#!/usr/bin/env python3
"""How time and memory of the SkSL compiler grow with its input: sources of n, 2n, 4n and 8n tokens, up to a million.

    sksl-growth.py GLASSBOX [FOLDER]

Prints a line for each shape: CPU seconds and MiB at the largest size that is not refused, bytes a token beyond the 64 MiB that
are free, and the exponent of the CPU time between the two largest sizes. Exits with 1 when an exponent is over 1.3, or memory
over 64 MiB and 200 bytes a token. A source over a stated limit is refused; then the limit is printed."""

import math
import os
import sys
import tempfile

HEAD = "uniform float k;\n"
MAIN = "half4 main(float2 p) {\n    float x = k;\n%s    return half4(half(x));\n}\n"


def body(line, count):
    return HEAD + MAIN % "".join(line.replace("#", str(number)) for number in range(count))


SHAPES = {
    # name: (tokens a repetition, text of a number of repetitions)
    "ifs": (11, lambda n: body("    if (x > #.0) { x += 1.0; }\n", n)),
    "locals": (9, lambda n: body("    float a# = x * 2.0; x = a#;\n", n)),
    "blocks": (10, lambda n: body("    { float a = x; x = a + 1.0; }\n", n)),
    "loops": (20, lambda n: body("    for (int i = 0; i < 2; ++i) { x += 1.0; }\n", n)),
    "assignments": (6, lambda n: body("    x = x + #.0;\n", n)),
    "constants": (6, lambda n: body("    const float c# = #.0;\n", n)),
    "swizzles": (14, lambda n: body("    x += p.yx.xy.x + half4(1).wzyx.x;\n", n)),
    "functions": (14, lambda n: HEAD + "".join(f"float f{i}(float x) {{ return x + {i}.0; }}\n" for i in range(n)) + MAIN % ""),
    "called functions": (21, lambda n: HEAD + "float g(float x) { return x; }\n"
                         + "".join(f"float f{i}(float x) {{ return g(x) + {i}.0; }}\n" for i in range(n))
                         + MAIN % "".join(f"    x = f{i}(x);\n" for i in range(n))),
    "prototypes in reverse": (25, lambda n: HEAD + "".join(f"float f{i}(float x);\n" for i in range(n + 1))
                              + "".join(f"float f{i}(float x) {{ return f{i + 1}(x); }}\n" for i in range(n))
                              + f"float f{n}(float x) {{ return x; }}\n" + MAIN % ""),
    "calls of one": (6, lambda n: HEAD + "float g(float x) { return x; }\n" + MAIN % ("    x = g(x);\n" * n)),
    "overloads": (40, lambda n: HEAD + "".join(
        f"float f{i}(float x) {{ return x; }}\nfloat f{i}(half2 x) {{ return x.x; }}\n" for i in range(n)) + MAIN % "".join(
        f"    x = f{i}(x);\n" for i in range(n))),
    "globals": (8, lambda n: HEAD + "".join(f"const float c{i} = {i}.0;\n" for i in range(n)) + MAIN % ""),
    "uniforms": (4, lambda n: HEAD + "".join(f"uniform float u{i};\n" for i in range(n)) + MAIN % ""),
    "structs": (13, lambda n: HEAD + "".join(f"struct S{i} {{ float a; float b; }};\n" for i in range(n)) + MAIN % ""),
    "members": (3, lambda n: HEAD + "struct S {" + "".join(f" float a{i};" for i in range(n)) + " };\n" + MAIN % ""),
    "switch": (7, lambda n: body("    switch (int(x)) {\n" + "".join(
        f"    case {i}: x += 1.0; break;\n" for i in range(n)) + "    }\n", 1)),
    "array": (2, lambda n: HEAD + MAIN % (f"    float a[{n}] = float[{n}](" + ", ".join(f"{i}.0" for i in range(n)) + ");\n    x = a[int(x)];\n")),
    "sum": (2, lambda n: HEAD + MAIN % ("    x = x" + " + x" * n + ";\n")),
    "unary": (1, lambda n: HEAD + MAIN % ("    x = " + "- " * n + "x;\n")),
    "parentheses": (2, lambda n: HEAD + MAIN % ("    x = " + "(" * n + "x" + ")" * n + ";\n")),
    "nested blocks": (2, lambda n: HEAD + MAIN % ("{" * n + "}" * n)),
    "nested ifs": (4, lambda n: HEAD + MAIN % ("if (true) " * n + "x = 1.0;\n")),
    "arguments": (2, lambda n: HEAD + MAIN % ("    x = max(x" + ", x" * n + ");\n")),
    "mistakes": (6, lambda n: body("    y# = x + q;\n", n)),
    "comments": (1, lambda n: HEAD + "/* a */ ;" * n + MAIN % ""),
}


def run(command, name):
    """CPU seconds, MiB, exit status and output of a run."""
    pid = os.fork()
    if pid == 0:
        out = os.open(name + ".out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        os.execv(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    with open(name + ".out", errors="replace") as file:
        text = file.read(4096)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), text


def main():
    glassbox, folder = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()
    only = sys.argv[3:]
    most, bad = 1_000_000, 0
    print(f"{'shape':24} {'tokens':>9} {'seconds':>8} {'MiB':>7} {'B/token':>8} {'exponent':>8}")
    for name, (tokens, make) in SHAPES.items():
        if only and name not in only:
            continue
        rows, refusal = [], ""
        for part in (8, 4, 2, 1):
            count = most // tokens // part
            path = os.path.join(folder, "growth.rts")
            with open(path, "w") as file:
                file.write(make(count))
            seconds, memory, status, text = run([glassbox, "validate", path], path)
            if status not in (0, 1):
                print(f"{name}: exit status {status}", file=sys.stderr)
                bad += 1
            if status == 1:
                refusal = next((line for line in text.splitlines() if line.startswith("error")), "")[:90]
            rows.append((count * tokens, seconds, memory))
        (before, last) = rows[-2:]
        exponent = math.log(max(last[1], 0.01) / max(before[1], 0.01), last[0] / before[0])
        per_token = max(0, (last[2] - 64) * 1048576 / last[0])
        is_bad = exponent > 1.3 or per_token > 200
        bad += is_bad
        print(f"{name:24} {last[0]:9} {last[1]:8.2f} {last[2]:7.1f} {per_token:8.0f} {exponent:8.2f}"
              f"{'  OVER' if is_bad else ''}{'  ' + refusal if refusal else ''}", flush=True)
    sys.exit(1 if bad else 0)


main()

#!/usr/bin/env python3
"""CPU time and memory of whole processes on sources of n, 2n, 4n and 8n tokens, and of every command on the binaries made of them.

    cargo build --profile dist && benches/growth.py target/dist/glassbox [LANGUAGE[:SHAPE]...]

Each row is a shape of source, or a kind of binary and a command: CPU seconds at each size, the exponent of the last doubling, and
the peak memory over 64 MiB in bytes a token, for binaries and text forms in bytes a byte. The goals are an exponent of at most
1.3, at most 200 bytes a token and at most 2 bytes a byte; a source over a stated limit is refused before it costs more. Exit
status 1 when a row misses a goal. Times below 50 ms say nothing of growth and are not judged.
"""
import math
import os
import resource
import subprocess
import sys
import tempfile

SIZES = [125_000, 250_000, 500_000, 1_000_000]

VSL = "@shader graphics;\nin(0) float3 pos;\nout(0) float4 color;\n"
VERTEX = "@vert { $Position = float4(pos, 1); }\n"
PICA = ".fvec proj[4]\n.constf k(1.0, 2.0, 3.0, 4.0)\n.in pos v0\n.out o position\n"


def fragment(body):
    return VSL + VERTEX + "@frag { float x = 1.0; " + body + " color = float4(x); }\n"


def above(declarations):
    return VSL + declarations + VERTEX + "@frag { color = float4(1); }\n"


def main(body):
    return PICA + ".proc main\n" + body + "\tmov o, k\n\tend\n.end\n"


def times(count, line):
    return "".join(line.replace("#", str(i)) for i in range(count))


SKSL = "uniform float k;\n"
EFFECT = "half4 main(float2 p) {\n    float x = k;\n%s    return half4(half(x));\n}\n"


def effect(line, count):
    return SKSL + EFFECT % "".join(line.replace("#", str(number)) for number in range(count))


EFFECTS = {
    # name: (tokens a repetition, text of a number of repetitions)
    "ifs": (11, lambda n: effect("    if (x > #.0) { x += 1.0; }\n", n)),
    "locals": (9, lambda n: effect("    float a# = x * 2.0; x = a#;\n", n)),
    "blocks": (10, lambda n: effect("    { float a = x; x = a + 1.0; }\n", n)),
    "loops": (20, lambda n: effect("    for (int i = 0; i < 2; ++i) { x += 1.0; }\n", n)),
    "assignments": (6, lambda n: effect("    x = x + #.0;\n", n)),
    "constants": (6, lambda n: effect("    const float c# = #.0;\n", n)),
    "swizzles": (14, lambda n: effect("    x += p.yx.xy.x + half4(1).wzyx.x;\n", n)),
    "functions": (14, lambda n: SKSL + "".join(f"float f{i}(float x) {{ return x + {i}.0; }}\n" for i in range(n)) + EFFECT % ""),
    "called functions": (21, lambda n: SKSL + "float g(float x) { return x; }\n"
                         + "".join(f"float f{i}(float x) {{ return g(x) + {i}.0; }}\n" for i in range(n))
                         + EFFECT % "".join(f"    x = f{i}(x);\n" for i in range(n))),
    "prototypes in reverse": (25, lambda n: SKSL + "".join(f"float f{i}(float x);\n" for i in range(n + 1))
                              + "".join(f"float f{i}(float x) {{ return f{i + 1}(x); }}\n" for i in range(n))
                              + f"float f{n}(float x) {{ return x; }}\n" + EFFECT % ""),
    "calls of one": (6, lambda n: SKSL + "float g(float x) { return x; }\n" + EFFECT % ("    x = g(x);\n" * n)),
    "overloads": (40, lambda n: SKSL + "".join(
        f"float f{i}(float x) {{ return x; }}\nfloat f{i}(half2 x) {{ return x.x; }}\n" for i in range(n)) + EFFECT % "".join(
        f"    x = f{i}(x);\n" for i in range(n))),
    "globals": (8, lambda n: SKSL + "".join(f"const float c{i} = {i}.0;\n" for i in range(n)) + EFFECT % ""),
    "uniforms": (4, lambda n: SKSL + "".join(f"uniform float u{i};\n" for i in range(n)) + EFFECT % ""),
    "structs": (13, lambda n: SKSL + "".join(f"struct S{i} {{ float a; float b; }};\n" for i in range(n)) + EFFECT % ""),
    "members": (3, lambda n: SKSL + "struct S {" + "".join(f" float a{i};" for i in range(n)) + " };\n" + EFFECT % ""),
    "switch": (7, lambda n: effect("    switch (int(x)) {\n" + "".join(
        f"    case {i}: x += 1.0; break;\n" for i in range(n)) + "    }\n", 1)),
    "array": (2, lambda n: SKSL + EFFECT % (f"    float a[{n}] = float[{n}](" + ", ".join(f"{i}.0" for i in range(n)) + ");\n    x = a[int(x)];\n")),
    "sum": (2, lambda n: SKSL + EFFECT % ("    x = x" + " + x" * n + ";\n")),
    "unary": (1, lambda n: SKSL + EFFECT % ("    x = " + "- " * n + "x;\n")),
    "parentheses": (2, lambda n: SKSL + EFFECT % ("    x = " + "(" * n + "x" + ")" * n + ";\n")),
    "nested blocks": (2, lambda n: SKSL + EFFECT % ("{" * n + "}" * n)),
    "nested ifs": (4, lambda n: SKSL + EFFECT % ("if (true) " * n + "x = 1.0;\n")),
    "arguments": (2, lambda n: SKSL + EFFECT % ("    x = max(x" + ", x" * n + ");\n")),
    "mistakes": (6, lambda n: effect("    y# = x + q;\n", n)),
    "comments": (1, lambda n: SKSL + "/* a */ ;" * n + EFFECT % ""),
}


def shader(body):
    return "@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f { var x = p.x; " + body + " return vec4f(x); }\n"


# As those of SkSL. naga's reader takes time with the square of a function's length, which a limit bounds (TRANSLATE-28).
SHADERS = {
    "ifs": (11, lambda n: shader("if x > 1.0 { x += 1.0; }\n" * n)),
    "locals": (7, lambda n: shader(times(n, "let a# = x + 1.0;\n"))),
    "functions": (18, lambda n: times(n, "fn g#(a: f32) -> f32 { return a * 2.0; }\n") + shader("")),
    "constants": (5, lambda n: times(n, "const c# = 1.0;\n") + shader("")),
    "structs": (7, lambda n: times(n, "struct S# { a: vec4f }\n") + shader("")),
    "unary": (1, lambda n: shader("x = " + "-" * n + "x;")),
    "sum": (2, lambda n: shader("x = x" + " + x" * n + ";")),
    "parentheses": (2, lambda n: shader("x = " + "(" * n + "x" + ")" * n + ";")),
    "nested ifs": (4, lambda n: shader("if true { " * n + "}" * n)),
}
VERTEX_WGSL = "@vertex fn main() -> @builtin(position) vec4f { return vec4f(0.0); }\n"


def counted(shapes):
    """Shapes by their number of repetitions as shapes by their number of tokens."""
    return {name: (lambda n, tokens=tokens, make=make: make(n // tokens)) for name, (tokens, make) in shapes.items()}


# Language: file suffix, arguments in front of the file, shapes; a shape makes a source of n tokens. {folder} is where the sources lie.
LANGUAGES = {
    "vsl": (".vsl", ["compile"], {
        "locals": lambda n: fragment(times(n // 5, "float a# = 1.0;\n")),
        "assignments": lambda n: fragment(times(n // 6, "x = x * 2.0;\n")),
        "ifs": lambda n: fragment(times(n // 10, "if (x > 0.5) x = 1.0;\n")),
        "if-else": lambda n: fragment(times(n // 17, "if (x > 0.5) { x = 1.0; } else { x = 2.0; }\n")),
        "elif": lambda n: fragment("if (x > 2.0) { }" + times(n // 12, "elif (x > 0.5) { x = 1.0; }\n")),
        "loops": lambda n: fragment(times(n // 14, "for (i; 0 : 4) { x = x; }\n")),
        "calls": lambda n: fragment(times(n // 7, "x = sin(x);\n")),
        "sum": lambda n: fragment("x = " + "+".join(["1.0"] * (n // 2)) + ";"),
        "sum-of-names": lambda n: fragment("x = " + "+".join(["x"] * (n // 2)) + ";"),
        "signs": lambda n: fragment("x = " + "- " * n + "x;"),
        "parentheses": lambda n: fragment("x = " + "(" * (n // 2) + "x" + ")" * (n // 2) + ";"),
        "conditionals": lambda n: fragment("x = " + "x > 0.5 ? x : " * (n // 6) + "x;"),
        "members": lambda n: fragment("float4 v = color; v = v" + ".xyzw" * (n // 2) + ";"),
        "nested-ifs": lambda n: fragment("if (true) " * (n // 4)),
        "nested-blocks": lambda n: fragment("if (true) {" * (n // 5) + "}" * (n // 5)),
        "structures": lambda n: above(times(n // 9, "@struct S# { float a; };\n")),
        "fields": lambda n: above("@struct S { " + times(n // 3, "float a#;\n") + "};\n"),
        "interface": lambda n: above(times(n // 7, "local(vert) float l#;\n")),
        "unknown-names": lambda n: fragment(times(n // 4, "q# = 1.0;\n")),
    }),
    "picasso": (".v.pica", ["asm"], {
        "procedures": lambda n: PICA + times(n // 5, ".proc p#\n\tnop\n.end\n") + ".proc main\n\tmov o, k\n\tend\n.end\n",
        "instructions": lambda n: main("\tmov r0, k\n" * (n // 4)),
        "labels": lambda n: main(times(n // 2, "l#:\n") + "\tnop\n"),
        "aliases": lambda n: main(times(n // 3, ".alias a# r0\n")),
        "constants": lambda n: times(n // 11, ".constf c#(1.0, 2.0, 3.0, 4.0)\n") + main(""),
        "nested-ifs": lambda n: main("\tifc x\n" * (n // 2) + ".end\n" * (n // 2)),
        "unknown-names": lambda n: main(times(n // 4, "\tmov r0, q#\n")),
    }),
    "text": (".txt", ["parse"], {
        "fields": lambda n: "glassbox 1\na {\n" + times(n // 4, "f# u8 = 1\n") + "}\n",
        "groups": lambda n: "glassbox 1\n" + times(n // 7, "g# {\n f u8 = 1\n}\n"),
        "labels": lambda n: "glassbox 1\na u32 = 1\n" + times(n // 5, "f# u32 = @a\n"),
        "unknown-labels": lambda n: "glassbox 1\n" + times(n // 5, "f# u32 = @q#\n"),
        "sum": lambda n: "glassbox 1\nf u32 = " + "+".join(["1"] * (n // 2)) + "\n",
        "nested-groups": lambda n: "glassbox 1\n" + "g {\n" * (n // 3) + "}\n" * (n // 3),
        "bytes": lambda n: 'glassbox 1\nf bytes = "' + "00 " * n + '"\n',
    }),
    "sksl": (".rts", ["compile"], counted(EFFECTS)),
    "wgsl": (".wgsl", ["compile", "--target", "VK10", "--vertex", "{folder}/vertex.wgsl", "--pixel"], counted(SHADERS)),
}


def measure(command):
    """CPU seconds and peak memory in bytes of a process, under the limits of a sweep. Of short ones the fastest of three runs."""
    runs = [once(command)]
    while runs[0][0] < 0.5 and len(runs) < 3:
        runs.append(once(command))
    return min(runs)


def once(command):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit)
    _, status, usage = os.wait4(child.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, code


def module(n):
    """SPIR-V assembly of functions that calculate."""
    body = ("%f# = OpFunction %float None %of\n%p# = OpFunctionParameter %float\n%l# = OpLabel\n"
                   "%a# = OpFMul %float %p# %one\n%b# = OpFAdd %float %a# %p#\n%c# = OpExtInst %float %ext FClamp %b# %one %a#\n"
                   "OpReturnValue %c#\nOpFunctionEnd\n")
    return ("OpCapability Shader\n%ext = OpExtInstImport \"GLSL.std.450\"\nOpMemoryModel Logical GLSL450\n"
            "OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n%void = OpTypeVoid\n%float = OpTypeFloat 32\n"
            "%of = OpTypeFunction %float %float\n%fn = OpTypeFunction %void\n%one = OpConstant %float 1\n" + times(n // 35, body)
            + "%main = OpFunction %void None %fn\n%start = OpLabel\nOpReturn\nOpFunctionEnd\n")


def listing(n):
    """Shader model 5 code that calculates."""
    return "vs_5_0\ndcl_input v0.xyzw\ndcl_output o0.xyzw\ndcl_temps 2\n" + "mad r0.xyzw, v0.xyzw, r1.xyzw, r0.xyzw\n" * (n // 9) + "mov o0.xyzw, r0.xyzw\nret\n"


def programs(n):
    """WGSL of functions that are called, none long."""
    count = n // 220
    body = "".join(f"b = b * a + {i}.0; " for i in range(20))
    return times(count, "fn g#(a: f32) -> f32 { var b = a; " + body + "return b; }\n") + shader(times(count, "x = g#(x);\n"))


# Kind: suffix of the source, arguments that make a binary of it, source of n tokens. SHBIN and VBC files cannot be as large.
BINARIES = {
    "spv": (".spvasm", ["asm"], module),
    "dxbc": (".asm", ["asm"], listing),
    "sksl": (".rts", ["compile"], lambda n: EFFECTS["ifs"][1](n // 11)),
    "bpx": (".wgsl", ["compile", "--target", "VK10", "--vertex", "{folder}/vertex.wgsl", "--pixel"], programs),
}
# {} is the binary, {text} its text form, {other} a copy with another byte in its middle, {out} the output. Memory is counted
# for all files that a command reads.
COMMANDS = {
    "info": "info {}", "dump": "dump {}", "dump --bits": "dump --bits {}", "print": "print {} -o {out}", "parse": "parse {text} -o {out}",
    "validate": "validate {}", "validate text": "validate {text}", "interface": "interface {}", "symbols": "symbols {}",
    "disasm": "disasm {}", "extract": "extract {} --list", "diff": "diff {} {other}", "strip": "strip --debug {} -o {out}", "scan": "scan {}",
    "part list": "part list {}", "repair": "repair {} --list",
}


def judge(group, name, rows, size, each_limit, unit):
    """Prints a row; returns whether it misses a goal."""
    cpu = [row[0] for row in rows]
    exponent = math.log2(cpu[-1] / max(cpu[-2], 0.001)) if len(cpu) > 1 else math.inf
    each = (rows[-1][1] - (64 << 20)) / size
    bad = any(row[2] not in (0, 1) for row in rows) or each > each_limit
    bad |= cpu[-1] >= 0.05 and exponent > 1.3
    shown = " ".join(f"{seconds:7.2f}" for seconds in cpu)
    print(f"{group:8} {name:22} {shown}  exponent {exponent:5.2f}  bytes/{unit} {max(each, 0):5.1f}"
          f"  exit {rows[-1][2]}{'  MISSED' if bad else ''}", flush=True)
    return bad


def is_wanted(wanted, group, name):
    return not wanted or group in wanted or f"{group}:{name}" in wanted


def sources(glassbox, folder, wanted):
    missed = 0
    for language, (suffix, arguments, shapes) in LANGUAGES.items():
        for shape, make in shapes.items():
            if not is_wanted(wanted, language, shape):
                continue
            source, out = os.path.join(folder, "a" + suffix), os.path.join(folder, "out")
            rows = []
            for size in SIZES:
                with open(source, "w") as file:
                    file.write(make(size))
                rows.append(measure([glassbox, *(word.format(folder=folder) for word in arguments), source, "-o", out]))
                if rows[-1][0] > 30:
                    break
            if language == "text":
                missed += judge(language, shape, rows, os.path.getsize(source), 2, "byte")
            else:
                missed += judge(language, shape, rows, SIZES[len(rows) - 1], 200, "token")
    return missed


def binaries(glassbox, folder, wanted):
    missed = 0
    for kind, (suffix, arguments, make) in BINARIES.items():
        if not any(is_wanted(wanted, kind, name) for name in COMMANDS):
            continue
        files = []
        for size in SIZES:
            source, made = (os.path.join(folder, f"{size}{end}") for end in (suffix, "." + kind))
            with open(source, "w") as file:
                file.write(make(size))
            if measure([glassbox, *(word.format(folder=folder) for word in arguments), source, "-o", made])[2] != 0:
                # A limit that is stated; binaries of this kind get no larger.
                break
            measure([glassbox, "print", made, "-o", made + ".txt"])
            with open(made, "rb") as file:
                data = bytearray(file.read())
            data[len(data) // 2] ^= 1
            with open(made + ".other", "wb") as file:
                file.write(data)
            files.append(made)
        for name, command in COMMANDS.items():
            if not is_wanted(wanted, kind, name) or len(files) < 2:
                continue
            rows = []
            for made in files:
                words = [word.format(made, text=made + ".txt", other=made + ".other", out=os.path.join(folder, "out"))
                         for word in command.split()]
                rows.append(measure([glassbox, *words]))
            size = os.path.getsize(files[-1] + (".txt" if "{text}" in command else "")) * (2 if "{other}" in command else 1)
            missed += judge(kind, name, rows, size, 2, "byte")
    return missed


def run(glassbox, wanted):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "vertex.wgsl"), "w") as file:
            file.write(VERTEX_WGSL)
        return sources(glassbox, folder, wanted) + binaries(glassbox, folder, wanted)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(1 if run(os.path.realpath(sys.argv[1]), set(sys.argv[2:])) else 0)

#!/usr/bin/env python3
"""Writes the tables in src/grammar/ from the machine-readable SPIR-V grammar.

    tools/generate.py FOLDER [--check]

With --check nothing is written: what differs is named, and the status is 1.
FOLDER holds spirv.core.grammar.json, the extinst.*.grammar.json files and, if the
table of generators is wanted, spir-v.xml, as the SPIRV-Headers repository has them.
Older releases of these files work too; what they lack is left out.
"""

import json
import os
import re
import sys

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "grammar")

# The name under which a module imports each set, by file name. A name that ends
# in a dot matches every name that continues it with a version number.
SETS = {
    "arm.experimental-ml-operations": "Arm.ExperimentalMLOperations",
    "arm.motion-engine.100": "Arm.MotionEngine.100",
    "debuginfo": "DebugInfo",
    "glsl.std.450": "GLSL.std.450",
    "nonsemantic.clspvreflection": "NonSemantic.ClspvReflection.",
    "nonsemantic.debugbreak": "NonSemantic.DebugBreak",
    "nonsemantic.debugprintf": "NonSemantic.DebugPrintf",
    "nonsemantic.graph.debuginfo": "NonSemantic.Graph.DebugInfo.",
    "nonsemantic.shader.debuginfo.100": "NonSemantic.Shader.DebugInfo.100",
    "nonsemantic.shader.debuginfo": "NonSemantic.Shader.DebugInfo.",
    "nonsemantic.vkspreflection": "NonSemantic.VkspReflection.",
    "opencl.debuginfo.100": "OpenCL.DebugInfo.100",
    "opencl.std.100": "OpenCL.std",
    "spv-amd-gcn-shader": "SPV_AMD_gcn_shader",
    "spv-amd-shader-ballot": "SPV_AMD_shader_ballot",
    "spv-amd-shader-explicit-vertex-parameter": "SPV_AMD_shader_explicit_vertex_parameter",
    "spv-amd-shader-trinary-minmax": "SPV_AMD_shader_trinary_minmax",
    "tosa.001000.1": "TOSA.001000.1",
}

PLAIN = {
    "IdResultType": "TYPE",
    "IdResult": "RESULT",
    "IdRef": "ID",
    "IdScope": "SCOPE_ID",
    "IdMemorySemantics": "SEMANTICS_ID",
    "LiteralInteger": "INT",
    "LiteralFloat": "FLOAT",
    "LiteralString": "STR",
    "LiteralContextDependentNumber": "NUM",
    "LiteralExtInstInteger": "EXT",
    "LiteralSpecConstantOpInteger": "OP",
    "PairLiteralIntegerIdRef": "NUM_ID",
    "PairIdRefLiteralInteger": "ID_INT",
    "PairIdRefIdRef": "ID_ID",
}

HEAD = "// Written by tools/generate.py; change that and run it again.\n\n"


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def constant(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).upper()


def needs(item, enums):
    """What a row requires: minor version (or `NEVER`, if no version has it by itself), capabilities, extensions."""
    version = item.get("version", "1.0")
    minor = "NEVER" if version == "None" else version.split(".")[1]
    capabilities = ", ".join(f"cap::{enums.capabilities[name]}" for name in item.get("capabilities", []))
    extensions = ", ".join(f'"{name}"' for name in item.get("extensions", []))
    return f" {minor} [{capabilities}] [{extensions}]"


def identifiers(rows, prefix, strip=""):
    """Name of each row's constant."""
    taken = []
    for name in rows:
        words = re.sub("(?<=[a-z])(?=[123]D(?![a-z]))", "_", name.removeprefix(strip)).replace("NaN", "Nan").replace("DPd", "Dpd")
        if "_" not in name:
            words = re.sub("(?<=[A-Za-z0-9])(ALTERA|AMD|ARM|EXT|INTEL|KHR|NV|QCOM)$", r"_\1", words)
        ident = re.sub("([123])_D(?![A-Z])", r"\1D", constant(words))
        if ident[0].isdigit():
            ident = f"{prefix}_{ident}"
        assert ident not in taken, ident
        taken.append(ident)
    return taken


def rows_of(rows, prefix, strip=""):
    """Rows of a table in the form of the macros in mod.rs: constant, number, name, operands, requirements."""
    names = identifiers([name for _, name, _, _ in rows], prefix, strip)
    return "".join(f'{ident} = {value} "{name}" {items}{required},\n'
                   for ident, (value, name, items, required) in zip(names, rows))


def rank(name):
    """Which of several names for one value is printed: the core one first."""
    for place, suffix in enumerate(("KHR", "EXT")):
        if name.endswith(suffix):
            return 1 + place
    return 3 if re.search(r"[A-Z]{2,}$", name) and not re.fullmatch(r"[A-Z0-9]+", name) else 0


class Enums:
    def __init__(self):
        self.list = []
        self.index = {}
        self.capabilities = {}

    def add(self, scope, kind):
        if kind["category"] not in ("BitEnum", "ValueEnum"):
            return
        key = (scope, kind["kind"])
        self.index[key] = len(self.list)
        self.list.append((scope, kind))

    def find(self, scope, name):
        if (scope, name) in self.index:
            return self.index[(scope, name)]
        return self.index[("", name)]

    def constant(self, i):
        scope, kind = self.list[i]
        name = constant(kind["kind"])
        return f"{constant(re.sub('[^A-Za-z0-9]+', '_', scope))}_{name}" if scope else name


def operand(enums, scope, item):
    kind = item["kind"]
    text = PLAIN.get(kind)
    if text is None:
        text = f"e({enums.constant(enums.find(scope, kind))})"
    name = re.sub("[' +.~\\n]+", " ", item.get("name", "").split(",")[0]).strip()
    if item.get("quantifier") == "*":
        name = re.sub(" [0-9]$", "", name)
    if name and kind not in ("IdResultType", "IdResult"):
        text = f'n("{name}", {text})'
    quantifier = item.get("quantifier")
    if quantifier == "?":
        return f"opt({text})"
    if quantifier == "*":
        return f"any({text})"
    return text


def operands(enums, scope, items):
    return "[" + ", ".join(operand(enums, scope, i) for i in items) + "]"


def merged(entries, name_key, value_key):
    """Entries by value, each with the printed entry and every name."""
    by_value = {}
    for entry in entries:
        value = number(entry[value_key])
        known = by_value.setdefault(value, [])
        known.append(entry)
    rows = []
    for value, group in sorted(by_value.items()):
        names = []
        for entry in group:
            names += [entry[name_key]] + entry.get("aliases", [])
        listed_with_aliases = any(entry.get("aliases") for entry in group)
        best = group[0] if listed_with_aliases else min(group, key=lambda e: rank(e[name_key]))
        rows.append((value, best, list(dict.fromkeys(names))))
    return rows


def name_table(rows):
    pairs = sorted((name, place) for place, (_, _, names) in enumerate(rows) for name in names)
    lines, line = [], "   "
    for name, place in pairs:
        cell = f' ("{name}", {place}),'
        if len(line) + len(cell) > 118:
            lines.append(line)
            line = "   "
        line += cell
    lines.append(line)
    return "\n".join(lines)


def indented(text, levels):
    return "".join("    " * levels + line + "\n" for line in text.splitlines())


differing = []


def write(name, text):
    path = os.path.join(OUT, name)
    if "--check" in sys.argv:
        with open(path, encoding="utf-8") as file:
            if file.read() != HEAD + text:
                differing.append(name)
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD + text)


def main():
    folder = sys.argv[1]

    def load(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return json.load(file)

    core = load("spirv.core.grammar.json")
    sets = []
    for file, name in sorted(SETS.items(), key=lambda item: item[1]):
        path = f"extinst.{file}.grammar.json"
        if os.path.exists(os.path.join(folder, path)):
            sets.append((name, load(path)))

    enums = Enums()
    for kind in core["operand_kinds"]:
        enums.add("", kind)
        if kind["kind"] == "Capability":
            best = [item["enumerant"] for _, item, _ in merged(kind["enumerants"], "enumerant", "value")]
            idents = identifiers(best, "CAPABILITY")
            for (_, item, names), ident in zip(merged(kind["enumerants"], "enumerant", "value"), idents):
                enums.capabilities.update({name: ident for name in names})
    for name, grammar in sets:
        used = {o["kind"] for i in grammar["instructions"] for o in i.get("operands", [])}
        for kind in grammar.get("operand_kinds", []):
            if kind["kind"] in used:
                enums.add(name, kind)

    text = "//! Every instruction of the core grammar: revision %d.%d.%d.\n\n" % (
        core["major_version"], core["minor_version"], core["revision"])
    text += "use super::enums::value::capability as cap;\nuse super::enums::*;\nuse super::kinds::*;\nuse super::{NEVER, any, e, n, opt};\n\n"
    rows = merged(core["instructions"], "opname", "opcode")
    text += "opcodes! {\n"
    text += indented(rows_of([(value, item["opname"], operands(enums, "", item.get("operands", [])), needs(item, enums))
                              for value, item, _ in rows], "OP", "Op"), 1)
    text += "}\n\n/// Every name, sorted, with its place in the table above.\n"
    text += f"pub(super) static NAMES: &[(&str, u16)] = &[\n{name_table(rows)}\n];\n"
    write("core.rs", text)

    text = "//! Every enumeration that an operand can be, of the core and of the extended instruction sets.\n\n"
    text += "use super::kinds::*;\nuse super::{NEVER, any, e, n};\nuse self::value::capability as cap;\n\nenumerations! {\n"
    for i, (scope, kind) in enumerate(enums.list):
        rows = merged(kind["enumerants"], "enumerant", "value")
        bits = kind["category"] == "BitEnum"
        if bits:
            rows = [row for row in rows if row[0] & (row[0] - 1) == 0]
        name = enums.constant(i)
        text += f'    {name} = {i} {name.lower()} "{kind["kind"]}" bits: {str(bits).lower()} {{\n'
        text += indented(rows_of([(f"{value:#x}" if bits else value, item["enumerant"],
                                   operands(enums, scope, item.get("parameters", [])), needs(item, enums) if not scope else " 0 [] []")
                                  for value, item, _ in rows], constant(kind["kind"])), 2)
        text += f"    }} [\n{indented(name_table(rows), 1)}    ],\n"
    text += "}\n"
    write("enums.rs", text)

    text = "//! The extended instruction sets.\n\n"
    text += "use super::enums::*;\nuse super::kinds::*;\nuse super::{any, e, n, opt};\n\nextended_sets! {\n"
    for name, grammar in sets:
        rows = merged(grammar["instructions"], "opname", "opcode")
        module = constant(re.sub("[^A-Za-z0-9]+", "_", name).strip("_")).lower()
        text += f'    {module} "{name}" {{\n'
        text += indented(rows_of([(value, item["opname"], operands(enums, name, item.get("operands", [])), "")
                                  for value, item, _ in rows], "OP"), 2)
        text += f"    }} [\n{indented(name_table(rows), 1)}    ],\n"
    text += "}\n"
    write("extended.rs", text)

    xml = os.path.join(folder, "spir-v.xml")
    if os.path.exists(xml):
        with open(xml, encoding="utf-8") as file:
            lines = re.findall(r'<ids type="vendor".*?</ids>', file.read(), flags=re.S)[0]
        text = "//! The registered generators of modules.\n\n/// By number, without a gap.\n"
        found = re.findall(r'<id value="(\d+)"\s+vendor="([^"]*)"(?:\s+tool="([^"]*)")?', lines)
        text += f"pub(super) static GENERATORS: [&str; {len(found)}] = [\n"
        for place, (value, vendor, tool) in enumerate(found):
            assert int(value) == place
            text += f'    "{vendor} {tool}",\n' if tool else f'    "{vendor}",\n'
        text += "];\n"
        write("generators.rs", text)


main()
if differing:
    sys.exit("error: other tables come of this grammar: " + ", ".join(differing))

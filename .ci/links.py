#!/usr/bin/env python3
"""Holds our own links to a dxcompiler library and to what DXC's linker made of the same libraries.

    links.py GLASSBOX ASK CORPUS

GLASSBOX is the command, ASK the program `glassbox-dxcompiler`, which asks the library that GLASSBOX_DXCOMPILER names.

Each case of the corpus that DXC links is linked here too. The library disassembles both results; their functions have to have the
same names, as many instructions, and the same operations. Results of libraries whose validator version the dxcompiler library knows
are validated, among them the same cases with libraries of an older compiler.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

LEAST_COMPARED = 40
LEAST_VALIDATED = 4


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", check=False)


def functions(ask, file):
    """The functions of a file as the library prints them: name to operations. None where it does not print the file."""
    printed = run(ask, "disassemble", file)
    if printed.returncode != 0:
        return None
    found, current = {}, None
    for line in printed.stdout.splitlines():
        begin = re.match(r'define .*?@("[^"]*"|[^ ("]+)\(', line)
        if begin:
            current = found[own_name(begin[1])] = Counter()
        elif line.startswith("}"):
            current = None
        elif current is not None and line.startswith("  ") and not line.lstrip().startswith(";"):
            current[operation(line)] += 1
    return found


def operation(line):
    """What an instruction does: its word, and what it calls."""
    words = line.strip().split(" = ", 1)[-1]
    called = re.search(r'@("[^"]*"|[^ ("]+)\(', words)
    word = words.split()[0]
    code = re.search(r"\(i32 (\d+)", words) if called and "dx.op." in called[1] else None
    return " ".join(filter(None, [word, called and own_name(called[1]), code and code[1]]))


def own_name(name):
    """A name without quotes and without the changes of linkers to names of internal functions: DXC adds the file as a prefix,
    we add a number as a suffix."""
    name = name.strip('"')
    return re.sub(r"\.\d+$", "", "\\01?" + name.split("\\01?", 1)[1]) if "\\01?" in name else name


def older(path):
    return path.replace("dxc19/", "dxc17/")


def main():
    glassbox, ask, corpus = sys.argv[1], sys.argv[2], Path(sys.argv[3]) / "dxcontainer"
    folder = tempfile.TemporaryDirectory()
    work = Path(folder.name)
    wrong, compared, validated, unknown = [], 0, 0, 0

    def link(case, libraries, output):
        target = ["--entry", case["entry"]] if case["entry"] else []
        options = case.get("options") or []
        if "-exports" in options:
            names = options[options.index("-exports") + 1]
            target += ["--exports", names.replace(";", ",")]
        paths = [corpus / library for library in libraries]
        return run(glassbox, "link", *paths, *target, "--profile", case["profile"], "-o", output)

    for case in json.loads((corpus / "link/cases.json").read_text()):
        outcomes = [case.get(name) or {} for name in ("dxc_link_all", "dxc_link_needed_only")]
        theirs = next((one["output"] for one in outcomes if one.get("ok") and one.get("output")), None)
        if theirs is None:
            continue
        name, ours = case["case"], work / "ours.dxil"
        done = link(case, case["libraries"], ours)
        if done.returncode != 0:
            wrong.append(f"{name}: {done.stderr.strip()}")
            continue
        mine, other = functions(ask, ours), functions(ask, corpus / theirs)
        if other is None:
            print(f"NOT CHECKED: {name}; the library is too old for what DXC made of it", file=sys.stderr)
            continue
        if mine is None:
            wrong.append(f"{name}: the library does not print our link, but DXC's")
            continue
        if mine.keys() != other.keys():
            wrong.append(f"{name}: found the functions {sorted(mine)}, expected {sorted(other)}")
            continue
        for function, operations in mine.items():
            if operations == other[function]:
                compared += 1
            else:
                more, less = operations - other[function], other[function] - operations
                wrong.append(f"{name}: {function} has also {dict(more)} and lacks {dict(less)}")
        for libraries in {tuple(case["libraries"]), tuple(map(older, case["libraries"]))}:
            if not all((corpus / library).exists() for library in libraries):
                continue
            if link(case, libraries, ours).returncode != 0:
                continue
            said = run(ask, "validate", ours)
            if said.returncode == 0:
                validated += 1
            elif re.search(r"validator version|newer than|not supported", said.stdout, re.IGNORECASE):
                unknown += 1
            else:
                wrong.append(f"{name} of {libraries[0]}: {said.stdout.strip()}")
    for line in wrong:
        print(f"error: {line}", file=sys.stderr)
    print(f"{compared} functions are those of DXC's links; {validated} links are valid, {unknown} are for newer validators")
    if wrong:
        sys.exit(1)
    if compared < LEAST_COMPARED or validated < LEAST_VALIDATED:
        sys.exit("error: too little was checked")


main()

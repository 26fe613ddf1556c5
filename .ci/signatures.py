#!/usr/bin/env python3
"""Compares the signatures of compiled stages of a program, as Direct3D does when it draws.

    .ci/signatures.py FILE FILE…

Each file is the container (DXBC or DXIL) of a stage, in the order of the pipeline. What a stage takes has to be in the same register under the
same semantic where the stage before gives it. The containers are parsed here independently of the project's own reader.
"""
import pathlib
import struct
import sys

# Size of an element, and whether the number of a stream stands in front of it.
KINDS = {b"ISGN": (24, 0), b"OSGN": (24, 0), b"PCSG": (24, 0), b"OSG5": (28, 4), b"ISG1": (32, 4), b"OSG1": (32, 4), b"PSG1": (32, 4)}
# What Direct3D gives to a stage itself.
GENERATED = {"SV_ISFRONTFACE", "SV_SAMPLEINDEX", "SV_COVERAGE", "SV_PRIMITIVEID", "SV_VIEWID"}


def signatures(path):
    """Inputs, outputs and patch constants of a container: register and mask by semantic and number."""
    data = pathlib.Path(path).read_bytes()
    assert data[:4] == b"DXBC", f"{path} is no container"
    found = {b"I": {}, b"O": {}, b"P": {}}
    (count,) = struct.unpack_from("<I", data, 28)
    for start in struct.unpack_from(f"<{count}I", data, 32):
        kind = data[start : start + 4]
        if kind not in KINDS:
            continue
        size, skipped = KINDS[kind]
        part = data[start + 8 :]
        elements, first = struct.unpack_from("<II", part)
        for element in range(elements):
            if skipped and struct.unpack_from("<I", part, first + size * element)[0] > 0:
                # Only the first stream of a geometry shader is drawn.
                continue
            name, index, _, component, register, mask = struct.unpack_from("<IIIIIB", part, first + size * element + skipped)
            semantic = part[name : part.index(b"\0", name)].decode().upper()
            found[kind[:1]][semantic, index] = (register, component, mask)
    return found[b"I"], found[b"O"], found[b"P"]


def disagreements(given, taken, before, after):
    for (semantic, index), (register, component, mask) in taken.items():
        name = f"{semantic}{index}"
        if (semantic, index) not in given:
            if semantic not in GENERATED:
                yield f"{after} takes {name}, which {before} does not give"
            continue
        other, kind, known = given[semantic, index]
        if other != register or mask & ~known:
            yield f"{after} takes {name} from register {register} mask {mask:x}, {before} gives it in {other} mask {known:x}"
        elif kind != component:
            yield f"{after} takes {name} as type {component}, {before} gives it as type {kind}"


def check(paths):
    """What the stages of a program disagree about."""
    said = []
    stages = [(pathlib.Path(path).name, *signatures(path)) for path in paths]
    for (before, _, given, constants), (after, taken, _, patch) in zip(stages, stages[1:]):
        said += disagreements(given, taken, before, after)
        if constants:
            said += disagreements(constants, patch, before, after)
    return said


if __name__ == "__main__":
    found = check(sys.argv[1:])
    for line in found:
        print(line)
    sys.exit(1 if found else 0)

#!/usr/bin/env python3
"""The code in packages through the compilers and validators of its targets.

    .ci/payloads.py FOLDER [--dxc PROGRAM] [--fxc PROGRAM] [--target TARGET]…

FOLDER has a folder for each pipeline, in it a file TARGET.bpx for each target (.ci/packs fills one). GLSL and GLSL ES go through
glslang, all stages of a program linked; SPIR-V through spirv-val for the version of Vulkan that the target names; HLSL of shader model 6 through
DXC (PROGRAM is glassbox-dxcompiler), of shader model 5 through the Direct3D compiler (PROGRAM runs .ci/peers/fxc), and the signatures of
the stages are compared. What has no checker here is named. The packages are parsed here independently of the project's own reader.

Exit status 0 when everything that could be checked is accepted.
"""
import argparse
import collections
import concurrent.futures
import lzma
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

import signatures

STAGES = ["vert", "tesc", "tese", "geom", "frag"]
PROFILES = ["vs", "hs", "ds", "gs", "ps"]
VULKAN = {"VK10": "vulkan1.0", "VK11": "vulkan1.1", "VK12": "vulkan1.2"}
XZ = 0x02
SHADER = 0x01


def shaders(path):
    """Stage and code of each shader section."""
    data = path.read_bytes()
    assert data[:4] == b"BPXS", f"{path} is not a package"
    (count,) = struct.unpack_from("<I", data, 16)
    found = []
    for number in range(count):
        pointer, packed, size, _, kind, flags = struct.unpack_from("<QIIIBB", data, 40 + 24 * number)
        if kind != SHADER:
            continue
        content = data[pointer : pointer + packed]
        if flags & XZ:
            content = lzma.decompress(content)
        assert len(content) == size, f"{path}: a section has another size than stated"
        found.append((content[0], content[1:]))
    return found


def run(*command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, **more)
    return done.returncode == 0, done.stdout.decode("utf-8", "replace").strip()


def glsl(files):
    return run("glslangValidator", "-l", *[str(file) for _, file in files])


def spirv(files, target):
    for _, file in files:
        fine, said = run("spirv-val", "--target-env", VULKAN[target], str(file))
        if not fine:
            return fine, said
    return True, ""


def dxc(files, program):
    for stage, file in files:
        compiled = ["compile", "-o", f"{file}.dxbc", "main", f"{PROFILES[stage]}_6_0", str(file)]
        fine, said = run(program, *compiled, "-HV", "2021")
        if not fine:
            return fine, said
    return linked(files)


def fxc(files, program):
    words = []
    for stage, file in files:
        words += [f"{PROFILES[stage]}_5_0", "main", file.name]
    fine, said = run(program, *words, cwd=files[0][1].parent)
    return linked(files) if fine else (fine, said)


def linked(files):
    said = signatures.check([f"{file}.dxbc" for _, file in files])
    return not said, "\n".join(said)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--dxc")
    arguments.add_argument("--fxc")
    arguments.add_argument("--target", action="append", help="check these targets only")
    arguments = arguments.parse_args()
    have = {name: shutil.which(name) is not None for name in ("glslangValidator", "spirv-val")}
    missing = collections.Counter()
    jobs = []
    with tempfile.TemporaryDirectory() as work:
        for number, path in enumerate(sorted(arguments.folder.glob("*/*.bpx"))):
            target = path.stem
            if arguments.target and target not in arguments.target:
                continue
            folder = pathlib.Path(work) / str(number)
            folder.mkdir()
            files = []
            for stage, code in shaders(path):
                ending = STAGES[stage] if target[:2] in ("GL", "ES") else STAGES[stage] + ".code"
                file = folder / f"stage.{ending}"
                file.write_bytes(code)
                files.append((stage, file))
            if target[:2] in ("GL", "ES") and have["glslangValidator"]:
                jobs.append((path, "glslang", glsl, (files,)))
            elif target in VULKAN and have["spirv-val"]:
                jobs.append((path, "spirv-val", spirv, (files, target)))
            elif target == "DX12" and arguments.dxc:
                jobs.append((path, "DXC", dxc, (files, arguments.dxc)))
            elif target == "DX11" and arguments.fxc:
                jobs.append((path, "d3dcompiler", fxc, (files, arguments.fxc)))
            else:
                missing[target] += 1
        accepted, refused = collections.Counter(), 0
        with concurrent.futures.ThreadPoolExecutor() as pool:
            results = pool.map(lambda job: job[2](*job[3]), jobs)
            for (path, checker, _, _), (fine, said) in zip(jobs, results):
                if fine:
                    accepted[checker] += 1
                    continue
                refused += 1
                lines = [line for line in said.splitlines() if line.strip()][:6]
                said = "\n  ".join(lines)
                print(f"error: {checker} refuses {path.parent.name} {path.stem}:\n  {said}", file=sys.stderr, flush=True)
    for checker, count in sorted(accepted.items()):
        print(f"{count} programs are accepted by {checker}")
    for target, count in sorted(missing.items()):
        why = "no compiler for it runs here" if target == "MT" else "its checker is missing"
        print(f"NOT CHECKED: the code of {count} programs for {target}; {why}", file=sys.stderr)
    return 1 if refused or not accepted else 0


sys.exit(main())

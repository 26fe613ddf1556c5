#!/usr/bin/env python3
"""Containers against outside readers: LLVM's obj2yaml lists the same parts, Python's zlib and lzma inflate what we pack.

    .ci/containers.py GLASSBOX CORPUS OBJ2YAML

Exit status 0 when everything agrees.
"""
import json
import lzma
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zlib

glassbox, corpus, obj2yaml = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
failures = []


def run(*command, check=True):
    return subprocess.run(command, check=check, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def same_parts():
    """Names and sizes of parts, over every container that LLVM reads."""
    compared = 0
    for path in sorted((corpus / "dxcontainer").rglob("*.dx*")):
        # LLVM repeats the size that a header states; we list what is there.
        if "malformed" in path.parts:
            continue
        listed = run(obj2yaml, str(path), check=False)
        if listed.returncode != 0:
            continue
        yaml = listed.stdout.decode("utf-8", "replace")
        theirs = re.findall(r"^  - Name: +'?(.{4})'?\n +Size: +(\d+)", yaml, re.M)
        document = json.loads(run(glassbox, "part", "list", "--as", "dxcontainer", "--format", "json", str(path)).stdout)
        ours = [(part["name"].split("[")[0], str(part["end"] - part["start"])) for part in document["files"][0]["parts"]]
        compared += 1
        if ours != theirs:
            failures.append(f"{path}: obj2yaml lists {theirs}, glassbox lists {ours}")
    print(f"{compared} containers list the same parts in obj2yaml")
    if compared < 50:
        failures.append(f"obj2yaml read only {compared} containers")


def stripped_still_read():
    """What we strip and sign is read by LLVM as before."""
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        out = str(pathlib.Path(folder) / "out.dxil")
        for path in sorted((corpus / "dxcontainer" / "dxc19").glob("*.dxil")):
            if run(obj2yaml, str(path), check=False).returncode != 0:
                continue
            run(glassbox, "strip", "--all", str(path), "-o", out)
            compared += 1
            if run(obj2yaml, out, check=False).returncode != 0:
                failures.append(f"{path}: obj2yaml refuses what strip --all made of it")
    print(f"{compared} stripped containers are read by obj2yaml")


def packed_again():
    """An edited content is packed in a form that others inflate."""
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        text, binary = pathlib.Path(folder) / "text", pathlib.Path(folder) / "out.bpx"
        for path in sorted((corpus / "bpxs").glob("*.bpx")):
            if path.name.startswith("bad-"):
                continue
            printed = run(glassbox, "print", "--as", "bpx", str(path)).stdout.decode()
            packed = re.search(r' packed\("(xz|zlib)"\) = \{', printed)
            if not packed:
                continue
            # Without its stored bytes a content is packed again.
            text.write_text(re.sub(r"\} stored = (x\"[^\"]*\"|\{[^}]*\})", "}", printed))
            if run(glassbox, "parse", str(text), "-o", str(binary), check=False).returncode != 0:
                continue
            data = binary.read_bytes()
            for number in range(struct.unpack_from("<I", data, 16)[0]):
                at = 40 + 24 * number
                pointer, stored, size, _, _, flags = struct.unpack_from("<QIIIBB", data, at)
                body = data[pointer:pointer + stored]
                if flags & 2:
                    content = lzma.decompress(body)
                elif flags & 1:
                    content = zlib.decompress(body)
                else:
                    continue
                compared += 1
                if len(content) != size:
                    failures.append(f"{path}: section {number} inflates to {len(content)} bytes, not {size}")
    print(f"{compared} sections packed by us are inflated by Python's lzma and zlib")
    if compared == 0:
        failures.append("no section was packed again")


same_parts()
stripped_still_read()
packed_again()
for failure in failures:
    print("error:", failure, file=sys.stderr)
sys.exit(1 if failures else 0)

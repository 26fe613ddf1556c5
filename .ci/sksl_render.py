#!/usr/bin/env python3
"""Draws runtime shaders with Skia on its CPU back end, through skia-python.

    sksl_render.py FILE.rts WIDTH HEIGHT OUT [NAME=V,V,...]...      pixels to OUT: 32-bit floats, RGBA, multiplied by alpha
    sksl_render.py --bench FILE.rts WIDTH HEIGHT [NAME=V,V,...]...  time to draw, with pixels per second

Uniforms that are not given are 0; matrices go column by column. Children are shaders of one colour, NAME=r,g,b,a, white if
they are not given. Exits with 1 when Skia refuses the program, with 3 when skia-python is missing."""

import re
import struct
import sys
import time

try:
    import numpy
    import skia
except ImportError as error:
    print(f"skia-python is missing: {error}", file=sys.stderr)
    sys.exit(3)

# skia-python tells the type of a uniform, not its place: declaration order, four bytes a component.
COMPONENTS = {"kFloat": 1, "kFloat2": 2, "kFloat3": 3, "kFloat4": 4, "kFloat2x2": 4, "kFloat3x3": 9, "kFloat4x4": 16,
              "kInt": 1, "kInt2": 2, "kInt3": 3, "kInt4": 4}


def word(value):
    """The last word of how an enumeration prints itself."""
    return str(value).split(".")[-1].split(":")[0].rstrip(">").strip()


def shader(source, given):
    """The program as a shader with its uniforms and children."""
    made = skia.RuntimeEffect.MakeForShader(source)
    effect = getattr(made, "effect", made)
    if effect is None:
        print(made.errorText, file=sys.stderr)
        sys.exit(1)
    data = b""
    uniforms = effect.uniforms()
    for uniform in (uniforms[number] for number in range(len(uniforms))):
        name, kind = str(uniform.name), word(uniform.type)
        size = re.search(rf"\b{re.escape(name)}\s*\[\s*(\d+)\s*\]", source)
        count = COMPONENTS[kind] * (int(size.group(1)) if size else 1)
        values = [float(value) for value in given.get(name, "").split(",") if value]
        values += [0.0] * (count - len(values))
        values = values[:count]
        is_int = kind.startswith("kInt")
        data += struct.pack(f"<{count}{'i' if is_int else 'f'}", *[int(value) if is_int else value for value in values])
    children = effect.children()
    colors = []
    for child in (children[number] for number in range(len(children))):
        color = [float(value) for value in given.get(str(child.name), "1,1,1,1").split(",")]
        flat = skia.Shaders.Color(skia.Color4f(*color), skia.ColorSpace.MakeSRGB())
        colors.append(skia.RuntimeEffectChildPtr(flat))
    data = skia.Data.MakeWithCopy(data)
    if not colors:
        return effect.makeShader(data)
    colors = skia.VectorRuntimeEffectChildPtr(colors)
    return effect.makeShader(data, skia.SpanRuntimeEffectChildPtr(colors))


def main():
    arguments = sys.argv[1:]
    is_bench = "--bench" in arguments
    arguments = [argument for argument in arguments if argument != "--bench"]
    path, width, height = arguments[0], int(arguments[1]), int(arguments[2])
    rest = arguments[3:] if is_bench else arguments[4:]
    with open(path, encoding="utf-8") as file:
        source = file.read()
    made = shader(source, dict(argument.split("=", 1) for argument in rest))
    if made is None:
        print("Skia made no shader of the program", file=sys.stderr)
        sys.exit(1)
    # What people look at is 8 bits a channel; that is what Skia is fastest at.
    kind = skia.kRGBA_8888_ColorType if is_bench else skia.kRGBA_F32_ColorType
    pixels = numpy.zeros((height, width, 4), numpy.uint8 if is_bench else numpy.float32)
    surface = skia.Surface.MakeRasterDirect(skia.ImageInfo.Make(width, height, kind, skia.kPremul_AlphaType, None), pixels)
    canvas = surface.getCanvas()
    paint = skia.Paint(Shader=made, BlendMode=skia.BlendMode.kSrc)
    if not is_bench:
        canvas.drawPaint(paint)
        with open(arguments[3], "wb") as file:
            file.write(pixels.tobytes())
        return
    times = []
    for _ in range(7):
        begin = time.perf_counter()
        canvas.drawPaint(paint)
        times.append(time.perf_counter() - begin)
    median = sorted(times)[len(times) // 2]
    name = path.rsplit("/", 1)[-1]
    print(f"{name}, skia-python: median {median * 1000:.2f} ms, {width * height / median / 1e6:.1f} million pixels a second")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Draws runtime effects with Skia on its CPU back end, through skia-python. The comparison of pictures
(crates/engines/sksl-eval/tests/compare_skia.py) is built on it.

    sksl_render.py FILE.rts WIDTH HEIGHT OUT [NAME=V,V,...]...      pixels to OUT: 32-bit floats, RGBA, multiplied by alpha
    sksl_render.py --matrix=A,B,C,D,E,F FILE.rts ...                the coordinate at x, y is Ax+By+C, Dx+Ey+F
    sksl_render.py --bench FILE.rts WIDTH HEIGHT [NAME=V,V,...]...  time to draw, with pixels per second
    sksl_render.py --check FILE.rts...                              compiles alone
    sksl_render.py --judge                                          compiles the files that standard input lists, and says of
                                                                    each `accepted` or what Skia has against it, in a line

Uniforms that are not given are 0; matrices go column by column. Children are shaders of one colour, NAME=r,g,b,a, white if
they are not given, or images, NAME=@FILE,WIDTH,HEIGHT[,FILTER[,TILES]], of 32-bit floats, RGBA, that are no colours: FILTER is
linear or nearest, TILES repeat or decal. Exits with 1 when Skia refuses the program, with 3 when skia-python is missing."""

import re
import struct
import sys
import time

try:
    import numpy
    import skia
except ImportError as error:
    print(f"skia-python is missing: {error}; pip install skia-python numpy", file=sys.stderr)
    sys.exit(3)

# skia-python tells the type of a uniform, not its place: declaration order, four bytes a component.
COMPONENTS = {"kFloat": 1, "kFloat2": 2, "kFloat3": 3, "kFloat4": 4, "kFloat2x2": 4, "kFloat3x3": 9, "kFloat4x4": 16,
              "kInt": 1, "kInt2": 2, "kInt3": 3, "kInt4": 4}

# A span does not keep what it spans.
KEPT = []


def made(result):
    """The effect that skia-python gives, in any of its versions."""
    effect = getattr(result, "effect", result)
    if effect is None:
        raise RuntimeError(result.errorText)
    return effect


def listed(things):
    """What Skia lists, with a name as text for each."""
    return [(str(things[number].name), things[number]) for number in range(len(things))]


def uniform_data(effect, text, values):
    """The uniforms of a program as bytes; `values` holds a list of numbers for each that is not 0."""
    data = b""
    for name, uniform in listed(effect.uniforms()):
        kind = str(uniform.type).split(".")[-1].split(":")[0].rstrip(">").strip()
        size = re.search(rf"\b{re.escape(name)}\s*\[\s*(\d+)\s*\]", text)
        count = COMPONENTS[kind] * (int(size.group(1)) if size else 1)
        given = (values.get(name, []) + [0.0] * count)[:count]
        letter, number = ("i", int) if kind.startswith("kInt") else ("f", float)
        data += struct.pack(f"<{count}{letter}", *map(number, given))
    return skia.Data.MakeWithCopy(data)


def span(children):
    """Children as Skia takes them."""
    KEPT.append(skia.VectorRuntimeEffectChildPtr([skia.RuntimeEffectChildPtr(*child) for child in children]))
    return skia.SpanRuntimeEffectChildPtr(KEPT[-1])


def apply(make, data, children, matrix=None):
    """What a function of an effect makes of uniforms and children; `children` are tuples, empty for one that is not given."""
    if matrix is not None:
        return make(data, span(children), matrix)
    return make(data, span(children)) if children else make(data)


def image(path, width, height, filtering="linear", tiles="repeat"):
    """An image of a file as a shader."""
    texels = numpy.fromfile(path, numpy.float32).reshape(int(height), int(width), 4)
    info = skia.ImageInfo.Make(int(width), int(height), skia.kRGBA_F32_ColorType, skia.kPremul_AlphaType, None)
    made_image = skia.Image.MakeRasterCopy(skia.Pixmap(info, texels, texels.strides[0]))
    mode = skia.FilterMode.kNearest if filtering == "nearest" else skia.FilterMode.kLinear
    tile = skia.TileMode.kDecal if tiles == "decal" else skia.TileMode.kRepeat
    return made_image.makeRawShader(tile, tile, skia.SamplingOptions(mode))


def surface(width, height, is_float):
    """A surface, and the pixels that are drawn on it."""
    kind = skia.kRGBA_F32_ColorType if is_float else skia.kRGBA_8888_ColorType
    pixels = numpy.zeros((height, width, 4), numpy.float32 if is_float else numpy.uint8)
    info = skia.ImageInfo.Make(width, height, kind, skia.kPremul_AlphaType, None)
    return skia.Surface.MakeRasterDirect(info, pixels), pixels


def shader(text, given, matrix=None):
    """The program as a shader with its uniforms and children, as the command line gives them."""
    effect = made(skia.RuntimeEffect.MakeForShader(text))
    images = {name: values[1:].split(",") for name, values in given.items() if values.startswith("@")}
    numbers = {name: [float(value) for value in values.split(",") if value]
               for name, values in given.items() if name not in images}

    def child(name):
        if name in images:
            return image(*images[name])
        return skia.Shaders.Color(skia.Color4f(*numbers.get(name, [1.0] * 4)), skia.ColorSpace.MakeSRGB())

    children = [(child(name),) for name, _ in listed(effect.children())]
    return apply(effect.makeShader, uniform_data(effect, text, numbers), children, matrix)


def local_matrix(numbers):
    """The matrix with which the coordinate of an effect is what these numbers make of the place of a pixel."""
    inverse = skia.Matrix()
    if not skia.Matrix.MakeAll(*map(float, numbers.split(",")), 0, 0, 1).invert(inverse):
        sys.exit("the matrix has no inverse")
    return inverse


def check(paths):
    """Compiles effects; exits with what Skia refuses."""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            try:
                made(skia.RuntimeEffect.MakeForShader(file.read()))
            except RuntimeError as error:
                sys.exit(f"{path}: Skia refuses the program: {error}")


def judge(paths):
    """Says of each effect whether Skia accepts it; its ending is its kind."""
    makers = {"rtcf": skia.RuntimeEffect.MakeForColorFilter, "rtb": skia.RuntimeEffect.MakeForBlender}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            try:
                made(makers.get(path.rsplit(".", 1)[-1], skia.RuntimeEffect.MakeForShader)(file.read()))
                print("accepted")
            except RuntimeError as error:
                print("refused: " + " / ".join(str(error).split("\n")))


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--judge"]:
        return judge(sys.stdin.read().splitlines())
    if arguments[:1] == ["--check"]:
        return check(arguments[1:])
    is_bench = "--bench" in arguments
    arguments = [argument for argument in arguments if argument != "--bench"]
    matrix = None
    if arguments and arguments[0].startswith("--matrix="):
        matrix = local_matrix(arguments.pop(0).split("=", 1)[1])
    path, width, height = arguments[0], int(arguments[1]), int(arguments[2])
    rest = arguments[3:] if is_bench else arguments[4:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        drawing = shader(text, dict(argument.split("=", 1) for argument in rest), matrix)
    except RuntimeError as error:
        sys.exit(f"Skia refuses the program: {error}")
    if drawing is None:
        sys.exit("Skia made no shader of the program")
    # What people look at is 8 bits a channel; that is what Skia is fastest at.
    target, pixels = surface(width, height, is_float=not is_bench)
    canvas = target.getCanvas()
    paint = skia.Paint(Shader=drawing, BlendMode=skia.BlendMode.kSrc)
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

#!/usr/bin/env python3
"""Compares the expected pictures of tests/programs with what a real Skia draws (the package skia-python).

Every program whose text does not say `// no-skia` is drawn by Skia's processor back end and compared with NAME.txt, which
the test `programs` holds the evaluator to. A channel may differ by 1 of 255; more than that has to be stated in the program
as `// differs N`, with the reason, and may then differ by N. Exits 1 when a picture differs, 3 when Skia is not installed.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[4] / ".ci"))
from sksl_render import apply, listed, made, numpy, skia, surface, uniform_data

FOLDER = pathlib.Path(__file__).parent / "programs"


def directives(text):
    """The comments at the beginning, as words."""
    found = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        found.append(line[2:].split())
    return found


def shader_of_image(pixels):
    pixels = numpy.ascontiguousarray(pixels)
    image = skia.Image.fromarray(pixels, skia.kRGBA_F32_ColorType, skia.kPremul_AlphaType)
    return image.makeShader(skia.TileMode.kClamp, skia.TileMode.kClamp, skia.SamplingOptions())


def source(width, height):
    """What colour filters and blenders are given; the test `programs` computes the same."""
    x, y = numpy.meshgrid(numpy.arange(width), numpy.arange(height))
    a = 1 - 0.5 * x / width
    return numpy.stack([(x + 0.5) / width * a, (y + 0.5) / height * a, 0.25 * a, a], axis=2).astype(numpy.float32)


def destination(width, height):
    x, y = numpy.meshgrid(numpy.arange(width), numpy.arange(height))
    a = 1 - 0.75 * y / height
    return numpy.stack([0.5 * a, (1 - (x + 0.5) / width) * a, (y + 0.5) / height * a, a], axis=2).astype(numpy.float32)


def child_of(words, size):
    """The child that a directive describes: a shader or a colour filter."""
    kind, arguments = words[0], words[1:]
    if kind == "color":
        red, green, blue, alpha = map(float, arguments)
        # Skia takes a colour whose alpha is not multiplied in.
        color = skia.Color4f(red / alpha, green / alpha, blue / alpha, alpha)
        return skia.Shaders.Color(color)
    if kind == "gradient":
        numbers = [float(argument) for argument in arguments]
        colors = [skia.Color4f(*numbers[4:8]).toColor(), skia.Color4f(*numbers[8:12]).toColor()]
        return skia.GradientShader.MakeLinear([skia.Point(*numbers[0:2]), skia.Point(*numbers[2:4])], colors)
    if kind == "image":
        return shader_of_image(source(*size))
    if kind == "modulate":
        color = skia.Color4f(*map(float, arguments))
        matrix = [0.0] * 20
        matrix[0], matrix[6], matrix[12], matrix[18] = color.fR, color.fG, color.fB, color.fA
        return skia.ColorFilters.Matrix(matrix)
    if kind == "file":
        path = FOLDER / arguments[0]
        text = path.read_text()
        if path.suffix == ".rtcf":
            effect = made(skia.RuntimeEffect.MakeForColorFilter(text))
            return effect.makeColorFilter(uniform_data(effect, text, {}))
        effect = made(skia.RuntimeEffect.MakeForShader(text))
        return effect.makeShader(uniform_data(effect, text, {}))
    raise ValueError(f"unknown child {kind}")


def children_of(effect, children, size):
    """The children in the order of their declarations, as `apply` takes them."""
    given = [children.get(name) for name, _ in listed(effect.children())]
    return [(child_of(words, size),) if words else () for words in given]


def draw(path):
    """The picture as rows of bytes."""
    text = path.read_text()
    size, values, children, allowed = (8, 8), {}, {}, 1
    for words in directives(text):
        if words[:1] == ["no-skia"]:
            return None, 0
        if words[:1] == ["size"]:
            size = (int(words[1]), int(words[2]))
        if words[:1] == ["uniform"]:
            values[words[1]] = [float(number) for number in " ".join(words[3:]).split(",")]
        if words[:1] == ["child"]:
            children[words[1]] = words[3:]
        if words[:1] == ["differs"]:
            allowed = int(words[1])
    width, height = size
    paint = skia.Paint(BlendMode=skia.BlendMode.kSrc)
    if path.suffix == ".rtcf":
        effect = made(skia.RuntimeEffect.MakeForColorFilter(text))
        data, kids = uniform_data(effect, text, values), children_of(effect, children, size)
        paint.setColorFilter(apply(effect.makeColorFilter, data, kids))
        paint.setShader(shader_of_image(source(width, height)))
    else:
        if path.suffix == ".rtb":
            # The package has no way to paint with a blender: the program becomes the function of a shader.
            text = re.sub(r"\bmain\b", "blended", text)
            text += "uniform shader src_, dst_; half4 main(float2 p) { return blended(src_.eval(p), dst_.eval(p)); }"
        effect = made(skia.RuntimeEffect.MakeForShader(text))
        if path.suffix == ".rtb":
            kids = [(shader_of_image(image(width, height)),) for image in (source, destination)]
        else:
            kids = children_of(effect, children, size)
        paint.setShader(apply(effect.makeShader, uniform_data(effect, text, values), kids))
    target, pixels = surface(width, height, is_float=False)
    target.getCanvas().drawPaint(paint)
    return pixels, allowed


def main():
    checked = wrong = exact = 0
    for path in sorted(FOLDER.iterdir()):
        if path.suffix not in (".rts", ".rtcf", ".rtb"):
            continue
        try:
            picture, allowed = draw(path)
        except (RuntimeError, TypeError, ValueError) as error:
            print(f"error: {path.name}: {error}", file=sys.stderr)
            wrong += 1
            continue
        if picture is None:
            continue
        if "--print" in sys.argv:
            for row in picture:
                print(path.name, " ".join("".join(f"{byte:02x}" for byte in pixel) for pixel in row))
        if "--print" in sys.argv:
            continue
        rows = path.with_name(path.name + ".txt").read_text().splitlines()
        expected = numpy.array([[list(bytes.fromhex(pixel)) for pixel in row.split()] for row in rows])
        checked += 1
        difference = abs(expected - picture.astype(int))
        exact += difference.max() == 0
        if difference.max() > allowed:
            y, x = (int(place) for place in numpy.argwhere(difference.max(axis=2) == difference.max())[0])
            print(f"error: {path.name}: pixel {x},{y} is {expected[y, x]}, with Skia {picture[y, x]}", file=sys.stderr)
            wrong += 1
    print(f"{checked} programs drawn by Skia {skia.__version__}, {exact} of them the same to the last bit, {wrong} different")
    sys.exit(1 if wrong or checked < 60 else 0)


main()

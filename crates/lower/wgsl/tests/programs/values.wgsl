// Structures and arrays as values, constants of every kind, and conversions.
struct Point { at: vec3f, weight: f32 }
struct Shape { points: array<Point, 3>, kind: i32, flags: vec2<bool> }
struct Block { scale: vec4f, points: array<Point> }

const SIZE = 3u;
const TABLE = array<vec2f, SIZE>(vec2f(1.0, 2.0), vec2f(3.0, 4.0), vec2f(5.0, 6.0));
const MIXED = vec4f(TABLE[1], vec2f(7.0, 8.0));
const MATRIX = mat2x3f(vec3f(1.0), vec3f(2.0));

@group(0) @binding(0) var<storage, read> given: Block;
@group(0) @binding(1) var<storage, read_write> out: array<vec4f>;

fn shape(kind: i32) -> Shape {
    var made: Shape;
    made.kind = kind;
    made.flags = vec2<bool>(kind > 1, false);
    for (var i = 0u; i < SIZE; i++) {
        made.points[i] = given.points[i];
        made.points[i].weight += f32(i);
    }
    return made;
}

fn chosen(whole: Shape, index: u32) -> Point {
    return whole.points[index];
}

@compute @workgroup_size(1)
fn main() {
    let whole = shape(2);
    for (var i = 0u; i < 3u; i++) {
        let point = chosen(whole, i);
        out[i] = vec4f(point.at, point.weight);
        out[3u + i] = vec4f(TABLE[i], MIXED.zw) + vec4f(MIXED[i], MATRIX[i % 2u][i], 0.0, vec4f(1.0, 2.0, 3.0, 4.0)[i]);
    }
    let list = array<array<i32, 2>, 2>(array<i32, 2>(1, 2), array<i32, 2>(3, whole.kind));
    let index = u32(whole.kind) / 2u;
    out[6] = vec4f(f32(list[index][index]), f32(list[0][index]), select(0.0, 1.0, whole.flags.x), f32(any(whole.flags)));
    let f = given.scale * 1e9;
    out[7] = vec4f(vec4i(f));
    out[8] = vec4f(vec4u(f));
    out[9] = vec4f(vec4i(given.scale)) + vec4f(vec4u(vec4i(given.scale)));
    out[10] = vec4f(vec4<bool>(given.scale)) + vec4f(vec4<bool>(vec4u(given.scale)));
    out[11] = bitcast<vec4f>(bitcast<vec4u>(given.scale) ^ vec4u(0x80000000u));
    let copy = given.points[1];
    out[12] = vec4f(copy.at.zyx, f32(arrayLength(&given.points)));
    var grid: array<array<f32, 2>, 3>;
    grid[index][1] = 5.0;
    grid[2] = grid[index];
    out[13] = vec4f(grid[2][0], grid[2][index], grid[0][0], 1.0).wzyx;
    var swizzled = out[13].xxyy;
    swizzled.w = 8.0;
    swizzled[index] = 9.0;
    out[14] = swizzled;
}

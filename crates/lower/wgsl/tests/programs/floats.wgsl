// Every built-in function of floats, on a scalar and on vectors.
@group(0) @binding(0) var<storage, read> given: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4f>;

fn scalars(x: f32, y: f32, z: f32) -> array<vec4f, 13> {
    let unit = clamp(x, -1.0, 1.0);
    let positive = abs(x) + 0.25;
    return array<vec4f, 13>(
        vec4f(abs(x), ceil(x), floor(x), round(x)),
        vec4f(trunc(x), fract(x), sign(x), sqrt(positive)),
        vec4f(inverseSqrt(positive), exp(unit), exp2(unit), log(positive)),
        vec4f(log2(positive), pow(positive, unit), sin(unit), cos(unit)),
        vec4f(tan(unit), asin(unit), acos(unit), atan(x)),
        vec4f(atan2(x, positive), sinh(unit), cosh(unit), tanh(unit)),
        vec4f(asinh(x), acosh(positive + 1.0), atanh(unit * 0.5), degrees(x)),
        vec4f(radians(x), min(x, y), max(x, y), clamp(x, min(y, z), max(y, z))),
        vec4f(saturate(x), mix(x, y, z), step(x, y), smoothstep(0.0, 2.0, x)),
        vec4f(fma(x, y, z), ldexp(x, 3), quantizeToF16(x), x - y),
        vec4f(x / positive, x % positive, -x, x * y),
        vec4f(f32(x < y), f32(x <= y), f32(x > y), f32(x >= y)),
        vec4f(f32(x == y), f32(x != y), select(x, y, z > 0.0), f32(!(x < z && y < z || x > y))),
    );
}

fn vectors(a: vec3f, b: vec3f, c: vec3f) -> array<vec4f, 8> {
    let longer = a + vec3f(0.0, 0.0, 4.0);
    return array<vec4f, 8>(
        vec4f(dot(a, b), length(a), distance(a, b), dot(a.xy, b.xy)),
        vec4f(cross(a, b), 1.0),
        vec4f(normalize(longer), 1.0),
        vec4f(faceForward(a, b, c), 1.0),
        vec4f(reflect(a, normalize(longer)), 1.0),
        vec4f(refract(normalize(longer), normalize(b + vec3f(0.0, 5.0, 0.0)), 0.75), 1.0),
        vec4f(mix(a, b, 0.25), mix(a, b, c).x),
        vec4f(select(a, b, a < c), select(a, b, true).y),
    );
}

fn parts(a: vec4f) -> array<vec4f, 6> {
    let whole = modf(a);
    let one = modf(a.x);
    let split = frexp(a);
    let single = frexp(a.y);
    return array<vec4f, 6>(
        whole.fract,
        whole.whole,
        split.fract,
        vec4f(split.exp),
        vec4f(one.fract, one.whole, single.fract, f32(single.exp)),
        vec4f(f32(all(a > vec4f(0.0))), f32(any(a > vec4f(0.0))), f32(all(a.x > 1.0)), 2.0 * a.w),
    );
}

@compute @workgroup_size(1)
fn main() {
    var at = 0u;
    for (var i = 0u; i < 4u; i++) {
        let v = given[i] * 0.125;
        let w = given[i + 4u] * 0.125;
        let first = scalars(v.x, v.y, v.z);
        for (var j = 0u; j < 13u; j++) {
            out[at] = first[j];
            at++;
        }
        let second = vectors(v.xyz, w.xyz, v.wzy);
        for (var j = 0u; j < 8u; j++) {
            out[at] = second[j];
            at++;
        }
        let third = parts(v);
        for (var j = 0u; j < 6u; j++) {
            out[at] = third[j];
            at++;
        }
    }
}

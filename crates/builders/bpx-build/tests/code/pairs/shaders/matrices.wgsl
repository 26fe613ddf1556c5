// Matrices of every size between vectors, their functions, and matrices of three rows in blocks.
struct Bones {
    bones: array<mat4x4<f32>, 8>,
    normals: mat3x3<f32>,
    frames: array<mat4x3<f32>, 2>,
}

@group(0) @binding(1) var<uniform> bones: Bones;

struct Varyings {
    @builtin(position) at: vec4<f32>,
    @location(0) normal: vec3<f32>,
    @location(1) plane: vec2<f32>,
}

@vertex
fn vertex(@location(0) at: vec4<f32>, @location(1) normal: vec3<f32>, @location(2) weights: vec4<f32>, @location(3) indices: vec4<u32>) -> Varyings {
    var sum = bones.bones[indices.x] * weights.x;
    sum += bones.bones[indices.y] * weights.y;
    let small = mat2x2<f32>(at.x, at.y, at.z, at.w);
    let wide = mat2x3<f32>(normal, normal.zyx);
    let back = transpose(wide) * normal;
    return Varyings(sum * at, bones.normals * normal + bones.frames[1] * at, small * back * determinant(bones.normals));
}

@fragment
fn fragment(varyings: Varyings) -> @location(0) vec4<f32> {
    return vec4(varyings.normal, varyings.plane.x);
}

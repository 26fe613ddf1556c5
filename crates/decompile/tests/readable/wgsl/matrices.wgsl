struct Transform {
    projection: mat4x4f,
    translation: vec3f,
    scale: f32,
    rotation: vec4f,
}

@group(0) @binding(0) var<uniform> transform: Transform;

struct VertexOutput {
    @builtin(position) position: vec4f,
    @location(0) normal: vec3f,
}

fn quat_to_mat(q: vec4f) -> mat3x3f {
    let x = q.x;
    let y = q.y;
    let z = q.z;
    let w = q.w;
    return mat3x3f(
        vec3f(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)),
        vec3f(2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)),
        vec3f(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)),
    );
}

@vertex
fn vs_main(@location(0) position: vec3f, @location(1) normal: vec3f) -> VertexOutput {
    let rotation = quat_to_mat(normalize(transform.rotation));
    let model = mat4x4f(
        vec4f(rotation[0] * transform.scale, 0.0),
        vec4f(rotation[1] * transform.scale, 0.0),
        vec4f(rotation[2] * transform.scale, 0.0),
        vec4f(transform.translation, 1.0),
    );
    var out: VertexOutput;
    out.position = transform.projection * model * vec4f(position, 1.0);
    out.normal = transpose(rotation) * normal;
    return out;
}

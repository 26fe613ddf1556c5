const PI = 3.14159265359;

struct Camera {
    view_proj: mat4x4f,
    position: vec3f,
}

struct Material {
    base_color: vec4f,
    metallic: f32,
    roughness: f32,
    emissive: f32,
}

struct Sun {
    direction: vec3f,
    color: vec3f,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<uniform> sun: Sun;
@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var base_color_map: texture_2d<f32>;
@group(1) @binding(2) var normal_map: texture_2d<f32>;
@group(1) @binding(3) var orm_map: texture_2d<f32>;
@group(1) @binding(4) var linear_sampler: sampler;

struct VertexOutput {
    @builtin(position) clip_position: vec4f,
    @location(0) world_position: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec2f,
}

fn distribution_ggx(n_dot_h: f32, roughness: f32) -> f32 {
    let a = roughness * roughness;
    let a2 = a * a;
    let d = n_dot_h * n_dot_h * (a2 - 1.0) + 1.0;
    return a2 / (PI * d * d);
}

fn geometry_smith(n_dot_v: f32, n_dot_l: f32, roughness: f32) -> f32 {
    let r = roughness + 1.0;
    let k = r * r / 8.0;
    let v = n_dot_v / (n_dot_v * (1.0 - k) + k);
    let l = n_dot_l / (n_dot_l * (1.0 - k) + k);
    return v * l;
}

fn fresnel_schlick(cos_theta: f32, f0: vec3f) -> vec3f {
    return f0 + (1.0 - f0) * pow(clamp(1.0 - cos_theta, 0.0, 1.0), 5.0);
}

@fragment
fn fs_main(in: VertexOutput) -> @location(0) vec4f {
    let base = textureSample(base_color_map, linear_sampler, in.uv) * material.base_color;
    let orm = textureSample(orm_map, linear_sampler, in.uv);
    let metallic = orm.b * material.metallic;
    let roughness = max(orm.g * material.roughness, 0.05);
    let tangent_normal = textureSample(normal_map, linear_sampler, in.uv).xyz * 2.0 - 1.0;
    let bitangent = cross(in.normal, in.tangent.xyz) * in.tangent.w;
    let tbn = mat3x3f(in.tangent.xyz, bitangent, in.normal);
    let n = normalize(tbn * tangent_normal);
    let v = normalize(camera.position - in.world_position);
    let l = normalize(-sun.direction);
    let h = normalize(v + l);
    let n_dot_l = max(dot(n, l), 0.0);
    let n_dot_v = max(dot(n, v), 0.0001);
    let f0 = mix(vec3f(0.04), base.rgb, metallic);
    let f = fresnel_schlick(max(dot(h, v), 0.0), f0);
    let d = distribution_ggx(max(dot(n, h), 0.0), roughness);
    let g = geometry_smith(n_dot_v, n_dot_l, roughness);
    let specular = f * d * g / max(4.0 * n_dot_v * n_dot_l, 0.001);
    let diffuse = (1.0 - f) * (1.0 - metallic) * base.rgb / PI;
    let direct = (diffuse + specular) * sun.color * n_dot_l;
    let ambient = base.rgb * 0.03 * orm.r + base.rgb * material.emissive;
    return vec4f(direct + ambient, base.a);
}

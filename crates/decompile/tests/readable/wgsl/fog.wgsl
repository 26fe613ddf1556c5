struct Fog {
    color: vec3f,
    density: f32,
    start: f32,
    end: f32,
    mode: i32,
}

@group(0) @binding(0) var<uniform> fog: Fog;
@group(0) @binding(1) var scene: texture_2d<f32>;
@group(0) @binding(2) var scene_sampler: sampler;

fn fog_factor(distance: f32) -> f32 {
    switch fog.mode {
        case 0: {
            return clamp((fog.end - distance) / (fog.end - fog.start), 0.0, 1.0);
        }
        case 1: {
            return exp(-distance * fog.density);
        }
        case 2: {
            let d = distance * fog.density;
            return exp(-d * d);
        }
        default: {
            return 1.0;
        }
    }
}

@fragment
fn fs_main(@location(0) uv: vec2f, @location(1) distance: f32) -> @location(0) vec4f {
    let color = textureSample(scene, scene_sampler, uv);
    return vec4f(mix(fog.color, color.rgb, fog_factor(distance)), color.a);
}

struct Fade {
    near: f32,
    far: f32,
    color: vec3<f32>,
}

struct Lamp {
    place: vec3<f32>,
    power: f32,
    fade: Fade,
    turn: mat3x3<f32>,
}

struct Room {
    count: u32,
    lamps: array<Lamp, 3>,
    walls: array<vec4<f32>, 2>,
    floor: vec3<f32>,
}

struct Varying {
    @builtin(position) place: vec4<f32>,
    @location(0) across: vec3<f32>,
    @location(1) @interpolate(flat) lamp: u32,
}

@group(0) @binding(1) var<uniform> room: Room;

@vertex
fn corner(@location(0) position: vec3<f32>, @location(1) lamp: u32) -> Varying {
    var out: Varying;
    out.place = vec4<f32>(position, 1.0);
    out.across = position + room.floor * 0.1;
    out.lamp = lamp % 3u;
    return out;
}

@fragment
fn shade(in: Varying) -> @location(0) vec4<f32> {
    var light = room.walls[1].rgb;
    for (var i = 0u; i < min(room.count, 3u); i++) {
        let one = room.lamps[(i + in.lamp) % 3u];
        let way = one.turn * (one.place - in.across);
        let gone = smoothstep(one.fade.near, one.fade.near + abs(one.fade.far) + 0.5, length(way));
        light += mix(vec3<f32>(one.power), one.fade.color, gone);
    }
    return vec4<f32>(clamp(light, vec3<f32>(0.0), vec3<f32>(1.0)), 1.0);
}

// Derivatives and the place in the window.
@vertex
fn vertex(@location(0) at: vec4<f32>) -> @builtin(position) vec4<f32> {
    return at;
}

@fragment
fn fragment(@builtin(position) place: vec4<f32>, @location(0) @interpolate(perspective, centroid) uv: vec2<f32>) -> @location(0) vec4<f32> {
    let slope = vec2(dpdx(uv.x), dpdy(uv.y));
    let edge = fwidth(uv.x) + dpdxFine(uv.x) + dpdyCoarse(uv.y);
    return vec4(slope, edge, place.y);
}

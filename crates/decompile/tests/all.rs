//! The integration tests of this crate in one program, which builds faster than one for each file.

mod bindings;
mod direct3d;
mod generated;
mod glsl;
mod hlsl;
mod lines;
mod metal;
mod patterns;
mod points;
mod readable;
mod refusals;
mod shadertoy;
mod sksl;
mod stages;
mod texts;
mod wgsl;

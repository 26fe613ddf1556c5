//! Translates shaders to WGSL, GLSL, HLSL, MSL and SPIR-V. The one crate that knows naga.

//! The integration tests of this crate in one program, which builds faster than one for each file.

mod code_diff;
mod conformance;
mod convert_shaders;
mod corpus;
mod directx_hlsl;
mod dx_link;
mod examples;
mod laws;
mod malformed;
mod open;
mod outputs;
mod rules;
mod scan;
mod spirv_diff;

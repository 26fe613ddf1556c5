//! Writes the device features a shader requires, from its feature flags.

use crate::dxil::out::Out;

/// Name of each flag bit, lowest first.
const FEATURES: [&str; 33] = [
    "Double-precision floating point",
    "Raw and Structured buffers",
    "UAVs at every shader stage",
    "64 UAV slots",
    "Minimum-precision data types",
    "Double-precision extensions for 11.1",
    "Shader extensions for 11.1",
    "Comparison filtering for feature level 9",
    "Tiled resources",
    "PS Output Stencil Ref",
    "PS Inner Coverage",
    "Typed UAV Load Additional Formats",
    "Raster Ordered UAVs",
    "SV_RenderTargetArrayIndex or SV_ViewportArrayIndex from any shader feeding rasterizer",
    "Wave level operations",
    "64-Bit integer",
    "View Instancing",
    "Barycentrics",
    "Use native low precision",
    "Shading Rate",
    "Raytracing tier 1.1 features",
    "Sampler feedback",
    "64-bit Atomics on Typed Resources",
    "64-bit Atomics on Group Shared",
    "Derivatives in mesh and amplification shaders",
    "Resource descriptor heap indexing",
    "Sampler descriptor heap indexing",
    "Wave Matrix",
    "64-bit Atomics on Heap Resources",
    "Advanced Texture Ops",
    "Writeable MSAA Textures",
    "SampleCmp with gradient or bias",
    "Extended command info",
];

/// Writes the features of the set bits; nothing if there are none.
pub(super) fn write(out: &mut Out, flags: u64) {
    if flags == 0 {
        return;
    }
    out.text(";\n; Note: shader requires additional functionality:\n");
    for (bit, name) in FEATURES.iter().enumerate() {
        if flags >> bit & 1 != 0 {
            out.text(";       ").line(name);
        }
    }
    out.text(";\n");
    // Function flags, from bit 40 on, do not belong in this part; report them.
    if flags >> 40 != 0 {
        out.text("; Note: shader has optional feature flags set:\n");
        let optional = ["Function uses derivatives", "Function requires visible group"];
        for (bit, name) in optional.iter().enumerate() {
            if flags >> (40 + bit) & 1 != 0 {
                out.text(";       ").line(name);
            }
        }
        out.text(";\n");
    }
}

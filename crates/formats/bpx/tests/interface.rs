//! Tests reflection, symbols and summary against tables made by hand from the packages and the shaders in them.

use crate::support;
use glassbox_bpx::format::FORMAT;
use glassbox_core::format::{Format, OpenedFile};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::{corpus, interface};

fn open(bytes: &[u8]) -> Box<dyn OpenedFile + '_> {
    FORMAT.open(Window::whole(bytes), &Limits::default()).expect("it is BPX")
}

const MODES: &str =
    "modes(depth test=on, depth write=on, scissor=off, render mode=Triangles, culling=BackFace)";

const PROGRAM: &[&str] = &[
    "entry vertex shader[0] MODES uses(Camera)",
    "in position location 0 float3",
    "in uv location 1 float2",
    "entry fragment shader[1] MODES uses(albedo, linear)",
    "out color location 0 float4",
    "sampled-image albedo slot 0 stages(fragment) 2D float4",
    "sampler linear slot 0 stages(fragment)",
    "uniform-buffer Camera slot 1 stages(vertex)",
    "block Light size 32",
    "member position at 0 float4",
    "member color at 16 float4",
    "block Camera binding 1 size 144 stages(vertex)",
    "member view at 0 matrix-stride 16 float4x4",
    "member eye at 64 float3",
    "member exposure at 76 float",
    "member light at 80 struct { position at 0 float4; color at 16 float4 }",
    "member planes at 112 array-stride 16 float4[2]",
    "push root constants size 16 stages(fragment)",
    "member tint at 0 float4",
    "export albedo",
    "export linear",
    "export Mesh",
    "export opaque",
    "export color",
    "import Light",
    "import Camera",
    "import tint",
];

const REFERENCE: &[&str] = &[
    "entry vertex shader[0] MODES uses(Camera)",
    "in p location 0 float3",
    "in uv location 1 float2",
    "entry fragment shader[1] MODES uses(base_smp, base_tex)",
    "out color location 0 float4",
    "sampler base_smp slot 0 stages(fragment)",
    "sampled-image base_tex slot 0 stages(fragment) 2D float4",
    "uniform-buffer Camera slot 1 stages(vertex)",
    "block Camera binding 1 size 80 stages(vertex)",
    "member view_proj at 0 matrix-stride 16 float4x4",
    "member eye at 64 float4",
    "push root constants size 16",
    "member tint at 0 float4",
    "export base_smp",
    "export base_tex",
    "export Main",
    "export color",
    "import Camera",
    "import Vertex",
    "import tint",
];

const MESH: &[&str] = &[
    "entry vertex shader[0] MODES uses(Camera)",
    "in Pos location 0 float3",
    "in Nrm location 1 float3",
    "in Uv location 2 float2",
    "entry fragment shader[1] MODES uses(Layers, Fog, Sky, Linear, Albedo, Lamps, Surface)",
    "out Color location 0 float4",
    "out Velocity location 1 float2",
    "sampled-image Layers slot 2 stages(fragment) 2D-array float4",
    "sampled-image Fog slot 5 stages(fragment) 3D float",
    "sampled-image Sky slot 1 stages(fragment) cube float4",
    "sampler Linear slot 0 stages(fragment)",
    "sampled-image Albedo slot 0 stages(fragment) 2D float4",
    "uniform-buffer Camera slot 1 stages(vertex)",
    "uniform-buffer Lamps slot 2 stages(fragment)",
    "uniform-buffer Surface slot 3 stages(fragment)",
    "block Lamp size 32",
    "member Position at 0 float4",
    "member Radiance at 16 float4",
    "block Camera binding 1 size 80 stages(vertex)",
    "member ViewProj at 0 matrix-stride 16 float4x4",
    "member Eye at 64 float3",
    "member NearPlane at 76 float",
    "block Lamps binding 2 size 176 stages(fragment)",
    "member Count at 0 uint",
    "member Probes at 16 array-stride 16 float4[8]",
    "member Sun at 144 struct { Position at 0 float4; Radiance at 16 float4 }",
    "block Surface binding 3 size 32 stages(fragment)",
    "member Base at 0 float4",
    "member Roughness at 16 float",
    "member Mode at 20 int",
    "push root constants size 84",
    "member World at 0 matrix-stride 16 float4x4",
    "member Tint at 64 float4",
    "member Time at 80 float",
];

/// Label and value of each fact of a summary.
type Facts = &'static [(&'static str, &'static str)];

#[test]
fn reflection() {
    let lights = [
        "uniform-buffer Lighting slot 2",
        "uniform-buffer Camera slot 1",
        "block Light size 32",
        "member Color at 0 float4",
        "member Attenuation at 16 float",
        "block Lighting binding 2 size 1040",
        "member Count at 0 uint",
        "member Lights at 16 array-stride 32 struct[32] { Color at 0 float4; Attenuation at 16 float }",
        "block Camera binding 1 size 80",
        "member view_proj at 0 matrix-stride 16 float4x4",
        "member eye at 64 float4",
        "push root constants size 16",
        "member tint at 0 float4",
    ];
    let stages = [
        "entry vertex shader[0] uses(Camera)",
        "entry tessellation-control shader[1]",
        "entry tessellation-evaluation shader[2]",
        "entry geometry shader[3]",
        "entry fragment shader[4] uses(base_smp, base_tex)",
    ];
    let other = ["note the container is not a shader package"];
    // The lines of a package begin with these.
    let mut cases = vec![
        ("program".to_owned(), support::program().write().expect("it can be written"), PROGRAM),
        ("mesh".to_owned(), corpus::bytes("bpxs/sdk-mesh-gl42.bpx"), MESH),
        ("assembly".to_owned(), corpus::bytes("bpxs/ref-assembly-main-any.bpx"), &lights[..]),
        ("stages".to_owned(), corpus::bytes("bpxs/ref-program-5stages-gl40.bpx"), &stages[..]),
        ("library".to_owned(), corpus::bytes("bpxs/sdk-lib-typep.bpx"), &other[..]),
    ];
    // One program for every target and in every packing.
    for target in [
        "any",
        "dx11",
        "dx12",
        "es30",
        "es31",
        "es32",
        "gl33",
        "gl40",
        "gl41",
        "gl42",
        "gl43",
        "gl44",
        "gl45",
        "gl46",
        "mt",
        "vk10",
        "vk11",
        "vk12",
        "debugnames-gl40",
        "linked-gl46",
    ] {
        let name = format!("ref-program-{target}");
        let bytes = corpus::bytes(&format!("bpxs/{name}.bpx"));
        cases.push((name, bytes, REFERENCE));
    }
    for packing in ["raw-crc32", "raw-none", "raw-weak", "xz-crc32", "xz-none", "xz-weak"] {
        let name = format!("ref-section-{packing}");
        let bytes = corpus::bytes(&format!("bpxs/{name}.bpx"));
        cases.push((name, bytes, REFERENCE));
    }
    for (name, bytes, expected) in &cases {
        let shown = interface::lines(&open(bytes).interface());
        let expected: Vec<String> = expected.iter().map(|line| line.replace("MODES", MODES)).collect();
        assert_eq!(shown[..expected.len().min(shown.len())], expected, "{name}");
        let lists = ["export", "import", "note"];
        let left = &shown[expected.len()..];
        assert!(
            left.iter().all(|line| lists.iter().any(|list| line.starts_with(list)) || *name == "stages"),
            "{name}: {left:?}"
        );
    }
}

#[test]
fn symbols_and_summary() {
    let bytes = support::program().write().expect("it can be written");
    let opened = open(&bytes);
    let shown: Vec<String> = opened
        .symbols()
        .iter()
        .map(|one| format!("{} {} {}: {} {}", one.path, one.name, one.kind, one.value, one.used_by.join(" ")))
        .collect();
    let expected = [
        "symbol_table.symbols[0] albedo Texture: internal, register 0 shader[1]",
        "symbol_table.symbols[1] linear Sampler: internal, register 0 shader[1]",
        "symbol_table.symbols[2] Light ConstantBuffer: external ",
        "symbol_table.symbols[3] Camera ConstantBuffer: external, register 1 shader[0]",
        "symbol_table.symbols[4] Mesh VertexFormat: internal shader[0]",
        "symbol_table.symbols[5] opaque Pipeline: internal ",
        "symbol_table.symbols[6] color Output: internal, register 0 shader[1]",
        "symbol_table.symbols[7] tint Constant: external shader[1]",
    ];
    assert_eq!(shown, expected);
    let linked = corpus::bytes("bpxs/ref-program-linked-gl46.bpx");
    let values: Vec<String> = open(&linked).symbols().into_iter().map(|one| one.value).collect();
    let assembly = values.iter().filter(|value| value.starts_with("external, from the assembly"));
    assert_eq!(assembly.count(), 3);

    let child = support::assembly().write().expect("it can be written");
    let library = corpus::bytes("bpxs/sdk-lib-typep.bpx");
    let cases: [(&[u8], &str, Facts); 4] = [
        (
            &bytes,
            "BPX version 2, type S, shader package",
            &[
                ("package", "P, program"),
                ("target", "GL40"),
                ("linked to", "nothing"),
                ("symbols", "8, 3 of them external"),
                ("sections", "5"),
            ],
        ),
        // The hashes are those of `child` and `main`.
        (
            &child,
            "BPX version 2, type S, shader package",
            &[
                ("package", "A, assembly"),
                ("target", "Any"),
                ("own hash", "0x000000310f394e69"),
                ("parent", "0x000000017c9a7f6a"),
                ("symbols", "3, 0 of them external"),
                ("sections", "4"),
            ],
        ),
        (
            &linked,
            "BPX version 2, type S, shader package",
            &[
                ("package", "P, program"),
                ("target", "GL46"),
                ("linked to", "0x000000017c9a7f6a, \"main\""),
                ("symbols", "7, 3 of them external"),
                ("sections", "5"),
            ],
        ),
        (&library, "BPX version 2, type P, package", &[("sections", "3")]),
    ];
    for (bytes, kind, facts) in cases {
        let summary = open(bytes).summary();
        assert_eq!(summary.kind, kind);
        let found: Vec<(&str, &str)> =
            summary.facts.iter().map(|(label, value)| (label.as_str(), value.as_str())).collect();
        assert_eq!(found, facts);
    }
    let parts: Vec<String> = opened
        .summary()
        .parts
        .iter()
        .map(|part| format!("{} {:?} {}", part.path, part.range, part.description))
        .collect();
    // After the header of 40 bytes come five section headers of 24.
    let expected = [
        "symbol_table 160..256 SymbolTable, 96 bytes",
        "strings 256..306 Strings, 50 bytes",
        "extended_data 306..1153 ExtendedData, 847 bytes",
        "shader[0] 1153..1213 Vertex shader, GLSL 400, 60 bytes",
        "shader[1] 1213..1283 Pixel shader, GLSL 400, 70 bytes",
    ];
    assert_eq!(parts, expected);
}

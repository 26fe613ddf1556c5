//! Programs of every kind become modules in every layout and form.

use glassbox_lower_sksl::{Numbers, Options, UniformLayout, UniformPlace};
use glassbox_sksl::raw::ProgramKind;

use crate::support::{kind, listing, lowered, program, sources};

fn programs_become_modules() {
    let mut count = 0;
    for path in sources() {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("a source");
        let program = program(kind(&path).expect("a kind"), &text);
        for layout in [UniformLayout::Std140, UniformLayout::Skia, UniformLayout::Wgsl] {
            for numbers in [Numbers::Exact, Numbers::Device] {
                lowered(&name, &program, &Options { layout, numbers, ..Options::default() });
            }
        }
        let options = Options { entry: None, uniforms: UniformPlace::PushConstants, ..Options::default() };
        lowered(&name, &program, &options);
        count += 1;
    }
    assert!(count >= 100, "{count} programs");
}

#[test]
fn all_programs_become_modules() {
    programs_become_modules();
}

#[test]
fn optimiser_and_inliner_change_nothing_about_that() {
    for path in sources() {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("a source");
        for (optimize, inline_threshold) in [(false, 0), (true, 50)] {
            let options = glassbox_sksl_lang::Options {
                optimize,
                inline_threshold,
                ..glassbox_sksl_lang::Options::new(kind(&path).expect("a kind"))
            };
            let compiled = glassbox_sksl_lang::compile(&text, &options);
            lowered(&name, &compiled.program.expect("a program"), &Options::default());
        }
    }
}

#[test]
fn vertices_and_meshes_have_positions_and_varyings() {
    let vertex = program(
        ProgramKind::VERTEX,
        "layout(location = 0) in float2 at; flat out int side; out half4 tint;
         void main() { sk_Position = float4(at, 0, 1); sk_PointSize = 2; side = sk_VertexID; tint = half4(half(sk_InstanceID)); }",
    );
    let module = lowered("vertex", &vertex, &Options::default());
    let text = listing(&module);
    for part in [
        "BuiltIn Position",
        "BuiltIn PointSize",
        "BuiltIn VertexIndex",
        "BuiltIn InstanceIndex",
        "%side Flat",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let mesh = program(
        ProgramKind::MESH_VERTEX,
        "struct Attributes { float2 at; half4 tint; }; struct Varyings { float2 at; half4 tint; };
         float2 main(Attributes a, out Varyings v) { v.at = a.at; v.tint = a.tint; return a.at; }",
    );
    let mesh = lowered("mesh", &mesh, &Options::default());
    let places = |ports: &[glassbox_lower_sksl::interface::Port]| -> Vec<(String, u32)> {
        ports.iter().map(|port| (port.name.clone(), port.location)).collect()
    };
    let expected = [("at".to_owned(), 0), ("tint".to_owned(), 1)];
    assert_eq!(places(&mesh.interface.inputs), expected);
    assert_eq!(places(&mesh.interface.outputs), expected);
    let fragment = program(
        ProgramKind::MESH_FRAGMENT,
        "struct Varyings { float2 at; half4 tint; };
         float2 main(Varyings v, out half4 color) { color = v.tint; return v.at; }",
    );
    let options = Options { local_coordinates: Some(1), ..Options::default() };
    let fragment = lowered("mesh", &fragment, &options);
    let expected = [("color".to_owned(), 0), ("localCoordinates".to_owned(), 1)];
    assert_eq!(places(&fragment.interface.outputs), expected);
}

#[test]
fn textures_blocks_and_subpasses_of_fragment_programs_are_declared() {
    let fragment = program(
        ProgramKind::FRAGMENT,
        "layout(set = 1, binding = 2) uniform Light { float3 at; half power; float4x4 turn[2]; } light;
         layout(binding = 5) uniform sampler2D image;
         layout(input_attachment_index = 0, binding = 6) uniform subpassInput before;
         layout(binding = 7) uniform texture2D split; layout(binding = 8) uniform sampler how;
         in float2 uv; flat in int side; in noperspective float far;
         half4 read(sampler2D which, float2 at) { return sample(which, at); }
         void main() {
             float4x4 turn = light.turn[side];
             sk_FragColor = read(image, uv) + sample(image, float3(uv, 1)) + sample(makeSampler2D(split, how), uv)
                 + subpassLoad(before) * light.power + half4(turn * float4(light.at, far)) + half4(half2(dFdx(uv)), 0, 1);
         }",
    );
    let module = lowered("fragment", &fragment, &Options::default());
    let places: Vec<(&str, Option<[u32; 2]>)> =
        module.interface.resources.iter().map(|one| (&one.name[..], one.place)).collect();
    let expected = [
        ("light", Some([1, 2])),
        ("image", Some([0, 5])),
        ("before", Some([0, 6])),
        ("split", Some([0, 7])),
        ("how", Some([0, 8])),
    ];
    assert_eq!(places, expected);
}

#[test]
fn instructions_know_where_they_come_from() {
    let source = "half4 main(float2 p) { return half4(sin(half(p.x)), 0, 0, 1); }";
    let lowered = lowered("sine", &program(ProgramKind::SHADER, source), &Options::default());
    let module = &lowered.module;
    let sine = module.walk().find(|at| {
        module.opcode(*at) == glassbox_spirv::build::op::EXT_INST
            && module.operands(*at)[1] == glassbox_spirv::build::glsl::SIN
    });
    let range = module.origin(sine.expect("a sine"));
    assert_eq!(&source[range], "sin(half(p.x))");
}

glassbox_testing::asking!(spirv_val: all_programs_become_modules, vertices_and_meshes_have_positions_and_varyings,
    textures_blocks_and_subpasses_of_fragment_programs_are_declared, optimiser_and_inliner_change_nothing_about_that);

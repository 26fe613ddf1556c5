//! Tests where resources are bound: what the options give, and what is left for the others.

use glassbox_decompile::{
    Api, Bindings, MatrixOrder, Options, Reason, Register, Samplers, Slot, Source, Target, decompile,
};
use glassbox_spirv::module::Module;
use glassbox_testing::glslang;
use glassbox_testing::golden::golden;

use crate::texts::modules_in;

/// A fragment shader with push constants, a block at set 1, binding 0, a combined texture at set 0, binding 3, and a texture and a
/// sampler of their own at bindings 1 and 4 of set 2.
fn write(target: Target, bindings: Bindings) -> Result<Source, String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/comments");
    let (_, bytes) = modules_in(folder).into_iter().find(|module| module.0 == "shade").expect("it is there");
    let module = Module::read(&bytes).expect("it is a module");
    decompile(&module, &target, &Options { bindings, ..Options::default() }).map_err(|refusal| {
        assert!(refusal.obstacles.iter().all(|found| found.reason == Reason::Binding && found.at.is_some()));
        refusal.obstacles.into_iter().map(|found| found.message).collect::<Vec<_>>().join("\n")
    })
}

fn shifts(text: &str) -> Bindings {
    let mut bindings = Bindings::default();
    bindings.add_shifts(text).expect("they are shifts");
    bindings
}

/// The texts that a text must have, in some order.
fn assert_bound(target: Target, bindings: Bindings, expected: &[&str]) {
    let source = write(target, bindings).unwrap_or_else(|error| panic!("{target}: {error}"));
    for words in expected {
        assert!(source.text.contains(words), "{words}\n{}", source.text);
    }
    // The map says the same.
    for words in expected.iter().filter_map(|words| words.split_once(" : register(")) {
        assert!(source.map.iter().any(|mapped| mapped.bound == format!("register({}", words.1)), "{words:?}");
    }
}

#[test]
fn places_are_those_of_the_options_and_others_make_way() {
    let given = || Bindings {
        places: [
            (([0, 3], Slot::Any), [1, 7]),
            (([0, 3], Slot::SAMPLER), [1, 2]),
            // The sampler of set 2 would be here.
            (([1, 0], Slot::Any), [0, 4]),
        ]
        .into(),
        push_constants: Some([0, 1]),
        ..Bindings::default()
    };
    assert_bound(
        Target::Hlsl(60),
        given(),
        &[
            "albedo : register(t7, space1)",
            "albedo_sampler : register(s2, space1)",
            "Scene : register(b4)",
            "Draw : register(b1)",
            "detail : register(t1, space2)",
            "nearest : register(s4, space2)",
        ],
    );
    // There are no spaces.
    assert_bound(
        Target::Hlsl(50),
        given(),
        &[
            "albedo : register(t7)",
            "albedo_sampler : register(s2)",
            "Draw : register(b1)",
            "nearest : register(s4)",
        ],
    );
    let msl = [
        "scene [[buffer(4)]]",
        "draw [[buffer(1)]]",
        "albedo [[texture(7)]]",
        "albedo_sampler [[sampler(2)]]",
    ];
    assert_bound(Target::Msl(21), given(), &msl);
    assert_bound(
        Target::Wgsl,
        given(),
        &[
            "@group(1) @binding(7) var albedo:",
            "@group(1) @binding(2) var albedo_sampler:",
            "@group(0) @binding(4) var<uniform> scene:",
            "@group(0) @binding(1) var<uniform> draw:",
        ],
    );
    let opengl =
        ["layout(binding = 7) uniform sampler2D albedo", "layout(binding = 4, std140) uniform Scene"];
    assert_bound(Target::Glsl(450, Api::OpenGl), given(), &opengl);
    let vulkan = [
        "layout(set = 1, binding = 7) uniform sampler2D albedo",
        "layout(binding = 4, std140) uniform Scene",
    ];
    assert_bound(Target::Glsl(450, Api::Vulkan), given(), &vulkan);
}

#[test]
fn a_given_number_is_not_taken_by_what_is_declared_before() {
    // The texture of set 2 has this number by itself, and is declared later.
    let bindings: Bindings = [([0, 3], [0, 1])].into();
    assert_bound(Target::Hlsl(50), bindings.clone(), &["albedo : register(t1)", "detail : register(t0)"]);
    assert_bound(
        Target::Glsl(450, Api::OpenGl),
        bindings.clone(),
        &["layout(binding = 1) uniform sampler2D albedo", "layout(binding = 0) uniform sampler2D detail"],
    );
    assert_bound(Target::Msl(21), bindings, &["albedo [[texture(1)]]", "detail [[texture(0)]]"]);
}

#[test]
fn registers_are_bindings_less_their_shifts() {
    assert_bound(
        Target::Hlsl(60),
        shifts("t=1,s=3,s=4@2"),
        &[
            "albedo : register(t2)",
            "albedo_sampler : register(s0)",
            "detail : register(t0, space2)",
            "nearest : register(s0, space2)",
            // There is no shift of these.
            "Scene : register(b0, space1)",
        ],
    );
    assert_bound(Target::Msl(21), shifts("t=1,s=3"), &["albedo [[texture(2)]]", "detail [[texture(0)]]"]);
    assert_bound(
        Target::Glsl(450, Api::OpenGl),
        shifts("t=1"),
        &["layout(binding = 2) uniform sampler2D albedo"],
    );
}

#[test]
fn numbers_that_two_resources_would_have_are_refused() {
    let both = |class| Bindings {
        places: [(([0, 3], class), [0, 5]), (([2, 1], class), [0, 5])].into(),
        ..Bindings::default()
    };
    let textures =
        |written: &str| format!("`detail` is given {written}, which `albedo` has; give each its own");
    for (target, bindings, expected) in [
        (Target::Hlsl(60), both(Slot::Register(Register::ShaderResource)), textures("register(t5)")),
        (Target::Msl(21), both(Slot::Texture), textures("[[texture(5)]]")),
        (Target::Wgsl, both(Slot::Any), textures("group 0 binding 5")),
        (Target::Glsl(450, Api::Vulkan), both(Slot::Any), textures("binding 5")),
        (Target::Glsl(450, Api::OpenGl), both(Slot::Any), textures("binding 5")),
        (
            Target::Hlsl(50),
            both(Slot::Register(Register::UnorderedAccess)),
            "`albedo` needs a t register, and is given another\n`detail` needs a t register, and is given another"
                .to_owned(),
        ),
        (
            Target::Msl(21),
            Bindings { places: [(([1, 0], Slot::Texture), [0, 5])].into(), ..Bindings::default() },
            "`scene` needs an index of buffers, and is given another".to_owned(),
        ),
        (
            Target::Hlsl(50),
            shifts("s=3,s=4@2"),
            "`nearest` is given register(s0), which `albedo` has; give each its own".to_owned(),
        ),
        (
            Target::Hlsl(50),
            shifts("b=1"),
            "`scene` has binding 0 of set 1, and its b registers begin at 1; give a smaller shift".to_owned(),
        ),
        (
            Target::Hlsl(50),
            [([1, 0], [0, 14])].into(),
            "`scene` is given register(b14), and this shader model has b registers up to 13".to_owned(),
        ),
        (
            Target::Msl(21),
            [([1, 0], [0, 31])].into(),
            "`scene` is given [[buffer(31)]], and MSL has 31 indices of buffers".to_owned(),
        ),
    ] {
        match write(target, bindings) {
            Ok(source) => panic!("{target}: {}", source.text),
            // Each message once, however often a number is asked for.
            Err(message) => {
                assert!(message == expected || expected.contains(&message), "{target}: {message}")
            }
        }
    }
}

/// Each generated text has the number that was given, whatever the others have.
#[test]
fn given_numbers_are_kept_next_to_any_others() {
    for number in 0..8 {
        for target in [Target::Hlsl(50), Target::Hlsl(66), Target::Msl(24), Target::Glsl(450, Api::OpenGl)] {
            let source =
                write(target, [([2, 1], [0, number])].into()).unwrap_or_else(|error| panic!("{error}"));
            let mut places: Vec<&str> = source.map.iter().map(|mapped| mapped.bound.as_str()).collect();
            places.retain(|place| {
                place.contains("(t") || place.contains("texture") || place.starts_with("binding")
            });
            let own = source.map.iter().find(|mapped| mapped.name == "detail").expect("it is used");
            assert!(own.bound.contains(&number.to_string()), "{target}: {own:?}");
            if !matches!(target, Target::Glsl(..)) {
                places.sort_unstable();
                let count = places.len();
                places.dedup();
                assert_eq!(places.len(), count, "{target}: {places:?}");
            }
        }
    }
}

/// Textures and samplers in GLSL for Vulkan, as the module has them, combined and apart.
#[test]
fn textures_and_samplers_are_combined_or_apart() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samplers");
    for (name, bytes) in modules_in(folder.clone()) {
        let module = Module::read(&bytes).expect("it is a module");
        for (word, samplers) in [
            ("module", Samplers::AsModule),
            ("combined", Samplers::Combined),
            ("separate", Samplers::Separate),
        ] {
            let options = Options { samplers, ..Options::default() };
            let path = folder.join(format!("{name}.{word}.txt"));
            let source = match decompile(&module, &Target::Glsl(450, Api::Vulkan), &options) {
                Ok(source) => source,
                Err(refusal) => {
                    golden(path, format!("refused: {refusal}\n"));
                    continue;
                }
            };
            let mut places: Vec<&str> = source.map.iter().map(|mapped| mapped.bound.as_str()).collect();
            places.retain(|place| place.contains("binding"));
            places.sort_unstable();
            assert!(places.windows(2).all(|pair| pair[0] != pair[1]), "{name}, {word}: {places:?}");
            glslang::compile_for(&source.text, "frag", "vulkan1.1")
                .unwrap_or_else(|error| panic!("{name}, {word}: {error}\n{}", source.text));
            golden(path, source.text);
        }
    }
}

#[test]
fn split_samplers_are_where_the_options_say() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samplers");
    let (_, bytes) = modules_in(folder).into_iter().find(|module| module.0 == "pairs").expect("it is there");
    let module = Module::read(&bytes).expect("it is a module");
    let places = [(([0, 0], Slot::Any), [2, 3]), (([0, 0], Slot::SAMPLER), [2, 9])];
    let bindings = Bindings { places: places.into(), ..Bindings::default() };
    let options = Options { samplers: Samplers::Separate, bindings, ..Options::default() };
    let source = decompile(&module, &Target::Glsl(450, Api::Vulkan), &options).expect("it is written");
    for words in [
        "layout(set = 2, binding = 3) uniform texture2D albedo;",
        "layout(set = 2, binding = 9) uniform sampler albedo_sampler;",
        // The others follow what is left in their set.
        "layout(binding = 3) uniform sampler layers_sampler[3];",
    ] {
        assert!(source.text.contains(words), "{words}\n{}", source.text);
    }
}

glassbox_testing::asking!(glslang: textures_and_samplers_are_combined_or_apart);

/// The words for orders of matrices, where the text leaves one order unsaid.
#[test]
fn matrices_state_their_order_unless_the_compiler_is_told_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/comments");
    let (_, bytes) = modules_in(folder).into_iter().find(|module| module.0 == "shade").expect("it is there");
    let module = Module::read(&bytes).expect("it is a module");
    // Columns of the module are rows in HLSL.
    for (matrix_order, expected) in [
        (MatrixOrder::Stated, "    row_major float4x4 view;"),
        (MatrixOrder::Columns, "    row_major float4x4 view;"),
        (MatrixOrder::Rows, "{\n    float4x4 view;"),
    ] {
        let options = Options { matrix_order, ..Options::default() };
        let source = decompile(&module, &Target::Hlsl(50), &options).expect("it is written");
        assert!(source.text.contains(expected), "{matrix_order:?}: {}", source.text);
    }
    let by_rows = glassbox_spirv::assemble(
        &std::fs::read_to_string(
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/comments/shade.spvasm"),
        )
        .expect("it is there")
        .replace(" ColMajor", " RowMajor"),
    );
    let module = Module::read(&by_rows.expect("it is a module")).expect("it is a module");
    for (matrix_order, expected) in [
        (MatrixOrder::Stated, "    column_major float4x4 view;"),
        (MatrixOrder::Rows, "    column_major float4x4 view;"),
        (MatrixOrder::Columns, "{\n    float4x4 view;"),
    ] {
        let options = Options { matrix_order, ..Options::default() };
        let source = decompile(&module, &Target::Hlsl(50), &options).expect("it is written");
        assert!(source.text.contains(expected), "{matrix_order:?}: {}", source.text);
    }
}

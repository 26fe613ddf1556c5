//! Programs of our own become valid modules, of which some are compared with listings that were read.

use glassbox_lower_wgsl::{EntryPoint, Options, lower};
use glassbox_testing::golden::golden;
use glassbox_testing::spirv::validate_for;

use crate::support::{folder, lowered, texts};

/// Programs whose instructions older validators do not know.
const NEWER: [&str; 1] = ["cooperative"];

/// Programs whose listings are kept.
const LISTED: [&str; 12] = [
    "blending",
    "control",
    "halves",
    "integers",
    "matrices",
    "memory",
    "overrides",
    "stages",
    "storage_textures",
    "subgroups",
    "textures",
    "values",
];

glassbox_testing::asking!(spirv_val: programs_are_valid, later_versions_are_valid);

fn validated(name: &str, entry: &EntryPoint) {
    let environment = match entry.module.version {
        0..=0x0001_03ff => "vulkan1.1",
        0x0001_0400..=0x0001_04ff => "vulkan1.1spv1.4",
        0x0001_0500..=0x0001_05ff => "vulkan1.2",
        _ => "vulkan1.3",
    };
    let words = entry.module.words().expect("no instruction is too long");
    if !NEWER.contains(&name) {
        validate_for(&words, environment).unwrap_or_else(|error| panic!("{name} {}: {error}", entry.name));
    }
}

#[test]
fn programs_are_valid() {
    for (name, text) in texts("programs") {
        lowered(&name, &text).entry_points.iter().for_each(|entry| validated(&name, entry));
    }
}

#[test]
fn later_versions_are_valid() {
    for (name, text) in texts("programs") {
        for version in [0x0001_0400, 0x0001_0500, 0x0001_0600] {
            let lowered = lower(&text, &Options { version }).unwrap_or_else(|findings| {
                panic!("{name}: SPIR-V {version:x}: {}", findings[0].message);
            });
            for entry in &lowered.entry_points {
                assert_eq!(entry.module.version, version, "{name}");
                validated(&name, entry);
            }
        }
    }
}

#[test]
fn some_are_listed_like_this() {
    let texts = texts("programs");
    for name in LISTED {
        let (_, text) = texts.iter().find(|(other, _)| other == name).expect("the program is there");
        let mut listing = String::new();
        for entry in &lowered(name, text).entry_points {
            let bytes = entry.module.bytes().expect("no instruction is too long");
            let options = glassbox_spirv::Options::default();
            listing += &glassbox_spirv::disassemble(&bytes, &options).expect("it is a module");
        }
        golden(folder("golden").join(format!("{name}.spvasm")), listing);
    }
}

#[test]
fn constants_of_the_pipeline_have_numbers() {
    let text = "
        override a: u32 = 1u;
        @id(0) override b: f32;
        override c = a + 1u;
        @compute @workgroup_size(c) fn main() { _ = b; }
    ";
    let lowered = lowered("overrides", text);
    let numbers: Vec<(&str, u32)> = lowered.overrides.iter().map(|one| (one.name.as_str(), one.id)).collect();
    assert_eq!(numbers, [("a", 1), ("b", 0)]);
}

#[test]
fn numbers_that_would_cost_memory_are_refused() {
    for (part, is_fine) in
        [("@location(1023)", true), ("@location(1024)", false), ("@location(4294967295)", false)]
    {
        let text = format!("@fragment fn main({part} x: f32) -> @location(0) vec4f {{ return vec4f(x); }}");
        assert_eq!(lower(&text, &Options::default()).is_ok(), is_fine, "{part}");
    }
    for (place, is_fine) in [
        ("@group(1023) @binding(1048575)", true),
        ("@group(1024) @binding(0)", false),
        ("@group(0) @binding(1048576)", false),
    ] {
        let text = format!(
            "{place} var<uniform> x: vec4f;\n@fragment fn main() -> @location(0) vec4f {{ return x; }}"
        );
        match lower(&text, &Options::default()) {
            Ok(_) => assert!(is_fine, "{place}"),
            Err(findings) => {
                assert!(!is_fine, "{place}: {}", findings[0].message);
                assert_eq!(findings[0].rule.id, "WGSL-02");
            }
        }
    }
}

#[test]
fn large_values_are_refused_where_they_would_be_taken_apart() {
    let text = |count: u32| {
        format!(
            "struct Frame {{ list: array<mat4x2f, {count}> }}
            @group(0) @binding(0) var<uniform> frame: Frame;
            @group(0) @binding(1) var<storage, read_write> out: Frame;
            @compute @workgroup_size(1) fn main() {{ out = frame; }}"
        )
    };
    assert!(lower(&text(1000), &Options::default()).is_ok());
    let findings = lower(&text(100_000), &Options::default()).expect_err("it is too large");
    assert_eq!(findings[0].rule.id, "WGSL-06");
}

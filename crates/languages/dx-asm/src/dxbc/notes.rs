//! What the program needs of a device, and who may run it.

use std::fmt::Write as _;

use glassbox_dxbc::names::GlobalFlags;
use glassbox_dxbc::{Declaration, Program, declaration};
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::digest::State;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::part::feature::Features;

/// The features in the words of the listing. That the depth test is early is a flag of the program and no feature; its line
/// stands behind the first [`BEFORE_EARLY`] of them.
const FEATURES: [(Features, &str); 14] = [
    (Features::DOUBLES, "Double-precision floating point"),
    (Features::COMPUTE_4, "Raw and Structured buffers"),
    (Features::UAVS_EVERYWHERE, "UAVs at every shader stage"),
    (Features::UAVS_64, "64 UAV slots"),
    (Features::MINIMUM_PRECISION, "Minimum-precision data types"),
    (
        Features::DOUBLE_EXTENSIONS,
        "Double-precision extensions for 11.1",
    ),
    (Features::SHADER_EXTENSIONS, "Shader extensions for 11.1"),
    (
        Features::LEVEL_9_COMPARISON,
        "Comparison filtering for feature level 9",
    ),
    (Features::TILED_RESOURCES, "Tiled resources"),
    (Features::STENCIL_REF, "PS Output Stencil Ref"),
    (Features::INNER_COVERAGE, "PS Inner Coverage"),
    (Features::TYPED_LOADS, "Typed UAV Load Additional Formats"),
    (Features::ROVS, "Raster Ordered UAVs"),
    (
        Features::VIEWPORT_INDEX,
        "SV_RenderTargetArrayIndex or SV_ViewportArrayIndex from any shader feeding rasterizer",
    ),
];

/// The features whose lines stand in front of that of early depth-stencil tests.
const BEFORE_EARLY: usize = 2;

/// The notes that apply.
pub(super) fn notes(out: &mut String, container: &Container<'_>, code: &[u8]) {
    if container.digest_state() == State::Debug {
        out.push_str("//\n// Note: SHADER WILL ONLY WORK WITH THE DEBUG SDK LAYER ENABLED.\n//\n");
    }
    let features = match container.content(b"SFI0") {
        Some(Content::Features(model)) => model.features.0,
        _ => 0,
    };
    let needed = |(feature, name): &(Features, &'static str)| (features & feature.0 != 0).then_some(*name);
    let (before, after) = FEATURES.split_at(BEFORE_EARLY);
    let early = tests_early(code).then_some("Early depth-stencil");
    let mut lines = before
        .iter()
        .filter_map(needed)
        .chain(early)
        .chain(after.iter().filter_map(needed))
        .peekable();
    if lines.peek().is_none() {
        return;
    }
    out.push_str("//\n// Note: shader requires additional functionality:\n");
    for name in lines {
        let _ = writeln!(out, "//       {name}");
    }
    out.push_str("//\n");
}

/// Whether the program asks for depth and stencil to be tested before it runs.
fn tests_early(code: &[u8]) -> bool {
    let is_early = |declared| matches!(declared, Declaration::GlobalFlags(flags) if flags.0 & GlobalFlags::EARLY_DEPTH_STENCIL.0 != 0);
    Program::read(code).is_ok_and(|program| {
        program
            .walk()
            .take_while(|one| one.opcode.is_declaration())
            .filter_map(|one| declaration(&one, program.has_spaces()))
            .any(is_early)
    })
}

/// Whether a pixel shader runs once a sample, as its counters say.
pub(super) fn frequency(out: &mut String, container: &Container<'_>) {
    let is_sampled = match container.content(b"STAT") {
        Some(Content::Counters(model)) => model
            .counters
            .is_some_and(|counters| counters.sample_frequency != 0),
        _ => false,
    };
    if is_sampled {
        out.push_str("// Pixel Shader runs at sample frequency\n//\n");
    }
}

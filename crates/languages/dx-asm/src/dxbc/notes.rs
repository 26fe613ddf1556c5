//! Prints the device features a program requires and how it is run.

use std::fmt::Write as _;

use glassbox_dxbc::names::GlobalFlags;
use glassbox_dxbc::{Declaration, Program, declaration};
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::digest::State;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::part::feature::Features;

/// Features in the wording of the listing. Early depth testing is a flag of the program rather than a
/// feature; its line follows the first [`BEFORE_EARLY`].
const FEATURES: [(Features, &str); 14] = [
    (Features::DOUBLES, "Double-precision floating point"),
    (Features::COMPUTE_4, "Raw and Structured buffers"),
    (Features::UAVS_EVERYWHERE, "UAVs at every shader stage"),
    (Features::UAVS_64, "64 UAV slots"),
    (Features::MINIMUM_PRECISION, "Minimum-precision data types"),
    (Features::DOUBLE_EXTENSIONS, "Double-precision extensions for 11.1"),
    (Features::SHADER_EXTENSIONS, "Shader extensions for 11.1"),
    (Features::LEVEL_9_COMPARISON, "Comparison filtering for feature level 9"),
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

/// Number of features listed before early depth-stencil tests.
const BEFORE_EARLY: usize = 2;

/// Writes the notes that apply.
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
    let mut lines =
        before.iter().filter_map(needed).chain(early).chain(after.iter().filter_map(needed)).peekable();
    if lines.peek().is_none() {
        return;
    }
    out.push_str("//\n// Note: shader requires additional functionality:\n");
    for name in lines {
        let _ = writeln!(out, "//       {name}");
    }
    out.push_str("//\n");
}

/// True if the program requests early depth and stencil tests.
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

/// Writes a note if the statistics state that a pixel shader runs per sample.
pub(super) fn frequency(out: &mut String, container: &Container<'_>) {
    let is_sampled = match container.content(b"STAT") {
        Some(Content::Counters(model)) => {
            model.counters.is_some_and(|counters| counters.sample_frequency != 0)
        }
        _ => false,
    };
    if is_sampled {
        out.push_str("// Pixel Shader runs at sample frequency\n//\n");
    }
}

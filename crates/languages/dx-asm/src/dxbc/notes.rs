//! What the program needs of a device, and who may run it.

use std::fmt::Write as _;

use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::digest::State;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::part::feature::Features;

/// The features in the words of the listing.
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

/// The notes that apply.
pub(super) fn notes(out: &mut String, container: &Container<'_>) {
    if container.digest_state() == State::Debug {
        out.push_str("//\n// Note: SHADER WILL ONLY WORK WITH THE DEBUG SDK LAYER ENABLED.\n//\n");
    }
    let Some(Content::Features(model)) = container.content(b"SFI0") else {
        return;
    };
    let needed = FEATURES
        .iter()
        .filter(|(feature, _)| model.features.0 & feature.0 != 0);
    let mut is_first = true;
    for (_, name) in needed {
        if std::mem::take(&mut is_first) {
            out.push_str("//\n// Note: shader requires additional functionality:\n");
        }
        let _ = writeln!(out, "//       {name}");
    }
    if !is_first {
        out.push_str("//\n");
    }
}

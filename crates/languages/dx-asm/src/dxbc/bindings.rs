//! Prints the table of resource bindings.

use std::fmt::Write as _;

use glassbox_dxbc::print::Release;
use glassbox_dxcontainer::part::rdef::Rdef;
use glassbox_dxcontainer::part::rdef::raw::{Binding, Dimension, InputFlags, InputType};

use super::names::clean;

/// Writes the table; nothing without bindings.
pub(super) fn bindings(out: &mut String, rdef: &Rdef<'_>, release: Release) {
    let bindings = rdef.bindings();
    if bindings.is_empty() {
        return;
    }
    out.push_str("//\n// Resource Bindings:\n//\n");
    out.push_str(match (release, rdef.has_spaces()) {
        (Release::V6_3, _) => {
            "// Name                                 Type  Format         Dim Slot Elements\n\
             // ------------------------------ ---------- ------- ----------- ---- --------\n"
        }
        (Release::V10, false) => {
            "// Name                                 Type  Format         Dim      HLSL Bind  Count\n\
             // ------------------------------ ---------- ------- ----------- -------------- ------\n"
        }
        (Release::V10, true) => {
            "// Name                                 Type  Format         Dim      ID      HLSL Bind  Count\n\
             // ------------------------------ ---------- ------- ----------- ------- -------------- ------\n"
        }
    });
    for (index, binding) in bindings.iter().enumerate() {
        let name = clean(&rdef.name(binding.name).lossy());
        let (kind, letters) = kind(&binding);
        let _ = write!(out, "// {name:<30} {kind:>10} {:>7} {:>11} ", format(&binding), dimension(&binding));
        let (slot, count) = (binding.bind_point, binding.bind_count);
        if release == Release::V6_3 {
            let _ = writeln!(out, "{slot:>4} {count:>8}");
            continue;
        }
        let space = rdef.space(index);
        if let Some((_, id)) = space {
            let _ = write!(out, "{:>7} ", format!("{}{id}", letters.to_ascii_uppercase()));
        }
        let place = match space {
            Some((space, _)) if space != 0 => format!("{letters}{slot},space{space}"),
            _ => format!("{letters}{slot}"),
        };
        let count = match count {
            0 => "unbounded".to_owned(),
            count => count.to_string(),
        };
        let _ = writeln!(out, "{place:>14} {count:>6} ");
    }
    out.push_str("//\n");
}

/// Type of the resource, and its register letters.
fn kind(binding: &Binding) -> (String, &'static str) {
    let is_comparison = binding.flags.0 & InputFlags::COMPARISON_SAMPLER.0 != 0;
    let (kind, letters) = match binding.input_type {
        InputType::CBUFFER => ("cbuffer", "cb"),
        InputType::TBUFFER => ("tbuffer", "t"),
        InputType::SAMPLER if is_comparison => ("sampler_c", "s"),
        InputType::SAMPLER => ("sampler", "s"),
        InputType::TEXTURE | InputType::STRUCTURED | InputType::BYTE_ADDRESS => ("texture", "t"),
        InputType::UAV_TYPED
        | InputType::UAV_STRUCTURED
        | InputType::UAV_BYTE_ADDRESS
        | InputType::APPEND
        | InputType::CONSUME
        | InputType::UAV_STRUCTURED_COUNTER => ("UAV", "u"),
        other => return (other.0.to_string(), "?"),
    };
    (kind.to_owned(), letters)
}

/// Type of a read value.
fn format(binding: &Binding) -> String {
    match binding.input_type {
        InputType::TEXTURE | InputType::UAV_TYPED => {
            let components = 1 + (binding.flags.0 >> 2 & 3);
            match components {
                1 => binding.return_type.to_string(),
                _ => format!("{}{components}", binding.return_type),
            }
        }
        InputType::STRUCTURED
        | InputType::UAV_STRUCTURED
        | InputType::APPEND
        | InputType::CONSUME
        | InputType::UAV_STRUCTURED_COUNTER => "struct".to_owned(),
        InputType::BYTE_ADDRESS | InputType::UAV_BYTE_ADDRESS => "byte".to_owned(),
        _ => "NA".to_owned(),
    }
}

/// Its dimension, or the use of a buffer.
fn dimension(binding: &Binding) -> String {
    let plain = match binding.input_type {
        InputType::STRUCTURED | InputType::BYTE_ADDRESS => "r/o",
        InputType::UAV_STRUCTURED | InputType::UAV_BYTE_ADDRESS => "r/w",
        InputType::UAV_STRUCTURED_COUNTER => "r/w+cnt",
        InputType::APPEND => "append",
        InputType::CONSUME => "consume",
        InputType::TEXTURE | InputType::UAV_TYPED => match binding.dimension {
            Dimension::BUFFER => "buf",
            Dimension::TEXTURE_1D => "1d",
            Dimension::TEXTURE_1D_ARRAY => "1darray",
            Dimension::TEXTURE_2D => "2d",
            Dimension::TEXTURE_2D_ARRAY => "2darray",
            Dimension::TEXTURE_2D_MS => return sampled("2dMS", binding.samples),
            Dimension::TEXTURE_2D_MS_ARRAY => return sampled("2darrayMS", binding.samples),
            Dimension::TEXTURE_3D => "3d",
            Dimension::TEXTURE_CUBE => "cube",
            Dimension::TEXTURE_CUBE_ARRAY => "cubearray",
            Dimension::BUFFER_EX => "r/o",
            other => return other.0.to_string(),
        },
        _ => "NA",
    };
    plain.to_owned()
}

/// A dimension with its sample count, if known.
fn sampled(name: &str, samples: u32) -> String {
    match samples {
        0 | u32::MAX => name.to_owned(),
        samples => format!("{name}{samples}"),
    }
}

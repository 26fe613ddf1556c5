//! Prints the signature tables.

use std::fmt::Write as _;

use glassbox_dxbc::{Program, ProgramKind};
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::Content;
use glassbox_dxcontainer::part::signature::raw::{MinPrecision, SystemValue};
use glassbox_dxcontainer::part::signature::{Element, Signature};

use super::names::clean;
use crate::component::component_name;
use crate::system_value::word;

/// Writes the tables of all signatures present.
pub(super) fn signatures(out: &mut String, container: &Container<'_>, code: &[u8]) {
    let kind = Program::read(code).map_or(ProgramKind::PIXEL, |program| program.kind());
    let tables: [(&str, &str, &[&[u8; 4]]); 3] = [
        ("Patch Constant", "Patch Constant", &[b"PCSG", b"PSG1"]),
        ("Input", "Input", &[b"ISGN", b"ISG1"]),
        ("Output", "Output", &[b"OSGN", b"OSG5", b"OSG1"]),
    ];
    for (title, what, codes) in tables {
        let found = codes.iter().find_map(|code| match container.content(code) {
            Some(Content::Signature(signature)) => Some(signature),
            _ => None,
        });
        if let Some(signature) = found {
            let _ = writeln!(out, "//\n// {title} signature:");
            table(out, signature, what, kind);
        }
    }
}

fn table(out: &mut String, signature: &Signature<'_>, what: &str, kind: ProgramKind) {
    out.push_str(
        "//\n\
         // Name                 Index   Mask Register SysValue  Format   Used\n\
         // -------------------- ----- ------ -------- -------- ------- ------\n",
    );
    if signature.elements.is_empty() {
        let _ = writeln!(out, "// no {what}");
        return;
    }
    // Stream numbers are shown only if there is more than one.
    let has_streams = signature.elements.iter().any(|element| element.stream != 0);
    let code = &signature.code.0;
    let is_patch = matches!(code, b"PCSG" | b"PSG1");
    // Patch constants are outputs of hull shaders and inputs of domain shaders.
    let is_input = code.starts_with(b"I") || is_patch && kind == ProgramKind::DOMAIN;
    for element in &signature.elements {
        row(out, element, has_streams, is_input, kind);
    }
    out.push_str("//\n");
}

fn row(out: &mut String, element: &Element<'_>, has_streams: bool, is_input: bool, kind: ProgramKind) {
    let mut name = clean(&element.name.lossy());
    if has_streams {
        name = format!("m{}:{name}", element.stream);
    }
    let system = system(element, is_input, kind);
    // Inputs: components read. Outputs: components never written.
    let used = if is_input { element.usage.0 } else { !element.usage.0 & 15 };
    let (mask, register, used) = match element.register.number() {
        Some(register) => (letters(element.mask.0), register.to_string(), letters(used)),
        None => {
            let used = if used == 0 { " NO" } else { "YES" };
            ("N/A".to_owned(), special(system).to_owned(), used.to_owned())
        }
    };
    let _ = writeln!(
        out,
        "// {name:<20} {:>5} {mask:>6} {register:>8} {system:>8} {:>7} {used:>6}",
        element.index,
        format(element)
    );
}

/// Components of a mask, in their columns.
fn letters(mask: u8) -> String {
    let letter = |(bit, letter): (u32, char)| if mask >> bit & 1 == 1 { letter } else { ' ' };
    (0..).zip(['x', 'y', 'z', 'w']).map(letter).collect()
}

/// Type of a component.
fn format(element: &Element<'_>) -> &'static str {
    match element.min_precision {
        MinPrecision::F16 => return "min16f",
        MinPrecision::F10 => return "min2_8f",
        MinPrecision::I16 => return "min16i",
        MinPrecision::U16 => return "min16u",
        _ => {}
    }
    component_name(element.component_type)
}

/// Short name of a system value. For pixel shader outputs, files of shader model 4 and 5 state only the
/// semantic name.
fn system(element: &Element<'_>, is_input: bool, kind: ProgramKind) -> &'static str {
    const OF_PIXELS: [(&str, &str); 6] = [
        ("SV_Target", "TARGET"),
        ("SV_Depth", "DEPTH"),
        ("SV_Coverage", "COVERAGE"),
        ("SV_DepthGreaterEqual", "DEPTHGE"),
        ("SV_DepthLessEqual", "DEPTHLE"),
        ("SV_StencilRef", "STENCILREF"),
    ];
    if !is_input && kind == ProgramKind::PIXEL {
        let name = element.name.lossy();
        if let Some((_, short)) = OF_PIXELS.iter().find(|(known, _)| known.eq_ignore_ascii_case(&name)) {
            return short;
        }
    }
    match element.system_value {
        SystemValue::NONE => "NONE",
        value => word(value).unwrap_or("UNKNOWN"),
    }
}

/// Register of an element without a numbered one.
fn special(system: &str) -> &'static str {
    match system {
        "PRIMID" => "primID",
        "DEPTH" => "oDepth",
        "DEPTHGE" => "oDepthGE",
        "DEPTHLE" => "oDepthLE",
        "COVERAGE" => "oMask",
        "STENCILREF" => "oStencilRef",
        _ => "special",
    }
}

//! Writes input, output and patch-constant tables from the signature parts.

use glassbox_dxcontainer::part::signature::raw::{Mask, SystemValue};
use glassbox_dxcontainer::part::signature::{Direction, Element, Signature};

use crate::component::component_name;
use crate::dxil::out::Out;
use crate::system_value::word;

/// Column heads and rule of every table.
const HEAD: &str = "; Name                 Index   Mask Register SysValue  Format   Used\n\
                    ; -------------------- ----- ------ -------- -------- ------- ------\n";

/// Writes the table of a signature.
pub(super) fn write(out: &mut Out, signature: &Signature<'_>) {
    let title = match signature.direction() {
        Direction::Input => "Input",
        Direction::Output => "Output",
        Direction::Patch => "Patch Constant",
    };
    out.text(";\n; ").text(title).text(" signature:\n;\n").text(HEAD);
    if signature.elements.is_empty() {
        out.text("; no parameters\n");
        return;
    }
    let streams = signature.elements.iter().any(|element| element.stream != 0);
    for element in &signature.elements {
        row(out, element, streams, signature.direction());
    }
    out.text(";\n");
}

fn row(out: &mut Out, element: &Element<'_>, streams: bool, direction: Direction) {
    let name = element.name.bytes();
    out.text("; ");
    if streams {
        out.byte(b'm').number(element.stream.into()).byte(b':');
    }
    // The stream prefix takes three of the twenty characters.
    let width = if streams { 17 } else { 20 };
    out.left(width, |out| out.name(name).end());
    out.byte(b' ').right(5, |out| out.number(element.index.into()).end());
    let register = element.register.number();
    match register {
        Some(register) => {
            out.text("   ");
            mask(out, element.mask);
            out.byte(b' ').right(8, |out| out.number(register.into()).end());
        }
        None => {
            out.text("    N/A").text(place(name, element.system_value));
        }
    }
    out.right(9, |out| out.text(word(element.system_value).unwrap_or("NONE")).end());
    out.right(8, |out| out.text(component_name(element.component_type)).end());
    // Outputs state the components never written.
    let used = match direction {
        Direction::Input => element.usage,
        Direction::Output | Direction::Patch => Mask(!element.usage.0),
    };
    match register {
        Some(_) => {
            out.text("   ");
            mask(out, used);
        }
        None => {
            out.text(if used.0 == 0 { "     NO" } else { "    YES" });
        }
    }
    out.byte(b'\n');
}

/// Components of a mask, in their columns.
fn mask(out: &mut Out, mask: Mask) {
    for (bit, letter) in [(1, b'x'), (2, b'y'), (4, b'z'), (8, b'w')] {
        out.byte(if mask.0 & bit == 0 { b' ' } else { letter });
    }
}

/// Location of an element without a register.
fn place(name: &[u8], value: SystemValue) -> &'static str {
    let places: [(&[u8], &str); 5] = [
        (b"SV_Depth", "   oDepth"),
        (b"SV_DepthGreaterEqual", " oDepthGE"),
        (b"SV_DepthLessEqual", " oDepthLE"),
        (b"SV_Coverage", "    oMask"),
        (b"SV_StencilRef", "    oStencilRef"),
    ];
    let known = places.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
    match known {
        Some((_, place)) => place,
        None if value == SystemValue::PRIMITIVE_ID => "   primID",
        None => "  special",
    }
}

//! Writes the signatures from module metadata: interpolation modes, dynamically indexed components.

use glassbox_dxcontainer::program::ShaderKind;

use super::tables::{MAX_ROWS, Operands, Tables};
use crate::dxil::out::Out;

const HEAD: &str = "; Name                 Index             InterpMode DynIdx\n\
                    ; -------------------- ----- ---------------------- ------\n";

/// Tag of the dynamically indexed components in an element's properties.
const DYNAMIC: i64 = 2;

/// Writes the signatures of the entry point.
pub(super) fn write(out: &mut Out, tables: &Tables<'_>) {
    let (output, patch) = match tables.kind() {
        ShaderKind::LIBRARY => return,
        ShaderKind::MESH => ("Vertex Output", "Primitive Output"),
        _ => ("Output", "Patch Constant"),
    };
    let signatures = tables.node(tables.entry(), 2);
    let limit = out.len().saturating_add(tables.room);
    for (place, title) in ["Input", output, patch].into_iter().enumerate() {
        let elements = tables.node(signatures, place);
        if elements.is_empty() {
            continue;
        }
        out.text(";\n; ").text(title).text(" signature:\n;\n").text(HEAD);
        for id in elements.iter().flatten().take(MAX_ROWS) {
            if out.len() > limit {
                return;
            }
            let element = tables.module.metadata.node(*id).unwrap_or_default();
            row(out, tables, element);
        }
    }
}

fn row(out: &mut Out, tables: &Tables<'_>, element: Operands<'_>) {
    let index = tables.word(tables.node(element, 4), 0);
    out.text("; ").left(20, |out| out.name(tables.text(element, 1)).end());
    out.byte(b' ').right(5, |out| out.number(index.into()).end());
    let interpolation = match tables.word(element, 5) {
        0 => "",
        1 => "nointerpolation",
        2 => "linear",
        3 => "centroid",
        4 => "noperspective",
        5 => "noperspective centroid",
        6 => "sample",
        7 => "noperspective sample",
        _ => "invalid",
    };
    out.byte(b' ').right(22, |out| out.text(interpolation).end());
    let dynamic = tables.tagged(tables.node(element, 10), DYNAMIC).unwrap_or(0);
    out.text("   ").right(4, |out| {
        for (bit, letter) in [(1, b'x'), (2, b'y'), (4, b'z'), (8, b'w')] {
            if dynamic & bit != 0 {
                out.byte(letter);
            }
        }
    });
    out.byte(b'\n');
}

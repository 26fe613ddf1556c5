//! Prints data between instructions.

use std::fmt::Write as _;

use super::Options;
use crate::names::CustomDataClass;
use crate::operand::number as value;
use crate::walk::Instruction;

/// Margin of the rows of an immediate constant buffer except the first.
const MARGIN: &str = "                              ";

/// Prints custom data; `None` if it is too short for its class.
pub(super) fn data(out: &mut String, instruction: &Instruction<'_>, options: &Options) -> Option<()> {
    let (class, words) = instruction.custom_data()?;
    if class != CustomDataClass::IMMEDIATE_CONSTANT_BUFFER {
        out.push_str(".customdata ");
        match word(class) {
            Some(word) => out.push_str(word),
            None => {
                let _ = write!(out, "{}", class.0);
            }
        }
        for word in words {
            let _ = write!(out, ", 0x{:08x}", value(*word));
        }
        return Some(());
    }
    let (rows, rest) = words.as_chunks::<4>();
    if rows.is_empty() || !rest.is_empty() {
        return None;
    }
    out.push_str("dcl_immediateConstantBuffer { ");
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            out.push_str(",\n");
            out.push_str(MARGIN);
        }
        out.push_str("{ ");
        for (index, word) in row.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            options.word(out, value(*word));
        }
        out.push('}');
    }
    out.push_str(" }");
    Some(())
}

/// Names of the classes that are printed as raw words.
pub(crate) const CLASSES: [(CustomDataClass, &str); 5] = [
    (CustomDataClass::COMMENT, "comment"),
    (CustomDataClass::DEBUG_INFO, "debug"),
    (CustomDataClass::OPAQUE, "opaque"),
    (CustomDataClass::SHADER_MESSAGE, "message"),
    (CustomDataClass::CLIP_PLANE_MAP, "clip_planes"),
];

fn word(class: CustomDataClass) -> Option<&'static str> {
    CLASSES.iter().find(|(known, _)| *known == class).map(|(_, word)| *word)
}

//! Repairs for modules.

use glassbox_core::diagnostic::Diagnostics;
use glassbox_core::format::{EditError, Repair};
use glassbox_spirv::grammar::{Kind, opcode};
use glassbox_spirv::{Binary, Endian, Stop};

use glassbox_spirv::check::rules;

/// Universal limit on the id bound in the specification.
const MOST_IDS: u32 = 4_194_303;

/// Repairs that apply to a module.
pub fn repairs(module: &Binary<'_>, findings: &Diagnostics) -> Vec<Repair> {
    let mut out = Vec::new();
    let mut offer = |name, rule: &'static glassbox_core::diagnostic::Rule, by_default, what: &str| {
        out.push(Repair { name, rule: Some(rule.id), description: what.to_owned(), by_default });
    };
    if findings.has(&rules::PARTIAL_WORD) {
        offer("trailing", &rules::PARTIAL_WORD, true, "removes the bytes after the last complete word");
    }
    if bound(module).is_ok() {
        if findings.has(&rules::ZERO_BOUND) {
            offer("bound", &rules::ZERO_BOUND, true, "sets the bound to the highest id plus one");
        } else if findings.has(&rules::ID_PAST_BOUND) {
            offer("bound", &rules::ID_PAST_BOUND, true, "sets the bound to the highest id plus one");
        }
    }
    if module.endian() == Endian::Big {
        offer("byte-order", &rules::BIG_ENDIAN, false, "swaps the words to least significant byte first");
    }
    out
}

/// Applies a repair to a module. `Err` holds the reason it does not apply.
pub fn repair(bytes: &[u8], name: &str) -> Result<Vec<u8>, EditError> {
    let module = Binary::read(bytes).map_err(|error| error.to_string())?;
    match name {
        "trailing" => {
            let mut walk = module.walk();
            walk.by_ref().for_each(drop);
            match walk.rest() {
                Some(rest) if rest.reason == Stop::PartialWord => Ok(bytes[..rest.range.start].to_vec()),
                _ => Err(EditError::new("no bytes follow the last complete word")),
            }
        }
        "bound" => bound(&module),
        "byte-order" => Ok(little_endian(&module)),
        _ => Err(EditError::new(format!("there is nothing that `{name}` could fix"))),
    }
}

/// Converts the words of a module to little-endian; string literals are words too, so they convert correctly.
pub(crate) fn little_endian(module: &Binary<'_>) -> Vec<u8> {
    let mut out = module.bytes().to_vec();
    if module.endian() == Endian::Big {
        for word in out.as_chunks_mut::<4>().0 {
            word.reverse();
        }
    }
    out
}

/// Highest id that occurs in a module if the bound above it is within the limit, otherwise the highest
/// defined id; 0 if there is none.
pub(crate) fn highest_id(module: &Binary<'_>) -> u32 {
    let used = glassbox_spirv::highest_id(module);
    if used < MOST_IDS {
        return used;
    }
    let defined = module.walk().filter_map(|instruction| {
        let known = opcode(instruction.opcode)?;
        let place = known.operands.iter().take(2).position(|operand| operand.kind == Kind::Result)?;
        instruction.word(place)
    });
    defined.max().unwrap_or(0)
}

/// Bound that the `bound` repair sets; `None` if it does not apply.
pub(crate) fn repaired_bound(module: &Binary<'_>) -> Option<u32> {
    let highest = highest_id(module);
    highest.checked_add(1).filter(|_| highest > 0 && module.header().words == 5)
}

fn bound(module: &Binary<'_>) -> Result<Vec<u8>, EditError> {
    if module.header().words < 5 {
        return Err(EditError::new("the header is cut short"));
    }
    let bound = repaired_bound(module).ok_or("no id is defined")?;
    let mut out = module.bytes().to_vec();
    if let Some(word) = out.get_mut(12..16) {
        word.copy_from_slice(&module.endian().bytes(bound));
    }
    Ok(out)
}

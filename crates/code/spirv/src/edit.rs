//! Strips debug information from a module.

use std::collections::HashSet;

use crate::context::Context;
use crate::grammar;
use crate::grammar::op;
use crate::grammar::value::decoration;
use crate::ids::{self, Role};
use crate::walk::{Binary, HEADER_BYTES, Instruction};

/// Selects what to remove from a module.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Removal {
    /// Source text, lines, strings with no other use, and instructions of debug-information sets.
    pub debug: bool,
    /// Names of ids and members.
    pub names: bool,
    /// Reflection data: source semantics and types, and instructions of non-semantic sets.
    pub reflection: bool,
}

/// The debug-printf set; the layer that runs the shaders interprets it.
const PRINTF: &str = "NonSemantic.DebugPrintf";

/// Returns the module without the selected parts: smaller, valid if it was valid, with the same ids and
/// bound. Bytes after the last readable instruction stay unchanged.
pub fn remove(module: &Binary<'_>, what: Removal) -> Vec<u8> {
    let mut sets = Sets::of(module, what);
    let mut removed: HashSet<usize> = HashSet::new();
    for instruction in module.walk() {
        if sets.is_removed(&instruction, what) {
            removed.insert(instruction.offset);
        }
    }
    // Strings go if no remaining instruction uses them; so do sets and extensions needed only by debug
    // information.
    let used = uses(module, &removed);
    for instruction in module.walk() {
        let result = instruction.word(0).unwrap_or(0);
        let is_unused = match instruction.opcode {
            op::STRING => what.debug && !used.contains(&result),
            op::EXT_INST_IMPORT => sets.removed.contains(&result) && !used.contains(&result),
            _ => false,
        };
        if is_unused {
            removed.insert(instruction.offset);
            sets.removed.remove(&result);
        } else if instruction.opcode == op::EXT_INST_IMPORT && !removed.contains(&instruction.offset) {
            sets.has_non_semantic |= is_non_semantic(&instruction);
        }
    }
    let defined_gone = removed_results(module, &removed);
    let mut out = Vec::with_capacity(module.bytes().len());
    let header = (module.header().words * 4).min(module.bytes().len()).min(HEADER_BYTES);
    out.extend_from_slice(&module.bytes()[..header]);
    let mut walk = module.walk();
    for instruction in &mut walk {
        let target = instruction.word(0).unwrap_or(0);
        let is_about_gone = match instruction.opcode {
            op::NAME | op::MEMBER_NAME | op::DECORATE | op::DECORATE_ID | op::DECORATE_STRING => {
                defined_gone.contains(&target)
            }
            op::EXTENSION => {
                !sets.has_non_semantic
                    && (what.debug || what.reflection)
                    && instruction.string(0).is_some_and(|(name, _)| name == "SPV_KHR_non_semantic_info")
            }
            _ => false,
        };
        if !is_about_gone && !removed.contains(&instruction.offset) {
            out.extend_from_slice(&module.bytes()[instruction.range()]);
        }
    }
    if let Some(rest) = walk.rest() {
        out.extend_from_slice(&module.bytes()[rest.range]);
    }
    out
}

fn is_non_semantic(import: &Instruction<'_>) -> bool {
    import.string(1).is_some_and(|(name, _)| name.starts_with("NonSemantic."))
}

/// The extended instruction sets to remove.
struct Sets {
    removed: HashSet<u32>,
    /// True if a non-semantic set remains.
    has_non_semantic: bool,
}

impl Sets {
    fn of(module: &Binary<'_>, what: Removal) -> Sets {
        let imports = module.walk().filter(|instruction| instruction.opcode == op::EXT_INST_IMPORT);
        let removed = imports.filter_map(|import| {
            let (name, _) = import.string(1)?;
            let is_debug = name.contains("DebugInfo");
            let is_other = name.starts_with("NonSemantic.") && !is_debug && name != PRINTF;
            let is_removed_here = (is_debug && what.debug) || (is_other && what.reflection);
            is_removed_here.then(|| import.word(0)).flatten()
        });
        Sets { removed: removed.collect(), has_non_semantic: false }
    }

    fn is_removed(&self, instruction: &Instruction<'_>, what: Removal) -> bool {
        let is_for_source = |word: Option<u32>| {
            matches!(
                word,
                Some(decoration::USER_SEMANTIC | decoration::USER_TYPE_GOOGLE | decoration::COUNTER_BUFFER)
            )
        };
        match instruction.opcode {
            op::SOURCE
            | op::SOURCE_CONTINUED
            | op::SOURCE_EXTENSION
            | op::LINE
            | op::NO_LINE
            | op::MODULE_PROCESSED => what.debug,
            op::NAME | op::MEMBER_NAME => what.names,
            op::DECORATE | op::DECORATE_STRING | op::DECORATE_ID => {
                what.reflection && is_for_source(instruction.word(1))
            }
            op::MEMBER_DECORATE | op::MEMBER_DECORATE_STRING => {
                what.reflection && is_for_source(instruction.word(2))
            }
            op::EXT_INST => instruction.word(2).is_some_and(|set| self.removed.contains(&set)),
            _ => false,
        }
    }
}

/// Ids used by the remaining instructions.
fn uses(module: &Binary<'_>, removed: &HashSet<usize>) -> HashSet<u32> {
    let mut context = Context::new(module.bytes().len() / 4 + 1);
    let mut used = HashSet::new();
    for instruction in module.walk() {
        // A name keeps nothing alive.
        let stays = !removed.contains(&instruction.offset) && instruction.opcode != op::NAME;
        let mut typed = false;
        let fits = ids::visit(&instruction, &context, |_, id, role| {
            typed |= role == Role::Type;
            if stays && role != Role::Result {
                used.insert(id);
            }
        });
        if !fits && stays {
            // Any word of an unknown instruction may be an id.
            used.extend(instruction.operands());
        }
        context.observe(instruction.opcode, typed, instruction.operands());
    }
    used
}

/// Ids whose definitions are removed.
fn removed_results(module: &Binary<'_>, removed: &HashSet<usize>) -> HashSet<u32> {
    let instructions = module.walk().filter(|instruction| removed.contains(&instruction.offset));
    let results = instructions.filter_map(|instruction| {
        let known = grammar::opcode(instruction.opcode)?;
        let index =
            known.operands.iter().take(2).position(|operand| operand.kind == grammar::Kind::Result)?;
        instruction.word(index)
    });
    results.collect()
}

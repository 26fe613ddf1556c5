//! Debug information out of a module.

use std::collections::HashSet;

use crate::context::Context;
use crate::grammar;
use crate::ids::{self, Role};
use crate::raw::{decoration, op};
use crate::walk::{HEADER_BYTES, Instruction, Module};

/// What is removed from a module.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Removal {
    /// Source text, lines, strings that nothing else uses, and the instructions of sets for debug information.
    pub debug: bool,
    /// Names of ids and members.
    pub names: bool,
    /// What is there for reflection: semantics and types of the source, and the instructions of sets without semantics.
    pub reflection: bool,
}

/// The set that shaders print with: it means something to the layer that runs them.
const PRINTF: &str = "NonSemantic.DebugPrintf";

/// The module without what is to be removed: smaller, valid if it was valid, with the same ids and the same bound. Bytes behind
/// the last instruction that can be read stay as they are.
pub fn remove(module: &Module<'_>, what: Removal) -> Vec<u8> {
    let mut sets = Sets::of(module, what);
    let mut gone: HashSet<usize> = HashSet::new();
    for instruction in module.walk() {
        if sets.is_removed(&instruction, what) {
            gone.insert(instruction.offset);
        }
    }
    // Strings go if nothing that stays uses them; so do sets and extensions that only debug information needed.
    let used = uses(module, &gone);
    for instruction in module.walk() {
        let result = instruction.word(0).unwrap_or(0);
        let is_unused = match instruction.opcode {
            op::STRING => what.debug && !used.contains(&result),
            op::EXT_INST_IMPORT => sets.removed.contains(&result) && !used.contains(&result),
            _ => false,
        };
        if is_unused {
            gone.insert(instruction.offset);
            sets.removed.remove(&result);
        } else if instruction.opcode == op::EXT_INST_IMPORT && !gone.contains(&instruction.offset) {
            sets.has_non_semantic |= is_non_semantic(&instruction);
        }
    }
    let defined_gone = gone_results(module, &gone);
    let mut out = Vec::with_capacity(module.bytes().len());
    let header = (module.header().words * 4)
        .min(module.bytes().len())
        .min(HEADER_BYTES);
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
                    && instruction
                        .string(0)
                        .is_some_and(|(name, _)| name == "SPV_KHR_non_semantic_info")
            }
            _ => false,
        };
        if !is_about_gone && !gone.contains(&instruction.offset) {
            out.extend_from_slice(&module.bytes()[instruction.range()]);
        }
    }
    if let Some(rest) = walk.rest() {
        out.extend_from_slice(&module.bytes()[rest.range]);
    }
    out
}

fn is_non_semantic(import: &Instruction<'_>) -> bool {
    import
        .string(1)
        .is_some_and(|(name, _)| name.starts_with("NonSemantic."))
}

/// The sets of extended instructions that are removed.
struct Sets {
    removed: HashSet<u32>,
    /// Whether a set without semantics stays.
    has_non_semantic: bool,
}

impl Sets {
    fn of(module: &Module<'_>, what: Removal) -> Sets {
        let imports = module
            .walk()
            .filter(|instruction| instruction.opcode == op::EXT_INST_IMPORT);
        let removed = imports.filter_map(|import| {
            let (name, _) = import.string(1)?;
            let is_debug = name.contains("DebugInfo");
            let is_other = name.starts_with("NonSemantic.") && !is_debug && name != PRINTF;
            let goes = (is_debug && what.debug) || (is_other && what.reflection);
            goes.then(|| import.word(0)).flatten()
        });
        Sets {
            removed: removed.collect(),
            has_non_semantic: false,
        }
    }

    fn is_removed(&self, instruction: &Instruction<'_>, what: Removal) -> bool {
        let is_for_source = |word: Option<u32>| {
            matches!(
                word,
                Some(decoration::USER_SEMANTIC | decoration::USER_TYPE | decoration::COUNTER_BUFFER)
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

/// The ids that the instructions that stay use.
fn uses(module: &Module<'_>, gone: &HashSet<usize>) -> HashSet<u32> {
    let mut context = Context::new(module.bytes().len() / 4 + 1);
    let mut used = HashSet::new();
    for instruction in module.walk() {
        // A name keeps nothing alive.
        let stays = !gone.contains(&instruction.offset) && instruction.opcode != op::NAME;
        let mut typed = false;
        let fits = ids::visit(&instruction, &context, |_, id, role| {
            typed |= role == Role::Type;
            if stays && role != Role::Result {
                used.insert(id);
            }
        });
        if !fits && stays {
            // Any word of an instruction that is not understood may be an id.
            used.extend(instruction.operands());
        }
        context.observe(instruction.opcode, typed, instruction.operands());
    }
    used
}

/// The ids that are not defined any more.
fn gone_results(module: &Module<'_>, gone: &HashSet<usize>) -> HashSet<u32> {
    let instructions = module
        .walk()
        .filter(|instruction| gone.contains(&instruction.offset));
    let results = instructions.filter_map(|instruction| {
        let known = grammar::opcode(instruction.opcode)?;
        let place = known
            .operands
            .iter()
            .take(2)
            .position(|operand| operand.kind == grammar::Kind::Result)?;
        instruction.word(place)
    });
    results.collect()
}

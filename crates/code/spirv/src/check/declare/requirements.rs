//! Checks that a module declares what its instructions and enumerants require: versions, extensions, capabilities.

use super::{Checker, rules};
use crate::disassemble::set_bits;
use crate::grammar::value::{built_in, capability as cap, decoration, group_operation};
use crate::grammar::{self, Count, Enumerant, Kind, NEVER, Needs, OpcodeSet, enums, op};
use crate::module::At;

/// Checks every instruction against the grammar's requirements.
pub(super) fn check(checker: &mut Checker<'_>) {
    let module = checker.module;
    let ceiling = checker.environment.minor();
    // What an instruction requires depends on its opcode only.
    let (mut fulfilled, mut known) = (OpcodeSet::NONE, Fulfilled::NONE);
    for &at in &checker.facts.order.all {
        let number = module.opcode(at);
        let is_plain = number == op::EXT_INST || !grammar::has_enumerants(number);
        if is_plain && fulfilled.contains(number) {
            continue;
        }
        let Some(row) = grammar::opcode(number) else { continue };
        if !fulfilled.contains(number) && opcode(checker, at, row, ceiling) {
            fulfilled.insert(number);
        }
        if !is_plain {
            operands(checker, at, row, (ceiling, &mut known));
        }
    }
}

/// Words of enumerations whose requirements are fulfilled: by enumeration, a bit for each of the first values.
struct Fulfilled {
    /// Those without regard to what follows them.
    own: [u64; Fulfilled::KINDS],
    /// Those that no further enumerant follows.
    with_parameters: [u64; Fulfilled::KINDS],
}

impl Fulfilled {
    const KINDS: usize = grammar::ENUMERATION_COUNT;
    const NONE: Fulfilled = Fulfilled { own: [0; Fulfilled::KINDS], with_parameters: [0; Fulfilled::KINDS] };

    fn has(&self, kind: u8, word: u32) -> bool {
        word < 64 && self.own[usize::from(kind)] >> word & 1 != 0
    }

    fn has_all(&self, kind: u8, word: u32) -> bool {
        word < 64 && self.with_parameters[usize::from(kind)] >> word & 1 != 0
    }

    fn insert(&mut self, kind: u8, word: u32) {
        // What a declaration of a capability requires is not what its use requires.
        if word < 64 && kind != enums::CAPABILITY {
            self.own[usize::from(kind)] |= 1 << word;
            let is_enumerated = |operand: &grammar::Operand| matches!(operand.kind, Kind::Enum(_));
            let is_last = |row: &Enumerant| !row.parameters.iter().any(is_enumerated);
            let kind_of = grammar::enumeration(kind);
            if kind_of.is_some_and(|kind| !kind.bits && kind.enumerant(word).is_none_or(is_last)) {
                self.with_parameters[usize::from(kind)] |= 1 << word;
            }
        }
    }
}

/// Number of operands after type and result that an instruction always has.
fn required(row: &grammar::Opcode) -> usize {
    let is_required = |operand: &&grammar::Operand| {
        operand.count == Count::One && !matches!(operand.kind, Kind::ResultType | Kind::Result)
    };
    row.operands.iter().filter(is_required).count()
}

/// True if the environment knows the capability, so that it can be what a row asks for.
fn is_visible(capability: u32, ceiling: u8) -> bool {
    let Some(row) = grammar::enumeration(enums::CAPABILITY).and_then(|kind| kind.enumerant(capability))
    else {
        return false;
    };
    row.needs.version <= ceiling || !row.needs.extensions.is_empty() || !row.needs.capabilities.is_empty()
}

/// True if one of the capabilities is declared, or none of them can be.
fn is_enabled(checker: &Checker<'_>, capabilities: &[u32], ceiling: u8) -> bool {
    let mut visible = false;
    for &capability in capabilities {
        if is_visible(capability, ceiling) {
            if checker.has(capability) {
                return true;
            }
            visible = true;
        }
    }
    !visible
}

/// Checks what an instruction requires whatever its operands. True if nothing is missing.
fn opcode(checker: &mut Checker<'_>, at: At, row: &'static grammar::Opcode, ceiling: u8) -> bool {
    let reserved = op::IMAGE_SPARSE_SAMPLE_PROJ_IMPLICIT_LOD..=op::IMAGE_SPARSE_SAMPLE_PROJ_DREF_EXPLICIT_LOD;
    if reserved.contains(&row.number) {
        checker.report(&rules::RESERVED, at, format!("{} is reserved", row.name));
        return false;
    }
    let ballot = op::GROUP_I_ADD_NON_UNIFORM_AMD..=op::GROUP_S_MAX_NON_UNIFORM_AMD;
    let is_excused = ballot.contains(&row.number) && checker.has_extension("SPV_AMD_shader_ballot");
    if !is_excused && !is_enabled(checker, row.needs.capabilities, ceiling) {
        let message = format!("{} requires {}", row.name, names(row.needs.capabilities));
        checker.report(&rules::CAPABILITY_MISSING, at, message);
        return false;
    }
    if checker.minor() > last_version_of_opcode(row.number) {
        let last = last_version_of_opcode(row.number);
        checker.report(&rules::VERSION_LAST, at, format!("{} ended with SPIR-V 1.{last}", row.name));
        return false;
    }
    // A declared capability brings the instruction with it, except this one.
    let is_brought = !row.needs.capabilities.is_empty() && row.number != op::TERMINATE_INVOCATION;
    is_brought || version(checker, at, row.name, &row.needs)
}

/// Checks version and extensions of an instruction. True if they are declared.
fn version(checker: &mut Checker<'_>, at: At, name: &str, needs: &Needs) -> bool {
    let is_new_enough = needs.version != NEVER && needs.version <= checker.minor();
    if is_new_enough || has_extension_of(checker, needs) {
        return true;
    }
    if needs.extensions.is_empty() && needs.version != NEVER {
        let message = format!("{name} requires SPIR-V 1.{}", needs.version);
        checker.report(&rules::VERSION_FIRST, at, message);
    } else if needs.extensions.is_empty() {
        checker.report(&rules::RESERVED, at, format!("{name} is reserved"));
    } else {
        let message = format!("{name} requires the extension {}", needs.extensions.join(" or "));
        checker.report(&rules::EXTENSION_MISSING, at, message);
    }
    false
}

fn has_extension_of(checker: &Checker<'_>, needs: &Needs) -> bool {
    needs.extensions.iter().any(|name| checker.has_extension(name))
}

/// Last minor version that has an instruction.
fn last_version_of_opcode(number: u16) -> u8 {
    match number {
        op::LESS_OR_GREATER => 5,
        op::ATOMIC_COMPARE_EXCHANGE_WEAK => 3,
        _ => NEVER,
    }
}

/// Last minor version that has an enumerant.
fn last_version_of_value(kind: u8, value: u32) -> u8 {
    match (kind, value) {
        (enums::DECORATION, decoration::BUFFER_BLOCK) => 3,
        _ => NEVER,
    }
}

/// Checks the enumerants among the operands.
fn operands(
    checker: &mut Checker<'_>,
    at: At,
    row: &'static grammar::Opcode,
    (ceiling, known): (u8, &mut Fulfilled),
) {
    let module = checker.module;
    // Most optional masks are absent.
    if !grammar::has_required_enumerants(row.number) && module.operands(at).len() <= required(row) {
        return;
    }
    if let Some((kind, place)) = grammar::only_enumeration(row.number)
        && known.has_all(kind, module.word(at, place))
    {
        return;
    }
    module.each_operand(at, |operand, range| {
        let Kind::Enum(kind) = operand.kind else { return };
        let word = module.word(at, range.start);
        if known.has(kind, word) {
            return;
        }
        let mut check =
            |row: &'static Enumerant| value(checker, Use { at, index: range.start, kind }, row, ceiling);
        let Some(enumeration) = grammar::enumeration(kind) else { return };
        let mut is_fulfilled = true;
        if enumeration.bits && kind != enums::KERNEL_PROFILING_INFO {
            for bit in set_bits(word) {
                if let Some(row) = enumeration.enumerant(bit) {
                    is_fulfilled &= check(row);
                }
            }
        } else if let Some(row) = enumeration.enumerant(word) {
            is_fulfilled &= check(row);
        }
        if is_fulfilled {
            known.insert(kind, word);
        }
    });
}

/// An enumerant in an instruction.
#[derive(Clone, Copy)]
struct Use {
    at: At,
    /// Word of the operand, counted after type and result.
    index: usize,
    kind: u8,
}

/// Checks what an enumerant requires. True if nothing is missing.
fn value(checker: &mut Checker<'_>, place: Use, row: &'static Enumerant, ceiling: u8) -> bool {
    if is_always_enabled(checker, place.kind, row.value) {
        return true;
    }
    let is_declaration =
        matches!(checker.module.opcode(place.at), op::CAPABILITY | op::CONDITIONAL_CAPABILITY_INTEL);
    if !is_declaration {
        let is_rounding = place.kind == enums::DECORATION && row.value == decoration::FP_ROUNDING_MODE;
        let (capabilities, ceiling) = if is_rounding && checker.environment.is_vulkan() {
            (ROUNDING_IN_VULKAN, NEVER)
        } else {
            (row.needs.capabilities, ceiling)
        };
        if !is_enabled(checker, capabilities, ceiling) {
            let message = format!("{} requires {}", row.name, names(capabilities));
            checker.report_operand(&rules::CAPABILITY_MISSING, place.at, place.index, message);
            return false;
        }
    }
    value_version(checker, place, row)
}

/// Checks version and extensions of an enumerant. True if they are declared.
fn value_version(checker: &mut Checker<'_>, place: Use, row: &'static Enumerant) -> bool {
    let needs = &row.needs;
    let last = last_version_of_value(place.kind, row.value);
    let is_new_enough = needs.version != NEVER && needs.version <= checker.minor();
    let (rule, message) = if checker.minor() > last {
        (&rules::VERSION_LAST, format!("{} ended with SPIR-V 1.{last}", row.name))
    } else if is_new_enough || has_extension_of(checker, needs) {
        return true;
    } else if !needs.extensions.is_empty() {
        let message = format!("{} requires the extension {}", row.name, needs.extensions.join(" or "));
        (&rules::EXTENSION_MISSING, message)
    } else if needs.version != NEVER {
        (&rules::VERSION_FIRST, format!("{} requires SPIR-V 1.{}", row.name, needs.version))
    } else {
        return true;
    };
    checker.report_operand(rule, place.at, place.index, message);
    false
}

/// Storage in 16 bits, of which Vulkan requires one kind for a rounding mode.
const ROUNDING_IN_VULKAN: &[u32] = &[
    cap::STORAGE_BUFFER16_BIT_ACCESS,
    cap::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
    cap::STORAGE_PUSH_CONSTANT16,
    cap::STORAGE_INPUT_OUTPUT16,
];

/// Values that other declarations allow than the grammar lists.
fn is_always_enabled(checker: &Checker<'_>, kind: u8, value: u32) -> bool {
    match kind {
        // Naming these needs no capability; using the variable does.
        enums::BUILT_IN => {
            matches!(value, built_in::POINT_SIZE | built_in::CLIP_DISTANCE | built_in::CULL_DISTANCE)
        }
        enums::FP_ROUNDING_MODE => has_small_storage(checker),
        enums::DECORATION => value == decoration::FP_ROUNDING_MODE && has_small_storage(checker),
        enums::GROUP_OPERATION => {
            value <= group_operation::EXCLUSIVE_SCAN
                && (checker.has(cap::KERNEL) || checker.has_extension("SPV_AMD_shader_ballot"))
        }
        _ => false,
    }
}

/// True if values of 16 bits can be stored, which brings rounding modes.
fn has_small_storage(checker: &Checker<'_>) -> bool {
    ROUNDING_IN_VULKAN.iter().any(|capability| checker.has(*capability))
        || checker.has(cap::WORKGROUP_MEMORY_EXPLICIT_LAYOUT16_BIT_ACCESS_KHR)
}

/// Names of capabilities, for messages.
fn names(capabilities: &[u32]) -> String {
    let name = |value: &u32| grammar::value_name("Capability", *value).unwrap_or("?");
    let names: Vec<&str> = capabilities.iter().map(name).collect();
    match names.as_slice() {
        [one] => format!("the capability {one}"),
        _ => format!("one of the capabilities {}", names.join(", ")),
    }
}

//! Rewrites single instructions that another version lacks or spells differently.

use super::composite::Parts;
use super::error::{VersionError, VersionErrorKind};
use crate::grammar::op;
use crate::grammar::value::{
    capability, decoration, execution_mode, image_operands, loop_control, scope, storage_class,
};
use crate::module::{At, Id, Module, Operand, Type};

/// Loop controls of 1.0, and those that 1.1 added with one operand or none.
const LOOP_CONTROLS_0: u32 = loop_control::UNROLL | loop_control::DONT_UNROLL;
const LOOP_CONTROLS_1: u32 = loop_control::DEPENDENCY_INFINITE | loop_control::DEPENDENCY_LENGTH;

/// Loop controls that 1.4 added; all but `PeelCount` and the three counts before it have no operand in common.
const LOOP_CONTROLS_4: u32 = loop_control::MIN_ITERATIONS
    | loop_control::MAX_ITERATIONS
    | loop_control::ITERATION_MULTIPLE
    | loop_control::PEEL_COUNT
    | loop_control::PARTIAL_COUNT;

/// Converts the instructions before the functions.
pub(super) fn globals(module: &mut Module, minor: u8) -> Result<(), VersionError> {
    let mut globals = std::mem::take(&mut module.globals);
    if minor < 3 {
        let subgroups = [
            capability::GROUP_NON_UNIFORM,
            capability::GROUP_NON_UNIFORM_VOTE,
            capability::GROUP_NON_UNIFORM_BALLOT,
        ];
        // Those of the extensions follow from the instructions.
        globals
            .retain(|at| module.opcode(*at) != op::CAPABILITY || !subgroups.contains(&module.word(*at, 0)));
    }
    if minor < 4 {
        globals.retain(|at| !is_local_non_writable(module, *at));
    }
    if minor < 1 {
        globals.retain(|at| module.opcode(*at) != op::MODULE_PROCESSED);
    }
    if minor < 2 {
        for at in &globals {
            if module.opcode(*at) == op::EXECUTION_MODE_ID {
                literal_size(module, *at)?;
            }
        }
    }
    module.globals = globals;
    Ok(())
}

/// True for `NonWritable` on a variable that only one invocation sees.
fn is_local_non_writable(module: &Module, at: At) -> bool {
    let variable = module.definition(module.word(at, 0));
    module.opcode(at) == op::DECORATE
        && module.word(at, 1) == decoration::NON_WRITABLE
        && variable.is_some_and(|at| {
            let class = module.word(at, 0);
            module.opcode(at) == op::VARIABLE
                && matches!(class, storage_class::FUNCTION | storage_class::PRIVATE)
        })
}

/// States a work-group size in literals.
fn literal_size(module: &mut Module, at: At) -> Result<(), VersionError> {
    let fail = |module: &Module, kind| Err(VersionError::at(module, at, kind));
    let [entry, mode, x, y, z] = *module.operands(at) else {
        return fail(module, VersionErrorKind::Instruction);
    };
    if mode != execution_mode::LOCAL_SIZE_ID {
        return fail(module, VersionErrorKind::Instruction);
    }
    let sizes = [x, y, z].map(|id| module.constant_u32(id));
    let [Some(x), Some(y), Some(z)] = sizes else {
        return fail(module, VersionErrorKind::WorkgroupSize);
    };
    let literals = [execution_mode::LOCAL_SIZE, x, y, z].map(Operand::Literal);
    module.rewrite(at, op::EXECUTION_MODE, [Operand::Id(entry)].into_iter().chain(literals));
    Ok(())
}

/// Converts the instructions of functions.
pub(super) fn functions(module: &mut Module, minor: u8) -> Result<(), VersionError> {
    let mut functions = std::mem::take(&mut module.functions);
    let mut parts = Parts::new(module);
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        parts.body.clear();
        for &at in &block.body {
            instruction(&mut parts, at, minor)?;
            parts.body.push(at);
        }
        std::mem::swap(&mut block.body, &mut parts.body);
    }
    module.functions = functions;
    Ok(())
}

fn instruction(parts: &mut Parts<'_>, at: At, minor: u8) -> Result<(), VersionError> {
    match parts.module.opcode(at) {
        op::COPY_LOGICAL if minor < 4 => parts.copy_logical(at),
        op::SELECT if minor < 4 => parts.select(at),
        op::COPY_MEMORY if minor < 4 && has_two_masks(parts.module, at, 2) => {
            Err(VersionError::at(parts.module, at, VersionErrorKind::Operand))
        }
        op::LOOP_MERGE if minor < 4 => {
            loop_controls(parts.module, at, minor);
            Ok(())
        }
        opcode
            if minor < 3 && (op::GROUP_NON_UNIFORM_ALL..=op::GROUP_NON_UNIFORM_BALLOT).contains(&opcode) =>
        {
            subgroup(parts.module, at)
        }
        op::GROUP_NON_UNIFORM_BROADCAST if minor < 5 => {
            shuffle(parts.module, at);
            Ok(())
        }
        op::BRANCH_CONDITIONAL if minor >= 6 => branch(parts, at),
        opcode if minor < 6 => match image_mask(opcode) {
            Some(index) => texel_operands(parts.module, at, index, minor),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Broadcasts from an invocation that is not a constant, as before 1.5 only a shuffle can.
fn shuffle(module: &mut Module, at: At) {
    let index = module.word(at, 2);
    if !crate::grammar::is_constant(module.opcode_of(index)) {
        let operands: Vec<Operand> = module.tagged_operands(at).collect();
        module.rewrite(at, op::GROUP_NON_UNIFORM_SHUFFLE, operands);
    }
}

/// Branches to one label without a condition: 1.6 has no conditional branch to two equal labels.
fn branch(parts: &mut Parts<'_>, at: At) -> Result<(), VersionError> {
    let (yes, no) = (parts.module.word(at, 1), parts.module.word(at, 2));
    if yes != no {
        return Ok(());
    }
    if let Some(&merge) = parts.body.last()
        && parts.module.opcode(merge) == op::SELECTION_MERGE
    {
        if parts.module.word(merge, 0) != yes {
            return Err(VersionError::at(parts.module, at, VersionErrorKind::Instruction));
        }
        parts.body.pop();
    }
    parts.module.rewrite(at, op::BRANCH, [Operand::Id(yes)]);
    Ok(())
}

/// True if a copy states memory operands for the source too.
fn has_two_masks(module: &Module, at: At, index: usize) -> bool {
    let names = module.named_operands(at);
    names.iter().filter(|operand| operand.range.start >= index && operand.name == "MemoryAccess").count() > 1
}

/// Drops hints that the version lacks.
fn loop_controls(module: &mut Module, at: At, minor: u8) {
    let known = if minor < 1 { LOOP_CONTROLS_0 } else { LOOP_CONTROLS_0 | LOOP_CONTROLS_1 };
    let dropped = (LOOP_CONTROLS_1 | LOOP_CONTROLS_4) & !known;
    let mask = module.word(at, 2);
    if mask & dropped == 0 {
        return;
    }
    let mut operands: Vec<Operand> = module.tagged_operands(at).collect();
    let mut values = operands.split_off(3.min(operands.len())).into_iter();
    operands[2] = Operand::Literal(mask & !dropped);
    for bit in crate::disassemble::set_bits(mask) {
        let takes = bit & (loop_control::DEPENDENCY_LENGTH | LOOP_CONTROLS_4) != 0;
        if takes
            && let Some(value) = values.next()
            && bit & dropped == 0
        {
            operands.push(value);
        }
    }
    // Those of extensions come last.
    operands.extend(values);
    module.rewrite(at, op::LOOP_MERGE, operands);
}

/// Says a vote or ballot of a subgroup as the extensions do.
fn subgroup(module: &mut Module, at: At) -> Result<(), VersionError> {
    let opcode = match module.opcode(at) {
        op::GROUP_NON_UNIFORM_ALL => op::SUBGROUP_ALL_KHR,
        op::GROUP_NON_UNIFORM_ANY => op::SUBGROUP_ANY_KHR,
        op::GROUP_NON_UNIFORM_ALL_EQUAL => op::SUBGROUP_ALL_EQUAL_KHR,
        op::GROUP_NON_UNIFORM_BROADCAST => op::SUBGROUP_READ_INVOCATION_KHR,
        op::GROUP_NON_UNIFORM_BROADCAST_FIRST => op::SUBGROUP_FIRST_INVOCATION_KHR,
        _ => op::SUBGROUP_BALLOT_KHR,
    };
    let is_subgroup = module.constant_u32(module.word(at, 0)) == Some(scope::SUBGROUP);
    // The extension compares scalars only.
    let value = module.type_of(module.word(at, 1));
    let compares_vectors =
        opcode == op::SUBGROUP_ALL_EQUAL_KHR && !matches!(module.ty(value), Some(Type::Bool));
    if !is_subgroup || compares_vectors {
        return Err(VersionError::at(module, at, VersionErrorKind::Instruction));
    }
    let operands: Vec<Operand> = module.tagged_operands(at).skip(1).collect();
    module.rewrite(at, opcode, operands);
    Ok(())
}

/// Index of the mask of image operands.
fn image_mask(opcode: u16) -> Option<usize> {
    match opcode {
        op::IMAGE_SAMPLE_IMPLICIT_LOD | op::IMAGE_SAMPLE_EXPLICIT_LOD => Some(2),
        op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD | op::IMAGE_SAMPLE_PROJ_EXPLICIT_LOD => Some(2),
        op::IMAGE_FETCH | op::IMAGE_READ | op::IMAGE_SPARSE_FETCH | op::IMAGE_SPARSE_READ => Some(2),
        op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD | op::IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD => Some(2),
        op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD..=op::IMAGE_SAMPLE_DREF_EXPLICIT_LOD => Some(3),
        op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD..=op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD => Some(3),
        op::IMAGE_GATHER | op::IMAGE_DREF_GATHER | op::IMAGE_WRITE => Some(3),
        op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD..=op::IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD => Some(3),
        op::IMAGE_SPARSE_GATHER | op::IMAGE_SPARSE_DREF_GATHER => Some(3),
        _ => None,
    }
}

/// Drops the hint `Nontemporal`, and extensions that the type of the texels states already.
fn texel_operands(module: &mut Module, at: At, index: usize, minor: u8) -> Result<(), VersionError> {
    let mask = module.word(at, index);
    let mut left = mask & !image_operands::NONTEMPORAL;
    if minor < 4 {
        let stated = match sampled_type(module, module.word(at, 0)) {
            Some(Type::Int { signed: true, .. }) => image_operands::SIGN_EXTEND,
            Some(Type::Int { signed: false, .. }) => image_operands::ZERO_EXTEND,
            _ => 0,
        };
        left &= !stated;
        if left & (image_operands::SIGN_EXTEND | image_operands::ZERO_EXTEND) != 0 {
            return Err(VersionError::at(module, at, VersionErrorKind::Operand));
        }
    }
    if left == mask {
        return Ok(());
    }
    let opcode = module.opcode(at);
    let mut operands: Vec<Operand> = module.tagged_operands(at).collect();
    operands[index] = Operand::Literal(left);
    if left == 0 {
        // No dropped bit has operands.
        operands.truncate(index);
    }
    module.rewrite(at, opcode, operands);
    Ok(())
}

/// Type of the components of an image, or of the image of a combined one.
fn sampled_type(module: &Module, image: Id) -> Option<Type<'_>> {
    let ty = module.ty(module.type_of(image))?;
    let ty = match ty {
        Type::SampledImage { image } => module.ty(image)?,
        ty => ty,
    };
    match ty {
        Type::Image(image) => module.ty(image.sampled),
        _ => None,
    }
}

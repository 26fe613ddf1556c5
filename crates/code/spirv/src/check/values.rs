//! Checks arithmetic, bit, logical and derivative instructions.

use super::shapes::{Holder, Shape};
use super::{Checker, Relaxation, TYPE, rules};
use crate::grammar::op;
use crate::grammar::value::{addressing_model, capability as cap, cooperative_matrix_use as usage};
use crate::module::{At, Id, Type};

/// An instruction, or the operation of a specialized constant.
#[derive(Clone, Copy)]
pub(super) struct Site {
    at: At,
    opcode: u16,
    ty: Id,
    /// Words before its operands: 1 for the opcode of a specialized constant.
    skip: usize,
}

impl Site {
    fn operand(self, c: &Checker<'_>, index: usize) -> Id {
        c.module.type_of(c.module.word(self.at, self.skip + index))
    }

    fn shape(self, c: &Checker<'_>, index: usize) -> Option<Shape> {
        c.shape(self.operand(c, index))
    }

    fn count(self, c: &Checker<'_>) -> usize {
        c.module.operands(self.at).len().saturating_sub(self.skip)
    }

    fn place(self, index: usize) -> (At, usize) {
        (self.at, if index == TYPE { TYPE } else { self.skip + index })
    }
}

/// Checks an instruction on values.
pub(super) fn check(c: &mut Checker<'_>, at: At) {
    let module = c.module;
    let instruction = module.get(at);
    let mut site = Site { at, opcode: instruction.opcode, ty: instruction.ty, skip: 0 };
    if site.opcode == op::SPEC_CONSTANT_OP {
        site = Site { opcode: u16::try_from(module.word(at, 0)).unwrap_or(0), skip: 1, ..site };
        if !is_specialized(site.opcode) {
            return;
        }
    }
    match site.opcode {
        op::S_NEGATE | op::I_ADD | op::I_SUB | op::I_MUL | op::S_DIV | op::S_REM | op::S_MOD => {
            integers(c, site)
        }
        op::U_DIV | op::U_MOD => {
            same(c, site, "an unsigned integer scalar or vector", |shape| shape.is_unsigned())
        }
        op::F_NEGATE
        | op::F_ADD
        | op::F_SUB
        | op::F_MUL
        | op::F_DIV
        | op::F_REM
        | op::F_MOD
        | op::FMA_KHR => {
            same(c, site, "a float scalar or vector", |shape| shape.is_float());
        }
        op::VECTOR_TIMES_SCALAR..=op::MATRIX_TIMES_MATRIX | op::OUTER_PRODUCT | op::DOT => products(c, site),
        op::I_ADD_CARRY..=op::S_MUL_EXTENDED => extended(c, site),
        op::SHIFT_RIGHT_LOGICAL..=op::BIT_COUNT => bits(c, site),
        op::ANY | op::ALL => {
            let holds = c.is_bool_scalar(site.ty);
            c.expect(holds, &rules::RESULT_MISMATCH, site.place(TYPE), "bool");
            let holds = site.shape(c, 0).is_some_and(|shape| shape.is_vector() && shape.is_bool());
            c.expect(holds, &rules::OPERAND_TYPE, site.place(0), "a vector of booleans");
        }
        op::SELECT => select(c, site),
        op::IS_NAN..=op::F_UNORD_GREATER_THAN_EQUAL => comparison(c, site),
        op::DPDX..=op::FWIDTH_COARSE => derivative(c, site),
        op::COOPERATIVE_MATRIX_MUL_ADD_KHR | op::COOPERATIVE_MATRIX_MUL_ADD_NV => multiply_add(c, site),
        op::COOPERATIVE_MATRIX_REDUCE_EXT => reduce(c, site),
        _ => {}
    }
}

/// Operations of specialized constants whose types are checked as those of instructions.
fn is_specialized(opcode: u16) -> bool {
    matches!(
        opcode,
        op::S_NEGATE..=op::F_MOD
            | op::SELECT
            | op::LOGICAL_EQUAL..=op::S_LESS_THAN_EQUAL
            | op::SHIFT_RIGHT_LOGICAL..=op::NOT
    )
}

/// True if an instruction takes cooperative matrices and vectors.
fn takes_cooperative(opcode: u16) -> bool {
    !matches!(opcode, op::F_REM | op::F_MOD | op::S_REM | op::S_MOD | op::U_MOD)
}

fn is_fit(site: Site, shape: &Shape) -> bool {
    match shape.holder {
        Holder::Scalar | Holder::Vector => true,
        Holder::Matrix => false,
        Holder::CooperativeMatrix => takes_cooperative(site.opcode),
    }
}

/// Checks that all operands have the result type.
fn same(c: &mut Checker<'_>, site: Site, expected: &str, fits: impl Fn(&Shape) -> bool) {
    let result = c.shape(site.ty).filter(|shape| is_fit(site, shape) && fits(shape));
    let Some(result) = result else {
        c.expect(false, &rules::RESULT_MISMATCH, site.place(TYPE), expected);
        return;
    };
    for index in 0..site.count(c) {
        let own = site.operand(c, index);
        let holds = own == site.ty
            || result.holder == Holder::CooperativeMatrix && fits_matrix(c, own, site.ty, &fits);
        let holds = holds || is_same_vector(c, own, site.ty);
        c.expect(holds, &rules::OPERAND_TYPE, site.place(index), "the result type");
    }
}

fn is_same_vector(c: &Checker<'_>, one: Id, other: Id) -> bool {
    let is_long = |ty| c.module.opcode_of(ty) == op::TYPE_VECTOR_ID_EXT;
    let count = |ty| c.shape(ty).map_or(0, |shape| shape.count);
    is_long(one) && is_long(other) && (count(one) == count(other) || count(one) == 0 || count(other) == 0)
}

/// True for a cooperative matrix of the same shape.
fn fits_matrix(c: &Checker<'_>, own: Id, result: Id, fits: &impl Fn(&Shape) -> bool) -> bool {
    c.module.opcode_of(own) == op::TYPE_COOPERATIVE_MATRIX_KHR
        && c.shape(own).is_some_and(|shape| fits(&shape))
        && matrix_shapes_match(c, own, result, MatrixParts::All)
}

/// Which constants of two matrix types must be equal.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum MatrixParts {
    All,
    /// The use may differ.
    ExceptUse,
    /// Rows and columns are exchanged; the use may differ.
    Transposed,
}

/// True unless constants of two cooperative matrix types are known to differ.
pub(super) fn matrix_shapes_match(c: &Checker<'_>, one: Id, other: Id, parts: MatrixParts) -> bool {
    let constants = |ty| c.module.definition(ty).map_or(&[][..], |at| c.module.operands(at));
    let (one, other) = (constants(one), constants(other));
    let differ = |from: usize, to: usize| {
        let value = |list: &[Id], index: usize| list.get(index).and_then(|id| c.constant_int(*id));
        value(one, from).zip(value(other, to)).is_some_and(|(one, other)| one != other)
    };
    let swapped = parts == MatrixParts::Transposed;
    let (rows, columns) = if swapped { (3, 2) } else { (2, 3) };
    !differ(1, 1) && !differ(2, rows) && !differ(3, columns) && (parts != MatrixParts::All || !differ(4, 4))
}

fn integers(c: &mut Checker<'_>, site: Site) {
    let result = c.shape(site.ty).filter(|shape| is_fit(site, shape) && shape.is_int());
    let Some(result) = result else {
        c.expect(false, &rules::RESULT_MISMATCH, site.place(TYPE), "an integer scalar or vector");
        return;
    };
    for index in 0..site.count(c) {
        let holds = match site.shape(c, index) {
            Some(shape) if result.holder == Holder::CooperativeMatrix => {
                site.operand(c, index) == site.ty
                    || shape.is_int()
                        && fits_matrix(c, site.operand(c, index), site.ty, &|shape| shape.is_int())
            }
            Some(shape) => shape.is_int() && shape.holder == result.holder && has_size(&shape, &result),
            None => false,
        };
        c.expect(
            holds,
            &rules::OPERAND_TYPE,
            site.place(index),
            "integers as many and as wide as in the result",
        );
    }
}

fn has_size(one: &Shape, other: &Shape) -> bool {
    one.width == other.width && has_count(one, other)
}

fn has_count(one: &Shape, other: &Shape) -> bool {
    one.count == other.count
}

/// Columns, rows and column type of a matrix of floats.
struct Matrix {
    columns: u32,
    rows: u32,
    column: Id,
    component: Id,
}

fn matrix(c: &Checker<'_>, ty: Id) -> Option<Matrix> {
    let Some(Type::Matrix { column, count }) = c.module.ty(ty) else { return None };
    let shape = c.shape(column)?;
    Some(Matrix { columns: count, rows: shape.count, column, component: shape.component })
}

fn products(c: &mut Checker<'_>, site: Site) {
    let [left, right] = [0, 1].map(|index| site.operand(c, index));
    let result = c.shape(site.ty);
    let vector = |ty| c.shape(ty).filter(|shape| shape.is_vector() && shape.is_float());
    let is_vector = vector(site.ty).is_some();
    let (result_fits, expected_result, operands): (bool, &str, [(bool, &str); 2]) = match site.opcode {
        op::DOT => {
            let (one, other) = (vector(left), vector(right));
            let fits = |shape: Option<Shape>| shape.is_some_and(|shape| shape.component == site.ty);
            let counts = one.zip(other).is_none_or(|(one, other)| has_count(&one, &other));
            let bfloat = result.is_some_and(|shape| shape.width == 16 && shape.encoding.is_some());
            let result = c.is_float_scalar(site.ty) && (!bfloat || c.has(cap::B_FLOAT16_DOT_PRODUCT_KHR));
            let expected = "a vector of the result type, as long as the other";
            (result, "a float scalar", [(fits(one), expected), (fits(other) && counts, expected)])
        }
        op::VECTOR_TIMES_SCALAR => {
            let component = result.map_or(0, |shape| shape.component);
            let operands =
                [(left == site.ty, "the result type"), (right == component, "the type of its components")];
            (is_vector, "a vector of floats", operands)
        }
        op::MATRIX_TIMES_SCALAR => {
            let fits = c.is_cooperative_matrix(site.ty) || matrix(c, site.ty).is_some();
            let component = result.map_or(0, |shape| shape.component);
            let operands =
                [(left == site.ty, "the result type"), (right == component, "the type of its components")];
            (fits, "a matrix of floats", operands)
        }
        op::VECTOR_TIMES_MATRIX => {
            let component = result.map_or(0, |shape| shape.component);
            let length = vector(left).filter(|shape| shape.component == component);
            let right = matrix(c, right).is_some_and(|matrix| {
                matrix.component == component
                    && result.is_some_and(|shape| shape.count == matrix.columns)
                    && length.is_none_or(|shape| shape.count == matrix.rows)
            });
            let expected = "a matrix with rows as long as the vector and a column for each result";
            (
                is_vector,
                "a vector of floats",
                [(length.is_some(), "a vector of the same floats"), (right, expected)],
            )
        }
        op::MATRIX_TIMES_VECTOR => {
            let matrix = matrix(c, left).filter(|matrix| matrix.column == site.ty);
            let right = vector(right).is_some_and(|shape| {
                matrix
                    .as_ref()
                    .is_none_or(|matrix| matrix.component == shape.component && matrix.columns == shape.count)
            });
            let operands = [
                (matrix.is_some(), "a matrix whose columns have the result type"),
                (right, "a vector with a component for each column"),
            ];
            (is_vector, "a vector of floats", operands)
        }
        op::MATRIX_TIMES_MATRIX => {
            let result = matrix(c, site.ty);
            let (one, other) = (matrix(c, left), matrix(c, right));
            let fits =
                one.as_ref().zip(result.as_ref()).is_some_and(|(one, result)| one.column == result.column);
            let all = one.as_ref().zip(other.as_ref()).zip(result.as_ref()).is_some_and(
                |((one, other), result)| {
                    other.component == result.component
                        && other.columns == result.columns
                        && one.columns == other.rows
                },
            );
            let operands = [
                (fits, "a matrix with columns of the result"),
                (all || !fits && other.is_some(), "a matrix with a row for each column of the left one"),
            ];
            (result.is_some(), "a matrix of floats", operands)
        }
        _ => {
            let result = matrix(c, site.ty);
            let (column, component, columns) =
                result.as_ref().map_or((0, 0, 0), |matrix| (matrix.column, matrix.component, matrix.columns));
            let right =
                vector(right).is_some_and(|shape| shape.component == component && shape.count == columns);
            let operands = [
                (left == column, "the type of a column"),
                (right, "a vector with a component for each column"),
            ];
            (result.is_some(), "a matrix of floats", operands)
        }
    };
    if c.expect(result_fits, &rules::RESULT_MISMATCH, site.place(TYPE), expected_result) {
        for (index, (holds, expected)) in operands.into_iter().enumerate() {
            if !c.expect(holds, &rules::OPERAND_TYPE, site.place(index), expected) {
                break;
            }
        }
    }
}

fn extended(c: &mut Checker<'_>, site: Site) {
    let members = match c.module.ty(site.ty) {
        Some(Type::Struct { members }) => members,
        _ => &[],
    };
    let is_any = site.opcode == op::S_MUL_EXTENDED;
    let holds = matches!(members, [one, other] if one == other)
        && c.shape(members[0]).is_some_and(|shape| {
            shape.is_plain() && if is_any { shape.is_int() } else { shape.is_unsigned() }
        });
    let expected =
        "a structure of two equal integers, which are unsigned unless the multiplication is signed";
    if c.expect(holds, &rules::RESULT_MISMATCH, site.place(TYPE), expected) {
        for index in 0..2 {
            let holds = site.operand(c, index) == members[0];
            c.expect(holds, &rules::OPERAND_TYPE, site.place(index), "the type of the members of the result");
        }
    }
}

fn bits(c: &mut Checker<'_>, site: Site) {
    let is_integer =
        |shape: &Shape| shape.is_int() && matches!(shape.holder, Holder::Scalar | Holder::Vector);
    let result = c.shape(site.ty).filter(is_integer);
    let Some(result) = result else {
        c.expect(false, &rules::RESULT_MISMATCH, site.place(TYPE), "an integer scalar or vector");
        return;
    };
    let is_shift = matches!(site.opcode, op::SHIFT_RIGHT_LOGICAL..=op::SHIFT_LEFT_LOGICAL);
    if is_shift || matches!(site.opcode, op::BITWISE_OR..=op::NOT) {
        for index in 0..site.count(c) {
            let shape = site.shape(c, index).filter(is_integer);
            let is_amount = is_shift && index == 1;
            let holds = shape.is_some_and(|shape| {
                has_count(&shape, &result) && (is_amount || shape.width == result.width)
            });
            let expected = if is_amount {
                "as many integers as in the result"
            } else {
                "integers as many and as wide as in the result"
            };
            c.expect(holds, &rules::OPERAND_TYPE, site.place(index), expected);
        }
        return;
    }
    let base = site.operand(c, 0);
    let shape = c.shape(base).filter(|shape| shape.is_int() && shape.is_plain());
    if !c.expect(shape.is_some(), &rules::OPERAND_TYPE, site.place(0), "an integer scalar or vector") {
        return;
    }
    if c.environment.is_vulkan() && !c.relaxes(Relaxation::AllowVulkan32BitBitwise) {
        let holds = shape.is_some_and(|shape| shape.width == 32);
        c.expect(holds, &rules::BIT_WIDTH, site.place(0), "integers of 32 bits");
    }
    let is_count = site.opcode == op::BIT_COUNT;
    let holds =
        if is_count { shape.is_some_and(|shape| has_count(&shape, &result)) } else { base == site.ty };
    c.expect(holds, &rules::OPERAND_TYPE, site.place(0), "the result type");
    let first = if site.opcode == op::BIT_FIELD_INSERT { 2 } else { 1 };
    if first == 2 {
        let holds = site.operand(c, 1) == site.ty;
        c.expect(holds, &rules::OPERAND_TYPE, site.place(1), "the result type");
    }
    if matches!(site.opcode, op::BIT_FIELD_INSERT..=op::BIT_FIELD_U_EXTRACT) {
        for index in first..first + 2 {
            let holds = c.is_int_scalar(site.operand(c, index));
            c.expect(holds, &rules::OPERAND_TYPE, site.place(index), "an integer scalar");
        }
    }
}

fn comparison(c: &mut Checker<'_>, site: Site) {
    let result = c.shape(site.ty).filter(|shape| shape.is_plain() && shape.is_bool());
    let Some(result) = result else {
        c.expect(false, &rules::RESULT_MISMATCH, site.place(TYPE), "a boolean scalar or vector");
        return;
    };
    let is_logical = matches!(site.opcode, op::LOGICAL_EQUAL..=op::LOGICAL_NOT);
    let is_int = matches!(site.opcode, op::I_EQUAL..=op::S_LESS_THAN_EQUAL);
    let first = site.operand(c, 0);
    for index in 0..site.count(c) {
        let own = site.operand(c, index);
        let (holds, expected) = match c.shape(own) {
            _ if is_logical => (own == site.ty, "the result type"),
            Some(shape) if is_int => {
                let width = c.shape(first).is_none_or(|first| first.width == shape.width);
                let holds =
                    shape.is_plain() && shape.is_int() && has_count(&shape, &result) && (index == 0 || width);
                (holds, "integers of one width, one for each result")
            }
            Some(shape) => {
                let holds =
                    shape.is_plain() && shape.is_float() && has_count(&shape, &result) && own == first;
                (holds, "floats of one type, one for each result")
            }
            None => (false, if is_int { "integers" } else { "floats" }),
        };
        if !c.expect(holds, &rules::OPERAND_TYPE, site.place(index), expected) {
            return;
        }
    }
}

fn select(c: &mut Checker<'_>, site: Site) {
    let composites = c.minor() >= 4;
    let kind = c.module.opcode_of(site.ty);
    let (holds, expected) = match kind {
        op::TYPE_POINTER | op::TYPE_UNTYPED_POINTER_KHR => {
            let holds = c.addressing_model() != addressing_model::LOGICAL
                || c.has(cap::VARIABLE_POINTERS_STORAGE_BUFFER);
            (holds, "a type other than a pointer, or the capability VariablePointers")
        }
        op::TYPE_SAMPLED_IMAGE | op::TYPE_IMAGE | op::TYPE_SAMPLER => {
            (c.has(cap::BINDLESS_TEXTURE_NV), "a type other than an image or sampler")
        }
        op::TYPE_VECTOR | op::TYPE_VECTOR_ID_EXT | op::TYPE_BOOL | op::TYPE_INT | op::TYPE_FLOAT => {
            (true, "")
        }
        op::TYPE_ARRAY | op::TYPE_MATRIX | op::TYPE_STRUCT => {
            (composites, "a scalar or vector, as this is before SPIR-V 1.4")
        }
        _ => (false, "a scalar, vector or composite"),
    };
    if !c.expect(holds, &rules::RESULT_MISMATCH, site.place(TYPE), expected) {
        return;
    }
    let count = c.shape(site.ty).filter(Shape::is_vector).map_or(1, |shape| shape.count);
    let condition = site.shape(c, 0).filter(|shape| shape.is_plain() && shape.is_bool());
    let holds = condition.is_some_and(|shape| shape.count == count || composites && shape.is_scalar());
    c.expect(
        holds,
        &rules::OPERAND_TYPE,
        site.place(0),
        "a boolean, or one for each component of the result",
    );
    for index in 1..3 {
        let holds = site.operand(c, index) == site.ty;
        c.expect(holds, &rules::OPERAND_TYPE, site.place(index), "the result type");
    }
}

fn derivative(c: &mut Checker<'_>, site: Site) {
    let half = c.has_extension("SPV_AMD_gpu_shader_half_float");
    let holds = c.shape(site.ty).is_some_and(|shape| {
        let width = shape.width == 32 || half && shape.width == 16;
        shape.is_plain() && shape.is_float() && width && shape.encoding.is_none()
    });
    c.expect(holds, &rules::RESULT_MISMATCH, site.place(TYPE), "a scalar or vector of floats of 32 bits");
    let holds = site.operand(c, 0) == site.ty;
    c.expect(holds, &rules::OPERAND_TYPE, site.place(0), "the result type");
}

/// Use of a cooperative matrix type, if it is a final constant; `None` in the second place if the type is another.
fn matrix_use(c: &Checker<'_>, ty: Id) -> Option<Option<u32>> {
    let at = c.module.definition(ty).filter(|at| c.module.opcode(*at) == op::TYPE_COOPERATIVE_MATRIX_KHR)?;
    Some(c.constant_int(c.module.word(at, 4)))
}

fn multiply_add(c: &mut Checker<'_>, site: Site) {
    let is_khr = site.opcode == op::COOPERATIVE_MATRIX_MUL_ADD_KHR;
    let types = [site.operand(c, 0), site.operand(c, 1), site.operand(c, 2), site.ty];
    let uses = [
        (usage::MATRIX_A_KHR, "a cooperative matrix of use A"),
        (usage::MATRIX_B_KHR, "a cooperative matrix of use B"),
        (usage::MATRIX_ACCUMULATOR_KHR, "a cooperative matrix of use Accumulator"),
        (usage::MATRIX_ACCUMULATOR_KHR, "a cooperative matrix"),
    ];
    for (index, (ty, (usage, expected))) in types.iter().zip(uses).enumerate() {
        let holds = match matrix_use(c, *ty) {
            Some(found) => is_khr && (index == 3 || found.is_none_or(|found| found == usage)),
            None => !is_khr && c.module.opcode_of(*ty) == op::TYPE_COOPERATIVE_MATRIX_NV,
        };
        let place = if index == 3 { TYPE } else { index };
        if !c.expect(holds, &rules::MATRIX_USE, site.place(place), expected) {
            return;
        }
    }
    let value = |matrix: usize, part: usize| {
        let at = c.module.definition(types[matrix])?;
        c.constant_int(c.module.word(at, part))
    };
    let agree = |places: &[(usize, usize)]| {
        let mut known = places.iter().filter_map(|(matrix, part)| value(*matrix, *part));
        let first = known.next();
        known.all(|other| first == Some(other))
    };
    let holds = agree(&[(0, 1), (1, 1), (2, 1), (3, 1)])
        && agree(&[(0, 2), (2, 2), (3, 2)])
        && agree(&[(1, 3), (2, 3), (3, 3)])
        && agree(&[(0, 3), (1, 2)]);
    c.expect(holds, &rules::MATRIX_SHAPE, site.place(TYPE), "matrices of M×K, K×N and M×N of one scope");
}

fn reduce(c: &mut Checker<'_>, site: Site) {
    let own = site.operand(c, 0);
    for (place, ty) in [(TYPE, site.ty), (0, own)] {
        let accumulator = usage::MATRIX_ACCUMULATOR_KHR;
        let holds = matrix_use(c, ty).is_some_and(|found| found.is_none_or(|found| found == accumulator));
        if !c.expect(holds, &rules::MATRIX_USE, site.place(place), "a cooperative matrix of use Accumulator")
        {
            return;
        }
    }
    let part = |ty, index| c.module.definition(ty).map_or(0, |at| c.module.word(at, index));
    let component = part(own, 0);
    let value = |ty, index| c.constant_int(part(ty, index));
    let both = |index| value(site.ty, index).zip(value(own, index));
    let equal = |index| both(index).is_none_or(|(one, other)| one == other);
    let half = |index| both(index).is_none_or(|(one, other)| u64::from(one) * 2 == u64::from(other));
    let mask = c.module.word(site.at, 1);
    let known = both(2).is_some() && both(3).is_some();
    let holds = part(site.ty, 0) == component
        && equal(1)
        && match mask {
            1 => equal(2),
            2 => equal(3),
            3 => true,
            4 => !known || half(2) && half(3),
            _ => false,
        };
    c.expect(holds, &rules::MATRIX_SHAPE, site.place(1), "a reduction that leads to the result type");
    let function = c.module.definition(c.module.word(site.at, 2));
    let ty = function.filter(|at| c.module.opcode(*at) == op::FUNCTION).map(|at| c.module.word(at, 1));
    let holds = ty.is_some_and(|ty| match c.module.ty(ty) {
        Some(Type::Function { result, parameters }) => {
            result == component && parameters.len() == 2 && parameters.iter().all(|one| *one == component)
        }
        _ => false,
    });
    c.expect(holds, &rules::OPERAND_TYPE, site.place(2), "a function of two components that returns one");
}

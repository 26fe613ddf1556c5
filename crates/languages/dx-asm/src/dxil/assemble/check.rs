//! Checks the types of operands and tells those of results, for instructions and constant expressions.

use std::ops::Range;

use glassbox_dxil::ir::{BinaryOp, CastOp, Constant, Flags, Predicate, Type, TypeId, ValueId};

use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::rules;

/// A value with its type and its place in the text.
pub(super) type Operand = (ValueId, TypeId, Range<usize>);

/// Flags of fast arithmetic.
const FAST: [(Flags, &str); 5] = [
    (Flags::FAST, "fast"),
    (Flags::NO_NANS, "nnan"),
    (Flags::NO_INFINITIES, "ninf"),
    (Flags::NO_SIGNED_ZEROS, "nsz"),
    (Flags::ALLOW_RECIPROCAL, "arcp"),
];

impl Parser<'_> {
    /// Reports an operand that an instruction does not take.
    pub(super) fn refuse<T>(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Parsed<T> {
        Err(self.fail(&rules::OPERAND, span, message, help))
    }

    /// Flags in front of the operands of a float operation.
    pub(super) fn fast_flags(&mut self) -> Flags {
        let mut flags = Flags::NONE;
        while let Token::Word(word) = self.token {
            let Some((flag, _)) = FAST.iter().find(|(_, name)| *name == word) else { break };
            self.advance();
            flags.0 |= if *flag == Flags::FAST { super::ALL_FAST.0 } else { flag.0 };
        }
        flags
    }

    /// Flags in front of the operands of an operator.
    pub(super) fn operator_flags(&mut self, op: BinaryOp) -> Flags {
        let words: &[(Flags, &str)] = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => &[
                (Flags::NO_UNSIGNED_WRAP, "nuw"),
                (Flags::NO_SIGNED_WRAP, "nsw"),
                (Flags::NO_UNSIGNED_WRAP, "nuw"),
            ],
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => &[(Flags::EXACT, "exact")],
            op if op.is_float() => return self.fast_flags(),
            _ => &[],
        };
        let mut flags = Flags::NONE;
        for (flag, word) in words {
            if self.eat_word(word) {
                flags.0 |= flag.0;
            }
        }
        flags
    }

    /// Checks the type of the operands of an operator.
    pub(super) fn operator_type(&mut self, op: BinaryOp, ty: TypeId, span: Range<usize>) -> Parsed<()> {
        let (is_good, expected) = if op.is_float() {
            (self.table().is_float(ty), "floats")
        } else {
            (self.is_integer(ty), "integers")
        };
        if is_good {
            return Ok(());
        }
        let message =
            format!("found operands of type {} for `{}`, expected {expected}", self.spelled(ty), op.name());
        let partner = match op {
            BinaryOp::Add => "fadd",
            BinaryOp::Sub => "fsub",
            BinaryOp::Mul => "fmul",
            BinaryOp::UDiv | BinaryOp::SDiv => "fdiv",
            BinaryOp::URem | BinaryOp::SRem => "frem",
            BinaryOp::FAdd => "add",
            BinaryOp::FSub => "sub",
            BinaryOp::FMul => "mul",
            BinaryOp::FDiv => "sdiv or udiv",
            BinaryOp::FRem => "srem or urem",
            _ => "a conversion to integers first",
        };
        self.refuse(span, message, format!("use {partner}"))
    }

    /// The predicate of a comparison.
    pub(super) fn predicate(&mut self, is_float: bool) -> Parsed<Predicate> {
        let all = || Predicate::ALL.iter().filter(move |predicate| predicate.is_float() == is_float);
        if let Token::Word(word) = self.token
            && let Some(predicate) = all().find(|predicate| predicate.name() == word)
        {
            self.advance();
            return Ok(*predicate);
        }
        let what =
            if is_float { "a predicate of fcmp, such as oeq" } else { "a predicate of icmp, such as eq" };
        let names: Vec<&str> = all().map(|predicate| predicate.name()).collect();
        Err(self.unknown(what, names))
    }

    /// Type of the result of a comparison.
    pub(super) fn comparison(&mut self, is_float: bool, ty: TypeId, span: Range<usize>) -> Parsed<TypeId> {
        let scalar = self.table().scalar(ty);
        let is_pointer = matches!(self.table().get(scalar), Some(Type::Pointer { .. }));
        let is_good = if is_float { self.table().is_float(ty) } else { is_pointer || self.is_integer(ty) };
        if !is_good {
            let (word, expected, help) = if is_float {
                ("fcmp", "floats", "use icmp for integers and pointers")
            } else {
                ("icmp", "integers or pointers", "use fcmp for floats")
            };
            let message =
                format!("found operands of type {} for `{word}`, expected {expected}", self.spelled(ty));
            return self.refuse(span, message, help);
        }
        let bit = self.intern(Type::Integer(1));
        Ok(self.like(bit, ty))
    }

    /// Checks a conversion.
    pub(super) fn conversion(
        &mut self,
        op: CastOp,
        from: TypeId,
        to: TypeId,
        span: Range<usize>,
    ) -> Parsed<()> {
        let Err(expected) = self.table().conversion(op, from, to) else { return Ok(()) };
        let (from, to) = (self.spelled(from), self.spelled(to));
        let message = format!("found `{}` from {from} to {to}, expected {expected}", op.name());
        self.refuse(span, message, "use the conversion that these types have, or change one of them")
    }

    /// Type of the result of `select`.
    pub(super) fn selection(&mut self, condition: &Operand, a: &Operand, b: &Operand) -> Parsed<TypeId> {
        if a.1 != b.1 {
            return Err(self.mismatch(b.2.clone(), b.1, a.1));
        }
        let scalar = self.table().scalar(condition.1);
        let lanes = self.lanes(condition.1);
        let fits = lanes.is_none() || lanes == self.lanes(a.1);
        if self.width(scalar) != Some(1) || !fits {
            let message = format!("found a condition of type {}, expected i1", self.spelled(condition.1));
            return self.refuse(condition.2.clone(), message, "compare with icmp ne ..., 0 first");
        }
        Ok(a.1)
    }

    /// Type of an element of a vector.
    pub(super) fn extraction(&mut self, vector: &Operand, index: &Operand) -> Parsed<TypeId> {
        self.vector(vector)?;
        self.lane(index)?;
        Ok(self.table().scalar(vector.1))
    }

    /// Type of a vector with an element replaced.
    pub(super) fn insertion(
        &mut self,
        vector: &Operand,
        element: &Operand,
        index: &Operand,
    ) -> Parsed<TypeId> {
        self.vector(vector)?;
        let scalar = self.table().scalar(vector.1);
        if element.1 != scalar {
            return Err(self.mismatch(element.2.clone(), element.1, scalar));
        }
        self.lane(index)?;
        Ok(vector.1)
    }

    fn vector(&mut self, operand: &Operand) -> Parsed<()> {
        if self.lanes(operand.1).is_some() {
            return Ok(());
        }
        let message = format!("found an operand of type {}, expected a vector", self.spelled(operand.1));
        self.refuse(operand.2.clone(), message, "use extractvalue and insertvalue for structures and arrays")
    }

    fn lane(&mut self, index: &Operand) -> Parsed<()> {
        if self.width(index.1).is_some() {
            return Ok(());
        }
        let message = format!("found an index of type {}, expected an integer", self.spelled(index.1));
        self.refuse(index.2.clone(), message, "use i32 for indices")
    }

    /// Type of the result of `shufflevector`.
    pub(super) fn shuffle(&mut self, a: &Operand, b: &Operand, mask: &Operand) -> Parsed<TypeId> {
        self.vector(a)?;
        if a.1 != b.1 {
            return Err(self.mismatch(b.2.clone(), b.1, a.1));
        }
        let scalar = self.table().scalar(mask.1);
        let (Some(count), Some(32)) = (self.lanes(mask.1), self.width(scalar)) else {
            let message = format!("found a mask of type {}, expected a vector of i32", self.spelled(mask.1));
            return self.refuse(mask.2.clone(), message, "write the numbers of elements as <i32 0, i32 1>");
        };
        let most = 2 * u64::from(self.lanes(a.1).unwrap_or(0));
        let constants = &self.builder.module.constants;
        let is_element = |value: &ValueId| match self.builder.module.constant(*value) {
            Some(Constant::Undef | Constant::Null) => true,
            Some(Constant::Integer(number)) => u64::try_from(number).is_ok_and(|number| number < most),
            _ => false,
        };
        let is_good = match self.builder.module.constant(mask.0).filter(|_| self.is_constant(mask.0)) {
            Some(Constant::Null | Constant::Undef) => true,
            Some(Constant::Data(words)) => constants.words(words).iter().all(|word| *word < most),
            Some(Constant::Aggregate(parts)) => constants.operands(parts).iter().all(is_element),
            _ => false,
        };
        if !is_good {
            let message =
                format!("found a mask that is not made of constants below {most}, expected such ones");
            return self.refuse(mask.2.clone(), message, "count the elements of both vectors from 0");
        }
        let element = self.table().scalar(a.1);
        Ok(self.intern(Type::Vector { element, count }))
    }

    /// Type of the part of an aggregate that indices lead to.
    pub(super) fn path(&mut self, ty: TypeId, indices: &[(u32, Range<usize>)]) -> Parsed<TypeId> {
        let mut at = ty;
        for (index, span) in indices {
            let is_aggregate = matches!(
                self.table().get(at),
                Some(Type::Array { .. } | Type::Struct { .. } | Type::Named { fields: Some(_), .. })
            );
            at = match self.part(at, u64::from(*index)) {
                Some(part) if is_aggregate => part,
                _ => {
                    let message =
                        format!("found index {index} of {}, which has no such part", self.spelled(at));
                    let help = if is_aggregate {
                        "use a smaller index"
                    } else {
                        "remove the index: the type has no parts"
                    };
                    return self.refuse(span.clone(), message, help);
                }
            };
        }
        Ok(at)
    }
}

//! Reads instructions that access memory.

use std::ops::Range;

use glassbox_dxil::ir::{Access, Alignment, Op, Ordering, RmwOp, Type, TypeId};

use super::check::Operand;
use super::instruction::Made;
use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::rules;

/// Scope of an ordering with all threads.
const CROSS_THREAD: u32 = 1;

impl Parser<'_> {
    /// An instruction that accesses memory, after its first word.
    pub(super) fn memory(&mut self, word: &str, start: usize) -> Parsed<Made> {
        match word {
            "alloca" => self.allocation(),
            "load" => self.load(start),
            "store" => self.store(start),
            "getelementptr" => self.element_address(),
            "atomicrmw" => self.atomic_operation(),
            "cmpxchg" => self.exchange(),
            _ => self.fence(start),
        }
    }

    fn allocation(&mut self) -> Parsed<Made> {
        let in_alloca = self.eat_word("inalloca");
        let place = self.span.clone();
        let allocated = self.ty()?;
        self.element(allocated, place, "an allocation")?;
        let mut count = None;
        let mut alignment = Alignment::NONE;
        while self.more() {
            if self.eat_word("align") {
                alignment = Alignment::of(self.alignment()? as u32);
                continue;
            }
            if count.is_some() {
                return Err(self.unexpected("`align`"));
            }
            let (value, ty, span) = self.typed()?;
            if self.width(ty).is_none() {
                let message =
                    format!("found a number of elements of type {}, expected an integer", self.spelled(ty));
                return self.refuse(span, message, "write i32 and a number");
            }
            count = Some(value);
        }
        let count = match count {
            Some(count) => count,
            None => {
                let word = self.intern(Type::Integer(32));
                self.plain(word, glassbox_dxil::ir::Constant::Integer(1))
            }
        };
        let ty = self.intern(Type::Pointer { pointee: allocated, address_space: 0 });
        Ok(Made::new(Op::Alloca { allocated, alignment, in_alloca }, ty, [count]))
    }

    /// `atomic` and `volatile`, each optional.
    fn access(&mut self) -> (bool, bool) {
        (self.eat_word("atomic"), self.eat_word("volatile"))
    }

    /// What follows the operands of a load or a store.
    fn rest_of_access(
        &mut self,
        (is_atomic, volatile): (bool, bool),
        refused: Ordering,
        start: usize,
    ) -> Parsed<Access> {
        let mut access = Access { volatile, ..Access::plain(Alignment::NONE) };
        let place = self.span.clone();
        if is_atomic {
            access.scope = self.scope();
            access.ordering = self.ordering()?;
        }
        while self.more() {
            if !self.eat_word("align") {
                return Err(self.unexpected("`align` or metadata"));
            }
            access.alignment = Alignment::of(self.alignment()? as u32);
        }
        if is_atomic && access.alignment == Alignment::NONE {
            let message = "found an atomic access without an alignment, expected one";
            return self.refuse(start..self.end, message, "add `, align 4` at the end");
        }
        if access.ordering == refused || access.ordering == Ordering::AcqRel {
            let message =
                format!("found the ordering `{}`, which such an access cannot have", access.ordering.name());
            return self.refuse(place, message, "use monotonic or seq_cst");
        }
        Ok(access)
    }

    fn scope(&mut self) -> u32 {
        if self.eat_word("singlethread") { 0 } else { CROSS_THREAD }
    }

    fn ordering(&mut self) -> Parsed<Ordering> {
        let known = || Ordering::ALL.iter().filter(|ordering| **ordering != Ordering::NotAtomic);
        if let Token::Word(word) = self.token
            && let Some(ordering) = known().find(|ordering| ordering.name() == word)
        {
            self.advance();
            return Ok(*ordering);
        }
        let names: Vec<&str> = known().map(|ordering| ordering.name()).collect();
        Err(self.unknown("an ordering", names))
    }

    /// Type that a pointer points to.
    fn target(&mut self, pointer: &Operand) -> Parsed<TypeId> {
        match self.table().pointee(pointer.1) {
            Some(pointee) => Ok(pointee),
            None => {
                let message =
                    format!("found an address of type {}, expected a pointer", self.spelled(pointer.1));
                self.refuse(pointer.2.clone(), message, "use a pointer to the memory")
            }
        }
    }

    fn load(&mut self, start: usize) -> Parsed<Made> {
        let words = self.access();
        let place = self.span.clone();
        let ty = self.ty()?;
        self.expect(b',')?;
        let pointer = self.typed()?;
        let access = self.rest_of_access(words, Ordering::Release, start)?;
        let pointee = self.target(&pointer)?;
        if pointee != ty {
            let (found, expected) = (self.spelled(ty), self.spelled(pointee));
            let message =
                format!("found a load of {found}, expected {expected}, to which the pointer points");
            return Err(self.fail(
                &rules::MISMATCH,
                place,
                message,
                format!("write {expected}, or cast the pointer"),
            ));
        }
        if !self.is_first_class(ty) {
            let message = format!("found a load of {}, expected a type that values have", self.spelled(ty));
            return self.refuse(place, message, "load a part of it");
        }
        Ok(Made::new(Op::Load(access), ty, [pointer.0]))
    }

    fn store(&mut self, start: usize) -> Parsed<Made> {
        let words = self.access();
        let value = self.typed()?;
        self.expect(b',')?;
        let pointer = self.typed()?;
        let access = self.rest_of_access(words, Ordering::Acquire, start)?;
        let pointee = self.target(&pointer)?;
        if pointee != value.1 {
            return Err(self.mismatch(value.2, value.1, pointee));
        }
        let void = self.intern(Type::Void);
        Ok(Made::new(Op::Store(access), void, [pointer.0, value.0]))
    }

    fn element_address(&mut self) -> Parsed<Made> {
        let inbounds = self.eat_word("inbounds");
        let place = self.span.clone();
        let source = self.ty()?;
        self.expect(b',')?;
        let pointer = self.typed()?;
        let mut operands = vec![pointer.0];
        let mut indices = Vec::new();
        while self.more() {
            let index = self.typed()?;
            operands.push(index.0);
            indices.push(index);
        }
        let ty = self.address((source, place), (pointer.1, pointer.2), &indices)?;
        Ok(Made::new(Op::GetElementPtr { inbounds, source }, ty, operands))
    }

    /// Checks the value of an atomic operation.
    fn atomic_value(&mut self, pointee: TypeId, value: &Operand) -> Parsed<()> {
        if value.1 != pointee {
            return Err(self.mismatch(value.2.clone(), value.1, pointee));
        }
        match self.width(value.1) {
            Some(width) if width >= 8 && width.is_power_of_two() => Ok(()),
            _ => {
                let message = format!(
                    "found a value of type {}, expected an integer of 8, 16, 32 or 64 bits",
                    self.spelled(value.1)
                );
                self.refuse(value.2.clone(), message, "cast the pointer to one of i32* or i64*")
            }
        }
    }

    fn atomic_operation(&mut self) -> Parsed<Made> {
        let volatile = self.eat_word("volatile");
        let found = match self.token {
            Token::Word(word) => RmwOp::ALL.iter().find(|op| op.name() == word),
            _ => None,
        };
        let Some(op) = found.copied() else {
            let names: Vec<&str> = RmwOp::ALL.iter().map(|op| op.name()).collect();
            return Err(self.unknown("an operation on memory, such as add", names));
        };
        self.advance();
        let pointer = self.typed()?;
        self.expect(b',')?;
        let value = self.typed()?;
        let scope = self.scope();
        let place = self.span.clone();
        let ordering = self.ordering()?;
        self.not_unordered(ordering, place)?;
        let pointee = self.target(&pointer)?;
        self.atomic_value(pointee, &value)?;
        Ok(Made::new(Op::AtomicRmw { op, volatile, ordering, scope }, value.1, [pointer.0, value.0]))
    }

    fn not_unordered(&mut self, ordering: Ordering, place: Range<usize>) -> Parsed<()> {
        if ordering != Ordering::Unordered {
            return Ok(());
        }
        let message = "found the ordering `unordered`, expected monotonic or a stronger one";
        self.refuse(place, message, "use monotonic")
    }

    fn exchange(&mut self) -> Parsed<Made> {
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let pointer = self.typed()?;
        self.expect(b',')?;
        let expected = self.typed()?;
        self.expect(b',')?;
        let new = self.typed()?;
        let scope = self.scope();
        let place = self.span.clone();
        let success = self.ordering()?;
        self.not_unordered(success, place)?;
        let place = self.span.clone();
        let failure = self.ordering()?;
        self.not_unordered(failure, place.clone())?;
        let releases = matches!(failure, Ordering::Release | Ordering::AcqRel);
        if releases || success.code() < failure.code() {
            let message = format!(
                "found the ordering `{}` on failure, expected one without release that is not stronger than `{}`",
                failure.name(),
                success.name()
            );
            return self.refuse(place, message, "use monotonic");
        }
        let pointee = self.target(&pointer)?;
        self.atomic_value(pointee, &expected)?;
        self.atomic_value(pointee, &new)?;
        let bit = self.intern(Type::Integer(1));
        let ty = self.table().intern_struct(&[pointee, bit], false);
        let op = Op::CompareExchange { volatile, weak, success, failure, scope };
        Ok(Made::new(op, ty, [pointer.0, expected.0, new.0]))
    }

    fn fence(&mut self, start: usize) -> Parsed<Made> {
        let scope = self.scope();
        let ordering = self.ordering()?;
        if matches!(ordering, Ordering::Unordered | Ordering::Monotonic) {
            let message = format!(
                "found a fence with the ordering `{}`, expected acquire or a stronger one",
                ordering.name()
            );
            return self.refuse(start..self.end, message, "use seq_cst");
        }
        let void = self.intern(Type::Void);
        Ok(Made::new(Op::Fence { ordering, scope }, void, []))
    }
}

//! Parses types.

use super::{Parser, Result};
use crate::tree::{Builtin, Pointee, Pointer, Qualifiers, Shape, Tag, Type};

/// Description of a type, for messages.
const TYPE: &str = "the code of a type";

impl Parser<'_> {
    /// A type. Function results may be preceded by qualifiers.
    pub(super) fn ty(&mut self, is_result: bool) -> Result<Type> {
        self.add_weight(1)?;
        self.nested(|parser| parser.qualified(is_result))
    }

    fn qualified(&mut self, is_result: bool) -> Result<Type> {
        let mut outer = Qualifiers::NONE;
        if is_result && self.take(b"?") {
            outer = self.qualifiers()?;
        }
        if self.take(b"$$C") {
            outer = outer.with(self.qualifiers()?);
        }
        let mut ty = self.unqualified()?;
        ty.qualifiers = ty.qualifiers.with(outer);
        Ok(ty)
    }

    fn unqualified(&mut self) -> Result<Type> {
        let first = self.peek().ok_or_else(|| self.expected(TYPE))?;
        match first {
            b'A' => self.pointer(1, Pointee::Reference, Qualifiers::NONE),
            b'B' => self.pointer(1, Pointee::Reference, Qualifiers::VOLATILE),
            b'P' => self.pointer(1, Pointee::Pointer, Qualifiers::NONE),
            b'Q' => self.pointer(1, Pointee::Pointer, Qualifiers::CONST),
            b'R' => self.pointer(1, Pointee::Pointer, Qualifiers::VOLATILE),
            b'S' => self.pointer(1, Pointee::Pointer, Qualifiers::CONST.with(Qualifiers::VOLATILE)),
            b'T' => self.named(1, Tag::Union),
            b'U' => self.named(1, Tag::Struct),
            b'V' => self.named(1, Tag::Class),
            b'W' => match self.rest().get(1) {
                // The digit is the underlying type of the enumeration; compilers always write that of `int`.
                Some(b'0'..=b'7') => self.named(2, Tag::Enum),
                _ => {
                    self.at += 1;
                    Err(self.expected("a digit from 0 to 7, the size of an enumeration"))
                }
            },
            b'Y' => self.array(),
            b'?' => {
                self.at += 1;
                let name = self.type_name()?;
                Ok(Type::plain(Shape::Placeholder(name)))
            }
            b'$' if self.starts_with(b"$$Q") => self.pointer(3, Pointee::RvalueReference, Qualifiers::NONE),
            b'$' if self.starts_with(b"$$R") => {
                self.pointer(3, Pointee::RvalueReference, Qualifiers::VOLATILE)
            }
            b'$' if self.take(b"$$A6") => {
                let function = self.function()?;
                Ok(Type::plain(Shape::Function(Box::new(function))))
            }
            b'$' if self.take(b"$$A8@@") => {
                let (qualifiers, reference) = self.this_qualifiers()?;
                let mut function = self.function()?;
                function.qualifiers = qualifiers;
                function.reference = reference;
                Ok(Type::plain(Shape::Function(Box::new(function))))
            }
            _ => self.builtin(),
        }
    }

    fn builtin(&mut self) -> Result<Type> {
        // No code is a prefix of another.
        let rest = self.rest();
        let found = Builtin::ALL.iter().find(|builtin| rest.starts_with(builtin.code().as_bytes()));
        let builtin = *found.ok_or_else(|| self.expected(TYPE))?;
        self.at += builtin.code().len();
        Ok(Type::plain(Shape::Builtin(builtin)))
    }

    fn named(&mut self, letters: usize, tag: Tag) -> Result<Type> {
        self.at += letters;
        let name = self.type_name()?;
        Ok(Type::plain(Shape::Named(tag, name)))
    }

    fn array(&mut self) -> Result<Type> {
        self.at += 1;
        let rank = self.unsigned()?;
        let mut dimensions = Vec::new();
        for _ in 0..rank {
            // Each takes at least one byte, so a large rank runs out of input.
            dimensions.push(self.unsigned()?);
            self.add_weight(1)?;
        }
        if dimensions.is_empty() {
            return Err(self.unexpected("an array of at least one dimension"));
        }
        let qualifiers = if self.take(b"$$C") { self.qualifiers()? } else { Qualifiers::NONE };
        let element = self.ty(false)?;
        Ok(Type { qualifiers, shape: Shape::Array(dimensions, Box::new(element)) })
    }

    /// A pointer or reference; `letters` is the length of its code.
    fn pointer(&mut self, letters: usize, kind: Pointee, own: Qualifiers) -> Result<Type> {
        self.at += letters;
        if self.take(b"6") {
            let function = self.function()?;
            return Ok(Type {
                qualifiers: own,
                shape: Shape::Pointer(Box::new(Pointer {
                    kind,
                    class: None,
                    target: Type::plain(Shape::Function(Box::new(function))),
                })),
            });
        }
        if kind == Pointee::Pointer && self.take(b"8") {
            let class = self.type_name()?;
            let (qualifiers, reference) = self.this_qualifiers()?;
            let mut function = self.function()?;
            function.qualifiers = qualifiers;
            function.reference = reference;
            return Ok(Type {
                qualifiers: own,
                shape: Shape::Pointer(Box::new(Pointer {
                    kind,
                    class: Some(class),
                    target: Type::plain(Shape::Function(Box::new(function))),
                })),
            });
        }
        let own = own.with(self.pointer_qualifiers());
        let (target_qualifiers, is_member) = self.target_qualifiers()?;
        let class = match is_member {
            true if kind == Pointee::Pointer => Some(self.type_name()?),
            true => return Err(self.unexpected("the qualifiers of what a reference refers to")),
            false => None,
        };
        let mut target = self.ty(false)?;
        target.qualifiers = target.qualifiers.with(target_qualifiers);
        // `__unaligned` on a pointer applies to its target.
        if own.has(Qualifiers::UNALIGNED) {
            target.qualifiers = target.qualifiers.with(Qualifiers::UNALIGNED);
        }
        Ok(Type { qualifiers: own, shape: Shape::Pointer(Box::new(Pointer { kind, class, target })) })
    }

    /// `E`, `I` and `F`, each optional, in this order: 64 bits, `__restrict`, `__unaligned`.
    pub(super) fn pointer_qualifiers(&mut self) -> Qualifiers {
        let mut found = Qualifiers::NONE;
        for (letter, qualifier) in
            [(b"E", Qualifiers::PTR64), (b"I", Qualifiers::RESTRICT), (b"F", Qualifiers::UNALIGNED)]
        {
            if self.take(letter) {
                found = found.with(qualifier);
            }
        }
        found
    }

    /// `A` to `D`: none, `const`, `volatile`, both.
    pub(super) fn qualifiers(&mut self) -> Result<Qualifiers> {
        match self.target_qualifiers()? {
            (qualifiers, false) => Ok(qualifiers),
            _ => Err(self.unexpected("a letter from `A` to `D`, which states what is constant and volatile")),
        }
    }

    /// `A` to `D`, or for pointers to members `Q` to `T`.
    pub(super) fn target_qualifiers(&mut self) -> Result<(Qualifiers, bool)> {
        let both = Qualifiers::CONST.with(Qualifiers::VOLATILE);
        let found = match self.peek() {
            Some(b'A') => (Qualifiers::NONE, false),
            Some(b'B') => (Qualifiers::CONST, false),
            Some(b'C') => (Qualifiers::VOLATILE, false),
            Some(b'D') => (both, false),
            Some(b'Q') => (Qualifiers::NONE, true),
            Some(b'R') => (Qualifiers::CONST, true),
            Some(b'S') => (Qualifiers::VOLATILE, true),
            Some(b'T') => (both, true),
            _ => {
                return Err(
                    self.expected("a letter from `A` to `D`, which states what is constant and volatile")
                );
            }
        };
        self.at += 1;
        Ok(found)
    }
}

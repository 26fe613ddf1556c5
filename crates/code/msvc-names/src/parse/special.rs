//! Parses compiler-generated symbols other than functions and variables.

use super::operators::{
    BASE_ARRAY, GUARD, HIERARCHY, LOCAL_VFTABLE, LOCATOR, THREAD_GUARD, VBTABLE, VCALL, VFTABLE,
};
use super::{Parser, Result};
use crate::tree::{Convention, Operator, Piece, StaticOf, Symbol};

impl Parser<'_> {
    /// The symbol, from after its first `?` on; `None` if it is an ordinary one.
    pub(super) fn special(&mut self) -> Result<Option<Symbol>> {
        if self.take(b"?@") {
            return self.digest().map(Some);
        }
        if self.take(b"?_C@_") {
            return self.literal().map(Some);
        }
        for (code, operator) in
            [(&b"?_7"[..], &VFTABLE), (b"?_8", &VBTABLE), (b"?_S", &LOCAL_VFTABLE), (b"?_R4", &LOCATOR)]
        {
            if self.take(code) {
                return self.table(operator).map(Some);
            }
        }
        for (code, operator) in [(&b"?_R2"[..], &BASE_ARRAY), (b"?_R3", &HIERARCHY)] {
            if self.take(code) {
                let name = self.scopes(Piece::Operator(operator))?;
                self.need(b"8", "`8` after the name of a class")?;
                return Ok(Some(Symbol::Record(name)));
            }
        }
        for (code, operator) in [(&b"?_B"[..], &GUARD), (b"?__J", &THREAD_GUARD)] {
            if self.take(code) {
                return self.guard(operator).map(Some);
            }
        }
        if self.take(b"?_R0") {
            let ty = self.ty(true)?;
            self.need(b"@8", "`@8` after the type")?;
            return Ok(Some(Symbol::TypeDescriptor { ty, is_stored_name: false }));
        }
        if self.take(b"?_R1") {
            return self.base_class().map(Some);
        }
        if self.take(b"?_9") {
            return self.virtual_call().map(Some);
        }
        Ok(None)
    }

    /// `.` and the type named by a type descriptor.
    pub(super) fn stored_type_name(&mut self) -> Result<Symbol> {
        self.at += 1;
        Ok(Symbol::TypeDescriptor { ty: self.ty(true)?, is_stored_name: true })
    }

    /// The digest that replaces a long name, and the optional locator suffix of the class with that name.
    fn digest(&mut self) -> Result<Symbol> {
        let text = self.text("a digest and `@`")?;
        let is_locator = self.take(b"??_R4@");
        let text = self.string(text)?;
        Ok(Symbol::Digest(if is_locator { format!("??@{text}@??_R4@") } else { format!("??@{text}@") }))
    }

    fn table(&mut self, operator: &'static Operator) -> Result<Symbol> {
        let name = self.scopes(Piece::Operator(operator))?;
        if !self.take(b"6") {
            self.need(b"7", "`6` or `7` after the name of a class")?;
        }
        let qualifiers = self.qualifiers()?;
        let mut target = None;
        // Bases of bases follow; only the first is printed.
        while !self.take(b"@") {
            let name = self.type_name()?;
            target.get_or_insert(name);
        }
        Ok(Symbol::Table { name, qualifiers, target })
    }

    fn base_class(&mut self) -> Result<Symbol> {
        let [offset, pointer, table, flags] = [
            i64::from(self.unsigned()? as u32),
            self.signed()?,
            i64::from(self.unsigned()? as u32),
            i64::from(self.unsigned()? as u32),
        ];
        let text = format!("RTTI Base Class Descriptor at ({offset}, {pointer}, {table}, {flags})");
        self.add_weight(text.len())?;
        let name = self.scopes(Piece::Helper(text))?;
        self.need(b"8", "`8` after the name of a class")?;
        Ok(Symbol::Record(name))
    }

    fn virtual_call(&mut self) -> Result<Symbol> {
        let name = self.scopes(Piece::Operator(&VCALL))?;
        self.need(b"$B", "`$B` and an offset")?;
        let offset = self.unsigned()?;
        self.need(b"A", "`A`, a flat address")?;
        let convention = Convention::of(self.next("a letter for the calling convention")?);
        Ok(Symbol::VirtualCall { name, offset, convention })
    }

    fn guard(&mut self, operator: &'static Operator) -> Result<Symbol> {
        let name = self.scopes(Piece::Operator(operator))?;
        // Old compilers encode a variable of type `unsigned int`.
        if self.take(b"4IA") {
            return Ok(Symbol::Guard { name, number: None });
        }
        self.need(b"5", "`5` or `4IA` after a scope")?;
        let number = match self.peek() {
            None => None,
            Some(_) => Some(self.unsigned()?),
        };
        Ok(Symbol::Guard { name, number })
    }

    /// `__E` or `__F`: dynamic initializer or atexit destructor of a variable.
    pub(super) fn static_code(&mut self) -> Result<Piece> {
        let is_end = self.starts_with(b"__F");
        self.at += 3;
        let of = match self.peek() {
            Some(b'?') => {
                let symbol = self.inner_symbol()?;
                self.need(b"@", "`@@` after a variable")?;
                StaticOf::Symbol(symbol)
            }
            _ => {
                let name = self.nested(Self::symbol_name)?;
                // The name of the variable also ends that of the function.
                self.at -= 1;
                StaticOf::Name(name)
            }
        };
        Ok(Piece::Static { of, is_end })
    }
}

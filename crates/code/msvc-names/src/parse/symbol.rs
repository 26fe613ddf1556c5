//! Parses a whole decorated symbol: qualified name, then function or variable encoding.

use super::{Parser, Result};
use crate::error::DemangleErrorKind;
use crate::tree::{
    Access, Function, Name, Piece, Qualifiers, Reference, Shape, Storage, Symbol, Thunk, Type,
};

impl Parser<'_> {
    /// A symbol, from its `?` on.
    pub(super) fn symbol(&mut self) -> Result<Symbol> {
        self.need(b"?", "`?`, with which decorated names begin")?;
        self.add_weight(1)?;
        if let Some(special) = self.special()? {
            return Ok(special);
        }
        let name = self.symbol_name()?;
        self.declaration(name)
    }

    /// The encoding after the name of a symbol.
    fn declaration(&mut self, mut name: Name) -> Result<Symbol> {
        match self.peek() {
            Some(code @ b'0'..=b'4') => {
                self.at += 1;
                let access = match code {
                    b'0' => Some(Access::Private),
                    b'1' => Some(Access::Protected),
                    b'2' => Some(Access::Public),
                    _ => None,
                };
                let ty = self.variable()?;
                Ok(Symbol::Variable { name, ty, access })
            }
            Some(b'9') => {
                self.at += 1;
                Ok(Symbol::ExternC(name))
            }
            _ => {
                let function = self.function_symbol()?;
                if !set_conversion_type(&mut name, &function) {
                    return Err(self.expected("a conversion that returns something"));
                }
                Ok(Symbol::Function { name, function })
            }
        }
    }

    /// The type of a variable, and the qualifiers after it.
    fn variable(&mut self) -> Result<Type> {
        let mut ty = self.ty(false)?;
        let Shape::Pointer(pointer) = &mut ty.shape else {
            let own = self.qualifiers()?;
            ty.qualifiers = ty.qualifiers.with(own);
            return Ok(ty);
        };
        // A pointer repeats its own qualifiers, followed by those of its target.
        ty.qualifiers = ty.qualifiers.with(self.pointer_qualifiers());
        let (target, is_member) = self.target_qualifiers()?;
        pointer.target.qualifiers = pointer.target.qualifiers.with(target);
        if is_member != pointer.class.is_some() {
            self.at -= 1;
            return Err(self.expected("the qualifiers of what the type points to"));
        }
        if is_member {
            self.type_name()?;
        }
        Ok(ty)
    }

    /// The function encoding of a symbol.
    pub(super) fn function_symbol(&mut self) -> Result<Function> {
        let is_extern_c = self.take(b"$$J0");
        let what = "the code of a function or variable";
        let code = self.next(what)?;
        let mut access = None;
        let mut storage = Storage::Plain;
        let mut thunk = None;
        match code {
            b'Y' | b'Z' => {}
            b'A'..=b'X' => {
                let number = code - b'A';
                access = Some(access_of(number / 8));
                storage = match number % 8 {
                    2 | 3 => Storage::Static,
                    4 | 5 => Storage::Virtual,
                    6 | 7 => {
                        thunk = Some(Thunk::Adjustor(self.offset()?));
                        // Private thunks are printed as if they were not virtual.
                        match number / 8 {
                            0 => Storage::Plain,
                            _ => Storage::Virtual,
                        }
                    }
                    _ => Storage::Plain,
                };
            }
            b'$' => {
                let is_ex = self.take(b"R");
                let number = match self.next("a digit from 0 to 5, the access of a thunk")? {
                    digit @ b'0'..=b'5' => digit - b'0',
                    _ => {
                        self.at -= 1;
                        return Err(self.expected("a digit from 0 to 5, the access of a thunk"));
                    }
                };
                access = Some(access_of(number / 2));
                storage = Storage::Virtual;
                thunk = Some(if is_ex {
                    Thunk::VtordispEx {
                        table_pointer: self.offset()?,
                        table_offset: self.offset()?,
                        displacement: self.offset()?,
                        offset: self.offset()? as u32,
                    }
                } else {
                    Thunk::Vtordisp { displacement: self.offset()?, offset: self.offset()? as u32 }
                });
            }
            _ => {
                self.at -= 1;
                return Err(self.expected(what));
            }
        }
        let has_this = access.is_some() && storage != Storage::Static;
        let (qualifiers, reference) =
            if has_this { self.this_qualifiers()? } else { (Qualifiers::NONE, Reference::None) };
        let function = self.function()?;
        Ok(Function { access, storage, is_extern_c, thunk, qualifiers, reference, ..function })
    }
}

fn access_of(number: u8) -> Access {
    match number {
        0 => Access::Private,
        1 => Access::Protected,
        _ => Access::Public,
    }
}

/// Sets the type of a conversion operator from its function's result; false if there is none.
fn set_conversion_type(name: &mut Name, function: &Function) -> bool {
    let mut last = name.pieces.last_mut();
    if let Some(Piece::Template { name, .. }) = last {
        last = Some(name);
    }
    match (last, &function.result) {
        (Some(Piece::Conversion(ty)), Some(result)) => {
            *ty = Some(Box::new(result.clone()));
            true
        }
        (Some(Piece::Conversion(_)), None) => false,
        _ => true,
    }
}

impl Parser<'_> {
    /// A symbol nested in another one.
    pub(super) fn inner_symbol(&mut self) -> Result<Box<Symbol>> {
        self.nested(Self::symbol).map(Box::new)
    }

    /// An error if the next byte is not one of the expected ones.
    pub(super) fn unexpected(&mut self, what: &'static str) -> crate::DemangleError {
        self.at = self.at.saturating_sub(1);
        self.fault(DemangleErrorKind::Expected(what))
    }
}

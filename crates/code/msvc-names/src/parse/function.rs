//! Parses function types: `this`, calling convention, result, parameters.

use super::{MAX_BACK, Parser, Result};
use crate::error::DemangleErrorKind;
use crate::tree::{Convention, Function, Qualifiers, Reference, Storage, Type};

impl Parser<'_> {
    /// Qualifiers of `this`.
    pub(super) fn this_qualifiers(&mut self) -> Result<(Qualifiers, Reference)> {
        let mut qualifiers = self.pointer_qualifiers();
        let reference = match self.peek() {
            Some(b'G') => Reference::Lvalue,
            Some(b'H') => Reference::Rvalue,
            _ => Reference::None,
        };
        if reference != Reference::None {
            self.at += 1;
        }
        qualifiers = qualifiers.with(self.qualifiers()?);
        Ok((qualifiers, reference))
    }

    /// A function from its calling convention on, without `this`.
    pub(super) fn function(&mut self) -> Result<Function> {
        self.add_weight(1)?;
        let convention = Convention::of(self.next("a letter for the calling convention")?);
        let result = if self.take(b"@") { None } else { Some(self.ty(true)?) };
        let mut function = Function {
            access: None,
            storage: Storage::Plain,
            is_extern_c: false,
            convention,
            result,
            parameters: Vec::new(),
            has_void_list: self.take(b"X"),
            is_variadic: false,
            qualifiers: Qualifiers::NONE,
            reference: Reference::None,
            is_noexcept: false,
            thunk: None,
        };
        if !function.has_void_list {
            self.parameters(&mut function)?;
        }
        function.is_noexcept = self.take(b"_E");
        if !function.is_noexcept {
            self.need(b"Z", "`Z` after the parameters")?;
        }
        Ok(function)
    }

    fn parameters(&mut self, function: &mut Function) -> Result<()> {
        loop {
            match self.peek() {
                Some(b'@') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'Z') => {
                    self.at += 1;
                    function.is_variadic = true;
                    return Ok(());
                }
                Some(digit @ b'0'..=b'9') => {
                    let Some((ty, weight)) = self.back.types.get(usize::from(digit - b'0')) else {
                        return Err(self.fault(DemangleErrorKind::NoSuchParameter));
                    };
                    let (ty, weight) = (ty.clone(), *weight);
                    self.add_weight(weight)?;
                    self.at += 1;
                    function.parameters.push(ty);
                }
                None => return Err(self.expected("the type of a parameter or `@`")),
                Some(_) => {
                    let (from, before) = (self.at, self.weight);
                    let ty = self.ty(false)?;
                    // Types encoded in one letter are not back-referenced.
                    if self.at - from > 1 {
                        self.remember_type(&ty, self.weight - before);
                    }
                    function.parameters.push(ty);
                }
            }
        }
    }

    fn remember_type(&mut self, ty: &Type, weight: usize) {
        if self.back.types.len() < MAX_BACK {
            self.back.types.push((ty.clone(), weight));
        }
    }
}

//! Parses template arguments.

use super::{Parser, Result};
use crate::tree::Argument;

/// Markers of expanded parameter packs; they add no argument.
const PACKS: [&[u8]; 4] = [b"$$$V", b"$$V", b"$$Z", b"$S"];

impl Parser<'_> {
    /// The arguments up to the closing `@`.
    pub(super) fn arguments(&mut self) -> Result<Vec<Argument>> {
        let mut arguments = Vec::new();
        while !self.take(b"@") {
            if PACKS.iter().any(|pack| self.take(pack)) {
                continue;
            }
            self.add_weight(1)?;
            arguments.push(self.argument()?);
        }
        Ok(arguments)
    }

    fn argument(&mut self) -> Result<Argument> {
        if self.take(b"$$Y") {
            return Ok(Argument::Template(self.type_name()?));
        }
        if self.take(b"$$B") {
            return Ok(Argument::Type(self.ty(false)?));
        }
        if self.take(b"$M") {
            // A number for a parameter of deduced type: the type, then the value without its `$`.
            self.ty(false)?;
            return self.value();
        }
        // Types that begin with `$` continue with another `$` or, in HLSL, with a small letter.
        let is_value =
            matches!(self.rest(), [b'$', next, ..] if next.is_ascii_digit() || next.is_ascii_uppercase());
        if is_value {
            self.at += 1;
            return self.value();
        }
        if self.peek() == Some(b'?') {
            return Err(self.expected("an argument of a template"));
        }
        Ok(Argument::Type(self.ty(false)?))
    }

    /// A value, after its `$`.
    fn value(&mut self) -> Result<Argument> {
        let code = self.next("the code of a template's argument")?;
        match code {
            b'0' => {
                let (value, is_negative) = self.number()?;
                Ok(Argument::Integer { value, is_negative })
            }
            b'1' => Ok(Argument::Address(self.inner_symbol()?)),
            b'E' => Ok(Argument::Reference(self.inner_symbol()?)),
            b'H' | b'I' | b'J' => {
                let function = Some(self.inner_symbol()?);
                let offsets = self.offsets(usize::from(code - b'H') + 1)?;
                Ok(Argument::Member { function, offsets })
            }
            b'F' | b'G' => {
                let offsets = self.offsets(usize::from(code - b'F') + 2)?;
                Ok(Argument::Member { function: None, offsets })
            }
            _ => Err(self.unexpected("the code of a template's argument")),
        }
    }

    fn offsets(&mut self, count: usize) -> Result<Vec<i64>> {
        (0..count).map(|_| self.signed()).collect()
    }
}

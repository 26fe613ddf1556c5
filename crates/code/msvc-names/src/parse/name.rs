//! Parses names: pieces, scopes, back references.

use super::{MAX_BACK, Parser, Result, operators};
use crate::error::DemangleErrorKind;
use crate::tree::{Name, Piece};

impl Parser<'_> {
    /// The qualified name of a symbol, possibly an operator.
    pub(super) fn symbol_name(&mut self) -> Result<Name> {
        let first = match self.peek() {
            Some(b'?') if self.starts_with(b"?$") => self.template(false)?,
            Some(b'?') => {
                self.at += 1;
                self.operator()?
            }
            _ => self.plain_piece()?,
        };
        self.scopes(first)
    }

    /// The qualified name of a type.
    pub(super) fn type_name(&mut self) -> Result<Name> {
        let first = if self.starts_with(b"?$") { self.template(true)? } else { self.plain_piece()? };
        self.scopes(first)
    }

    /// The scopes after a piece, up to the `@` that ends the name.
    pub(super) fn scopes(&mut self, first: Piece) -> Result<Name> {
        let mut pieces = vec![first];
        while !self.take(b"@") {
            let piece = self.scope()?;
            pieces.push(piece);
        }
        pieces.reverse();
        let name = Name { pieces };
        match name.pieces.as_slice() {
            [Piece::Constructor | Piece::Destructor] => Err(self.expected("the class before the `@`")),
            _ => Ok(name),
        }
    }

    fn scope(&mut self) -> Result<Piece> {
        if self.starts_with(b"?$") {
            return self.template(true);
        }
        if self.take(b"?A") {
            let rest = self.rest();
            let end = rest.iter().position(|&byte| byte == b'@');
            let end = end.ok_or_else(|| self.expected("the key of a name space without a name and `@`"))?;
            let key = self.string(rest.get(..end).unwrap_or_default())?;
            self.at += end + 1;
            // Back references to it yield the key, as for other names.
            self.remember(Piece::Plain(key.clone()), key.len() + 1);
            return Ok(Piece::Anonymous(key));
        }
        if self.take(b"?") {
            let number = self.unsigned()?;
            self.need(b"?", "`?` and the function that the scope is in")?;
            self.add_weight(1)?;
            let of = self.nested(Self::symbol)?;
            return Ok(Piece::Local { of: Box::new(of), number });
        }
        self.plain_piece()
    }

    /// An identifier, or a digit that refers back to one.
    fn plain_piece(&mut self) -> Result<Piece> {
        if let Some(digit @ b'0'..=b'9') = self.peek() {
            let Some((piece, weight)) = self.back.names.get(usize::from(digit - b'0')) else {
                return Err(self.fault(DemangleErrorKind::NoSuchName));
            };
            let (piece, weight) = (piece.clone(), *weight);
            self.add_weight(weight)?;
            self.at += 1;
            return Ok(piece);
        }
        let text = self.text("a name and `@`")?;
        let text = self.string(text)?;
        let weight = text.len() + 1;
        let piece = Piece::Plain(text);
        self.remember(piece.clone(), weight);
        Ok(piece)
    }

    /// Decodes text and adds its weight.
    pub(super) fn string(&mut self, bytes: &[u8]) -> Result<String> {
        self.add_weight(bytes.len() + 1)?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    /// Records a piece for back references.
    fn remember(&mut self, piece: Piece, weight: usize) {
        let names = &mut self.back.names;
        if names.len() < MAX_BACK && !names.iter().any(|(known, _)| *known == piece) {
            names.push((piece, weight));
        }
    }

    /// A template instance, from its `?$` on. Template names of symbols are not recorded for back references.
    fn template(&mut self, is_kept: bool) -> Result<Piece> {
        let before = self.weight;
        self.add_weight(1)?;
        self.need(b"?$", "`?$` and the name of a template")?;
        let (name, arguments) = self.nested(|parser| {
            parser.with_fresh_back_references(|parser| {
                let name = if parser.take(b"?") { parser.operator()? } else { parser.plain_piece()? };
                Ok((name, parser.arguments()?))
            })
        })?;
        let piece = Piece::Template { name: Box::new(name), arguments };
        if is_kept {
            self.remember(piece.clone(), self.weight - before);
        }
        Ok(piece)
    }

    /// An operator, after its `?`.
    fn operator(&mut self) -> Result<Piece> {
        self.add_weight(1)?;
        if let Some(operator) = operators::lookup(self.rest()) {
            self.at += operator.code.len();
            return Ok(Piece::Operator(operator));
        }
        if self.take(b"__K") {
            let name = self.text("the name of a literal operator and `@`")?;
            return Ok(Piece::LiteralOperator(self.string(name)?));
        }
        if self.starts_with(b"__E") || self.starts_with(b"__F") {
            return self.static_code();
        }
        let piece = match self.peek() {
            Some(b'0') => Piece::Constructor,
            Some(b'1') => Piece::Destructor,
            Some(b'B') => Piece::Conversion(None),
            _ => return Err(self.expected("the code of an operator")),
        };
        self.at += 1;
        Ok(piece)
    }
}

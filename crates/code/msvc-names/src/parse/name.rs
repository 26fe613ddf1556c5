//! Names: pieces, scopes, back references.

use super::{MAX_BACK, Parser, Result, operators};
use crate::error::DemangleErrorKind;
use crate::tree::{Name, Piece};

impl Parser<'_> {
    /// The name of a symbol, which may be an operator, with its scopes.
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

    /// The name of a type, with its scopes.
    pub(super) fn type_name(&mut self) -> Result<Name> {
        let first = match self.starts_with(b"?$") {
            true => self.template(true)?,
            false => self.plain_piece()?,
        };
        self.scopes(first)
    }

    /// The scopes that stand behind a piece, up to the `@` that ends the name.
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
            // What refers back to it gets the key, as with other names.
            self.remember(Piece::Plain(key.clone()), key.len() + 1);
            return Ok(Piece::Anonymous(key));
        }
        if self.take(b"?") {
            let number = self.unsigned()?;
            self.need(b"?", "`?` and the function that the scope is in")?;
            self.weigh(1)?;
            let of = self.nested(Self::symbol)?;
            return Ok(Piece::Local {
                of: Box::new(of),
                number,
            });
        }
        self.plain_piece()
    }

    /// An identifier, or a digit that stands for a piece that came before.
    fn plain_piece(&mut self) -> Result<Piece> {
        if let Some(digit @ b'0'..=b'9') = self.peek() {
            let Some((piece, weight)) = self.back.names.get(usize::from(digit - b'0')) else {
                return Err(self.fault(DemangleErrorKind::NoSuchName));
            };
            let (piece, weight) = (piece.clone(), *weight);
            self.weigh(weight)?;
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

    /// Text, counted.
    pub(super) fn string(&mut self, bytes: &[u8]) -> Result<String> {
        self.weigh(bytes.len() + 1)?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    /// Keeps a piece that digits may refer to.
    fn remember(&mut self, piece: Piece, weight: usize) {
        let names = &mut self.back.names;
        if names.len() < MAX_BACK && !names.iter().any(|(known, _)| *known == piece) {
            names.push((piece, weight));
        }
    }

    /// An instance of a template, from its `?$` on. Those that name symbols are not kept for back references.
    fn template(&mut self, is_kept: bool) -> Result<Piece> {
        let before = self.weight;
        self.weigh(1)?;
        self.need(b"?$", "`?$` and the name of a template")?;
        let (name, arguments) = self.nested(|parser| {
            parser.apart(|parser| {
                let name = match parser.take(b"?") {
                    true => parser.operator()?,
                    false => parser.plain_piece()?,
                };
                Ok((name, parser.arguments()?))
            })
        })?;
        let piece = Piece::Template {
            name: Box::new(name),
            arguments,
        };
        if is_kept {
            self.remember(piece.clone(), self.weight - before);
        }
        Ok(piece)
    }

    /// An operator, behind its `?`.
    fn operator(&mut self) -> Result<Piece> {
        self.weigh(1)?;
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

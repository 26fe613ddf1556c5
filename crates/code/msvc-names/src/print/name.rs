//! Prints names.

use super::{Printer, Style};
use crate::tree::{Argument, Name, OperatorKind, Piece, StaticOf};

impl Printer {
    pub(super) fn name(&mut self, name: &Name) {
        let mut before = None;
        for piece in &name.pieces {
            if self.is_full {
                return;
            }
            if before.is_some() {
                self.put("::");
            }
            self.piece(piece, before);
            before = Some(piece);
        }
    }

    /// Prints a piece; `before` is the preceding one.
    fn piece(&mut self, piece: &Piece, before: Option<&Piece>) {
        match piece {
            Piece::Plain(text) => self.put(text),
            Piece::Template { name, arguments } => self.template(name, arguments, before),
            Piece::Anonymous(_) => self.put("`anonymous namespace'"),
            Piece::Local { of, number } => {
                self.put("`");
                self.symbol(of);
                self.put(&format!("'::`{number}'"));
            }
            Piece::Constructor | Piece::Destructor => {
                if matches!(piece, Piece::Destructor) {
                    self.put("~");
                }
                if let Some(class) = before {
                    self.class(class);
                }
            }
            Piece::Operator(operator) => match operator.kind {
                OperatorKind::Symbol => {
                    self.put("operator");
                    self.put(operator.text);
                }
                OperatorKind::Helper => self.helper(operator.text),
            },
            Piece::Helper(text) => self.helper(text),
            Piece::Conversion(ty) => {
                self.put("operator");
                if let Some(ty) = ty {
                    self.put(" ");
                    self.ty(ty);
                }
            }
            Piece::LiteralOperator(name) => {
                self.put("operator \"\"");
                self.put(name);
            }
            Piece::Static { of, is_end } => {
                let what =
                    if *is_end { "`dynamic atexit destructor for " } else { "`dynamic initializer for " };
                self.put(what);
                match of {
                    StaticOf::Name(name) => {
                        self.put("'");
                        self.name(name);
                    }
                    StaticOf::Symbol(symbol) => {
                        self.put("`");
                        self.symbol(symbol);
                    }
                }
                self.put("''");
            }
        }
    }

    fn helper(&mut self, text: &str) {
        self.put("`");
        self.put(text);
        self.put("'");
    }

    /// Prints the class of a constructor or destructor.
    fn class(&mut self, class: &Piece) {
        match (self.style, class) {
            // A constructor omits the template arguments of its class.
            (Style::Hlsl, Piece::Template { name, .. }) => self.piece(name, None),
            // A constructor's constructor cannot be declared; recursion ends here.
            (_, Piece::Constructor | Piece::Destructor) => {}
            _ => self.piece(class, None),
        }
    }

    fn template(&mut self, name: &Piece, arguments: &[Argument], before: Option<&Piece>) {
        // The type of a conversion follows the template arguments.
        if let Piece::Conversion(ty) = name {
            self.put("operator");
            self.arguments(arguments);
            if let Some(ty) = ty {
                self.put(" ");
                self.ty(ty);
            }
            return;
        }
        self.piece(name, before);
        self.arguments(arguments);
    }
}

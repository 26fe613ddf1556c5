//! Where reading goes on behind an error.

use crate::parse::Parser;

impl Parser<'_> {
    /// Reads the `;` that ends a statement or declaration; without it, passes what there is up to the end.
    pub(crate) fn end_of_statement(&mut self) {
        self.end_with("`;`", "write `;` behind the statement");
    }

    /// Reads the `;` behind the head of a function that has no body.
    pub(crate) fn end_of_prototype(&mut self) {
        self.end_with("`{` or `;`", "write `{` before the body, or `;` where there is none");
    }

    fn end_with(&mut self, expected: &str, help: &str) {
        if self.take(";").is_some() {
            return;
        }
        self.unexpected(expected, help);
        // What begins a line of its own is the next statement.
        if !self.is_at_line_start() {
            self.recover_statement();
        }
    }

    /// Whether the next token is the first of its line, or there is none.
    pub(crate) fn is_at_line_start(&self) -> bool {
        self.peek(0).is_none_or(|token| token.is_first)
    }

    /// Passes the rest of a statement: up to and with `;`, or a pair of braces. Stops before a `}` that closes more.
    pub(crate) fn recover_statement(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.peek(0) {
            if token.is("{") {
                depth += 1;
            } else if token.is("}") {
                match depth {
                    0 => return,
                    1 => {
                        self.advance();
                        self.take(";");
                        return;
                    }
                    _ => depth -= 1,
                }
            } else if token.is(";") && depth == 0 {
                self.advance();
                return;
            }
            self.advance();
        }
    }

    /// Passes the rest of a declaration outside of functions.
    pub(crate) fn recover_declaration(&mut self) {
        self.recover_statement();
        while self.take("}").is_some() {}
        self.take(";");
    }
}

//! What has to be done before and after a stage's own `main`.

use std::rc::Rc;

use glassbox_syntax::map::Provenance;

use super::Emitter;
use crate::syntax::{Declarator, Qualifiers, TypeUse};

/// A matrix that is an input or an output.
pub(super) struct Matrix {
    /// Its name.
    pub(super) name: Rc<str>,
    /// Its type.
    pub(super) ty: Rc<str>,
    /// Names of its columns.
    pub(super) columns: Vec<Rc<str>>,
    /// Whether it comes in.
    pub(super) is_input: bool,
    /// What it is there for.
    pub(super) from: Provenance,
}

impl Emitter<'_> {
    /// Declares a matrix that is an input or an output as its columns, and a variable of its name.
    pub(super) fn matrix_port(
        &mut self,
        qualifiers: &Qualifiers,
        is_input: bool,
        ty: &TypeUse,
        declarator: &Declarator,
        (count, column): (u32, &str),
    ) {
        let from = self.from(declarator.name);
        let own = self.plan.locations.get(self.number);
        let first = own.and_then(|own| own.get(&declarator.name)).copied().unwrap_or(0);
        let mut columns = Vec::new();
        for number in 0..count {
            let name = self.unused(&format!("{}_{number}", self.stage.word(declarator.name)));
            self.writer.line(from);
            self.layout(qualifiers, None, &[format!("location = {}", first.saturating_add(number))]);
            self.qualifier_words(qualifiers, &["attribute", "varying", "in", "out"]);
            let direction = if is_input { "in" } else { "out" };
            self.writer.add(&format!("{direction} {column} {name};"), from);
            columns.push(name);
        }
        self.writer.line(from);
        self.declare(ty, declarator, None);
        self.writer.add(";", from);
        self.matrices.push(Matrix {
            name: self.stage.text(declarator.name),
            ty: self.stage.text(ty.name),
            columns,
            is_input,
            from,
        });
    }

    /// Whether something has to be done around `main`.
    pub(super) fn needs_wrapper(&self) -> bool {
        !self.matrices.is_empty() || !self.initial.is_empty()
    }

    /// Writes the `main` that does it, and calls the stage's own.
    pub(super) fn wrapper(&mut self, inner: &str, from: Provenance) {
        self.parameters.clear();
        self.scopes.clear();
        self.writer.whole_line("void main() {", from);
        for matrix in std::mem::take(&mut self.matrices) {
            if matrix.is_input {
                let (name, ty) = (&matrix.name, &matrix.ty);
                let line = format!("    {name} = {ty}({});", matrix.columns.join(", "));
                self.writer.whole_line(&line, matrix.from);
            } else {
                self.matrices.push(matrix);
            }
        }
        for (name, value) in std::mem::take(&mut self.initial) {
            let from = self.from(name);
            self.writer.line(from);
            self.writer.add("    ", from);
            self.writer.add(self.stage.word(name), from);
            self.writer.add(" = ", from);
            self.run(value);
            self.writer.add(";", from);
        }
        self.writer.whole_line(&format!("    {inner}();"), from);
        for matrix in std::mem::take(&mut self.matrices) {
            for (number, column) in matrix.columns.iter().enumerate() {
                let line = format!("    {column} = {}[{number}];", matrix.name);
                self.writer.whole_line(&line, matrix.from);
            }
        }
        self.writer.whole_line("}", from);
    }
}

//! Text that compiles again.
//!
//! Each file writes one kind of thing; what they have to say later they leave as steps.

mod declarations;
mod elements;
mod expressions;
mod statements;

use crate::command::Command;
use crate::model::{At, Children, Model};

use super::base::Base;
use super::literal::Literals;
use super::precedence::Level;
use super::sink::{Printed, Sink};
use elements::{declared, undefined};

/// One level of indentation.
const INDENT: &str = "    ";

/// Deepest indentation that is written; deeper lines begin where this one does.
const MAX_INDENT: usize = 64;

/// What is still to be written.
enum Step<'m> {
    Text(&'static str),
    /// An expression where a level is asked for.
    Expression(At, Level),
    /// Arguments with commas between them; whether one has been written, and what is special about them.
    Arguments(Children<'m>, bool, Special),
    /// A statement on a line of its own.
    Own(At),
    /// A statement that begins where the text stands.
    Statement(At),
    /// The body of a function.
    FunctionBody(At),
    /// The statement of an `if` or a loop; whether `else` follows.
    Body(At, bool),
    /// The variables of a declaration of several, each but the first behind a comma; whether one has been written.
    Declarators(Children<'m>, bool),
    /// A `for` with the block of declarations that begins it.
    LoopOf(At, At),
    /// A `for` whose initialiser has been written before it.
    Loop(At),
    /// A line break with the indentation of the next line.
    Line,
    /// Statements, each on a line of its own.
    Lines(Children<'m>),
    Cases(Children<'m>),
    Indent,
    Dedent,
    Field(At, u32),
    Components(At),
    /// An int literal that counts from 0 up.
    Unsigned(u32),
}

/// What is special about arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    Nothing,
    /// Literals state their type.
    Literals,
    /// Matrices become vectors, for a constructor takes their numbers among others.
    Matrices,
}

struct Printer<'m, 's, 'w> {
    base: Base<'m, 's, 'w>,
    literals: Literals,
    steps: Vec<Step<'m>>,
    indent: usize,
}

/// Writes a program or module.
pub(super) fn print(model: &Model<'_>, out: &mut Sink<'_>) -> Printed {
    let base = Base::new(model, out);
    let mut printer = Printer {
        literals: Literals::of(model),
        base,
        steps: Vec::new(),
        indent: 0,
    };
    // What a module declares and does not define stands between its elements in the order of its table, so that the text makes
    // the same table.
    let mut declarations = model
        .is_module()
        .then(|| undefined(model))
        .into_iter()
        .flatten()
        .peekable();
    let mut last = None;
    for element in model.children(model.elements()) {
        let first = declared(model, element);
        while let Some(declaration) = declarations.next_if(|declaration| declaration.0 < first.0) {
            printer.separate(&mut last, Command::FunctionPrototype)?;
            printer.declaration(declaration)?;
            printer.base.out.text(";\n")?;
        }
        printer.separate(&mut last, model.command(element))?;
        printer.element(element)?;
        printer.base.out.text("\n")?;
    }
    for declaration in declarations {
        printer.separate(&mut last, Command::FunctionPrototype)?;
        printer.declaration(declaration)?;
        printer.base.out.text(";\n")?;
    }
    Ok(())
}

impl<'m> Printer<'m, '_, '_> {
    /// Writes one step and all that follows from it.
    fn run(&mut self, first: Step<'m>) -> Printed {
        self.steps.push(first);
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Text(text) => self.base.out.text(text)?,
                Step::Expression(at, level) => self.expression(at, level)?,
                Step::Arguments(rest, any, special) => self.argument(rest, any, special)?,
                Step::Own(at) => self.own_line(at)?,
                Step::Statement(at) => self.statement(at)?,
                Step::FunctionBody(at) => self.function_body(at)?,
                Step::Body(at, else_follows) => self.body(at, else_follows)?,
                Step::Declarators(rest, any) => self.declarators(rest, any)?,
                Step::LoopOf(declarations, at) => self.loop_of(declarations, at)?,
                Step::Loop(at) => self.loop_without_init(at)?,
                Step::Line => self.begin_line()?,
                Step::Lines(rest) => self.line(rest)?,
                Step::Cases(rest) => self.case(rest)?,
                Step::Indent => self.indent += 1,
                Step::Dedent => self.indent = self.indent.saturating_sub(1),
                Step::Field(base, index) => self.base.field(base, index)?,
                Step::Components(at) => self.base.components(at)?,
                Step::Unsigned(bits) => self.base.out.show(bits)?,
            }
        }
        Ok(())
    }

    /// Puts steps before all others.
    fn then<const N: usize>(&mut self, steps: [Step<'m>; N]) -> Printed {
        self.steps.extend(steps.into_iter().rev());
        Ok(())
    }

    /// Puts a line without text between elements, but not between those of one line each.
    fn separate(&mut self, last: &mut Option<Command>, command: Command) -> Printed {
        let is_line = |command| matches!(command, Command::GlobalVar | Command::FunctionPrototype);
        match last.replace(command) {
            Some(last) if last != command || !is_line(command) => self.base.out.text("\n"),
            _ => Ok(()),
        }
    }

    /// Begins a line.
    fn begin_line(&mut self) -> Printed {
        self.base.out.text("\n")?;
        for _ in 0..self.indent.min(MAX_INDENT) {
            self.base.out.text(INDENT)?;
        }
        Ok(())
    }
}

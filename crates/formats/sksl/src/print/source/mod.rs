//! Prints source for recompilation.
//!
//! Each submodule writes one kind of construct and schedules the remaining output as steps.

mod declarations;
mod elements;
mod expressions;
mod statements;

use crate::command::Command;
use crate::model::{Children, Model, ModelNode};

use super::base::Base;
use super::literal::Literals;
use super::precedence::Level;
use super::sink::{Result, Sink};
use elements::{declared, undefined};

/// One level of indentation.
const INDENT: &str = "    ";

/// Maximum indentation; deeper lines use this level.
const MAX_INDENT: usize = 64;

/// Pending output.
enum Step<'m> {
    Text(&'static str),
    /// An expression in a context of this level.
    Expression(ModelNode, Level),
    /// Comma-separated arguments; true once one has been written; special treatment.
    Arguments(Children<'m>, bool, Special),
    /// A statement on its own line.
    Own(ModelNode),
    /// A statement at the current position.
    Statement(ModelNode),
    /// Body of a function.
    FunctionBody(ModelNode),
    /// Body of an `if` or a loop; true if `else` follows.
    Body(ModelNode, bool),
    /// Variables of a combined declaration, comma-separated; true once one has been written.
    Declarators(Children<'m>, bool),
    /// A `for` with its leading block of declarations.
    LoopOf(ModelNode, ModelNode),
    /// A `for` whose initialiser has been written before it.
    Loop(ModelNode),
    /// A line break with the next line's indentation.
    Line,
    /// Statements, one per line.
    Lines(Children<'m>),
    Cases(Children<'m>),
    Indent,
    Dedent,
    Field(ModelNode, u32),
    Components(ModelNode),
    /// An unsigned int literal.
    Unsigned(u32),
}

/// Special treatment of arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    Nothing,
    /// Print literals with their types.
    Literals,
    /// Print matrices as vectors, since a constructor takes their components among others.
    Matrices,
}

struct Printer<'m, 's, 'w> {
    base: Base<'m, 's, 'w>,
    literals: Literals,
    steps: Vec<Step<'m>>,
    indent: usize,
}

/// Writes a program or module.
pub(super) fn print(model: &Model<'_>, out: &mut Sink<'_>) -> Result {
    let base = Base::new(model, out);
    let mut printer = Printer { literals: Literals::of(model), base, steps: Vec::new(), indent: 0 };
    // Functions declared but not defined are placed among the elements in table order, so that recompiling
    // produces the same table.
    let mut declarations = model.is_module().then(|| undefined(model)).into_iter().flatten().peekable();
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
    /// Runs a step and its successors to completion.
    fn run(&mut self, first: Step<'m>) -> Result {
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

    /// Schedules steps before all others.
    fn then<const N: usize>(&mut self, steps: [Step<'m>; N]) -> Result {
        self.steps.extend(steps.into_iter().rev());
        Ok(())
    }

    /// Writes a blank line between elements, except between one-line elements.
    fn separate(&mut self, last: &mut Option<Command>, command: Command) -> Result {
        let is_line = |command| matches!(command, Command::GlobalVar | Command::FunctionPrototype);
        match last.replace(command) {
            Some(last) if last != command || !is_line(command) => self.base.out.text("\n"),
            _ => Ok(()),
        }
    }

    /// Begins a line.
    fn begin_line(&mut self) -> Result {
        self.base.out.text("\n")?;
        for _ in 0..self.indent.min(MAX_INDENT) {
            self.base.out.text(INDENT)?;
        }
        Ok(())
    }
}

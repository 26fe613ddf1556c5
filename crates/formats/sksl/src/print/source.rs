//! Text that compiles again.

use crate::command::Command;
use crate::model::{At, Children, Model};
use crate::raw::{ModifierFlags, OwnerKind};
use crate::view::{Element, Expression, Statement, Symbol};

use super::base::{Base, MISSING, children_from, is_braced, spaced};
use super::literal::Literals;
use super::number::{integer, shortest};
use super::precedence::{Level, begins_with};
use super::sink::{Printed, Sink};

/// One level of indentation.
const INDENT: &str = "    ";

/// Deepest indentation that is written; deeper lines begin where this one does.
const MAX_INDENT: usize = 64;

/// What is still to be written.
enum Step<'m> {
    Text(&'static str),
    /// An expression where a level is asked for.
    Expression(At, Level),
    /// Arguments with commas between them; whether one has been written, and whether literals state their type.
    Arguments(Children<'m>, bool, bool),
    /// A statement on a line of its own.
    Own(At),
    /// A statement that begins where the text stands.
    Statement(At),
    /// The statement of an `if` or a loop; whether `else` follows.
    Body(At, bool),
    /// A `for` whose initialiser has been written before it.
    Loop(At),
    /// A line break with the indentation of the next line.
    Line,
    /// Statements, each on a line of its own.
    Lines(Children<'m>),
    Cases(Children<'m>),
    Indent,
    Dedent,
    Field(At, u8),
    Components(At),
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
    let mut last = None;
    if model.is_module() {
        for declaration in undefined(model) {
            printer.declaration(declaration)?;
            printer.base.out.text(";\n")?;
            last = Some(Command::FunctionPrototype);
        }
    }
    for element in model.children(model.elements()) {
        let command = model.command(element);
        let is_line = |command| matches!(command, Command::GlobalVar | Command::FunctionPrototype);
        if last.is_some_and(|last| last != command || !is_line(command)) {
            printer.base.out.text("\n")?;
        }
        last = Some(command);
        printer.element(element)?;
        printer.base.out.text("\n")?;
    }
    Ok(())
}

/// The functions that a module declares and does not define, in the order of their declaration.
fn undefined<'m>(model: &'m Model<'m>) -> impl Iterator<Item = At> + 'm {
    let mut is_defined = vec![false; usize::from(u16::MAX) + 1];
    for element in model.children(model.elements()) {
        if let Element::FunctionDefinition { declaration, .. } = model.element(element)
            && let Some(slot) = is_defined.get_mut(usize::from(declaration))
        {
            *slot = true;
        }
    }
    let table = model.table();
    let inside = table.0..model.node(table).next;
    inside.map(At).filter(move |&at| match model.symbol(at) {
        Symbol::FunctionDeclaration { id, .. } => is_defined.get(usize::from(id)) == Some(&false),
        _ => false,
    })
}

impl<'m> Printer<'m, '_, '_> {
    fn element(&mut self, at: At) -> Printed {
        let model = self.base.model;
        match model.element(at) {
            Element::FunctionDefinition { declaration, body } => {
                self.declaration(model.definition(declaration))?;
                self.base.out.text(" ")?;
                self.run(Step::Body(body, false))
            }
            Element::FunctionPrototype(declaration) => {
                self.declaration(model.definition(declaration))?;
                self.base.out.text(";")
            }
            Element::GlobalVar(declaration) => self.run(Step::Statement(declaration)),
            Element::InterfaceBlock {
                variable,
                type_name,
                instance_name,
                array_size,
            } => {
                let mut ty = At::NONE;
                if let Symbol::Variable {
                    modifiers, ty: known, ..
                } = model.symbol(model.resolve(variable))
                {
                    self.modifiers(modifiers)?;
                    ty = model.resolve(known);
                }
                if let Symbol::ArrayType { component, .. } = model.symbol(ty) {
                    ty = model.resolve(component);
                }
                self.base.name(type_name)?;
                self.fields(ty)?;
                if !model.text(instance_name).is_empty() {
                    self.base.out.text(" ")?;
                    self.base.name(instance_name)?;
                    self.base.array_size(array_size)?;
                }
                self.base.out.text(";")
            }
            Element::SharedFunction { definition, .. } => {
                // Skia's module declares it; a definition here would be another function.
                self.base.out.text("// from Skia's module: ")?;
                match model.element(definition) {
                    Element::FunctionDefinition { declaration, .. } => {
                        self.declaration(model.definition(declaration))
                    }
                    _ => self.base.out.text(MISSING),
                }
            }
            Element::StructDefinition(ty) => {
                let ty = model.resolve(ty);
                self.base.out.text("struct ")?;
                match model.symbol(ty) {
                    Symbol::StructType { name, .. } => self.base.name(name)?,
                    _ => self.base.out.text(MISSING)?,
                }
                self.fields(ty)?;
                self.base.out.text(";")
            }
            Element::Missing => self.base.out.text(MISSING),
        }
    }

    fn modifiers(&mut self, at: At) -> Printed {
        if self.base.layout(at, "layout(")? {
            self.base.out.text(" ")?;
        }
        self.base.flags(at, u32::MAX)
    }

    fn fields(&mut self, ty: At) -> Printed {
        let model = self.base.model;
        self.base.out.text(" {\n")?;
        for field in model.fields(ty) {
            self.base.out.text(INDENT)?;
            self.modifiers(field.modifiers)?;
            self.base.ty(field.ty)?;
            self.base.out.text(" ")?;
            self.base.name(field.name)?;
            self.base.out.text(";\n")?;
        }
        self.base.out.text("}")
    }

    fn declaration(&mut self, at: At) -> Printed {
        let model = self.base.model;
        let Symbol::FunctionDeclaration {
            modifiers,
            name,
            result,
            ..
        } = model.symbol(at)
        else {
            return self.base.out.text(MISSING);
        };
        // The compiler gives side effects to every function of a program by itself.
        let shown = if model.is_module() {
            u32::MAX
        } else {
            !ModifierFlags::HAS_SIDE_EFFECTS.0
        };
        self.base.flags(modifiers, shown)?;
        self.base.ty(result)?;
        self.base.out.text(" ")?;
        self.base.name(name)?;
        let mut before = "(";
        for id in model.parameters(at) {
            self.base.out.text(before)?;
            before = ", ";
            match self.base.variable(id) {
                Some((modifiers, name, ty)) => {
                    self.base.flags(modifiers, u32::MAX)?;
                    self.base.ty(ty)?;
                    self.base.out.text(" ")?;
                    self.base.name(name)?;
                }
                None => self.base.out.text(MISSING)?,
            }
        }
        self.base.out.text(if before == "(" { "()" } else { ")" })
    }

    /// Writes one step and all that follows from it.
    fn run(&mut self, first: Step<'m>) -> Printed {
        self.steps.push(first);
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Text(text) => self.base.out.text(text)?,
                Step::Expression(at, level) => self.expression(at, level)?,
                Step::Arguments(rest, any, typed) => self.argument(rest, any, typed)?,
                Step::Own(at) => self.own_line(at)?,
                Step::Statement(at) => self.statement(at)?,
                Step::Body(at, else_follows) => self.body(at, else_follows)?,
                Step::Loop(at) => self.loop_without_init(at)?,
                Step::Line => {
                    self.base.out.text("\n")?;
                    for _ in 0..self.indent.min(MAX_INDENT) {
                        self.base.out.text(INDENT)?;
                    }
                }
                Step::Lines(rest) => self.line(rest)?,
                Step::Cases(rest) => self.case(rest)?,
                Step::Indent => self.indent += 1,
                Step::Dedent => self.indent = self.indent.saturating_sub(1),
                Step::Field(base, index) => self.base.field(base, index)?,
                Step::Components(at) => self.base.components(at)?,
            }
        }
        Ok(())
    }

    /// Puts steps before all others.
    fn then<const N: usize>(&mut self, steps: [Step<'m>; N]) -> Printed {
        self.steps.extend(steps.into_iter().rev());
        Ok(())
    }

    /// The next of some statements.
    fn line(&mut self, mut rest: Children<'m>) -> Printed {
        match rest.next() {
            Some(at) => self.then([Step::Own(at), Step::Lines(rest)]),
            None => Ok(()),
        }
    }

    /// A statement on a line of its own. Statements that share the scope around them join their neighbours.
    fn own_line(&mut self, at: At) -> Printed {
        let model = self.base.model;
        match model.statement(at) {
            Statement::Block { is_scope, .. }
                if !is_braced(model, is_scope) && model.child(at, 1) != At::NONE =>
            {
                self.then([Step::Lines(children_from(model, at, 1))])
            }
            _ => self.then([Step::Line, Step::Statement(at)]),
        }
    }

    /// Some statements in braces.
    fn braces(&mut self, lines: Step<'m>) -> Printed {
        self.then([
            Step::Text("{"),
            Step::Indent,
            lines,
            Step::Dedent,
            Step::Line,
            Step::Text("}"),
        ])
    }

    fn body(&mut self, at: At, else_follows: bool) -> Printed {
        let model = self.base.model;
        let takes_else = |at| matches!(model.command(at), Command::If | Command::For | Command::Do);
        match model.statement(at) {
            Statement::Block { is_scope, .. }
                if !is_braced(model, is_scope) && model.child(at, 1) != At::NONE =>
            {
                self.braces(Step::Lines(children_from(model, at, 1)))
            }
            Statement::InlineMarker(_) => self.then([
                Step::Text("{"),
                Step::Indent,
                Step::Line,
                Step::Statement(at),
                Step::Dedent,
                Step::Line,
                Step::Text("}"),
            ]),
            _ if else_follows && takes_else(at) => self.then([
                Step::Text("{"),
                Step::Indent,
                Step::Line,
                Step::Statement(at),
                Step::Dedent,
                Step::Line,
                Step::Text("}"),
            ]),
            _ => self.statement(at),
        }
    }

    fn case(&mut self, mut rest: Children<'m>) -> Printed {
        let model = self.base.model;
        let Some(at) = rest.next() else {
            return Ok(());
        };
        let node = model.node(at);
        if node.command != Command::Case {
            return self.then([Step::Cases(rest)]);
        }
        self.run_line()?;
        if node.a == 0 {
            self.base.out.show(format_args!("case {}:", node.c as i32))?;
        } else {
            self.base.out.text("default:")?;
        }
        let lines = match model.statement(model.child(at, 0)) {
            Statement::Block { is_scope, .. } if !is_braced(model, is_scope) => {
                Step::Lines(children_from(model, model.child(at, 0), 1))
            }
            _ => Step::Lines(model.children(at)),
        };
        self.then([Step::Indent, lines, Step::Dedent, Step::Cases(rest)])
    }

    /// Begins a line at once.
    fn run_line(&mut self) -> Printed {
        self.base.out.text("\n")?;
        for _ in 0..self.indent.min(MAX_INDENT) {
            self.base.out.text(INDENT)?;
        }
        Ok(())
    }

    fn statement(&mut self, at: At) -> Printed {
        use Step::{Body as B, Text as T};
        let whole = |at| Step::Expression(at, Level::Comma);
        let model = self.base.model;
        let is_there = |at| !matches!(model.command(at), Command::Void | Command::Missing);
        match model.statement(at) {
            Statement::Block { is_scope, .. } => {
                if model.child(at, 1) == At::NONE && !is_braced(model, is_scope) {
                    return self.base.out.text(";");
                }
                self.braces(Step::Lines(children_from(model, at, 1)))
            }
            Statement::Break => self.base.out.text("break;"),
            Statement::Continue => self.base.out.text("continue;"),
            Statement::Discard => self.base.out.text("discard;"),
            Statement::Do { body, test } => {
                self.then([T("do "), B(body, false), T(" while ("), whole(test), T(");")])
            }
            Statement::Expression(value) => self.then([whole(value), T(";")]),
            Statement::For {
                init,
                test,
                next,
                body,
                ..
            } => match model.command(init) {
                Command::VarDeclaration | Command::ExpressionStatement => {
                    let test = if is_there(test) {
                        [T(" "), whole(test)]
                    } else {
                        [T(""), T("")]
                    };
                    let next = if is_there(next) {
                        [T(" "), whole(next)]
                    } else {
                        [T(""), T("")]
                    };
                    let [a, b] = test;
                    let [c, d] = next;
                    self.then([
                        T("for ("),
                        Step::Statement(init),
                        a,
                        b,
                        T(";"),
                        c,
                        d,
                        T(") "),
                        B(body, false),
                    ])
                }
                Command::Void | Command::Nop | Command::Missing => self.loop_without_init(at),
                // Several declarations do not fit into the parentheses.
                _ => self.then([
                    T("{"),
                    Step::Indent,
                    Step::Own(init),
                    Step::Line,
                    Step::Loop(at),
                    Step::Dedent,
                    Step::Line,
                    T("}"),
                ]),
            },
            Statement::If {
                is_static,
                test,
                if_true,
                if_false,
            } => {
                let word = if is_static == 0 { "if (" } else { "@if (" };
                if is_there(if_false) {
                    self.then([
                        T(word),
                        whole(test),
                        T(") "),
                        B(if_true, true),
                        T(" else "),
                        B(if_false, false),
                    ])
                } else {
                    self.then([T(word), whole(test), T(") "), B(if_true, false)])
                }
            }
            Statement::InlineMarker(function) => {
                self.base.out.text("/* inlined: ")?;
                self.base.symbol(function)?;
                self.base.out.text(" */")
            }
            Statement::Nop | Statement::Void => self.base.out.text(";"),
            Statement::Return(value) if is_there(value) => self.then([T("return "), whole(value), T(";")]),
            Statement::Return(_) => self.base.out.text("return;"),
            Statement::Switch { is_static, value, .. } => {
                let word = if is_static == 0 { "switch (" } else { "@switch (" };
                self.then([
                    T(word),
                    whole(value),
                    T(") {"),
                    Step::Indent,
                    Step::Cases(model.children(at)),
                    Step::Dedent,
                    Step::Line,
                    T("}"),
                ])
            }
            Statement::VarDeclaration {
                variable,
                base,
                array_size,
                value,
            } => {
                let known = self.base.variable(variable);
                if let Some((modifiers, ..)) = known {
                    self.modifiers(modifiers)?;
                }
                self.base.ty(base)?;
                self.base.out.text(" ")?;
                match known {
                    Some((_, name, _)) => self.base.name(name)?,
                    None => self.base.out.text(MISSING)?,
                }
                self.base.array_size(array_size)?;
                if is_there(value) {
                    self.then([T(" = "), Step::Expression(value, Level::Assignment), T(";")])
                } else {
                    self.base.out.text(";")
                }
            }
            Statement::Missing => self.base.out.text(MISSING),
        }
    }

    fn loop_without_init(&mut self, at: At) -> Printed {
        use Step::{Body as B, Text as T};
        let whole = |at| Step::Expression(at, Level::Comma);
        let model = self.base.model;
        let is_there = |at| !matches!(model.command(at), Command::Void | Command::Missing);
        let Statement::For { test, next, body, .. } = model.statement(at) else {
            return Ok(());
        };
        match (is_there(test), is_there(next)) {
            (true, false) => self.then([T("while ("), whole(test), T(") "), B(body, false)]),
            (true, true) => self.then([
                T("for (; "),
                whole(test),
                T("; "),
                whole(next),
                T(") "),
                B(body, false),
            ]),
            (false, true) => self.then([T("for (;; "), whole(next), T(") "), B(body, false)]),
            (false, false) => self.then([T("for (;;) "), B(body, false)]),
        }
    }

    fn argument(&mut self, mut rest: Children<'m>, any: bool, typed: bool) -> Printed {
        let Some(at) = rest.next() else {
            return Ok(());
        };
        if any {
            self.base.out.text(", ")?;
        }
        self.steps.push(Step::Arguments(rest, true, typed));
        let ty = match self.base.model.expression(at) {
            Expression::FloatLiteral { ty, .. } | Expression::IntLiteral { ty, .. } if typed => ty,
            _ => return self.expression(at, Level::Assignment),
        };
        self.base.ty(ty)?;
        self.base.out.text("(")?;
        self.expression(at, Level::Assignment)?;
        self.base.out.text(")")
    }

    fn expression(&mut self, at: At, wanted: Level) -> Printed {
        use Step::{Expression as E, Text as T};
        let model = self.base.model;
        if Level::of(model, at) < wanted {
            return self.then([T("("), E(at, Level::Comma), T(")")]);
        }
        match model.expression(at) {
            Expression::Binary {
                left,
                operator,
                right,
            } => {
                let (before, after) = Level::of_operator(operator).operands();
                self.then([E(left, before), T(spaced(operator)), E(right, after)])
            }
            Expression::BoolLiteral(0) => self.base.out.text("false"),
            Expression::BoolLiteral(_) => self.base.out.text("true"),
            Expression::Constructor { ty, .. } => {
                self.base.ty(ty)?;
                self.then([
                    T("("),
                    Step::Arguments(children_from(model, at, 1), false, false),
                    T(")"),
                ])
            }
            Expression::FieldAccess { base, index, owner } => {
                if owner == OwnerKind::ANONYMOUS_BLOCK {
                    return self.base.field(base, index);
                }
                self.then([E(base, Level::Postfix), T("."), Step::Field(base, index)])
            }
            Expression::FloatLiteral { bits, .. } => self.float(bits),
            Expression::FunctionCall { function, .. } => {
                self.base.symbol(function)?;
                let typed = self.literals.need_types(&self.base, at, function);
                self.then([
                    T("("),
                    Step::Arguments(children_from(model, at, 1), false, typed),
                    T(")"),
                ])
            }
            Expression::Index { base, index } => {
                self.then([E(base, Level::Postfix), T("["), E(index, Level::Comma), T("]")])
            }
            Expression::IntLiteral { ty, bits } => {
                let is_unsigned = self.base.is_unsigned(ty);
                self.base.out.text(&integer(bits, is_unsigned))
            }
            Expression::Postfix { operator, operand } => {
                self.then([E(operand, Level::Postfix), T(operator.name().unwrap_or(MISSING))])
            }
            Expression::Prefix { operator, operand } => {
                let text = operator.name().unwrap_or(MISSING);
                let blank = match text {
                    "-" | "--" if begins_with(model, operand, "-") => " ",
                    "+" | "++" if begins_with(model, operand, "+") => " ",
                    _ => "",
                };
                self.then([T(text), T(blank), E(operand, Level::Prefix)])
            }
            Expression::Setting(name) => {
                self.base.out.text("sk_Caps.")?;
                self.base.name(name)
            }
            Expression::Swizzle { base } => {
                self.then([E(base, Level::Postfix), T("."), Step::Components(at)])
            }
            Expression::Ternary {
                test,
                if_true,
                if_false,
            } => self.then([
                E(test, Level::LogicalOr),
                T(" ? "),
                // The language asks for less; people read it better like this.
                E(if_true, Level::LogicalOr),
                T(" : "),
                E(if_false, Level::Ternary),
            ]),
            Expression::VariableReference { variable, .. } => self.base.symbol(variable),
            Expression::Void => Ok(()),
            Expression::Missing => self.base.out.text(MISSING),
        }
    }

    /// A float literal. The language has no words for numbers that are not finite; their bits say what they are.
    fn float(&mut self, bits: u32) -> Printed {
        if f32::from_bits(bits).is_finite() {
            return self.base.out.text(&shortest(bits));
        }
        let bits = integer(bits, false);
        self.base.out.show(format_args!("intBitsToFloat({bits})"))
    }
}

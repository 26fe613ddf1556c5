//! Prints programs as Skia's compiler describes them.

use crate::command::Command;
use crate::model::{Children, Model, ModelNode};
use crate::raw::{ModifierFlags, Operator};
use crate::view::{Element, Expression, Statement, Symbol};

use super::base::{Base, MISSING, children_from, has_expression, is_braced, spaced};
use super::number::{described, integer};
use super::sink::{Result, Sink};

/// Modifiers shown in a description: all except `inline`.
const SHOWN: u32 = !ModifierFlags::INLINE.0;

/// Pending output.
enum Step<'m> {
    Text(&'static str),
    Expression(ModelNode),
    Statement(ModelNode),
    /// Comma-separated expressions; true once one has been written.
    Arguments(Children<'m>, bool),
    /// Statements, one per line.
    Lines(Children<'m>),
    Cases(Children<'m>),
    /// Name of a field, by index, of an expression's type.
    Field(ModelNode, u32),
    /// Components of a swizzle.
    Components(ModelNode),
}

struct Printer<'m, 's, 'w> {
    base: Base<'m, 's, 'w>,
    steps: Vec<Step<'m>>,
}

/// Writes the description of a program or module.
pub(super) fn print(model: &Model<'_>, out: &mut Sink<'_>) -> Result {
    let mut printer = Printer { base: Base::new(model, out), steps: Vec::new() };
    let elements = || model.children(model.elements());
    let is_shared = |at: &ModelNode| model.command(*at) == Command::SharedFunction;
    let shared_first = elements().filter(is_shared).chain(elements().filter(|at| !is_shared(at)));
    for element in shared_first {
        printer.element(element)?;
        if model.is_module() {
            printer.base.out.text("\n")?;
        }
    }
    Ok(())
}

impl<'m> Printer<'m, '_, '_> {
    fn element(&mut self, at: ModelNode) -> Result {
        let model = self.base.model;
        match model.element(at) {
            Element::FunctionDefinition { declaration, body } => {
                self.declaration(model.definition(declaration))?;
                self.base.out.text(" ")?;
                self.run(Step::Statement(body))
            }
            Element::FunctionPrototype(declaration) => {
                self.declaration(model.definition(declaration))?;
                self.base.out.text(";")
            }
            Element::GlobalVar(declaration) => self.run(Step::Statement(declaration)),
            Element::InterfaceBlock { variable, type_name, instance_name, array_size } => {
                let variable = model.resolve(variable);
                if let Symbol::Variable { modifiers, ty, .. } = model.symbol(variable) {
                    self.modifiers(modifiers)?;
                    self.base.name(type_name)?;
                    self.base.out.text(" {\n")?;
                    self.block_fields(ty)?;
                } else {
                    self.base.name(type_name)?;
                    self.base.out.text(" {\n")?;
                }
                self.base.out.text("}")?;
                if !model.text(instance_name).is_empty() {
                    self.base.out.text(" ")?;
                    self.base.name(instance_name)?;
                    self.base.array_size(array_size)?;
                }
                self.base.out.text(";")
            }
            Element::SharedFunction { definition, .. } => match model.element(definition) {
                Element::FunctionDefinition { declaration, body } => {
                    self.declaration(model.definition(declaration))?;
                    self.base.out.text(" ")?;
                    self.run(Step::Statement(body))
                }
                _ => self.base.out.text(MISSING),
            },
            Element::StructDefinition(ty) => self.structure(model.resolve(ty)),
            Element::Missing => self.base.out.text(MISSING),
        }
    }

    fn modifiers(&mut self, at: ModelNode) -> Result {
        self.base.layout(at, "layout (")?;
        self.base.flags(at, SHOWN)
    }

    fn declaration(&mut self, at: ModelNode) -> Result {
        let model = self.base.model;
        let Symbol::FunctionDeclaration { name, result, .. } = model.symbol(at) else {
            return self.base.out.text(MISSING);
        };
        self.base.ty(result)?;
        self.base.out.text(" ")?;
        self.base.name(name)?;
        let mut before = "(";
        for id in model.parameters(at) {
            self.base.out.text(before)?;
            before = ", ";
            match self.base.variable(id) {
                Some((_, name, ty)) => {
                    self.base.ty(ty)?;
                    self.base.out.text(" ")?;
                    self.base.name(name)?;
                }
                None => self.base.out.text(MISSING)?,
            }
        }
        self.base.out.text(if before == "(" { "()" } else { ")" })
    }

    fn structure(&mut self, at: ModelNode) -> Result {
        let model = self.base.model;
        let Symbol::StructType { name, .. } = model.symbol(at) else {
            return self.base.out.text(MISSING);
        };
        self.base.out.text("struct ")?;
        self.base.name(name)?;
        self.base.out.text(" { ")?;
        for field in model.fields(at) {
            self.modifiers(field.modifiers)?;
            self.base.ty(field.ty)?;
            self.base.out.text(" ")?;
            self.base.name(field.name)?;
            self.base.out.text("; ")?;
        }
        self.base.out.text("};")
    }

    fn block_fields(&mut self, ty: ModelNode) -> Result {
        let model = self.base.model;
        let mut ty = model.resolve(ty);
        if let Symbol::ArrayType { component, .. } = model.symbol(ty) {
            ty = model.resolve(component);
        }
        for field in model.fields(ty) {
            self.base.ty(field.ty)?;
            self.base.out.text(" ")?;
            self.base.name(field.name)?;
            self.base.out.text(";\n")?;
        }
        Ok(())
    }

    /// Runs a step and its successors to completion.
    fn run(&mut self, first: Step<'m>) -> Result {
        self.steps.push(first);
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Text(text) => self.base.out.text(text)?,
                Step::Expression(at) => self.expression(at)?,
                Step::Statement(at) => self.statement(at)?,
                Step::Arguments(mut rest, any) => {
                    if let Some(at) = rest.next() {
                        if any {
                            self.base.out.text(", ")?;
                        }
                        self.steps.push(Step::Arguments(rest, true));
                        self.expression(at)?;
                    }
                }
                Step::Lines(mut rest) => {
                    if let Some(at) = rest.next() {
                        self.base.out.text("\n")?;
                        self.steps.push(Step::Lines(rest));
                        self.statement(at)?;
                    }
                }
                Step::Cases(mut rest) => {
                    if let Some(at) = rest.next() {
                        self.steps.push(Step::Cases(rest));
                        self.case(at)?;
                    }
                }
                Step::Field(base, index) => self.base.field(base, index)?,
                Step::Components(at) => self.base.components(at)?,
            }
        }
        Ok(())
    }

    /// Schedules steps before all others.
    fn then<const N: usize>(&mut self, steps: [Step<'m>; N]) -> Result {
        self.steps.extend(steps.into_iter().rev());
        Ok(())
    }

    fn case(&mut self, at: ModelNode) -> Result {
        let model = self.base.model;
        let node = model.node(at);
        if node.command != Command::Case {
            return Ok(());
        }
        if has_expression(model, at) {
            let lines = Step::Lines(children_from(model, at, 1));
            return self.then([
                Step::Text("case "),
                Step::Expression(model.child(at, 0)),
                Step::Text(":\n"),
                lines,
                Step::Text("\n"),
            ]);
        }
        if node.a == 0 {
            self.base.out.show(format_args!("case {}:\n", node.c as i32))?;
        } else {
            self.base.out.text("default:\n")?;
        }
        self.then([Step::Statement(model.child(at, 0))])
    }

    fn statement(&mut self, at: ModelNode) -> Result {
        use Step::{Expression as E, Statement as S, Text as T};
        let model = self.base.model;
        let is_there = |at| !matches!(model.command(at), Command::Void | Command::Missing);
        match model.statement(at) {
            Statement::Block { is_scope, .. } => {
                let lines = Step::Lines(children_from(model, at, 1));
                if is_braced(model, is_scope) {
                    self.then([T("{"), lines, T("\n}\n")])
                } else {
                    self.then([lines, T("\n")])
                }
            }
            Statement::Break => self.base.out.text("break;"),
            Statement::Continue => self.base.out.text("continue;"),
            Statement::Discard => self.base.out.text("discard;"),
            Statement::Do { body, test } => self.then([T("do "), S(body), T(" while ("), E(test), T(");")]),
            Statement::Expression(value) => self.then([E(value), T(";")]),
            Statement::For { init, test, next, body, .. } => {
                let init = if is_there(init) { S(init) } else { T(";") };
                self.then([T("for ("), init, T(" "), E(test), T("; "), E(next), T(") "), S(body)])
            }
            Statement::If { is_static, test, if_true, if_false } => {
                let word = if is_static == 0 { "if (" } else { "@if (" };
                if is_there(if_false) {
                    self.then([T(word), E(test), T(") "), S(if_true), T(" else "), S(if_false)])
                } else {
                    self.then([T(word), E(test), T(") "), S(if_true)])
                }
            }
            Statement::InlineMarker(function) => {
                self.base.out.text("/* inlined: ")?;
                self.base.symbol(function)?;
                self.base.out.text(" */")
            }
            Statement::Nop => self.base.out.text(";"),
            Statement::Return(value) if is_there(value) => self.then([T("return "), E(value), T(";")]),
            Statement::Return(_) => self.base.out.text("return;"),
            Statement::Switch { is_static, value, .. } => {
                let word = if is_static == 0 { "switch (" } else { "@switch (" };
                let cases = Step::Cases(model.children(at));
                self.then([T(word), E(value), T(") {\n"), cases, T("}")])
            }
            Statement::VarDeclaration { variable, base, array_size, value } => {
                let (modifiers, name) = match self.base.variable(variable) {
                    Some((modifiers, name, _)) => (modifiers, Some(name)),
                    None => (ModelNode::NONE, None),
                };
                self.modifiers(modifiers)?;
                self.base.ty(base)?;
                self.base.out.text(" ")?;
                match name {
                    Some(name) => self.base.name(name)?,
                    None => self.base.out.text(MISSING)?,
                }
                self.base.array_size(array_size)?;
                if is_there(value) {
                    self.then([T(" = "), E(value), T(";")])
                } else {
                    self.base.out.text(";")
                }
            }
            Statement::Void => Ok(()),
            Statement::Missing => self.base.out.text(MISSING),
        }
    }

    fn expression(&mut self, at: ModelNode) -> Result {
        use Step::{Arguments as A, Expression as E, Text as T};
        let model = self.base.model;
        match model.expression(at) {
            Expression::Binary { left, operator, right } => {
                self.then([T("("), E(left), T(spaced(operator)), E(right), T(")")])
            }
            Expression::BoolLiteral(0) => self.base.out.text("false"),
            Expression::BoolLiteral(_) => self.base.out.text("true"),
            Expression::Constructor { ty, .. } => {
                self.base.ty(ty)?;
                self.then([T("("), A(children_from(model, at, 1), false), T(")")])
            }
            Expression::FieldAccess { base, index, .. } => {
                self.then([E(base), T("."), Step::Field(base, index)])
            }
            Expression::FloatLiteral { bits, .. } => self.base.out.text(&described(bits)),
            Expression::FunctionCall { function, .. } => {
                self.base.callee(function)?;
                self.then([T("("), A(children_from(model, at, 1), false), T(")")])
            }
            Expression::Index { base, index } => self.then([E(base), T("["), E(index), T("]")]),
            Expression::IntLiteral { ty, bits } => {
                let is_unsigned = self.base.is_unsigned(ty);
                self.base.out.text(&integer(bits, is_unsigned))
            }
            Expression::Postfix { operator, operand } => {
                self.then([E(operand), T(operator.name().unwrap_or(MISSING))])
            }
            Expression::Prefix { operator, operand } => {
                let text = match operator {
                    Operator::MINUS => " - ",
                    Operator::PLUS => " + ",
                    other => other.name().unwrap_or(MISSING),
                };
                self.then([T(text), E(operand)])
            }
            Expression::Setting(name) => self.base.name(name),
            Expression::Swizzle { base } => self.then([E(base), T("."), Step::Components(at)]),
            Expression::Ternary { test, if_true, if_false } => {
                self.then([T("("), E(test), T(" ? "), E(if_true), T(" : "), E(if_false), T(")")])
            }
            Expression::VariableReference { variable, .. } => self.base.symbol(variable),
            Expression::Void => Ok(()),
            Expression::Missing => self.base.out.text(MISSING),
        }
    }
}

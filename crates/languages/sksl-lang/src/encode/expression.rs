//! Encodes expressions.
//!
//! Recursion is bounded by the depth of the expression: 50 levels from the parser, 512 from a decoded file.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{CAPABILITIES, Module};
use glassbox_sksl::command::Command;
use glassbox_sksl::raw::{BUILTIN_SYMBOL, RefKind};

use super::stream::Stream;
use crate::ir::arena::List;
use crate::ir::expression::{Components, Constructor, Expr, ExpressionKind};
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::ir::ty::Ty;
use crate::rules::encode as rules;

impl<'p> Stream<'p> {
    /// Encodes an expression, or the void command.
    pub(super) fn optional_expression(&mut self, expression: Option<Expr>) {
        match expression {
            Some(expression) => self.expression(expression),
            None => self.command(Command::Void),
        }
    }

    pub(super) fn expression(&mut self, expression: Expr) {
        let program = self.program;
        let node = &program.expressions[expression];
        match node.kind {
            ExpressionKind::Binary { left, operator, right } => {
                self.command(Command::Binary);
                self.expression(left);
                self.byte(operator.0);
                self.expression(right);
            }
            ExpressionKind::ChildCall { child, arguments } if self.is_wide => {
                self.command(Command::FunctionCall);
                self.ty(node.ty);
                let id = self.id(child);
                self.word(id);
                self.arguments(arguments, "arguments of a call", node.span);
            }
            ExpressionKind::ChildCall { child, .. } => self.child_call(child, node.span),
            ExpressionKind::Constructor { kind, arguments } => {
                self.command(constructor_command(kind));
                self.ty(node.ty);
                self.arguments(arguments, "arguments of a constructor", node.span);
            }
            ExpressionKind::FieldAccess { base, index, owner } => {
                if let Some((block, name, kind)) = self.builtin_field(base, index) {
                    return self.builtin_variable(block, name, kind, node.span);
                }
                self.command(Command::FieldAccess);
                self.expression(base);
                self.byte(index);
                self.byte(owner.0);
            }
            ExpressionKind::FunctionCall { function, arguments } => {
                self.command(Command::FunctionCall);
                self.ty(node.ty);
                self.id_or_name(function);
                self.arguments(arguments, "arguments of a call", node.span);
            }
            ExpressionKind::Index { base, index } => {
                self.command(Command::Index);
                self.expression(base);
                self.expression(index);
            }
            ExpressionKind::Literal(value) => self.literal(node.ty, value),
            ExpressionKind::Postfix { operator, operand } => {
                self.command_byte(Command::Postfix, operator.0);
                self.expression(operand);
            }
            ExpressionKind::Prefix { operator, operand } => {
                self.command_byte(Command::Prefix, operator.0);
                self.expression(operand);
            }
            ExpressionKind::Setting(index) => {
                self.command(Command::Setting);
                self.text(CAPABILITIES.get(usize::from(index)).copied().unwrap_or_default());
            }
            ExpressionKind::Swizzle { base, components } => {
                self.command(Command::Swizzle);
                self.expression(base);
                self.components(components);
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                self.command(Command::Ternary);
                self.expression(test);
                self.expression(if_true);
                self.expression(if_false);
            }
            ExpressionKind::VariableReference { variable, kind } => {
                self.variable_reference(variable, kind, node.span);
            }
            ExpressionKind::FunctionReference(_)
            | ExpressionKind::MethodReference(_)
            | ExpressionKind::Poison
            | ExpressionKind::TypeReference(_) => {
                let message = "found an expression without a value in a program to be written";
                self.report(&rules::UNFINISHED, node.span, message);
            }
        }
    }

    fn arguments(&mut self, arguments: List<Expr>, what: &str, span: Span) {
        self.count(arguments.len(), what, span);
        let program = self.program;
        for &argument in program.expression_lists.get(arguments) {
            self.expression(argument);
        }
    }

    fn components(&mut self, components: Components) {
        self.byte(components.get().len() as u32);
        // Writing up to four single bytes is faster than appending a slice.
        for &component in components.get() {
            self.commands.push(component);
        }
    }

    fn literal(&mut self, ty: Ty, value: f64) {
        if ty.meaning.is_bool() {
            self.command(Command::BoolLiteral);
            self.byte(u8::from(value != 0.0));
        } else if ty.meaning.scalar().is_some_and(|scalar| scalar.is_float()) {
            self.command(Command::FloatLiteral);
            self.ty(ty);
            self.double((value as f32).to_bits());
        } else {
            self.command(Command::IntLiteral);
            self.ty(ty);
            // An untyped literal may exceed 32 bits; it is stored modulo 2³².
            self.double(value as i64 as u32);
        }
    }

    /// Encodes a reference to a function: by id, or by name if it is builtin.
    pub(super) fn id_or_name(&mut self, symbol: Symbol) {
        match self.id(symbol) {
            0 => {
                self.word(BUILTIN_SYMBOL);
                self.name(self.program.symbols[symbol].name);
            }
            id => self.word(id),
        }
    }

    fn variable_reference(&mut self, variable: Symbol, kind: RefKind, span: Span) {
        let id = self.id(variable);
        let program = self.program;
        let data = &program.symbols[variable];
        if id != 0 {
            return self.command_word_byte(Command::VariableReference, id, kind.0);
        }
        match &data.kind {
            SymbolKind::Variable(symbol) if symbol.builtin.is_some() => {
                let name = program.names.text(data.name);
                self.builtin_variable(name, name, kind, span);
            }
            // Symbols of a module's bases are builtin for it.
            _ if program.is_module => {
                let name = program.names.text(data.name);
                self.builtin_variable(name, name, kind, span);
            }
            _ => self.unowned(variable, span),
        }
    }

    /// Reports a variable that no enclosing table owns, which neither the compiler nor the decoder produces.
    pub(super) fn unowned(&mut self, variable: Symbol, span: Span) {
        let name = self.program.symbol_name(variable);
        let message = format!("found `{name}`, which no symbol table around it owns");
        self.report(&rules::UNFINISHED, span, message)
            .help("give the symbol to a table of the program, or of the block that declares it");
        self.word(0);
    }

    /// Builtin variable that a field of a builtin interface block denotes, after the name of the block.
    fn builtin_field(&self, base: Expr, index: u32) -> Option<(&'static str, &'static str, RefKind)> {
        let ExpressionKind::VariableReference { variable, kind } = self.program.kind_of(base) else {
            return None;
        };
        let SymbolKind::Variable(symbol) = &self.program.symbols[variable].kind else {
            return None;
        };
        let block = symbol.builtin?.name;
        let mut fields = Module::Vert.variables().iter();
        let field = fields.find(|field| field.field == Some((block, index as u8)))?;
        Some((block, field.name, kind))
    }

    /// Encodes a builtin variable by name; `element` is the name of its declaring element.
    fn builtin_variable(&mut self, element: &'p str, name: &'p str, kind: RefKind, span: Span) {
        self.builtins.meet(element, name, span);
        self.command(Command::VariableReference);
        self.word(BUILTIN_SYMBOL);
        self.text(name);
        self.byte(kind.0);
    }

    fn child_call(&mut self, child: Symbol, span: Span) {
        let name = self.program.symbol_name(child);
        let message = format!("found a call of the child `{name}`, for which the format has no command");
        self.report(&rules::CHILD_CALL, span, message)
            .help("keep the program as source text: `validate`, `interface`, `disasm` and `run` take the source itself");
    }
}

const fn constructor_command(kind: Constructor) -> Command {
    match kind {
        Constructor::Array => Command::ConstructorArray,
        Constructor::ArrayCast => Command::ConstructorArrayCast,
        Constructor::Compound => Command::ConstructorCompound,
        Constructor::CompoundCast => Command::ConstructorCompoundCast,
        Constructor::DiagonalMatrix => Command::ConstructorDiagonalMatrix,
        Constructor::MatrixResize => Command::ConstructorMatrixResize,
        Constructor::ScalarCast => Command::ConstructorScalarCast,
        Constructor::Splat => Command::ConstructorSplat,
        Constructor::Struct => Command::ConstructorStruct,
    }
}

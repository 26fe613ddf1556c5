//! Checks that need the whole program: functions without bodies, unresolved `@if` and `@switch`, total size of
//! globals, and a missing `main`.

use glassbox_core::diagnostic::{Diagnostic, Reporter};
use glassbox_core::span::Span;
use glassbox_core::suggest;
use glassbox_sksl::builtin::is_runtime_effect;
use glassbox_sksl::raw::{ModifierFlags, ProgramKind};

use super::usage::Usage;
use super::visit::{Flow, Visitor, walk_expression, walk_statement};
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::{Element, Program};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::rules::program;

/// Maximum number of scalars in all global variables together.
const MOST_SLOTS: u64 = 100_000;

impl Builder<'_> {
    /// Runs the checks that need every element of the program and returns the usage counts, which the optimiser
    /// reuses. Must not be called on a program with errors.
    pub(crate) fn finish_checks(&mut self) -> Usage {
        let mut usage = std::mem::take(&mut self.usage);
        usage.reserve(self.program.symbols.len());
        usage.add_rest(&self.program);
        debug_assert!(usage.is_of(&self.program));
        let mut checks = Checks {
            usage: &usage,
            is_current: self.is_current(),
            slots: 0,
            may_lack_bodies: self.program.symbols.iter().any(|(_, data)| lacks_body(&data.kind)),
            may_decide_early: self.has_static_branches,
            found: Vec::new(),
        };
        for element in &self.program.elements {
            checks.element(&self.program, element);
        }
        let mut found = checks.found;
        if found.is_empty() && self.program.is_es2 {
            found = self.check_indices();
        }
        if found.is_empty() && (self.program.is_es2 || self.is_current()) {
            found.extend(self.check_size());
        }
        self.findings.extend(found);
        self.check_entry();
        usage
    }

    /// Reports a colour filter in `#version 300`: Skia evaluates filters without a device, which takes `100` only.
    fn check_filter_version(&mut self) {
        let is_filter = self.options.kind == ProgramKind::COLOR_FILTER && self.is_current();
        if is_filter && self.options.es2 && !self.program.is_es2 {
            let message = "found a colour filter of version 300, expected version 100";
            let line = Span::new(0, self.text.lines().next().map_or(0, |line| line.len() as u32));
            self.report(&program::FILTER_VERSION, line, message)
                .help("remove `#version 300` and what OpenGL ES 2 does not have");
        }
    }

    /// Reports a runtime effect without `main`. Skia's compiler accepts it; making an effect of it fails, and today's
    /// language is that of effects.
    fn check_entry(&mut self) {
        let kind = self.options.kind;
        if !is_runtime_effect(kind) {
            return;
        }
        let program = &self.program;
        let defined = program.elements.iter().filter_map(|element| match *element {
            Element::Function { declaration, .. } => Some(declaration),
            _ => None,
        });
        let names = defined.clone().map(|function| program.symbol_name(function));
        if names.clone().any(|name| name == MAIN) {
            self.check_filter_version();
            return;
        }
        let message = format!("found no function `{MAIN}`, the entry point of every {kind}");
        let similar = suggest::similar(MAIN, names);
        let meant = similar.and_then(|name| {
            let mut defined = defined;
            defined.find(|&function| program.symbol_name(function) == name)
        });
        let (place, help) = match meant {
            Some(function) => (program.symbols[function].span, format!("rename it to `{MAIN}`")),
            None => (Span::default(), format!("write one: `{}`", main_example(kind))),
        };
        let rule = if self.is_current() { &program::EFFECT_WITHOUT_MAIN } else { &program::NO_MAIN };
        self.report(rule, place, message).help(help);
    }
}

/// Entry point of a runtime effect.
const MAIN: &str = "main";

/// Example signature of `main` for the help text.
fn main_example(kind: ProgramKind) -> &'static str {
    match kind {
        ProgramKind::COLOR_FILTER => "half4 main(half4 color) { … }",
        ProgramKind::BLENDER => "half4 main(half4 source, half4 destination) { … }",
        ProgramKind::MESH_VERTEX => "float2 main(Attributes attributes, out Varyings varyings) { … }",
        ProgramKind::MESH_FRAGMENT => "float2 main(Varyings varyings) { … }",
        _ => "half4 main(float2 coords) { … }",
    }
}

struct Checks<'a> {
    usage: &'a Usage,
    is_current: bool,
    slots: u64,
    /// Some function is declared without a body. If unset, expressions need no visit.
    may_lack_bodies: bool,
    /// Some `@if` or `@switch` was not resolved during parsing. If unset, statements need no visit.
    may_decide_early: bool,
    found: Vec<Diagnostic>,
}

/// Returns whether a symbol is a function of the program that has no body.
fn lacks_body(kind: &SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function(data) if data.builtin.is_none() && data.body.is_none())
}

impl Checks<'_> {
    fn element(&mut self, program: &Program, element: &Element) {
        match *element {
            Element::GlobalVar(declaration) => {
                self.global(program, declaration);
                if self.may_lack_bodies {
                    let _ = self.statement(program, declaration);
                }
            }
            Element::Function { declaration, body } => {
                self.out_parameters(program, declaration);
                if self.may_lack_bodies || self.may_decide_early {
                    let _ = self.statement(program, body);
                }
            }
            _ => {}
        }
    }

    /// Reports only the first global that exceeds the limit.
    fn global(&mut self, program: &Program, declaration: Stmt) {
        let StatementKind::VarDeclaration { variable, .. } = program.statements[declaration].kind else {
            return;
        };
        let SymbolKind::Variable(data) = &program.symbols[variable].kind else {
            return;
        };
        let before = self.slots;
        self.slots = before.saturating_add(program.types.slots(data.ty.meaning));
        if before < MOST_SLOTS && self.slots >= MOST_SLOTS {
            let span = program.symbols[variable].span;
            let message = format!(
                "with `{}` the global variables hold {} numbers, expected fewer than {MOST_SLOTS}",
                program.symbol_name(variable),
                self.slots
            );
            self.found
                .report(&program::GLOBALS_SIZE, span, message)
                .help("make the array smaller, or read the table from a child shader");
        }
    }

    /// Reports `out` parameters that are never written. Structs are exempt in version 8, whose mesh programs
    /// have to declare one.
    fn out_parameters(&mut self, program: &Program, function: Symbol) {
        let SymbolKind::Function(data) = &program.symbols[function].kind else {
            return;
        };
        for &parameter in &data.parameters {
            let SymbolKind::Variable(variable) = &program.symbols[parameter].kind else {
                continue;
            };
            let is_out =
                variable.modifiers.has(ModifierFlags::OUT) && !variable.modifiers.has(ModifierFlags::IN);
            let is_exempt = variable.ty.meaning.is_struct() && !self.is_current;
            if !is_out || is_exempt || self.usage.of_variable(parameter).written > 0 {
                continue;
            }
            let name = program.symbol_name(parameter);
            let message = format!(
                "`{}` never assigns to its out parameter `{name}`, expected a value for the caller",
                program.symbol_name(function)
            );
            let span = program.symbols[function].span;
            self.found
                .report(&program::UNASSIGNED_OUT, span, message)
                .label(program.symbols[parameter].span, "this parameter")
                .help(format!("assign to `{name}`, or remove `out`"));
        }
    }
}

impl Visitor for Checks<'_> {
    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        if !self.may_lack_bodies {
            return Flow::Continue(());
        }
        if let ExpressionKind::FunctionCall { function, .. } = program.kind_of(expression)
            && lacks_body(&program.symbols[function].kind)
        {
            let name = program.symbol_name(function);
            let span = program.span_of(expression);
            let message = format!("`{name}` is called and has no body, expected a definition");
            self.found
                .report(&program::UNDEFINED_FUNCTION, span, message)
                .label(program.symbols[function].span, "declared here")
                .help(format!("define `{name}` with the parameter types of its declaration"));
        }
        walk_expression(self, program, expression)
    }

    fn statement(&mut self, program: &Program, statement: Stmt) -> Flow {
        let node = program.statements[statement];
        let left = match node.kind {
            StatementKind::If { is_static: true, test, .. } => Some((&program::STATIC_IF, "@if", "if", test)),
            StatementKind::Switch { is_static: true, value, .. } => {
                Some((&program::STATIC_SWITCH, "@switch", "switch", value))
            }
            _ => None,
        };
        if let Some((rule, word, plain, value)) = left {
            let message = format!("the value that `{word}` tests is not constant");
            self.found
                .report(rule, node.span, message)
                .label(program.span_of(value), "this is known only when the program runs")
                .help(format!("write `{plain}`, or test a constant"));
        }
        walk_statement(self, program, statement)
    }
}

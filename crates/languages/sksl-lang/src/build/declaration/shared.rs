//! Imports parts of the builtin modules: functions with bodies that the program calls, and variables that it names.
//!
//! Functions are collected while bodies are finished, in the order of first call, callees before callers. Variables
//! are collected at the end of the source and placed before all functions.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{self, PER_VERTEX};
use glassbox_sksl::raw::{ModifierFlags, ProgramKind};

use super::super::Builder;
use super::variable::FRAG_COLOR;
use crate::analysis::{Flow, Visitor, walk_expression};
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::{Element, Program};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{Symbol, SymbolKind, TableData};
use crate::syntax;

/// Variable that every fragment program imports.
const CLOCKWISE: &str = "sk_Clockwise";

/// Derivative that depends on the orientation of the target.
const DERIVATIVE: &str = "dFdy";

impl Builder<'_> {
    /// Records a call in a finished body.
    pub(super) fn note_call(&mut self, function: Symbol) {
        let SymbolKind::Function(data) = &self.program.symbols[function].kind else {
            return;
        };
        let Some((declaration, _)) = data.builtin else {
            return;
        };
        let has_body = !data.is_intrinsic();
        if self.is_builtin {
            if has_body {
                self.declarations.called.push(function);
            }
            return;
        }
        if declaration.name == DERIVATIVE {
            self.program.uses_flip = true;
        }
        if has_body {
            self.include_function(function);
        }
    }

    /// Imports a builtin function after its callees. Calls between module functions are at most five deep and not
    /// recursive.
    fn include_function(&mut self, function: Symbol) {
        if !self.declarations.included.insert(function) {
            return;
        }
        let Some(element) = self.builtin_definition(function) else {
            return;
        };
        let mut called = std::mem::take(&mut self.declarations.called);
        called.sort_unstable();
        called.dedup();
        called.sort_by_cached_key(|&callee| {
            let name = self.program.symbol_name(callee).to_owned();
            (name, self.describe_function(callee))
        });
        for callee in called {
            self.include_function(callee);
        }
        self.program.shared.push(element);
    }

    /// Parses the body of a builtin function. The options of the program do not apply to it: builtin code is always
    /// optimised.
    fn builtin_definition(&mut self, function: Symbol) -> Option<Element> {
        let SymbolKind::Function(data) = &self.program.symbols[function].kind else {
            return None;
        };
        let (declaration, overload) = data.builtin?;
        let source = builtin::body(declaration.name)?.get(overload as usize)?;
        // Builtin code cannot see the names of the program.
        let root = self.program.tables.add(TableData { is_builtin: true, ..TableData::default() });
        let first_expression = self.program.expressions.len();
        let first_statement = self.program.statements.len();
        let first_symbol = self.program.symbols.len();
        let text = std::mem::replace(&mut self.text, source);
        let table = std::mem::replace(&mut self.table, root);
        let elements = std::mem::take(&mut self.program.elements);
        let parameters = std::mem::take(&mut self.declarations.parameters);
        let optimize = std::mem::replace(&mut self.options.optimize, true);
        self.is_builtin = true;
        self.declarations.adopting = Some(function);
        syntax::parse(self);
        self.declarations.adopting = None;
        self.is_builtin = false;
        self.options.optimize = optimize;
        self.declarations.parameters = parameters;
        self.table = table;
        self.text = text;
        let made = std::mem::replace(&mut self.program.elements, elements);
        self.forget_places(first_expression, first_statement, first_symbol);
        made.into_iter().next()
    }

    /// Clears the source ranges of nodes from a builtin source, which would be taken for ranges in the program.
    pub(in crate::build) fn forget_places(&mut self, expressions: usize, statements: usize, symbols: usize) {
        let program = &mut self.program;
        for index in expressions..program.expressions.len() {
            program.expressions[Expr(index as u32)].span = Span::default();
        }
        for index in statements..program.statements.len() {
            program.statements[Stmt(index as u32)].span = Span::default();
        }
        for index in symbols..program.symbols.len() {
            program.symbols[Symbol(index as u32)].span = Span::default();
        }
    }

    /// Finishes a program: inlines within the imported functions and imports the variables. Does nothing after errors.
    pub(crate) fn program_end(&mut self) {
        if self.is_builtin || self.findings.has_errors() {
            return;
        }
        self.inline_shared();
        let mut gathered = Gathered { looks_for_variables: self.has_named_builtins(), ..Gathered::default() };
        for element in &self.program.elements {
            gathered.element(&self.program, element);
        }
        let mut symbols = gathered.variables;
        if gathered.returns_color {
            symbols.extend(self.builtin_variable(FRAG_COLOR));
        }
        if self.options.kind == ProgramKind::FRAGMENT {
            symbols.extend(self.builtin_variable(CLOCKWISE));
        }
        let mut shared = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            if self.declarations.included.insert(symbol) {
                shared.push(self.builtin_element(symbol));
            }
        }
        self.program.shared.splice(0..0, shared);
    }

    /// Returns whether any builtin variable was ever named; its references may have been removed since.
    fn has_named_builtins(&self) -> bool {
        let mut known = self.known.iter().filter_map(|known| known.builtin.flatten());
        self.declarations.per_vertex.is_some()
            || known.any(|symbol| matches!(self.program.symbols[symbol].kind, SymbolKind::Variable(_)))
    }

    /// Inlines within imported functions: Skia does so when it loads its modules, whatever the options of the program.
    fn inline_shared(&mut self) {
        let shared = self.program.shared.clone();
        let mut kept = Vec::new();
        for element in &shared {
            if let &Element::Function { declaration, .. } = element
                && !builtin::is_inlined(self.program.symbol_name(declaration))
                && let SymbolKind::Function(data) = &mut self.program.symbols[declaration].kind
            {
                data.modifiers.flags.0 |= ModifierFlags::NO_INLINE.0;
                kept.push(declaration);
            }
        }
        if kept.len() < shared.len() {
            let optimize = std::mem::replace(&mut self.options.optimize, true);
            self.is_builtin = true;
            self.inline_module(&shared);
            self.is_builtin = false;
            self.options.optimize = optimize;
        }
        for declaration in kept {
            if let SymbolKind::Function(data) = &mut self.program.symbols[declaration].kind {
                data.modifiers.flags.0 &= !ModifierFlags::NO_INLINE.0;
            }
        }
    }

    /// Finds a builtin variable by name if this kind of program has it.
    fn builtin_variable(&mut self, name: &str) -> Option<Symbol> {
        let name = self.program.names.add(name);
        self.builtin(name)
            .filter(|&symbol| matches!(self.program.symbols[symbol].kind, SymbolKind::Variable(_)))
    }

    /// Creates the element that declares a builtin variable.
    fn builtin_element(&mut self, symbol: Symbol) -> Element {
        if self.declarations.per_vertex == Some(symbol) {
            return Element::InterfaceBlock {
                variable: symbol,
                type_name: self.program.names.add(PER_VERTEX.name),
                instance_name: self.program.names.add(""),
                array_size: 0,
            };
        }
        let kind = StatementKind::VarDeclaration {
            variable: symbol,
            base: self.variable_type(symbol),
            array_size: 0,
            value: None,
        };
        let statement = self.program.statement(kind, Span::default());
        if let SymbolKind::Variable(data) = &mut self.program.symbols[symbol].kind {
            data.declaration = Some(statement);
        }
        Element::GlobalVar(statement)
    }
}

/// Collects the builtin variables named in a program, in order of first use.
#[derive(Default)]
struct Gathered {
    looks_for_variables: bool,
    variables: Vec<Symbol>,
    returns_color: bool,
}

impl Gathered {
    fn element(&mut self, program: &Program, element: &Element) {
        match *element {
            Element::Function { declaration, body } => {
                if let SymbolKind::Function(data) = &program.symbols[declaration].kind
                    && data.is_main
                    && Builder::returns_color(data.result)
                {
                    self.returns_color = true;
                }
                self.look(program, body);
            }
            Element::GlobalVar(statement) => self.look(program, statement),
            _ => {}
        }
    }

    fn look(&mut self, program: &Program, statement: Stmt) {
        if self.looks_for_variables {
            let _: Flow = self.statement(program, statement);
        }
    }
}

impl Visitor for Gathered {
    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        if let ExpressionKind::VariableReference { variable, .. } = program.kind_of(expression)
            && let SymbolKind::Variable(data) = &program.symbols[variable].kind
            && data.builtin.is_some()
            && !self.variables.contains(&variable)
        {
            self.variables.push(variable);
        }
        walk_expression(self, program, expression)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use glassbox_core::limits::Limits;
    use glassbox_core::reader::Window;
    use glassbox_sksl::builtin::{CAPABILITIES, Module};
    use glassbox_sksl::raw::ProgramKind;
    use glassbox_sksl::read::open;
    use glassbox_testing::corpus;

    use super::{Builder, Element};
    use crate::ir::program::Program;
    use crate::options::{Capabilities, Options};
    use crate::{describe, lift};

    /// Descriptions of all functions of a program.
    fn functions(program: &Program) -> BTreeSet<String> {
        let mut program = program.clone();
        let elements = std::mem::take(&mut program.elements);
        let functions = elements.into_iter().filter(|element| matches!(element, Element::Function { .. }));
        functions
            .map(|element| {
                program.elements = vec![element];
                describe(&program)
            })
            .collect()
    }

    /// Compiles each function of a module that has a body, separately.
    fn compiled(kind: ProgramKind, module: Module, capabilities: Capabilities) -> BTreeSet<String> {
        let options = Options { capabilities, ..Options::new(kind) };
        let mut builder = Builder::new("", &options).expect("a kind of version 8");
        let mut elements = Vec::new();
        for function in module.functions() {
            let name = builder.program.names.add(function.name);
            let symbol = builder.builtin(name).expect("the module declares it");
            for overload in builder.functions_of(symbol) {
                elements.extend(builder.builtin_definition(overload));
            }
        }
        assert!(builder.findings.items().is_empty(), "{:?}", builder.findings);
        builder.program.elements = elements;
        functions(&builder.program)
    }

    /// A module function that tests a capability, rewritten for devices with and without it.
    fn settled(text: &str) -> [String; 2] {
        let Some(name) = CAPABILITIES.iter().find(|name| text.contains(**name)) else {
            return [text.to_owned(), text.to_owned()];
        };
        let (before, rest) = text.split_once(&format!("({name} ? ")).expect("the test of a choice");
        let (yes, rest) = rest.split_once(" : ").expect("a choice");
        let (no, after) = rest.split_once(");\n}").expect("the end of the function");
        [yes, no].map(|chosen| format!("{before}{chosen};\n}}{after}"))
    }

    #[test]
    #[ignore = "needs GLASSBOX_CORPUS: modules of Skia"]
    fn needs_corpus_builtin_functions_are_those_of_the_modules() {
        let folder = corpus::needed();
        for (kind, module) in [(ProgramKind::SHADER, Module::Public), (ProgramKind::VERTEX, Module::Gpu)] {
            let path = folder.join(format!("sksl/v8/module/sksl_{}.bin", module.name()));
            let bytes = std::fs::read(path).expect("the corpus is readable");
            let file = open(Window::whole(&bytes), &Limits::default()).expect("a module");
            let theirs = functions(&lift(&file).expect("a sound module"));
            let all = CAPABILITIES.iter().fold(Capabilities::default(), |all, name| all.with(name, true));
            let none = CAPABILITIES.iter().fold(all, |none, name| none.with(name, false));
            for (at, capabilities) in [all, none].into_iter().enumerate() {
                let theirs: BTreeSet<String> = theirs.iter().map(|text| settled(text)[at].clone()).collect();
                assert_eq!(compiled(kind, module, capabilities), theirs, "{}", module.name());
            }
        }
    }
}

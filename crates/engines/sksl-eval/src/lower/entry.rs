//! The program as a whole: globals, uniforms, children, main.

use std::collections::HashMap;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;
use glassbox_sksl::raw::{LayoutFlags, ModifierFlags, ProgramKind, Storage, builtin};
use glassbox_sksl_lang::Program;
use glassbox_sksl_lang::ir::program::Element;
use glassbox_sksl_lang::ir::statement::{StatementKind, Stmt};
use glassbox_sksl_lang::ir::symbol::{Symbol, SymbolKind, VariableSymbol};

use super::state::Variable;
use super::{Lowering, Outcome, Slots, finding, malformed};
use crate::graph::{Graph, Input, Node};
use crate::inputs::{ChildSlot, Uniform};
use crate::op::Op;
use crate::rules;
use crate::settings::Settings;

/// Numbers of the builtin variables that runs know; the others are in `glassbox_sksl::raw::builtin`.
const CLOCKWISE: i32 = 17;
const FRAG_COLOR: i32 = 10001;
const LAST_FRAG_COLOR: i32 = 10008;
const SECONDARY_FRAG_COLOR: i32 = 10012;

/// A program as a graph, with what it takes and gives.
pub(crate) struct Lowered {
    pub(crate) graph: Graph,
    pub(crate) uniforms: Vec<Uniform>,
    pub(crate) children: Vec<ChildSlot>,
    pub(crate) uses_quads: bool,
    /// Red, green, blue and alpha.
    pub(crate) output: [Node; 4],
}

/// Turns a program into a graph.
pub(crate) fn lower(program: &Program, settings: &Settings) -> Outcome<Lowered> {
    let mut lowering = Lowering {
        program,
        settings,
        graph: Graph::new(),
        uniforms: Vec::new(),
        children: Vec::new(),
        uniform_slots: 0,
        uses_quads: false,
        child_of: HashMap::new(),
        bodies: HashMap::new(),
        effects: HashMap::new(),
        variables: HashMap::new(),
        hoisted: Vec::new(),
        slots: Vec::new(),
        declared: Vec::new(),
        log: Vec::new(),
        mask: None,
        entry: None,
        functions: Vec::new(),
        loops: Vec::new(),
        discarded: 0,
        visits: 0,
        depth: 0,
    };
    let output = lowering.program()?;
    Ok(Lowered {
        graph: lowering.graph,
        uniforms: lowering.uniforms,
        children: lowering.children,
        uses_quads: lowering.uses_quads,
        output,
    })
}

impl Lowering<'_> {
    fn program(&mut self) -> Outcome<[Node; 4]> {
        let kind = self.program.kind;
        if !matches!(
            kind,
            ProgramKind::SHADER
                | ProgramKind::COLOR_FILTER
                | ProgramKind::BLENDER
                | ProgramKind::FRAGMENT
                | ProgramKind::GENERIC
        ) {
            return Err(finding(
                &rules::KIND,
                Span::default(),
                format!("a {} program does not compute the colour of a pixel", kind_name(kind)),
            )
            .help("run a shader, colour filter, blender or fragment program")
            .into());
        }
        self.discarded = self.allocate_lanes(Span::default())?;
        let program = self.program;
        let elements = || program.shared.iter().chain(&program.elements);
        for element in elements() {
            if let Element::Function { declaration, body } = *element {
                self.bodies.insert(declaration, body);
            }
        }
        self.builtin_variables()?;
        for element in elements() {
            match *element {
                Element::GlobalVar(declaration) => self.global(declaration)?,
                Element::InterfaceBlock { variable, instance_name, .. } => {
                    let name = program.names.text(instance_name).to_owned();
                    self.uniform(variable, name)?;
                }
                _ => {}
            }
        }
        let main = program.elements.iter().find_map(|element| match *element {
            Element::Function { declaration, .. } if program.symbol_name(declaration) == "main" => {
                Some(declaration)
            }
            _ => None,
        });
        let Some(main) = main else {
            return Err(finding(
                &rules::KIND,
                Span::default(),
                "the program has no function `main` to draw with",
            )
            .help("write one, such as `half4 main(float2 coords) { … }`")
            .into());
        };
        let color = self.main(main)?;
        let &[red, green, blue, alpha] = &color[..] else {
            return Err(self.signature(main, "it does not return a colour of four components"));
        };
        // Pixels that were discarded stay transparent.
        let gone = self.slot(self.discarded);
        let zero = self.graph.float(0.0);
        Ok([red, green, blue, alpha].map(|node| self.graph.op(Op::Select, [gone, zero, node])))
    }

    /// Calls main with what its parameters ask for, and gives the colour.
    fn main(&mut self, main: Symbol) -> Outcome<Slots> {
        let span = self.program.symbols[main].span;
        let parameters = self.parameters(main);
        let types: Vec<Type> = self.program.parameter_types(main).map(|ty| ty.meaning).collect();
        let widths: Vec<u8> = types.iter().map(|ty| ty.width()).collect();
        let coords = [Input::X, Input::Y];
        let source = [0, 1, 2, 3].map(Input::Source);
        let destination = [0, 1, 2, 3].map(Input::Destination);
        let passed: &[&[Input]] = match (self.program.kind, &widths[..]) {
            (ProgramKind::SHADER | ProgramKind::FRAGMENT | ProgramKind::GENERIC, [2]) => &[&coords],
            (ProgramKind::SHADER, [2, 4]) => &[&coords, &source],
            (ProgramKind::SHADER | ProgramKind::FRAGMENT | ProgramKind::GENERIC, []) => &[],
            (ProgramKind::COLOR_FILTER, [4]) => &[&source],
            (ProgramKind::BLENDER, [4, 4]) => &[&source, &destination],
            _ => return Err(self.signature(main, "nothing is known that could be passed to it")),
        };
        for (&parameter, inputs) in parameters.iter().zip(passed) {
            let value: Slots = inputs.iter().map(|&input| self.graph.input(input)).collect();
            self.bind(parameter, Some(&value), span)?;
        }
        let result = self.run_function(main, span)?;
        if !result.is_empty() {
            return Ok(result);
        }
        let color = self.output_variable();
        let color = color.ok_or_else(|| self.signature(main, "it returns nothing and writes no colour"))?;
        self.read(color).ok_or_else(|| malformed(span, "the colour is out of scope"))
    }

    fn signature(&self, main: Symbol, why: &str) -> Box<Diagnostic> {
        let expected = match self.program.kind {
            ProgramKind::COLOR_FILTER => "half4 main(half4 color)",
            ProgramKind::BLENDER => "half4 main(half4 src, half4 dst)",
            _ => "half4 main(float2 coords)",
        };
        finding(&rules::SIGNATURE, self.program.symbols[main].span, format!("`main` cannot be run: {why}"))
            .help(format!("declare it as `{expected}`"))
            .into()
    }

    /// Where a fragment program leaves its colour.
    fn output_variable(&self) -> Option<Variable> {
        let symbols = self.program.symbols.iter();
        let outputs = symbols.filter_map(|(symbol, data)| match &data.kind {
            SymbolKind::Variable(variable) => {
                let is_color = builtin_number(variable) == FRAG_COLOR;
                let is_output =
                    variable.storage == Storage::GLOBAL && variable.modifiers.has(ModifierFlags::OUT);
                let width = variable.ty.meaning.width();
                (width == 4 && (is_color || is_output)).then_some((!is_color, symbol))
            }
            _ => None,
        });
        let (_, symbol) = outputs.filter(|(_, symbol)| self.variables.contains_key(symbol)).min()?;
        self.variables.get(&symbol).copied()
    }

    /// Declares the variables that the renderer supplies or reads.
    fn builtin_variables(&mut self) -> Outcome<()> {
        for (symbol, data) in self.program.symbols.iter() {
            let SymbolKind::Variable(variable) = &data.kind else {
                continue;
            };
            if variable.storage != Storage::GLOBAL {
                continue;
            }
            let width = variable.ty.meaning.width();
            let value: Slots = match builtin_number(variable) {
                number if number == i32::from(builtin::FRAG_COORD) && width == 4 => vec![
                    self.graph.input(Input::FragX),
                    self.graph.input(Input::FragY),
                    self.graph.float(0.0),
                    self.graph.float(1.0),
                ],
                CLOCKWISE if width == 1 => vec![self.graph.truth(true)],
                LAST_FRAG_COLOR if width == 4 => {
                    [0, 1, 2, 3].map(|component| self.graph.input(Input::Destination(component))).to_vec()
                }
                FRAG_COLOR | SECONDARY_FRAG_COLOR if width == 4 => vec![self.graph.float(0.0); 4],
                _ => continue,
            };
            self.bind(symbol, Some(&value), data.span)?;
        }
        Ok(())
    }

    fn global(&mut self, declaration: Stmt) -> Outcome<()> {
        let node = self.program.statements[declaration];
        let StatementKind::VarDeclaration { variable, value, .. } = node.kind else {
            return Err(malformed(node.span, "a global declaration declares no variable"));
        };
        let SymbolKind::Variable(symbol) = &self.program.symbols[variable].kind else {
            return Err(malformed(node.span, "a global declaration declares no variable"));
        };
        if self.variables.contains_key(&variable) {
            return Ok(());
        }
        let name = self.program.symbol_name(variable).to_owned();
        match symbol.ty.meaning {
            Type::Opaque(kind) if kind.is_child() => {
                self.child_of.insert(variable, self.children.len() as u32);
                self.children.push(ChildSlot { name, kind });
                Ok(())
            }
            // Whatever reads it is refused where it does.
            Type::Opaque(_) => Ok(()),
            _ if symbol.modifiers.has(ModifierFlags::UNIFORM) || symbol.modifiers.flags.0 & IN_OUT == IN => {
                self.uniform(variable, name)
            }
            _ => {
                let value = value.map(|value| self.value(value)).transpose()?;
                self.bind(variable, value.as_deref(), node.span)?;
                Ok(())
            }
        }
    }

    /// Declares a variable whose value is set from outside.
    fn uniform(&mut self, variable: Symbol, name: String) -> Outcome<()> {
        let data = &self.program.symbols[variable];
        let SymbolKind::Variable(symbol) = &data.kind else {
            return Err(malformed(data.span, "a uniform is no variable"));
        };
        let start = self.uniform_slots;
        let is_color = symbol.modifiers.layout.flags.0 & LayoutFlags::COLOR.0 != 0;
        let ty = symbol.ty.meaning;
        let width = self.width(ty, data.span)?;
        self.add_uniform(name, ty, is_color, data.span)?;
        let value: Slots = (start..start + width as u32).map(|place| self.graph.uniform(place)).collect();
        self.bind(variable, Some(&value), data.span)?;
        Ok(())
    }

    fn add_uniform(&mut self, name: String, ty: Type, is_color: bool, span: Span) -> Outcome<()> {
        self.enter(span)?;
        let types = &self.program.types;
        let (element, count) = match types.array(ty) {
            Some(array) => (array.element, array.count),
            None => (ty, 0),
        };
        if let Some(declaration) = types.structure(element) {
            for index in 0..count.max(1) {
                for field in &declaration.fields {
                    let path = match (&name[..], count) {
                        ("", _) => field.name.clone(),
                        (_, 0) => format!("{name}.{}", field.name),
                        _ => format!("{name}[{index}].{}", field.name),
                    };
                    self.add_uniform(path, field.ty, is_color, span)?;
                }
            }
        } else {
            let width = self.width(ty, span)? as u32;
            if let Some(scalar) = element.scalar() {
                self.uniforms.push(Uniform {
                    name,
                    type_name: types.name(ty).into_owned(),
                    scalar,
                    columns: element.columns(),
                    rows: element.rows(),
                    count,
                    is_color,
                    start: self.uniform_slots,
                    width,
                });
            }
            self.uniform_slots += width;
        }
        self.leave();
        Ok(())
    }

    /// A variable that is in scope.
    pub(super) fn variable(&self, symbol: Symbol, span: Span) -> Outcome<Variable> {
        self.variables.get(&symbol).copied().ok_or_else(|| {
            malformed(
                span,
                format!("`{}` is used where it is not declared", self.program.symbol_name(symbol)),
            )
        })
    }
}

const IN: u32 = ModifierFlags::IN.0;
const IN_OUT: u32 = ModifierFlags::IN.0 | ModifierFlags::OUT.0;

/// The number of the builtin variable that one is; −1 for others.
fn builtin_number(variable: &VariableSymbol) -> i32 {
    match variable.builtin {
        Some(builtin) => i32::from(builtin.builtin),
        None => variable.modifiers.layout.builtin,
    }
}

fn kind_name(kind: ProgramKind) -> &'static str {
    match kind {
        ProgramKind::VERTEX => "vertex",
        ProgramKind::MESH_VERTEX | ProgramKind::MESH_FRAGMENT => "mesh",
        _ => "program of a later kind, so",
    }
}

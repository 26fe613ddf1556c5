//! Variables outside of functions: built-in ones, inputs and outputs, textures, blocks, and globals of the program.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{BOOL, FLOAT, FLOAT4, HALF4, INT, NumberKind, Type};
use glassbox_sksl::raw::{LayoutFlags, ModifierFlags, ProgramKind, Storage as Kind, builtin};
use glassbox_sksl_lang::ir::expression::{Constructor, Expr, ExpressionKind};
use glassbox_sksl_lang::ir::modifiers::Modifiers;
use glassbox_sksl_lang::ir::program::Element;
use glassbox_sksl_lang::ir::statement::{StatementKind, Stmt};
use glassbox_sksl_lang::ir::symbol::{Symbol, SymbolKind, VariableSymbol};
use glassbox_spirv::build::Id;
use glassbox_spirv::build::value::{built_in, decoration, storage_class};

use crate::interface::{Port, Resource};
use crate::lowering::{Binding, Initial, Lowering, Storage};
use crate::plan::Unit;
use crate::rules;
use crate::session::Outcome;
use crate::types::Form;

/// Numbers of the builtin variables that the format has no names for.
const CLOCKWISE: i32 = 17;
const VERTEX_ID: i32 = 42;
const INSTANCE_ID: i32 = 43;
const FRAG_COLOR: i32 = 10001;
const LAST_FRAG_COLOR: i32 = 10008;
const SECONDARY_FRAG_COLOR: i32 = 10012;

/// Name of the block of built-in outputs.
const PER_VERTEX: &str = "sk_PerVertex";

impl<'p> Lowering<'_, 'p> {
    /// Declares everything outside of functions, and gives the main function.
    pub(crate) fn begin_program(&mut self, unit: &Unit<'p>) -> Outcome<Symbol> {
        self.declare_globals(unit)?;
        let mut elements = self.program.elements.iter();
        let main = elements.find_map(|element| match *element {
            Element::Function { declaration, .. } if self.program.symbol_name(declaration) == "main" => {
                Some(declaration)
            }
            _ => None,
        });
        main.ok_or_else(|| {
            let message = "the program has no function `main`";
            let finding = self.source.finding(&rules::ENTRY, Span::default(), message);
            finding.help("write one, such as `half4 main(float2 coords) { … }`").into()
        })
    }

    /// Declares everything outside of functions.
    pub(crate) fn declare_globals(&mut self, unit: &Unit<'p>) -> Outcome<()> {
        let program = self.program;
        for (&symbol, &member) in &unit.uniforms {
            self.bindings.insert(symbol, Binding::Uniform(member));
        }
        self.bind_children(unit)?;
        for element in program.shared.iter().chain(&program.elements) {
            if let Element::Function { declaration, body } = *element {
                self.bodies.insert(declaration, body);
            }
        }
        for (symbol, data) in program.symbols.iter() {
            if let SymbolKind::Variable(variable) = &data.kind
                && variable.storage == Kind::GLOBAL
            {
                self.built_in(symbol, variable, data.span)?;
            }
        }
        for element in program.shared.iter().chain(&program.elements) {
            match *element {
                Element::GlobalVar(declaration) => self.global(declaration)?,
                Element::InterfaceBlock { variable, type_name, instance_name, .. } => {
                    let instance = program.names.text(instance_name);
                    let name = if instance.is_empty() { program.names.text(type_name) } else { instance };
                    self.block(variable, name.to_owned())?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Declares a variable that the pipeline supplies or reads.
    fn built_in(&mut self, symbol: Symbol, variable: &VariableSymbol, span: Span) -> Outcome<()> {
        let name = self.program.symbol_name(symbol).to_owned();
        if name == PER_VERTEX {
            return self.per_vertex_block(symbol);
        }
        let number = match variable.builtin {
            Some(builtin) => i32::from(builtin.builtin),
            None => variable.modifiers.layout.builtin,
        };
        let input = |built_in, ty| Some((built_in, ty));
        let known = match number {
            _ if number == i32::from(builtin::FRAG_COORD) => input(built_in::FRAG_COORD, FLOAT4),
            CLOCKWISE => input(built_in::FRONT_FACING, BOOL),
            VERTEX_ID => input(built_in::VERTEX_INDEX, INT),
            INSTANCE_ID => input(built_in::INSTANCE_INDEX, INT),
            _ => None,
        };
        if let Some((number, ty)) = known {
            let id = self.ty(ty, span)?;
            let pointer = self.s.built_in(number, id, &name);
            let storage = Storage { pointer, class: storage_class::INPUT, form: Form::Logical };
            self.bindings.insert(symbol, Binding::Variable(storage));
        }
        match number {
            FRAG_COLOR | SECONDARY_FRAG_COLOR => {
                let pointer = self.output(&name, HALF4, 0, span)?;
                if number == SECONDARY_FRAG_COLOR {
                    self.s.b.decorate(pointer, decoration::INDEX, &[1]);
                } else {
                    self.fragment_color = Some(pointer);
                }
                let storage = Storage { pointer, class: storage_class::OUTPUT, form: Form::Logical };
                self.bindings.insert(symbol, Binding::Variable(storage));
            }
            LAST_FRAG_COLOR => {
                self.private(symbol, HALF4, span)?;
                self.initial.push(Initial::Destination(symbol));
            }
            _ => {}
        }
        Ok(())
    }

    fn per_vertex_block(&mut self, symbol: Symbol) -> Outcome<()> {
        let span = Span::default();
        let position = self.built_in_output("sk_Position", FLOAT4, built_in::POSITION, span)?;
        let size = self.built_in_output("sk_PointSize", FLOAT, built_in::POINT_SIZE, span)?;
        self.bindings.insert(symbol, Binding::PerVertex([position, size]));
        Ok(())
    }

    /// A built-in output.
    pub(crate) fn built_in_output(&mut self, name: &str, ty: Type, number: u32, span: Span) -> Outcome<Id> {
        let id = self.ty(ty, span)?;
        let variable = self.s.global(id, storage_class::OUTPUT, name);
        self.s.b.decorate(variable, decoration::BUILT_IN, &[number]);
        Ok(variable)
    }

    /// An output at a location.
    pub(crate) fn output(&mut self, name: &str, ty: Type, location: u32, span: Span) -> Outcome<Id> {
        let id = self.s.in_form(self.source, ty, Form::Port, span)?;
        let variable = self.s.global(id, storage_class::OUTPUT, name);
        self.s.b.decorate(variable, decoration::LOCATION, &[location]);
        self.relax_variable(variable, ty);
        let type_name = self.program.types.name(ty).into_owned();
        self.s.interface.outputs.push(Port { name: name.to_owned(), type_name, location });
        Ok(variable)
    }

    /// An input at a location. Those of fragments that are integers are not interpolated.
    pub(crate) fn input(
        &mut self,
        name: &str,
        ty: Type,
        (location, is_flat): (u32, bool),
        span: Span,
    ) -> Outcome<Id> {
        let id = self.s.in_form(self.source, ty, Form::Port, span)?;
        let variable = self.s.global(id, storage_class::INPUT, name);
        self.s.b.decorate(variable, decoration::LOCATION, &[location]);
        self.relax_variable(variable, ty);
        let mut inner = ty;
        while let Some(array) = self.program.types.array(inner) {
            inner = array.element;
        }
        let is_integer = inner.scalar().is_some_and(|scalar| scalar.kind() != NumberKind::Float);
        if is_flat || is_integer && self.is_fragment() {
            self.s.b.decorate(variable, decoration::FLAT, &[]);
        }
        let type_name = self.program.types.name(ty).into_owned();
        self.s.interface.inputs.push(Port { name: name.to_owned(), type_name, location });
        Ok(variable)
    }

    /// True if the program runs on fragments.
    pub(crate) fn is_fragment(&self) -> bool {
        !matches!(self.program.kind, ProgramKind::VERTEX | ProgramKind::MESH_VERTEX)
    }

    /// Storage class of the block of uniforms.
    pub(crate) fn uniform_class(&self) -> u32 {
        match self.s.options.uniforms {
            crate::options::UniformPlace::Buffer { .. } => storage_class::UNIFORM,
            crate::options::UniformPlace::PushConstants => storage_class::PUSH_CONSTANT,
        }
    }

    fn global(&mut self, declaration: Stmt) -> Outcome<()> {
        let node = self.program.statements[declaration];
        let StatementKind::VarDeclaration { variable: symbol, value, .. } = node.kind else {
            return self.malformed(node.span, "a global declaration declares no variable");
        };
        if self.bindings.contains_key(&symbol) || self.children.contains_key(&symbol) {
            return Ok(());
        }
        let Some(variable) = self.variable_of(symbol) else {
            return self.malformed(node.span, "a global declaration declares no variable");
        };
        self.at(node.span);
        let ty = variable.ty.meaning;
        if self.program.types.contains_opaque(ty) {
            return self.texture(symbol, variable, node.span);
        }
        if variable.modifiers.has(ModifierFlags::IN) || variable.modifiers.has(ModifierFlags::OUT) {
            return self.port(symbol, variable, node.span);
        }
        if let Some(value) = value
            && variable.modifiers.has(ModifierFlags::CONST)
            && self.is_plain_constant(value)
        {
            let value = self.value(value)?;
            self.bindings.insert(symbol, Binding::Value(value));
            return Ok(());
        }
        self.private(symbol, ty, node.span)?;
        self.initial.push(Initial::Declared(symbol, value));
        Ok(())
    }

    /// A variable that each invocation has.
    fn private(&mut self, symbol: Symbol, ty: Type, span: Span) -> Outcome<()> {
        let id = self.ty(ty, span)?;
        let class = storage_class::PRIVATE;
        let name = self.name_of(symbol);
        let pointer = self.s.global(id, class, &name);
        self.relax_variable(pointer, ty);
        let storage = Storage { pointer, class, form: Form::Logical };
        self.bindings.insert(symbol, Binding::Variable(storage));
        Ok(())
    }

    /// True for values that are constants of the module without any instruction.
    fn is_plain_constant(&self, expression: Expr) -> bool {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(_) => true,
            ExpressionKind::VariableReference { variable, .. } => {
                matches!(self.bindings.get(&variable), Some(Binding::Value(_)))
            }
            ExpressionKind::Constructor { kind, arguments } => {
                let arguments = self.program.expression_lists.get(arguments);
                let is_whole = match kind {
                    Constructor::Array
                    | Constructor::Struct
                    | Constructor::Splat
                    | Constructor::DiagonalMatrix => true,
                    Constructor::Compound => {
                        let is_scalar = |argument: &Expr| self.meaning(*argument).is_scalar();
                        arguments.iter().all(is_scalar)
                    }
                    _ => false,
                };
                is_whole && arguments.iter().all(|&argument| self.is_plain_constant(argument))
            }
            _ => false,
        }
    }

    fn texture(&mut self, symbol: Symbol, variable: &VariableSymbol, span: Span) -> Outcome<()> {
        let ty = variable.ty.meaning;
        let name = self.name_of(symbol);
        let layout = variable.modifiers.layout;
        let stated = u32::try_from(layout.binding).ok();
        let set = u32::try_from(layout.set).unwrap_or(self.s.options.set);
        let place = self.take_place(stated.map(|binding| [set, binding]), &name, span)?;
        let id = self.ty(ty, span)?;
        let pointer = self.s.global(id, storage_class::UNIFORM_CONSTANT, &name);
        self.s.bind(pointer, place);
        if let Ok(index) = u32::try_from(layout.input_attachment_index) {
            self.s.b.decorate(pointer, decoration::INPUT_ATTACHMENT_INDEX, &[index]);
        } else if matches!(ty, Type::Opaque(opaque) if opaque.name().starts_with("subpass")) {
            self.s.b.decorate(pointer, decoration::INPUT_ATTACHMENT_INDEX, &[0]);
        }
        let storage = Storage { pointer, class: storage_class::UNIFORM_CONSTANT, form: Form::Logical };
        self.bindings.insert(symbol, Binding::Variable(storage));
        let type_name = self.program.types.name(ty).into_owned();
        self.s.interface.resources.push(Resource { name, type_name, place: Some(place) });
        Ok(())
    }

    fn port(&mut self, symbol: Symbol, variable: &VariableSymbol, span: Span) -> Outcome<()> {
        let ty = variable.ty.meaning;
        let name = self.name_of(symbol);
        let is_output = variable.modifiers.has(ModifierFlags::OUT);
        let location = self.location(variable.modifiers, is_output);
        let is_flat = variable.modifiers.has(ModifierFlags::FLAT);
        let pointer = if is_output {
            self.output(&name, ty, location, span)?
        } else {
            self.input(&name, ty, (location, is_flat), span)?
        };
        self.decorate_port(pointer, variable.modifiers, is_output);
        let class = if is_output { storage_class::OUTPUT } else { storage_class::INPUT };
        let storage = Storage { pointer, class, form: Form::Port };
        self.bindings.insert(symbol, Binding::Variable(storage));
        Ok(())
    }

    /// The stated location of an input or output, or the one after all others.
    pub(crate) fn location(&mut self, modifiers: Modifiers, is_output: bool) -> u32 {
        if let Ok(location) = u32::try_from(modifiers.layout.location) {
            return location;
        }
        let known = self.next_locations[usize::from(is_output)];
        let location = match known {
            Some(next) => next,
            None => self.first_free_location(is_output),
        };
        self.next_locations[usize::from(is_output)] = Some(location.saturating_add(1));
        location
    }

    fn first_free_location(&self, is_output: bool) -> u32 {
        let way = if is_output { ModifierFlags::OUT } else { ModifierFlags::IN };
        let stated = self.program.symbols.iter().filter_map(|(_, data)| match &data.kind {
            SymbolKind::Variable(variable)
                if variable.storage == Kind::GLOBAL && variable.modifiers.has(way) =>
            {
                u32::try_from(variable.modifiers.layout.location).ok()
            }
            _ => None,
        });
        stated.max().map_or(0, |last| last.saturating_add(1))
    }

    fn decorate_port(&mut self, pointer: Id, modifiers: Modifiers, is_output: bool) {
        // What fragments give is not interpolated.
        let is_crossing = !is_output || !self.is_fragment();
        if modifiers.has(ModifierFlags::FLAT) && is_output && is_crossing {
            self.s.b.decorate(pointer, decoration::FLAT, &[]);
        }
        if modifiers.has(ModifierFlags::NO_PERSPECTIVE) && is_crossing {
            self.s.b.decorate(pointer, decoration::NO_PERSPECTIVE, &[]);
        }
        if modifiers.layout.flags.0 & LayoutFlags::INDEX.0 != 0
            && let Ok(index) = u32::try_from(modifiers.layout.index)
        {
            self.s.b.decorate(pointer, decoration::INDEX, &[index]);
        }
    }
}

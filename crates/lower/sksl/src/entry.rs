//! The entry point: it gives `main` what it takes and passes on what it gives.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{FLOAT2, FLOAT4, HALF4, Scalar, Type};
use glassbox_sksl::raw::{ModifierFlags, ProgramKind};
use glassbox_sksl_lang::ir::program::Element;
use glassbox_sksl_lang::ir::symbol::Symbol;
use glassbox_spirv::build::value::{
    built_in, capability, decoration, dim, execution_mode, execution_model, linkage_type, storage_class,
};
use glassbox_spirv::build::{Id, ImageOperands, op};
use glassbox_spirv::module::ImageType;

use crate::lowering::{Binding, Initial, Lowering, Storage};
use crate::options::{Coordinates, Destination, Numbers};
use crate::place::Place;
use crate::plan::Unit;
use crate::rules;
use crate::session::Outcome;
use crate::types::Form;

impl<'p> Lowering<'_, 'p> {
    /// Writes the program, with an entry point or exported functions.
    pub(crate) fn write_program(&mut self, unit: &Unit<'p>) -> Outcome<()> {
        let Some(name) = &self.s.options.entry else { return self.write_exports(unit) };
        let main = self.begin_program(unit)?;
        self.write_functions(main)?;
        let span = self.program.symbols[main].span;
        let declaration = self.function(main, span)?;
        let is_entry = declaration.result.meaning.is_void()
            && declaration.parameters.is_empty()
            && self.initial.is_empty();
        let id = if is_entry { self.function_id(main, span)? } else { self.write_wrapper(main, name, span)? };
        let is_fragment = self.is_fragment();
        let model = if is_fragment { execution_model::FRAGMENT } else { execution_model::VERTEX };
        let globals = self.s.globals.clone();
        self.s.b.entry_point(model, id, name, &globals);
        if is_fragment {
            self.s.b.execution_mode(id, execution_mode::ORIGIN_UPPER_LEFT);
        }
        if self.s.options.numbers == Numbers::Exact {
            // Else drivers may compute as if no number was infinite or none.
            self.s.b.capability(capability::SIGNED_ZERO_INF_NAN_PRESERVE);
            self.s.b.execution_mode_with(id, execution_mode::SIGNED_ZERO_INF_NAN_PRESERVE, &[32]);
        }
        Ok(())
    }

    /// Exports `main`; of a generic program without one, all functions.
    fn write_exports(&mut self, unit: &Unit<'p>) -> Outcome<()> {
        self.s.b.capability(capability::LINKAGE);
        let has_main = self.program.elements.iter().any(|element| {
            matches!(*element, Element::Function { declaration, .. } if self.program.symbol_name(declaration) == "main")
        });
        if has_main || self.program.kind != ProgramKind::GENERIC {
            let main = self.begin_program(unit)?;
            self.write_functions(main)?;
            let span = self.program.symbols[main].span;
            let mut id = self.function_id(main, span)?;
            if !self.initial.is_empty() {
                id = self.write_forwarder(main, span)?;
            }
            self.s.link(id, "main", linkage_type::EXPORT);
            return Ok(());
        }
        self.declare_globals(unit)?;
        for element in &self.program.elements {
            let Element::Function { declaration, .. } = *element else { continue };
            self.write_functions(declaration)?;
            let span = self.program.symbols[declaration].span;
            let id = self.function_id(declaration, span)?;
            let name = self.export_name(declaration);
            self.s.link(id, &name, linkage_type::EXPORT);
        }
        Ok(())
    }

    /// Name of an exported function: overloads are told apart by the types of their parameters.
    fn export_name(&self, symbol: Symbol) -> String {
        let own = self.program.symbol_name(symbol);
        let is_overloaded = self.program.elements.iter().any(|element| {
            matches!(*element, Element::Function { declaration, .. }
                if declaration != symbol && self.program.symbol_name(declaration) == own)
        });
        if !is_overloaded {
            return own.to_owned();
        }
        let types: Vec<String> = self
            .program
            .parameter_types(symbol)
            .map(|ty| self.program.types.name(ty.meaning).into_owned())
            .collect();
        format!("{own}({})", types.join(","))
    }

    /// A function with the parameters and the result of `main` that first sets the globals.
    fn write_forwarder(&mut self, main: Symbol, span: Span) -> Outcome<Id> {
        let declaration = self.function(main, span)?;
        let mut types = Vec::new();
        for &parameter in &declaration.parameters {
            let Some(variable) = self.variable_of(parameter) else {
                return self.malformed(span, "a parameter is no variable");
            };
            let ty = self.ty(variable.ty.meaning, span)?;
            let is_out = variable.modifiers.has(ModifierFlags::OUT);
            types.push(if is_out { self.s.b.pointer(storage_class::FUNCTION, ty) } else { ty });
        }
        let result = declaration.result.meaning;
        let result_id = self.ty(result, span)?;
        let signature = self.s.b.function_type(result_id, &types);
        let id = self.s.b.begin_function(result_id, signature);
        self.s.b.name(id, "evaluate");
        let given: Vec<Id> = types.into_iter().map(|ty| self.s.b.parameter(ty)).collect();
        self.set_initial(span)?;
        let value = self.call_main(main, &given, span)?;
        if result.is_void() {
            self.s.b.end(op::RETURN);
        } else {
            self.s.b.return_value(value);
        }
        self.s.b.end_function();
        Ok(id)
    }

    pub(crate) fn function_id(&self, symbol: Symbol, span: Span) -> Outcome<Id> {
        match self.functions.get(&symbol) {
            Some(id) => Ok(*id),
            None => self.malformed(span, "the function has no body"),
        }
    }

    pub(crate) fn call_main(&mut self, main: Symbol, given: &[Id], span: Span) -> Outcome<Id> {
        let result = self.function(main, span)?.result.meaning;
        let mut operands = vec![self.function_id(main, span)?];
        operands.extend(given);
        self.op(op::FUNCTION_CALL, result, &operands, span)
    }

    /// Sets the globals that have values from the beginning.
    pub(crate) fn set_initial(&mut self, span: Span) -> Outcome<()> {
        for initial in self.initial.clone() {
            let (symbol, value) = match initial {
                Initial::Declared(symbol, Some(value)) => (symbol, self.value(value)?),
                Initial::Declared(symbol, None) => {
                    let ty = self.variable_of(symbol).map_or(Type::Void, |variable| variable.ty.meaning);
                    let id = self.ty(ty, span)?;
                    (symbol, self.s.b.constant_null(id))
                }
                Initial::Destination(symbol) => (symbol, self.destination_color(span)?),
            };
            let ty = self.variable_of(symbol).map_or(Type::Void, |variable| variable.ty.meaning);
            match self.bindings.get(&symbol) {
                Some(Binding::Variable(storage)) => {
                    let storage = *storage;
                    self.write(&Place::whole(storage, ty), value, span)?;
                }
                _ => return self.malformed(span, "a global has no variable"),
            }
        }
        Ok(())
    }

    fn write_wrapper(&mut self, main: Symbol, name: &str, span: Span) -> Outcome<Id> {
        self.at(span);
        let void = self.s.b.void();
        let signature = self.s.b.function_type(void, &[]);
        let id = self.s.b.begin_function(void, signature);
        self.s.b.name(id, name);
        self.set_initial(span)?;
        match self.program.kind {
            ProgramKind::MESH_VERTEX => self.mesh_vertex(main, span)?,
            ProgramKind::MESH_FRAGMENT => self.mesh_fragment(main, span)?,
            _ => self.plain_entry(main, span)?,
        }
        self.s.b.end(op::RETURN);
        self.s.b.end_function();
        Ok(id)
    }

    /// Calls a `main` that takes places and colors.
    fn plain_entry(&mut self, main: Symbol, span: Span) -> Outcome<()> {
        let types: Vec<Type> = self.program.parameter_types(main).map(|ty| ty.meaning).collect();
        let widths: Vec<u8> = types.iter().map(|ty| ty.width()).collect();
        let given = match (self.program.kind, &widths[..]) {
            (_, []) => Vec::new(),
            (ProgramKind::SHADER | ProgramKind::FRAGMENT | ProgramKind::GENERIC, [2]) => {
                vec![self.coordinates(span)?]
            }
            (ProgramKind::SHADER, [2, 4]) => vec![self.coordinates(span)?, self.source_color(span)?],
            (ProgramKind::COLOR_FILTER, [4]) => vec![self.source_color(span)?],
            (ProgramKind::BLENDER, [4, 4]) => vec![self.source_color(span)?, self.destination_color(span)?],
            _ => {
                let message = "an entry point of this kind has nothing to give `main` for its parameters";
                let finding = self.source.finding(&rules::ENTRY, span, message);
                return Err(finding.help("declare it as `half4 main(float2 coords)`").into());
            }
        };
        let result = self.function(main, span)?.result.meaning;
        let color = self.call_main(main, &given, span)?;
        match result {
            Type::Void => Ok(()),
            Type::Vector(_, 4) if self.is_fragment() => {
                let output = match self.fragment_color {
                    Some(known) => known,
                    None => self.output("color", result, 0, span)?,
                };
                self.s.b.effect(op::STORE, &[output, color]);
                Ok(())
            }
            _ => {
                let message = "`main` gives no color of four components";
                let finding = self.source.finding(&rules::ENTRY, span, message);
                Err(finding.help("declare it as `half4 main(float2 coords)`").into())
            }
        }
    }

    fn coordinates(&mut self, span: Span) -> Outcome<Id> {
        match self.s.options.coordinates {
            Coordinates::Pixel => {
                let ty = self.ty(FLOAT4, span)?;
                let variable = self.s.built_in(built_in::FRAG_COORD, ty, "sk_FragCoord");
                let place = self.load_variable(variable, storage_class::INPUT, FLOAT4, span)?;
                self.shuffled(place, FLOAT4, &[0, 1], span)
            }
            Coordinates::Input(location) => {
                let variable = self.input("coords", FLOAT2, (location, false), span)?;
                self.load_variable(variable, storage_class::INPUT, FLOAT2, span)
            }
        }
    }

    pub(crate) fn source_color(&mut self, span: Span) -> Outcome<Id> {
        let location = self.s.options.source;
        self.color_input("source", location, span)
    }

    /// An input color, which several programs of the module may read.
    fn color_input(&mut self, name: &str, location: u32, span: Span) -> Outcome<Id> {
        let variable = match self.s.colors.get(&location) {
            Some(known) => *known,
            None => {
                let variable = self.input(name, HALF4, (location, false), span)?;
                self.s.colors.insert(location, variable);
                variable
            }
        };
        self.load_variable(variable, storage_class::INPUT, HALF4, span)
    }

    fn destination_color(&mut self, span: Span) -> Outcome<Id> {
        let (place, index) = match self.s.options.destination {
            Destination::Input(location) => return self.color_input("destination", location, span),
            Destination::Attachment { set, binding, index } => ([set, binding], index),
        };
        let float = self.s.b.float();
        let image = self.s.b.image_type(ImageType {
            sampled: float.word(),
            dim: dim::SUBPASS_DATA,
            depth: 0,
            arrayed: 0,
            multisampled: 0,
            usage: 2,
            format: 0,
            access: None,
        });
        let variable = match self.s.attachment {
            Some(known) => known,
            None => {
                self.take_place(Some(place), "destination", span)?;
                let variable = self.s.global(image, storage_class::UNIFORM_CONSTANT, "destination");
                self.s.bind(variable, place);
                self.s.b.decorate(variable, decoration::INPUT_ATTACHMENT_INDEX, &[index]);
                self.s.attachment = Some(variable);
                variable
            }
        };
        self.s.b.capability(capability::INPUT_ATTACHMENT);
        let loaded = self.s.b.value(op::LOAD, image, &[variable]);
        let here = self.number(Type::Vector(Scalar::Int, 2), 0.0, span)?;
        let ty = self.ty(HALF4, span)?;
        let color = self.s.b.image_value(op::IMAGE_READ, ty, &[loaded, here], &ImageOperands::default());
        self.s.relax(color, HALF4);
        Ok(color)
    }

    /// Inputs at locations from 0 on as a struct.
    fn gathered(&mut self, ty: Type, span: Span) -> Outcome<Id> {
        let fields = self.program.types.structure(ty).map_or(&[][..], |declaration| &declaration.fields);
        let mut location = 0;
        let mut parts = Vec::with_capacity(fields.len());
        for field in fields {
            let variable = self.input(&field.name, field.ty, (location, false), span)?;
            location += self.locations(field.ty);
            parts.push(self.load_variable(variable, storage_class::INPUT, field.ty, span)?);
        }
        self.compose(ty, &parts, span)
    }

    /// Locations that a value takes: one for each column.
    fn locations(&self, ty: Type) -> u32 {
        match (self.program.types.array(ty), ty) {
            (Some(array), _) => array.count.saturating_mul(self.locations(array.element)),
            (None, Type::Matrix(_, columns, _)) => u32::from(columns),
            _ => 1,
        }
    }

    /// `float2 main(Attributes, out Varyings)`, which gives the place in clip space, whose depth is 0; or `Varyings main(Attributes)`, as
    /// today, with the place in the field `position`.
    fn mesh_vertex(&mut self, main: Symbol, span: Span) -> Outcome<()> {
        let types: Vec<Type> = self.program.parameter_types(main).map(|ty| ty.meaning).collect();
        let (varyings, whole, place) = match types[..] {
            [attributes, varyings] => {
                let given = self.gathered(attributes, span)?;
                let storage = self.local(varyings, "varyings", span)?;
                let place = self.call_main(main, &[given, storage.pointer], span)?;
                (varyings, self.read(&Place::whole(storage, varyings), span)?, place)
            }
            [attributes] => {
                let varyings = self.function(main, span)?.result.meaning;
                let given = self.gathered(attributes, span)?;
                let whole = self.call_main(main, &[given], span)?;
                (varyings, whole, self.mesh_position(varyings, whole, span)?)
            }
            _ => return self.mesh_signature(main),
        };
        let scalar = Type::Scalar(Scalar::Float);
        let (zero, one) = (self.number(scalar, 0.0, span)?, self.number(scalar, 1.0, span)?);
        let position = self.op(op::COMPOSITE_CONSTRUCT, FLOAT4, &[place, zero, one], span)?;
        let output = self.built_in_output("sk_Position", FLOAT4, built_in::POSITION, span)?;
        self.s.b.effect(op::STORE, &[output, position]);
        let fields =
            self.program.types.structure(varyings).map_or(&[][..], |declaration| &declaration.fields);
        let mut location = 0;
        for (index, field) in (0..).zip(fields) {
            let value = self.extract(field.ty, whole, index, span)?;
            let pointer = self.output(&field.name, field.ty, location, span)?;
            location += self.locations(field.ty);
            let storage = Storage { pointer, class: storage_class::OUTPUT, form: Form::Port };
            self.write(&Place::whole(storage, field.ty), value, span)?;
        }
        Ok(())
    }

    /// The field `position` of varyings.
    fn mesh_position(&mut self, varyings: Type, whole: Id, span: Span) -> Outcome<Id> {
        let fields =
            self.program.types.structure(varyings).map_or(&[][..], |declaration| &declaration.fields);
        match (0..).zip(fields).find(|(_, field)| field.name == "position" && field.ty == FLOAT2) {
            Some((index, field)) => self.extract(field.ty, whole, index, span),
            None => {
                let message =
                    "the varyings of a mesh have no `float2 position`, which is where the vertex is";
                let finding = self.source.finding(&rules::ENTRY, span, message);
                Err(finding.help("add the field `float2 position;` to `Varyings`, and set it").into())
            }
        }
    }

    /// `float2 main(Varyings, out half4)`: it gives the local coordinates.
    fn mesh_fragment(&mut self, main: Symbol, span: Span) -> Outcome<()> {
        let types: Vec<Type> = self.program.parameter_types(main).map(|ty| ty.meaning).collect();
        let (varyings, color) = match types[..] {
            [varyings] => (varyings, None),
            [varyings, color] => (varyings, Some(color)),
            _ => return self.mesh_signature(main),
        };
        let mut given = vec![self.gathered(varyings, span)?];
        let storage = match color {
            Some(color) => Some((color, self.local(color, "color", span)?)),
            None => None,
        };
        given.extend(storage.map(|(_, storage)| storage.pointer));
        let result = self.function(main, span)?.result.meaning;
        let place = self.call_main(main, &given, span)?;
        if let Some((color, storage)) = storage {
            let value = self.read(&Place::whole(storage, color), span)?;
            let output = self.output("color", color, 0, span)?;
            self.s.b.effect(op::STORE, &[output, value]);
        }
        let location = self.s.options.local_coordinates.or((color.is_none()).then_some(0));
        if let Some(location) = location.filter(|_| !result.is_void()) {
            let output = self.output("localCoordinates", result, location, span)?;
            self.s.b.effect(op::STORE, &[output, place]);
        }
        Ok(())
    }

    fn mesh_signature(&self, main: Symbol) -> Outcome<()> {
        let message = "`main` of a mesh does not take attributes and varyings";
        let finding = self.source.finding(&rules::ENTRY, self.program.symbols[main].span, message);
        Err(finding.help("declare it as `Varyings main(const Attributes attributes)`").into())
    }
}

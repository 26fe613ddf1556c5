//! Children: functions of other modules, textures, colors, and programs that become functions of the module.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Opaque, Scalar, Type};
use glassbox_sksl_lang::ir::arena::List;
use glassbox_sksl_lang::ir::expression::Expr;
use glassbox_sksl_lang::ir::symbol::Symbol;
use glassbox_spirv::build::value::{capability, decoration, linkage_type, storage_class};
use glassbox_spirv::build::{Id, op};

use crate::interface::{BoundChild, ChildUse};
use crate::lowering::Lowering;
use crate::plan::{ChildPlan, PlannedChild, Unit, in_child};
use crate::rules;
use crate::session::{Outcome, Session};

/// What a call of a child is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BoundFunction {
    Call(Id),
    /// Variables of the texture and the sampler.
    Texture(Id, Id),
    Color([f32; 4]),
}

/// Four floats: a color.
const COLOR: Type = Type::Vector(Scalar::Float, 4);
/// Two floats: a place.
const PLACE: Type = Type::Vector(Scalar::Float, 2);

/// Types of what a child of a kind is given.
fn parameters(kind: Opaque) -> &'static [Type] {
    match kind {
        Opaque::Shader => &[PLACE],
        Opaque::Blender => &[COLOR, COLOR],
        _ => &[COLOR],
    }
}

impl Session<'_> {
    /// An imported function, declared on its first use.
    pub(crate) fn import(&mut self, name: &str, result: Id, parameters: &[Id]) -> Id {
        if let Some(&known) = self.imports.get(name) {
            return known;
        }
        let id = self.b.declare_function(result, parameters);
        self.b.name(id, name);
        self.link(id, name, linkage_type::IMPORT);
        self.imports.insert(name.to_owned(), id);
        self.interface.imports.push(name.to_owned());
        id
    }

    /// States how a function is known to other modules.
    pub(crate) fn link(&mut self, id: Id, name: &str, linkage: u32) {
        self.b.capability(capability::LINKAGE);
        let mut operands: Vec<u32> = Vec::new();
        let mut bytes = name.as_bytes().to_vec();
        bytes.resize(name.len() / 4 * 4 + 4, 0);
        for word in bytes.chunks(4) {
            operands.push(word.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)));
        }
        operands.push(linkage);
        self.b.decorate(id, decoration::LINKAGE_ATTRIBUTES, &operands);
    }

    /// Types of a child's function: its result and its parameters.
    fn child_signature(&mut self, kind: Opaque) -> (Id, Vec<Id>) {
        let float = self.b.float();
        let color = self.b.vector(float, 4);
        let parameters: Vec<Id> =
            parameters(kind).iter().map(|ty| self.b.vector(float, u32::from(ty.width()))).collect();
        (color, parameters)
    }
}

impl<'p> Lowering<'_, 'p> {
    /// Makes the children of a program functions, textures or colors.
    pub(crate) fn bind_children(&mut self, unit: &Unit<'p>) -> Outcome<()> {
        for child in &unit.children {
            let (bound, function) = self.bind_child(child)?;
            self.children.insert(child.symbol, function);
            self.s.interface.children.push(ChildUse { name: child.name.clone(), kind: child.kind, bound });
        }
        Ok(())
    }

    fn bind_child(&mut self, child: &PlannedChild<'p>) -> Outcome<(BoundChild, BoundFunction)> {
        let span = self.program.symbols[child.symbol].span;
        self.at(span);
        Ok(match &child.plan {
            ChildPlan::Import => {
                let name = format!("skia.eval.{}", child.name);
                let (result, parameters) = self.s.child_signature(child.kind);
                let id = self.s.import(&name, result, &parameters);
                (BoundChild::Import(name), BoundFunction::Call(id))
            }
            ChildPlan::Color(color) => (BoundChild::Color(*color), BoundFunction::Color(*color)),
            ChildPlan::Texture { texture, sampler } => {
                let image = self.s.texture_type();
                let of_sampler = self.s.b.sampler();
                let name = child.name.replace('.', "_");
                let (texture, first) = self.child_resource(image, *texture, &name, span)?;
                let (sampler, second) =
                    self.child_resource(of_sampler, *sampler, &format!("{name}_sampler"), span)?;
                let bound = BoundChild::Texture { texture, sampler };
                (bound, BoundFunction::Texture(first, second))
            }
            ChildPlan::Program(unit) => {
                let prefix = unit.path.replace('.', "_");
                let mut inner = Lowering::new(&mut *self.s, unit.source, prefix);
                let written = inner.write_child(unit, parameters(child.kind));
                let id = written.map_err(|finding| in_child(self.source, *finding, &child.name, span))?;
                (BoundChild::Program, BoundFunction::Call(id))
            }
        })
    }

    fn child_resource(
        &mut self,
        ty: Id,
        place: Option<[u32; 2]>,
        name: &str,
        span: Span,
    ) -> Outcome<([u32; 2], Id)> {
        let place = self.take_place(place, name, span)?;
        let variable = self.s.global(ty, storage_class::UNIFORM_CONSTANT, name);
        self.s.bind(variable, place);
        Ok((place, variable))
    }

    /// A place that nothing else has: the stated one, or the next free one.
    pub(crate) fn take_place(
        &mut self,
        stated: Option<[u32; 2]>,
        name: &str,
        span: Span,
    ) -> Outcome<[u32; 2]> {
        match stated {
            None => Ok(self.s.next_binding()),
            Some(place) if self.s.take_binding(place) => Ok(place),
            Some([set, binding]) => {
                let message = format!(
                    "`{name}` has the binding {binding} of set {set}, which something else has already"
                );
                let finding = self.source.finding(&rules::PLACE, span, message);
                Err(finding.help("give one of them another binding").into())
            }
        }
    }

    /// Writes a program that is a child, and gives the function that others call.
    fn write_child(&mut self, unit: &Unit<'p>, parameters: &[Type]) -> Outcome<Id> {
        let main = self.begin_program(unit)?;
        let span = self.program.symbols[main].span;
        self.write_functions(main)?;
        let declaration = self.function(main, span)?;
        let is_same = self
            .program
            .parameter_types(main)
            .map(|ty| ty.meaning.width())
            .eq(parameters.iter().map(|ty| ty.width()));
        if is_same && self.initial.is_empty() && declaration.result.meaning.width() == 4 {
            return self.function_id(main, span);
        }
        let mut types = Vec::with_capacity(parameters.len());
        for &ty in parameters {
            types.push(self.ty(ty, span)?);
        }
        let result = self.ty(COLOR, span)?;
        let signature = self.s.b.function_type(result, &types);
        let id = self.s.b.begin_function(result, signature);
        let name = format!("{}eval", self.prefix);
        self.s.b.name(id, &name);
        let mut given: Vec<Id> = types.into_iter().map(|ty| self.s.b.parameter(ty)).collect();
        self.set_initial(span)?;
        let wanted = self.program.parameter_types(main).count();
        if wanted > given.len() {
            let color = self.source_color(span)?;
            given.push(color);
        }
        given.truncate(wanted);
        let color = self.call_main(main, &given, span)?;
        self.s.b.return_value(color);
        self.s.b.end_function();
        Ok(id)
    }

    /// `child.eval(…)`.
    pub(crate) fn child_call(
        &mut self,
        child: Symbol,
        list: List<Expr>,
        result: Type,
        span: Span,
    ) -> Outcome<Id> {
        let Some(&bound) = self.children.get(&child) else {
            return self.malformed(span, "what is called is no child");
        };
        let arguments = self.program.expression_lists.get(list);
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(self.value(argument)?);
        }
        self.at(span);
        match bound {
            BoundFunction::Call(id) => {
                values.insert(0, id);
                self.op(op::FUNCTION_CALL, result, &values, span)
            }
            BoundFunction::Texture(texture, sampler) => match values[..] {
                [at] => self.child_texture((texture, sampler), at, result, span),
                _ => self.malformed(span, "a shader is asked for something else than a place"),
            },
            BoundFunction::Color(color) => {
                let scalar = Type::Scalar(Scalar::Float);
                let mut parts = Vec::with_capacity(4);
                for component in color {
                    parts.push(self.number(scalar, f64::from(component), span)?);
                }
                self.compose(result, &parts, span)
            }
        }
    }
}

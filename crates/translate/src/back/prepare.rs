//! The copy of a module that is written for a target: one entry point, what it uses, and root constants where the target has them.

use glassbox_core::diagnostic::{Diagnostic, Location};
use naga::back::{PipelineConstants, pipeline_constants::process_overrides};
use naga::valid::{Capabilities, ModuleInfo};
use naga::{
    AddressSpace, ArraySize, Binding, BuiltIn, EntryPoint, GlobalVariable, Handle, ImageClass, Module,
    ResourceBinding, ShaderStage, Span, Type, TypeInner,
};

use super::{WriteOptions, continuing, join, places, position, rules};
use crate::output::{self, Target};
use crate::shader::{Class, Place, ROOT, Shader, Slots, Stage};

/// Name of the block of root constants in a shader pack.
pub(crate) const ROOT_NAME: &str = "__Root";

/// A module with the one entry point that is written, and what it uses.
pub(super) struct Prepared {
    /// The module.
    pub(super) module: Module,
    /// What the validator found out about it; out of date once the module is changed.
    pub(super) info: ModuleInfo,
    /// Stage of the entry point.
    pub(super) stage: Stage,
    /// The resources, by their places.
    pub(super) resources: Vec<Bound>,
    /// What was found while it was made.
    pub(super) notes: Vec<Diagnostic>,
}

/// A resource of the module.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// The variable.
    pub(super) handle: Handle<GlobalVariable>,
    /// Where the source has it; [`ROOT`] for root constants of any kind.
    pub(super) place: Place,
    /// Kind of register; `None` for what packs have no symbol for.
    pub(super) class: Option<Class>,
    /// Set or space of the register, where the target has them.
    pub(super) space: u32,
    /// Register.
    pub(super) register: u32,
    /// Name of the symbol.
    pub(super) symbol: String,
    /// Whether it is the block of root constants.
    root: bool,
}

impl Bound {
    /// Where the module has it, for the tables that writers take; nothing for push constants.
    pub(super) fn binding(&self, module: &Module) -> Option<ResourceBinding> {
        module.global_variables[self.handle].binding
    }

    /// Whether it is the block of root constants.
    pub(super) fn is_root(&self) -> bool {
        self.root
    }
}

/// An input or output of an entry point.
pub(super) struct Io<'a> {
    /// Name, where it has one.
    pub(super) name: Option<&'a str>,
    /// What it is bound to.
    pub(super) binding: &'a Binding,
    /// How many elements, of an array.
    pub(super) length: Option<u32>,
}

impl Prepared {
    /// The entry point. There is always one: see [`prepare`].
    pub(super) fn entry(&self) -> Option<&EntryPoint> {
        self.module.entry_points.first()
    }

    /// What the entry point takes, structures taken apart.
    pub(super) fn inputs(&self) -> Vec<Io<'_>> {
        inputs(&self.module)
    }

    /// What the entry point gives, structures taken apart.
    pub(super) fn outputs(&self) -> Vec<Io<'_>> {
        let Some(result) = self.entry().and_then(|entry| entry.function.result.as_ref()) else {
            return Vec::new();
        };
        flatten(&self.module, None, result.binding.as_ref(), result.ty)
    }

    /// Checks the module again after changes.
    pub(super) fn revalidate(&mut self) -> Result<(), Vec<Diagnostic>> {
        let info = output::validate(&self.module, Capabilities::all());
        self.info = info.map_err(|error| vec![unwritable(&error)])?;
        Ok(())
    }
}

/// What the first entry point of a module takes, structures taken apart.
pub(super) fn inputs(module: &Module) -> Vec<Io<'_>> {
    let arguments = module.entry_points.first().map(|entry| entry.function.arguments.iter());
    arguments
        .into_iter()
        .flatten()
        .flat_map(|argument| {
            flatten(module, argument.name.as_deref(), argument.binding.as_ref(), argument.ty)
        })
        .collect()
}

/// One value, or the members of a structure. Those of entry points are not nested (the validator sees to it).
fn flatten<'a>(
    module: &'a Module,
    name: Option<&'a str>,
    binding: Option<&'a Binding>,
    ty: Handle<Type>,
) -> Vec<Io<'a>> {
    match (binding, &module.types[ty].inner) {
        (Some(binding), _) => vec![Io { name, binding, length: length(module, ty) }],
        (None, TypeInner::Struct { members, .. }) => members
            .iter()
            .filter_map(|member| {
                Some(Io {
                    name: member.name.as_deref(),
                    binding: member.binding.as_ref()?,
                    length: length(module, member.ty),
                })
            })
            .collect(),
        (None, _) => Vec::new(),
    }
}

fn length(module: &Module, ty: Handle<Type>) -> Option<u32> {
    match module.types[ty].inner {
        TypeInner::Array { size: ArraySize::Constant(length), .. } => Some(length.get()),
        _ => None,
    }
}

/// The finding that the writer's words stand for.
pub(super) fn unwritable(words: &str) -> Diagnostic {
    Diagnostic::new(
        &rules::UNWRITABLE,
        Location::default(),
        format!("the shader cannot be written for this target: {words}"),
    )
    .help("choose another target, or write the shader without it")
}

/// Where something is in the text that the front read.
pub(super) fn location(span: Span) -> Location {
    match span.to_range() {
        Some(range) => Location::new(range.start as u64, range.end as u64, ""),
        None => Location::default(),
    }
}

/// Takes an entry point out of a module with all that it uses.
pub(super) fn extract(shader: &Shader, module: &Module) -> Result<(Module, ModuleInfo), Vec<Diagnostic>> {
    let stage = naga_stage(shader.stage);
    let mut module = module.clone();
    module.entry_points.retain(|entry| entry.name == shader.entry && Some(entry.stage) == stage);
    if module.entry_points.is_empty() {
        let message = format!("the module has no {} shader called {:?}", shader.stage, shader.entry);
        return Err(vec![
            Diagnostic::new(&rules::NO_ENTRY, Location::default(), message)
                .help("name an entry point that the module has, with its stage"),
        ]);
    }
    let finish = |module: &mut Module| {
        output::finish(module, Capabilities::all()).map_err(|error| vec![unwritable(&error)])
    };
    let mut info = finish(&mut module)?;
    // What is left are the constants that the entry point uses.
    if !module.overrides.is_empty() {
        module = without_overrides(&module, &info)?;
        info = finish(&mut module)?;
    }
    Ok((module, info))
}

/// Puts the defaults in the place of specialization constants.
fn without_overrides(module: &Module, info: &ModuleInfo) -> Result<Module, Vec<Diagnostic>> {
    let refuse = |constant: &str, span: Span| {
        let message = format!("the specialization constant {constant} has no default value");
        vec![
            Diagnostic::new(&rules::SPECIALIZED, location(span), message)
                .help("give it a default value; a pack has no place for another one"),
        ]
    };
    for (handle, constant) in module.overrides.iter() {
        if constant.init.is_none() {
            let name = match (&constant.name, constant.id) {
                (Some(name), _) => name.clone(),
                (None, Some(id)) => format!("number {id}"),
                (None, None) => "without a name".to_owned(),
            };
            return Err(refuse(&name, module.overrides.get_span(handle)));
        }
    }
    process_overrides(module, info, None, &PipelineConstants::default())
        .map(|(module, _)| module.into_owned())
        .map_err(|error| vec![unwritable(&error.to_string())])
}

/// The stage as naga has it.
pub(super) fn naga_stage(stage: Stage) -> Option<ShaderStage> {
    match stage {
        Stage::Vertex => Some(ShaderStage::Vertex),
        Stage::Fragment => Some(ShaderStage::Fragment),
        Stage::Compute => Some(ShaderStage::Compute),
        Stage::TessellationControl | Stage::TessellationEvaluation | Stage::Geometry => None,
    }
}

/// The kind of register of a variable; `None` for what a pack has no symbol for.
pub(super) fn class(module: &Module, variable: &GlobalVariable) -> Option<Class> {
    match (&variable.space, &module.types[variable.ty].inner) {
        (_, TypeInner::BindingArray { .. }) => None,
        (AddressSpace::Uniform | AddressSpace::Immediate, _) => Some(Class::ConstantBuffer),
        (AddressSpace::Handle, TypeInner::Sampler { .. }) => Some(Class::Sampler),
        (
            AddressSpace::Handle,
            TypeInner::Image { class: ImageClass::Sampled { .. } | ImageClass::Depth { .. }, .. },
        ) => Some(Class::Texture),
        _ => None,
    }
}

/// Makes the module that is written for a target.
pub(super) fn prepare(
    shader: &Shader,
    module: &Module,
    slots: &Slots,
    target: Target,
    options: &WriteOptions<'_>,
) -> Result<Prepared, Vec<Diagnostic>> {
    let (mut module, mut info) = extract(shader, module)?;
    if join::samplers(&mut module, slots) {
        info = output::finish(&mut module, Capabilities::all()).map_err(|error| vec![unwritable(&error)])?;
    }
    let mut findings = Vec::new();
    let mut resources = Vec::new();
    for (handle, variable) in module.global_variables.iter() {
        let place = match (variable.space, variable.binding) {
            (AddressSpace::Immediate, _) => ROOT,
            (_, Some(binding)) => Place { set: binding.group, binding: binding.binding },
            _ => continue,
        };
        let span = module.global_variables.get_span(handle);
        let name = variable.name.as_deref().unwrap_or_default();
        let class = class(&module, variable);
        // In a module whose places are kept, set 3 binding 0 is a place like any other.
        let root = variable.space == AddressSpace::Immediate || (place == ROOT && !options.keep);
        if class.is_none() && options.pack {
            findings.push(no_symbol(&module, variable, name, span));
            continue;
        }
        let slot = slots.get(&place).filter(|slot| Some(slot.class) == class);
        let (register, symbol) = match slot {
            _ if place == ROOT && !root => (place.binding, name.to_owned()),
            Some(slot) => (u32::from(slot.register), slot.name.clone()),
            None if place == ROOT => (0, ROOT_NAME.to_owned()),
            None if class.is_none() => (place.binding, name.to_owned()),
            None => {
                let message = format!(
                    "{name:?} at set {} binding {} has no register of its kind",
                    place.set, place.binding
                );
                findings.push(
                    Diagnostic::new(&rules::NO_REGISTER, location(span), message)
                        .help("give every resource that the reflection lists a register"),
                );
                continue;
            }
        };
        resources.push(Bound {
            handle,
            place,
            class,
            space: match target {
                Target::Spirv(..) => class.map_or(place.set, super::set),
                _ => 0,
            },
            register,
            symbol,
            root,
        });
    }
    if resources.iter().filter(|resource| resource.is_root()).count() > 1 {
        let message =
            "the shader has push constants and loose uniforms, and a program has one block of root constants";
        findings.push(
            Diagnostic::new(&rules::TWO_ROOTS, Location::default(), message)
                .help("move the loose uniforms into the block of push constants"),
        );
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    resources.sort_by_key(|resource| resource.place);
    let notes = if options.keep { places::keep(&mut resources, &module, shader, target) } else { Vec::new() };
    let mut prepared = Prepared { module, info, stage: shader.stage, resources, notes };
    move_root(&mut prepared, target);
    if options.rasterized() {
        position::convert(&mut prepared, options.clip, target);
    }
    prepared.revalidate()?;
    let is_c_like = matches!(target, Target::Glsl(_) | Target::Hlsl(..) | Target::Msl(..));
    if is_c_like && continuing::is_in(&prepared.module) {
        let separated = continuing::separate(&mut prepared.module, &prepared.info);
        if separated.map_err(|error| vec![unwritable(&error)])? {
            prepared.revalidate()?;
        }
    }
    Ok(prepared)
}

/// Root constants are push constants in SPIR-V and a uniform block everywhere else; offsets stay.
fn move_root(prepared: &mut Prepared, target: Target) {
    let is_taken = |binding: u32| {
        let mut others = prepared.resources.iter().filter(|resource| !resource.is_root());
        others.any(|other| other.place == Place { binding, ..ROOT })
    };
    let free = (ROOT.binding..).find(|binding| !is_taken(*binding));
    for resource in prepared.resources.iter().filter(|resource| resource.is_root()) {
        let variable = prepared.module.global_variables.get_mut(resource.handle);
        if matches!(target, Target::Spirv(..)) {
            variable.space = AddressSpace::Immediate;
            variable.binding = None;
        } else {
            variable.space = AddressSpace::Uniform;
            variable.binding =
                Some(ResourceBinding { group: ROOT.set, binding: free.unwrap_or(ROOT.binding) });
        }
    }
}

fn no_symbol(module: &Module, variable: &GlobalVariable, name: &str, span: Span) -> Diagnostic {
    let (what, cure) = match (&variable.space, &module.types[variable.ty].inner) {
        (_, TypeInner::BindingArray { .. }) => (
            "an array of textures, samplers or blocks",
            "use an array texture, or one variable for each element",
        ),
        (AddressSpace::Storage { .. }, _) => ("a storage buffer", "use a uniform block or a texture"),
        (_, TypeInner::Image { .. }) => ("a storage or external image", "use a sampled texture"),
        _ => ("no block, texture or sampler", "pass the data in a uniform block or a texture"),
    };
    Diagnostic::new(
        &rules::NO_SYMBOL,
        location(span),
        format!("{name:?} is {what}, and shader packs have no symbol for that"),
    )
    .help(cure)
}

/// Whether an input or output is the built-in variable of the position.
pub(super) fn is_position(binding: &Binding) -> bool {
    matches!(binding, Binding::BuiltIn(BuiltIn::Position { .. }))
}

//! Reads a stage's symbols from the words of its module.

use crate::shader::{Place, ROOT, Shader};
use glassbox_bpx::extended::{Plain, Texture, VectorType};
use glassbox_bpx::kinds::{BaseType, TextureType};
use glassbox_core::diagnostic::{Diagnostic, Location, Reporter};
use glassbox_spirv::reflect::{
    Descriptor, DescriptorCount, DescriptorKind, EntryPoint, Length, Location as Port, Member as WordMember,
    Reflection, TypeId, TypeKind, Variable,
};

use super::difference;
use super::model::{self, MemberType, Resource, ResourceKind, RootConstant, StageSymbols, Wish};
use super::types::{Like, Structures, TypeError, plain, stretched, word};
use crate::rules;

/// Locates the declaration of a name.
pub type Locate<'l> = &'l dyn Fn(&str) -> Location;

/// Symbols of a stage. `is_glsl` means that blocks are identified by type name, as in GLSL, rather
/// than by variable name.
pub fn reflect(shader: &Shader, is_glsl: bool, locate: Locate<'_>) -> (StageSymbols, Vec<Diagnostic>) {
    let mut reader = Reader {
        shader,
        is_glsl,
        locate,
        symbols: StageSymbols {
            stage: shader.stage,
            resources: Vec::new(),
            structures: Vec::new(),
            structure_places: Vec::new(),
            constants: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
        },
        findings: Vec::new(),
        parts: 0,
    };
    reader.read(&shader.reflection);
    (reader.symbols, reader.findings)
}

struct Reader<'s, 'l> {
    shader: &'s Shader,
    is_glsl: bool,
    locate: Locate<'l>,
    symbols: StageSymbols,
    findings: Vec<Diagnostic>,
    /// Number of root constants and parts visited.
    parts: usize,
}

impl Reader<'_, '_> {
    fn report(
        &mut self,
        rule: &'static glassbox_core::diagnostic::Rule,
        name: &str,
        message: String,
        help: impl Into<String>,
    ) {
        self.findings.report(rule, (self.locate)(name), message).help(help);
    }

    fn read(&mut self, reflection: &Reflection) {
        let Some(entry) = self.shader.entry_point() else {
            let message = format!("found no entry point for the {} stage", self.shader.stage);
            let entry = self.shader.entry.clone();
            return self.report(&rules::STAGE, &entry, message, "list the file under its own stage");
        };
        let mut structures = Structures::new(reflection);
        for descriptor in &reflection.descriptors {
            let Some(variable) = reflection.variable(descriptor.variable) else {
                continue;
            };
            if entry.use_of(variable.id).is_some() {
                self.descriptor(reflection, &mut structures, descriptor, variable);
            }
        }
        for variable in reflection.push_constants() {
            if entry.use_of(variable.id).is_some() {
                self.root(reflection, variable);
            }
        }
        for Like { path, found, said } in structures.likes {
            self.like(&path, &found, &format!("is described as {said}"));
        }
        let made = structures.made.iter();
        self.symbols.structure_places = made.map(|structure| (self.locate)(&structure.name)).collect();
        self.symbols.structures = structures.made;
        self.symbols.inputs = self.ports(reflection, entry, true);
        self.symbols.outputs = self.ports(reflection, entry, false);
    }

    fn descriptor(
        &mut self,
        reflection: &Reflection,
        structures: &mut Structures<'_>,
        descriptor: &Descriptor,
        variable: &Variable,
    ) {
        let place = match (descriptor.set, descriptor.binding) {
            (Some(set), Some(binding)) => Some(Place { set, binding }),
            _ => None,
        };
        if place == Some(ROOT) && descriptor.kind == DescriptorKind::UniformBuffer {
            return self.root(reflection, variable);
        }
        let Some(name) = self.name(reflection, descriptor, variable) else {
            let what = describe(descriptor.kind);
            let message = format!("found {what} without a name, expected the name of its symbol");
            return self.report(
                &rules::NAME,
                "",
                message,
                "compile the module with names (-g, or without stripping)",
            );
        };
        if descriptor.count != DescriptorCount::One {
            let message = format!("found `{name}` as an array of resources, expected one");
            let help = "use an array texture, or one name for each";
            return self.report(&rules::RESOURCE, &name, message, help);
        }
        let kind = match descriptor.kind {
            DescriptorKind::Sampler => Some(ResourceKind::Sampler),
            DescriptorKind::SampledImage => match image(reflection, descriptor.element) {
                Ok(texture) => Some(ResourceKind::Texture(texture)),
                Err(found) => {
                    let message =
                        format!("found `{name}` as {found}, expected a 2D, 2D array, 3D or cube texture");
                    let help = "packages have four shapes of textures; use one of them";
                    return self.report(&rules::TEXTURE, &name, message, help);
                }
            },
            DescriptorKind::UniformBuffer => {
                match structures.block(&name, unwrapped(reflection, descriptor.element), &name) {
                    Ok(structure) => Some(ResourceKind::Buffer(structure)),
                    Err(fault) => return self.fault(&name, fault),
                }
            }
            _ => None,
        };
        let Some(kind) = kind else {
            let what = describe(descriptor.kind);
            let message =
                format!("found `{name}` as {what}, expected a constant buffer, a texture or a sampler");
            let help = "packages have no symbol for it; read the data from a texture or a constant buffer";
            return self.report(&rules::RESOURCE, &name, message, help);
        };
        let is_explicit = place.is_some_and(|place| self.shader.explicit.contains(&place));
        let register = descriptor.binding.filter(|_| is_explicit).map(Wish::Binding);
        let location = (self.locate)(&name);
        self.symbols.resources.push(Resource { name, kind, place, register, location });
    }

    /// Name of a resource.
    fn name(&self, reflection: &Reflection, descriptor: &Descriptor, variable: &Variable) -> Option<String> {
        let own = variable.name.clone().filter(|name| !name.is_empty());
        if descriptor.kind != DescriptorKind::UniformBuffer {
            return own;
        }
        let ty = reflection.types.get(unwrapped(reflection, descriptor.element).0 as usize);
        let of_type = ty.and_then(|ty| ty.name.clone()).filter(|name| !name.is_empty());
        if self.is_glsl { of_type.or(own) } else { own.or(of_type) }
    }

    fn fault(&mut self, name: &str, fault: TypeError) {
        match fault {
            TypeError::Type(path, found, cure) => {
                let message =
                    format!("found {found} at `{path}`, expected a type that packages can describe");
                self.report(&rules::TYPE, &path, message, cure);
            }
            TypeError::Layout(path, what) => {
                let message = format!("found `{path}` with {what}");
                let help = "compile it with the layout std140 for this block";
                self.report(&rules::LAYOUT, &path, message, help);
            }
            TypeError::Members(path, count) => {
                let message = format!("found {count} members in `{path}`, expected at most 255");
                self.report(&rules::MEMBERS, last(&path), message, "group them into structures");
            }
            TypeError::Name(what) => {
                let message = format!("found no name for {what}");
                let help = "compile the module with names (-g, or without stripping)";
                self.report(&rules::NAME, name, message, help);
            }
        }
    }

    fn like(&mut self, path: &str, found: &str, said: &str) {
        let message = format!("found {found} at `{path}`, which {said}");
        let help = "no action is needed: the layout is the same; declare that type for an exact description";
        self.report(&rules::LIKE, path, message, help);
    }

    /// Adds a root constant block: each member is a symbol.
    fn root(&mut self, reflection: &Reflection, variable: &Variable) {
        for member in reflection.members(unwrapped(reflection, variable.ty)) {
            let Some(name) = member.name.clone().filter(|name| !name.is_empty()) else {
                let message = "found a root constant without a name".to_owned();
                let help = "compile the module with names (-g, or without stripping)";
                self.report(&rules::NAME, "", message, help);
                continue;
            };
            let own = name.clone();
            let at = (member.offset.unwrap_or(0), 0);
            self.root_constant(reflection, &own, (name, member.ty), member, at);
        }
    }

    /// Adds a root constant or, for a structure or array, its parts under their OpenGL names. `own`
    /// is the name in the source; offset and depth are those of this part.
    fn root_constant(
        &mut self,
        reflection: &Reflection,
        own: &str,
        (name, ty): (String, TypeId),
        member: &WordMember,
        (offset, depth): (u32, u32),
    ) {
        // Bounds nesting and the number of root constants. Structures may be empty, so count parts
        // rather than constants.
        self.parts += 1;
        if depth > 8
            || self.parts > 4 * super::MAX_MEMBERS
            || self.symbols.constants.len() >= super::MAX_MEMBERS
        {
            let message = format!("found too many root constants in `{own}`, expected 255 at most");
            if self.findings.iter().all(|finding| finding.message != message) {
                self.report(&rules::TYPE, own, message, "put it into a uniform block");
            }
            return;
        }
        match reflection.ty(ty) {
            TypeKind::Struct { members, .. } => {
                for inner in &members.clone() {
                    let inner_name = inner.name.as_deref().unwrap_or_default();
                    let part = (format!("{name}.{inner_name}"), inner.ty);
                    let at = offset.saturating_add(inner.offset.unwrap_or(0));
                    self.root_constant(reflection, own, part, inner, (at, depth + 1));
                }
                return;
            }
            TypeKind::Array { element, length: Length::Fixed(count), stride }
                if innermost(reflection, *element) =>
            {
                let (element, count, stride) = (*element, *count, stride.unwrap_or(0));
                for number in 0..count.min(super::MAX_MEMBERS as u64 + 1) {
                    if self.parts > 4 * super::MAX_MEMBERS {
                        break;
                    }
                    let part = (format!("{name}[{number}]"), element);
                    let number = u32::try_from(number).unwrap_or(u32::MAX);
                    let at = offset.saturating_add(number.saturating_mul(stride));
                    self.root_constant(reflection, own, part, member, (at, depth + 1));
                }
                return;
            }
            _ => {}
        }
        let described = match Structures::new(reflection).value(&name, ty, member) {
            Ok(described) => described,
            Err(TypeError::Layout(..)) => {
                let message = format!("found `{name}` with a layout other than std140");
                return self.report(&rules::LAYOUT, own, message, "use a mat4, or four-component rows");
            }
            Err(_) => {
                let found = word(reflection, ty);
                let message = format!(
                    "found the root constant `{name}` as {found}, expected a scalar, vector, matrix, or an array of those"
                );
                return self.report(&rules::TYPE, own, message, "put it into a uniform block");
            }
        };
        let (ty, size) = match described {
            (MemberType::Array(length, element), extent) => {
                let element = match element {
                    Plain::Scalar(item) => stretched(item),
                    other => other,
                };
                let each = difference::plain(element);
                let found = word(reflection, ty);
                let said = format!("is described as {each} with the size of all {length}");
                self.like(&name, &found, &said);
                (element, extent)
            }
            (MemberType::Plain(ty), extent) => (ty, extent),
            _ => return,
        };
        let location = (self.locate)(own);
        self.symbols.constants.push(RootConstant {
            name,
            ty,
            offset,
            size: u32::try_from(size.size).unwrap_or(u32::MAX),
            location,
        });
    }

    fn ports(&self, reflection: &Reflection, entry: &EntryPoint, is_input: bool) -> Vec<model::Port> {
        let ports =
            if is_input { reflection.input_locations(entry) } else { reflection.output_locations(entry) };
        ports.into_iter().map(|port| self.port(reflection, &port)).collect()
    }

    fn port(&self, reflection: &Reflection, port: &Port) -> model::Port {
        let name = port.name.clone().unwrap_or_default();
        let index = reflection.variable(port.variable).and_then(|variable| variable.index);
        model::Port {
            slot: port.location,
            component: port.component,
            index: index.unwrap_or(0),
            slots: port.locations,
            ty: plain(reflection, port.ty),
            word: word(reflection, port.ty),
            location: (self.locate)(&name),
            name,
        }
    }
}

/// True if an array of any dimension has structures as elements.
fn innermost(reflection: &Reflection, element: TypeId) -> bool {
    let mut at = element;
    while let TypeKind::Array { element, .. } = reflection.ty(at) {
        at = *element;
    }
    matches!(reflection.ty(at), TypeKind::Struct { .. })
}

/// Part of a path after the last point.
fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

fn describe(kind: DescriptorKind) -> &'static str {
    match kind {
        DescriptorKind::Sampler => "a sampler",
        DescriptorKind::SampledImage => "a texture",
        DescriptorKind::CombinedImageSampler => "a texture with its sampler",
        DescriptorKind::StorageImage => "a storage image",
        DescriptorKind::UniformTexelBuffer | DescriptorKind::StorageTexelBuffer => "a texel buffer",
        DescriptorKind::UniformBuffer => "a constant buffer",
        DescriptorKind::StorageBuffer => "a storage buffer",
        DescriptorKind::InputAttachment => "an input attachment",
        DescriptorKind::AccelerationStructure => "an acceleration structure",
    }
}

/// Texture for an image type. `Err` describes the unsupported type.
fn image(reflection: &Reflection, ty: TypeId) -> Result<Texture, String> {
    let TypeKind::Image { sampled, dim, depth, arrayed, multisampled, .. } = reflection.ty(ty) else {
        return Err("no image".to_owned());
    };
    let shape = match (*dim, *arrayed, *multisampled) {
        (1, false, false) => TextureType::T2D,
        (1, true, false) => TextureType::T2D_ARRAY,
        (2, false, false) => TextureType::T3D,
        (3, false, false) => TextureType::T_CUBE,
        (_, _, true) => return Err("a texture with several samples".to_owned()),
        (0, ..) => return Err("a texture with one dimension".to_owned()),
        (3, true, _) => return Err("an array of cubes".to_owned()),
        (5, ..) => return Err("a buffer of texels".to_owned()),
        _ => return Err("a texture of an unusual shape".to_owned()),
    };
    let item = match plain(reflection, *sampled) {
        Some(Plain::Scalar(item @ (BaseType::FLOAT | BaseType::INT | BaseType::UINT))) => item,
        _ => {
            return Err(format!("a texture whose texels are {}", word(reflection, *sampled)));
        }
    };
    // Sampling a depth texture with a comparison gives one number.
    let value = match depth {
        1 => Plain::Scalar(item),
        _ => Plain::Vector(VectorType { item, size: 4 }),
    };
    Ok(Texture { ty: shape, value })
}

/// Type of a port, for messages.
#[must_use]
pub(crate) fn port_word(port: &model::Port) -> String {
    port.ty.map_or_else(|| port.word.clone(), difference::plain)
}

/// The source's block structure. SPIR-V writers may wrap it in an unnamed structure with one
/// member, to decorate it.
fn unwrapped(reflection: &Reflection, block: TypeId) -> TypeId {
    let name = reflection.types.get(block.0 as usize).and_then(|ty| ty.name.as_deref());
    match reflection.members(block) {
        [only] if name.is_none_or(str::is_empty) && only.name.as_deref().is_none_or(str::is_empty) => {
            match reflection.ty(only.ty) {
                TypeKind::Struct { .. } => only.ty,
                _ => block,
            }
        }
        _ => block,
    }
}

//! Builds the symbol table of the package in a deterministic order: names, flags, registers,
//! extended data.
//!
//! Groups are ordered as by the vendor's compiler (textures and samplers, structures, constant
//! buffers, vertex format, pipeline, outputs, root constants), and within each by appearance, stage
//! by stage.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use crate::shader::{Class, Slot, Slots, Stage};
use glassbox_bpx::extended::{self, BlendFunction, Constant, ExtendedData, Pipeline, Plain};
use glassbox_bpx::pack::PackSymbol;
use glassbox_bpx::raw::{self, SymbolFlags, SymbolType};
use glassbox_bpx::sd::{Object, Value, names};
use glassbox_core::diagnostic::{Diagnostics, Location};

use super::merge::{Program, Shared};
use super::model::{Member, MemberType, Port, ResourceKind, Structure};
use super::reflect::port_word;
use super::{MAX_BUFFER, MAX_MEMBERS, MAX_REGISTER, USUAL_ROOT, registers, types};
use crate::project::Project;
use crate::rules;

/// Settings that are not part of the stages' code.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Name of the vertex format.
    pub vertex_format: String,
    /// Name and state of the pipeline.
    pub pipeline: Option<(String, Pipeline)>,
    /// Blend functions by output name.
    pub blends: Vec<(String, BlendFunction)>,
}

/// Symbols of a program, and the slot of each resource in the code.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Symbols in table order.
    pub symbols: Vec<PackSymbol<'static>>,
    /// Location of each symbol's declaration.
    pub places: Vec<Location>,
    /// Slots of the resources, by stage.
    pub slots: Vec<(Stage, Slots)>,
}

/// Flag of a stage; that of vertex shaders for those that packages do not have.
#[must_use]
pub const fn flag(stage: Stage) -> SymbolFlags {
    match stage {
        Stage::TessellationControl => SymbolFlags::HULL,
        Stage::TessellationEvaluation => SymbolFlags::DOMAIN,
        Stage::Geometry => SymbolFlags::GEOMETRY,
        Stage::Fragment => SymbolFlags::PIXEL,
        _ => SymbolFlags::VERTEX,
    }
}

/// Stage as encoded in packages; `None` for those that packages do not have.
#[must_use]
pub const fn pack_stage(stage: Stage) -> Option<raw::Stage> {
    Some(match stage {
        Stage::Vertex => raw::Stage::VERTEX,
        Stage::TessellationControl => raw::Stage::HULL,
        Stage::TessellationEvaluation => raw::Stage::DOMAIN,
        Stage::Geometry => raw::Stage::GEOMETRY,
        Stage::Fragment => raw::Stage::PIXEL,
        _ => return None,
    })
}

/// Builds the symbols of a program.
#[must_use]
pub fn symbols(
    program: &Program,
    facts: &Facts,
    project: &Project,
    project_text: &str,
    findings: &mut Diagnostics,
) -> Symbols {
    let registers = registers::assign(program, project, project_text, findings);
    let mut maker = Maker {
        program,
        project,
        project_text,
        findings,
        symbols: Vec::new(),
        places: Vec::new(),
        names: HashMap::new(),
        external: BTreeSet::new(),
    };
    maker.externals();
    let pairs = || program.resources.iter().zip(&registers);
    for (shared, register) in pairs() {
        maker.object(shared, *register);
    }
    let base = maker.symbols.len();
    let index: HashMap<&str, u16> = (program.structures.iter().zip(base..))
        .filter_map(|(structure, at)| Some((structure.name.as_str(), u16::try_from(at).ok()?)))
        .collect();
    for (structure, place) in program.structures.iter().zip(&program.structure_places) {
        maker.structure(structure, place.clone(), &index);
    }
    for (shared, register) in pairs() {
        maker.buffer(shared, *register, &index);
    }
    maker.vertex_format(&facts.vertex_format);
    if let Some((name, state)) = &facts.pipeline {
        let data = ExtendedData::Pipeline(*state);
        let at = maker.stated_at(project.pipeline.as_ref().and_then(|pipeline| pipeline.name.as_ref()));
        maker.push(name, SymbolType::PIPELINE, SymbolFlags(0), None, Some(data), at);
    }
    maker.outputs(&facts.blends);
    maker.constants();
    let mut symbols = maker.symbols;
    if project.debug_names {
        for symbol in &mut symbols {
            symbol.data = symbol.data.take().map(with_names);
        }
    }
    Symbols { symbols, places: maker.places, slots: slots(program, &registers) }
}

/// Slots of each stage's resources.
fn slots(program: &Program, registers: &[u8]) -> Vec<(Stage, Slots)> {
    let mut all: Vec<(Stage, Slots)> = Vec::new();
    for (shared, register) in program.resources.iter().zip(registers) {
        for (stage, place) in &shared.stages {
            let Some(place) = place else { continue };
            let slot = Slot {
                class: shared.resource.kind.class(),
                register: *register,
                name: shared.resource.name.clone(),
            };
            match all.iter_mut().find(|(known, _)| known == stage) {
                Some((_, slots)) => {
                    slots.insert(*place, slot);
                }
                None => all.push((*stage, Slots::from([(*place, slot)]))),
            }
        }
    }
    all
}

struct Maker<'m> {
    program: &'m Program,
    project: &'m Project,
    project_text: &'m str,
    findings: &'m mut Diagnostics,
    symbols: Vec<PackSymbol<'static>>,
    places: Vec<Location>,
    /// Names in use, with their locations.
    names: HashMap<String, Location>,
    /// Names of symbols that an assembly defines.
    external: BTreeSet<String>,
}

impl Maker<'_> {
    fn stated_at(&self, stated: Option<&crate::project::Located<String>>) -> Location {
        let span = stated.map_or_else(Default::default, |stated| stated.span);
        span.location(self.project_text)
    }

    /// Determines the external symbols: those with an explicit register in the source and their
    /// components, unless the project file overrides it.
    fn externals(&mut self) {
        let program = self.program;
        for shared in &program.resources {
            if shared.resource.register.is_some() {
                self.external.insert(shared.resource.name.clone());
            }
        }
        // Programs always share root constants and the vertex format.
        let constants = program.constants.iter();
        self.external.extend(constants.map(|(constant, _)| constant.name.clone()));
        let is_known = |name: &str| {
            program.resources.iter().any(|shared| shared.resource.name == name)
                || program.structures.iter().any(|structure| structure.name == name)
                || program.constants.iter().any(|(constant, _)| constant.name == name)
        };
        for name in &self.project.internal {
            if !self.external.remove(&name.value) && !is_known(&name.value) {
                registers::unknown(program, self.project_text, name, self.findings);
            }
        }
        for name in &self.project.external {
            if is_known(&name.value) {
                self.external.insert(name.value.clone());
            } else {
                registers::unknown(program, self.project_text, name, self.findings);
            }
        }
        let internal = |name: &str| self.project.internal.iter().any(|stated| stated.value == name);
        // Structures refer only to those before them.
        let buffers = program.resources.iter().filter_map(|shared| match &shared.resource.kind {
            ResourceKind::Buffer(buffer) => Some(buffer),
            _ => None,
        });
        let structures: Vec<&Structure> = buffers.chain(program.structures.iter().rev()).collect();
        for structure in structures {
            if self.external.contains(&structure.name) {
                let used = structure.members.iter().filter_map(|member| member.ty.structure());
                let used = used.filter(|name| !internal(name));
                self.external.extend(used.map(str::to_owned));
            }
        }
    }

    fn linkage(&self, name: &str) -> SymbolFlags {
        if self.external.contains(name) { SymbolFlags::EXTERNAL } else { SymbolFlags::INTERNAL }
    }

    fn push(
        &mut self,
        name: &str,
        symbol_type: SymbolType,
        flags: SymbolFlags,
        register: Option<u8>,
        data: Option<ExtendedData<'static>>,
        location: Location,
    ) {
        let flags = if flags.has(SymbolFlags::EXTERNAL) || flags.has(SymbolFlags::INTERNAL) {
            flags
        } else {
            flags.with(SymbolFlags::INTERNAL)
        };
        if let Some(other) = self.names.get(name) {
            let message = format!("found the name `{name}` for a second symbol, expected another one");
            self.findings
                .report(&rules::NAME, location, message)
                .label(other.clone(), "the first one")
                .help("rename one of the two: packages know symbols by their names");
            return;
        }
        self.names.insert(name.to_owned(), location.clone());
        self.places.push(location);
        self.symbols.push(PackSymbol {
            name: Cow::Owned(name.as_bytes().to_vec()),
            symbol_type,
            flags,
            register,
            data: data.map(|data| data.to_object()),
        });
    }

    fn stages(shared: &Shared) -> SymbolFlags {
        let stages = shared.stages.iter();
        stages.fold(SymbolFlags(0), |flags, (stage, _)| flags.with(flag(*stage)))
    }

    /// Adds a texture or sampler.
    fn object(&mut self, shared: &Shared, register: u8) {
        let resource = &shared.resource;
        let (symbol_type, data) = match &resource.kind {
            ResourceKind::Texture(texture) => (SymbolType::TEXTURE, Some(ExtendedData::Texture(*texture))),
            ResourceKind::Sampler => (SymbolType::SAMPLER, None),
            ResourceKind::Buffer(_) => return,
        };
        let flags = Self::stages(shared).with(self.linkage(&resource.name));
        let location = resource.location.clone();
        self.push(&resource.name, symbol_type, flags, Some(register), data, location);
    }

    fn structure(&mut self, structure: &Structure, location: Location, index: &HashMap<&str, u16>) {
        let data = ExtendedData::Structure(described(structure, index));
        let flags = self.linkage(&structure.name);
        self.push(&structure.name, SymbolType::CONSTANT_BUFFER, flags, None, Some(data), location);
    }

    fn buffer(&mut self, shared: &Shared, register: u8, index: &HashMap<&str, u16>) {
        let resource = &shared.resource;
        let ResourceKind::Buffer(buffer) = &resource.kind else {
            return;
        };
        if buffer.size > MAX_BUFFER {
            let message = format!(
                "found {} bytes in the constant buffer `{}`, expected at most 65536",
                buffer.size, resource.name
            );
            self.findings
                .report(&rules::BUFFER_SIZE, resource.location.clone(), message)
                .help("shorten an array, or split the block");
        }
        let flags = Self::stages(shared).with(self.linkage(&resource.name));
        let data = ExtendedData::Structure(described(buffer, index));
        let location = resource.location.clone();
        self.push(&resource.name, SymbolType::CONSTANT_BUFFER, flags, Some(register), Some(data), location);
    }

    fn vertex_format(&mut self, name: &str) {
        let inputs = &self.program.inputs;
        let mut props = Vec::new();
        let (mut offset, mut location) = (0u32, 0u32);
        for input in inputs {
            let Some(ty) = input.ty else {
                let message = format!(
                    "found the vertex input `{}` as {}, expected a scalar, vector or square matrix",
                    input.name,
                    port_word(input)
                );
                self.findings
                    .report(&rules::VERTEX, input.location.clone(), message)
                    .help("use vectors of floats or 32-bit integers");
                continue;
            };
            if input.slot != location {
                let message = format!(
                    "found the vertex input `{}` at location {}, expected {location}",
                    input.name, input.slot
                );
                self.findings
                    .report(&rules::VERTEX_ORDER, input.location.clone(), message)
                    .help("number the inputs from 0 without gaps");
            }
            location = input.slot.saturating_add(input.slots.max(1));
            if input.name.is_empty() {
                self.nameless("a vertex input", &input.location);
                continue;
            }
            props.push(extended::Member {
                name: Cow::Owned(input.name.as_bytes().to_vec()),
                offset,
                ty: extended::MemberType::Plain(ty),
            });
            offset = offset.saturating_add(ty.packed_size());
        }
        if props.len() > MAX_MEMBERS {
            let message = format!("found {} vertex inputs, expected at most 255", props.len());
            self.findings
                .report(&rules::MEMBERS, Location::default(), message)
                .help("combine inputs into vectors");
            return;
        }
        let Some(first) = inputs.first().filter(|_| !props.is_empty()) else {
            return;
        };
        let internal = self.project.internal.iter().any(|stated| stated.value == name);
        let flags = if internal { SymbolFlags::INTERNAL } else { SymbolFlags::EXTERNAL };
        let data = ExtendedData::Structure(extended::Structure { size: offset, props });
        let location = first.location.clone();
        self.push(name, SymbolType::VERTEX_FORMAT, flags, None, Some(data), location);
    }

    fn nameless(&mut self, what: &str, location: &Location) {
        let message = format!("found {what} without a name, expected the name of its symbol");
        self.findings
            .report(&rules::NAME, location.clone(), message)
            .help("compile the module with names (-g, or without stripping)");
    }

    fn outputs(&mut self, blends: &[(String, BlendFunction)]) {
        let outputs = &self.program.outputs;
        for stated in &self.project.outputs {
            if !outputs.iter().any(|output| output.name == stated.name.value || output.name.is_empty()) {
                registers::unknown(self.program, self.project_text, &stated.name, self.findings);
            }
        }
        let mut seen: Vec<&Port> = Vec::new();
        for output in outputs {
            self.output(output, blends, &seen);
            seen.push(output);
        }
    }

    fn output(&mut self, output: &Port, blends: &[(String, BlendFunction)], seen: &[&Port]) {
        // A WGSL function may return an unnamed colour.
        let name = match output.name.as_str() {
            "" => format!("output{}", output.slot),
            name => name.to_owned(),
        };
        let mut wrong = |found: String, help: &str| {
            let message = format!("found the output `{name}` {found}");
            self.findings.report(&rules::OUTPUT, output.location.clone(), message).help(help);
        };
        let Some(ty @ (Plain::Scalar(_) | Plain::Vector(_))) = output.ty else {
            let found = format!("as {}, expected a scalar or vector", port_word(output));
            return wrong(found, "use one name for each render target");
        };
        let register = u8::try_from(output.slot).ok().filter(|slot| *slot <= MAX_REGISTER);
        let Some(register) = register else {
            let found = format!("at location {}, expected one from 0 to 32", output.slot);
            return wrong(found, "number the outputs from 0");
        };
        if let Some(other) = seen.iter().find(|other| other.slot == output.slot) {
            let found = format!(
                "at location {}, where `{}` is too, expected one output for each render target",
                output.slot, other.name
            );
            return wrong(
                found,
                "give it another location; second colours and parts of targets have no symbols",
            );
        }
        let stated = self.project.outputs.iter();
        let stated = stated.filter(|stated| stated.name.value == name);
        let blend = stated.filter_map(|stated| stated.blend).next_back().or_else(|| {
            let known = blends.iter().find(|(known, _)| *known == name);
            known.map(|(_, blend)| *blend)
        });
        let data = ExtendedData::Output(extended::Output { ty, blendfunc: blend });
        let location = output.location.clone();
        self.push(&name, SymbolType::OUTPUT, SymbolFlags(0), Some(register), Some(data), location);
    }

    fn constants(&mut self) {
        let program = self.program;
        let end = program
            .constants
            .iter()
            .map(|(constant, _)| constant.offset.saturating_add(constant.size))
            .max()
            .unwrap_or(0);
        if let (true, Some((last, _))) = (end > MAX_BUFFER, program.constants.last()) {
            let message = format!("found {end} bytes of root constants, expected at most {MAX_BUFFER}");
            self.findings
                .report(&rules::BUFFER_SIZE, last.location.clone(), message)
                .help("put them into a block, or shorten an array");
        } else if let (true, Some((last, _))) = (end > USUAL_ROOT, program.constants.last()) {
            let message = format!("found {end} bytes of root constants, expected at most {USUAL_ROOT}");
            self.findings
                .report(&rules::ROOT_SIZE, last.location.clone(), message)
                .help("put some of them into a block");
        }
        for (constant, stages) in &program.constants {
            let stages = stages.iter().fold(SymbolFlags(0), |flags, stage| flags.with(flag(*stage)));
            let data = Constant { ty: constant.ty, offset: constant.offset, size: constant.size };
            let flags = stages.with(self.linkage(&constant.name));
            let location = constant.location.clone();
            self.push(
                &constant.name,
                SymbolType::CONSTANT,
                flags,
                None,
                Some(ExtendedData::Constant(data)),
                location,
            );
        }
    }
}

/// Encodes a structure as extended data.
fn described(structure: &Structure, index: &HashMap<&str, u16>) -> extended::Structure<'static> {
    let at = |name: &String| index.get(name.as_str()).copied().unwrap_or(u16::MAX);
    let member = |member: &Member| extended::Member {
        name: Cow::Owned(member.name.as_bytes().to_vec()),
        offset: member.offset,
        ty: match &types::described(&member.ty) {
            MemberType::Plain(ty) => extended::MemberType::Plain(*ty),
            MemberType::Structure(name) => extended::MemberType::StructRef(at(name)),
            MemberType::Array(length, ty) => extended::MemberType::Array(*length, *ty),
            MemberType::StructureArray(length, name) => extended::MemberType::StructArray(*length, at(name)),
        },
    };
    extended::Structure { size: structure.size, props: structure.members.iter().map(member).collect() }
}

/// Adds property names to an object and all objects in it. Our objects nest four deep.
fn with_names(object: Object<'static>) -> Object<'static> {
    let mut listed = Vec::new();
    let mut named = Object::default();
    for mut property in object.properties {
        listed.extend(names::known(property.hash));
        property.value = inner_names(property.value);
        named.properties.push(property);
    }
    named.with_debug_names(&listed)
}

fn inner_names(value: Value<'static>) -> Value<'static> {
    match value {
        Value::Object(object) => Value::Object(with_names(object)),
        Value::Array(items) => Value::Array(items.into_iter().map(inner_names).collect()),
        other => other,
    }
}

/// Symbol type for a register class.
#[must_use]
pub const fn symbol_type(class: Class) -> SymbolType {
    match class {
        Class::ConstantBuffer => SymbolType::CONSTANT_BUFFER,
        Class::Texture => SymbolType::TEXTURE,
        Class::Sampler => SymbolType::SAMPLER,
    }
}

//! Lists what a device must have to run a program, and the instruction or declaration that asks for it.

use std::collections::BTreeMap;

use super::flags::{self, Choices};
use super::handles::Handles;
use super::program::Program;
use super::requirements;
use crate::facts::Version;
use crate::features::{FeatureName, flag};
use crate::ir::InstructionId;
use crate::operation::Operation;
use crate::shader::Shader;
use crate::validate::{List, Subject};

/// Maximum number of needs kept.
const MAX_NEEDS: usize = 1024;

/// Something that a program needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// Name, such as `WaveReadLaneAt` or `64-bit integers`.
    pub what: String,
    /// Shader model that has it.
    pub model: Version,
    /// Shader flag that states it, if there is one; otherwise 0.
    pub flag: u64,
    /// First instruction or declaration that asks for it.
    pub subject: Subject,
    /// Number of instructions and declarations that ask for it.
    pub count: u32,
}

/// What a program needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Shader model that the module states.
    pub stated: Version,
    /// Shader model that is enough.
    pub model: Version,
    /// Each need once: features first, then operations, in the order of the code.
    pub items: Vec<Need>,
}

/// Collects needs.
struct Collector {
    items: Vec<Need>,
    places: BTreeMap<String, usize>,
}

impl Collector {
    fn add(&mut self, what: &str, minor: u32, flag: u64, subject: impl FnOnce() -> Subject) {
        if let Some(need) = self.places.get(what).and_then(|&place| self.items.get_mut(place)) {
            need.count += 1;
            return;
        }
        if self.items.len() < MAX_NEEDS {
            self.places.insert(what.to_owned(), self.items.len());
            let model = Version { major: 6, minor };
            self.items.push(Need { what: what.to_owned(), model, flag, subject: subject(), count: 1 });
        }
    }
}

impl Needs {
    /// Needs of a program.
    pub fn of(program: &Program<'_>, shader: &Shader) -> Needs {
        let mut found = Collector { items: Vec::new(), places: BTreeMap::new() };
        stage(shader, &mut found);
        features(program, shader, &mut found);
        operations(program, shader, &mut found);
        let least = found.items.iter().map(|need| need.model).max();
        let model = least.unwrap_or(Version { major: 6, minor: 0 });
        Needs { stated: shader.model, model, items: found.items }
    }
}

/// What the kinds and properties of entry points need.
fn stage(shader: &Shader, found: &mut Collector) {
    for (index, entry) in shader.entries.iter().enumerate() {
        let kind = entry.properties.kind.unwrap_or(u32::from(shader.kind));
        let subject = || Subject::Entry(index);
        match kind {
            6 => found.add("a library", 1, 0, subject),
            7..=12 => found.add("ray tracing shaders", 3, 0, subject),
            13 => found.add("mesh shaders", 5, 0, subject),
            14 => found.add("amplification shaders", 5, 0, subject),
            15 => found.add("work graph nodes", 8, 0, subject),
            _ => {}
        }
        match entry.properties.wave {
            Some(_) if entry.properties.wave_is_range => found.add("a range of wave sizes", 8, 0, subject),
            Some(_) => found.add("a wave size", 6, 0, subject),
            None => {}
        }
    }
}

/// What states features: shader flags, by the first instruction or declaration that sets each.
fn features(program: &Program<'_>, shader: &Shader, found: &mut Collector) {
    let choices = Choices::of(shader);
    let handles = Handles::new(program, shader);
    let native = choices.flags & flag::NATIVE_LOW_PRECISION != 0;
    for (function, body) in program.defined() {
        for (id, added) in flags::by_instruction(program, shader, &handles, choices, body) {
            for name in FeatureName::of(added, native) {
                found.add(name.name, name.minor, name.flag, || {
                    Subject::Instruction(function, InstructionId::at(id))
                });
            }
        }
        if let Some(position) =
            shader.entries.iter().position(|entry| entry.function == Some(function.index()))
            && let Some(entry) = shader.entries.get(position)
        {
            for (list, index, added) in flags::by_element(program, shader, &handles, choices, entry) {
                let list = if list { List::Outputs } else { List::Inputs };
                for name in FeatureName::of(added, native) {
                    found.add(name.name, name.minor, name.flag, || Subject::Element(position, list, index));
                }
            }
        }
    }
    // What the declarations of the module alone decide.
    let stated = shader.entries.first().map_or(0, |entry| entry.properties.flags);
    let declared = flag::UAVS_64 | flag::UAVS_EVERYWHERE | flag::ROVS;
    for name in FeatureName::of(stated & declared, native) {
        let uav = shader.resources.iter().position(|resource| {
            resource.class == crate::shader::resource::Class::Uav
                && (name.flag != flag::ROVS || resource.is_rasterizer_ordered)
        });
        let subject = uav.map_or(Subject::Module, Subject::Resource);
        found.add(name.name, name.minor, name.flag, || subject);
    }
}

/// What operations need by themselves.
fn operations(program: &Program<'_>, shader: &Shader, found: &mut Collector) {
    for (function, body) in program.defined() {
        for (index, instruction) in body.instructions.iter().enumerate() {
            let Some(operation) = program.operation(body, instruction) else { continue };
            let required = requirements::of(
                program,
                body,
                instruction,
                operation,
                shader.is_library(),
                Version::default(),
            );
            if required.minor == 0 {
                continue;
            }
            let known = Operation::of(u64::from(operation.code));
            let name = known.map_or("an operation of an experimental model", |known| known.name);
            found.add(name, required.minor, 0, || Subject::Instruction(function, InstructionId::at(index)));
        }
    }
}

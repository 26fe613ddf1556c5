//! The program: module, bodies, shader metadata.

use std::borrow::Cow;
use std::ops::Range;

use glassbox_core::stage::Stage;
use glassbox_dxil::BitcodeError;
use glassbox_dxil::analysis::program::Program;
use glassbox_dxil::ir::{Body, FunctionId, InstructionId, Typed};
use glassbox_dxil::shader::Shader;
use glassbox_dxil::shader::entry::Entry;
use glassbox_lower_directx::{Outcome, Refusal, rules};

use crate::writer::Writer;
use crate::{Lowered, Options};

/// An entry point of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Stage; `None` for nodes of work graphs.
    pub stage: Option<Stage>,
    /// Name, without the decoration that libraries have.
    pub name: String,
}

/// What an entry point consists of.
pub(crate) struct Source<'p> {
    pub(crate) program: Program<'p>,
    pub(crate) shader: &'p Shader,
}

/// The entry points of a program. What they share is read once, so each costs what its own functions do.
#[derive(Clone, Debug)]
pub struct EntryPoints<'m> {
    module: &'m Typed<'m>,
    shader: Shader,
}

/// The entry point that is written.
#[derive(Clone, Copy)]
pub(crate) struct Chosen<'p> {
    pub(crate) entry: &'p Entry,
    pub(crate) stage: Stage,
    pub(crate) function: FunctionId,
}

/// Bytes around some bits.
pub(crate) fn bytes(bits: &Range<u64>) -> Range<usize> {
    (bits.start / 8) as usize..bits.end.div_ceil(8) as usize
}

fn unreadable(error: &BitcodeError) -> Box<Refusal> {
    Refusal::new(&rules::UNREADABLE, error.to_string()).at(bytes(&error.bits))
}

/// Reads the module of a program.
///
/// # Errors
///
/// The first error outside of function bodies, with bytes of the bitcode.
pub fn read(bitcode: &[u8]) -> Outcome<Typed<'_>> {
    Typed::read(bitcode).map_err(|error| unreadable(&error))
}

/// Entry points of a program in the order of its metadata.
///
/// # Errors
///
/// If the bitcode cannot be read.
pub fn entry_points(bitcode: &[u8]) -> Outcome<Vec<EntryPoint>> {
    Ok(EntryPoints::read(&read(bitcode)?)?.list())
}

impl<'m> EntryPoints<'m> {
    /// Reads the metadata of a program.
    ///
    /// # Errors
    ///
    /// The first malformed metadata.
    pub fn read(module: &'m Typed<'m>) -> Outcome<EntryPoints<'m>> {
        Ok(EntryPoints { module, shader: read_shader(module)? })
    }

    /// Stages and names, in the order of the metadata.
    pub fn list(&self) -> Vec<EntryPoint> {
        let shader = &self.shader;
        let entries = shader.entries.iter().filter(|entry| entry.function.is_some());
        entries
            .map(|entry| EntryPoint { stage: stage_of(shader, entry), name: name_of(entry).into_owned() })
            .collect()
    }

    /// Makes a module of the entry point of [`Options::entry`].
    ///
    /// # Errors
    ///
    /// As [`lower`](crate::lower).
    pub fn lower(&self, options: &Options) -> Outcome<Lowered> {
        let name = options.entry.as_deref();
        let source = Source::new(self, name)?;
        let entry = source.choose(name)?;
        Writer::new(&source, entry, options)?.write()
    }
}

fn read_shader(module: &Typed<'_>) -> Outcome<Shader> {
    Shader::read(module).map_err(|error| {
        Refusal::new(&rules::UNREADABLE, format!("{}: {error}", error.path)).at(bytes(&error.bits))
    })
}

/// Stage of an entry point, by the number of its kind.
fn stage_of(shader: &Shader, entry: &Entry) -> Option<Stage> {
    let kind = match entry.properties.kind {
        Some(kind) if shader.is_library() => kind,
        _ => u32::from(shader.kind),
    };
    Some(match kind {
        0 => Stage::Fragment,
        1 => Stage::Vertex,
        2 => Stage::Geometry,
        3 => Stage::TessellationControl,
        4 => Stage::TessellationEvaluation,
        5 => Stage::Compute,
        7 => Stage::RayGeneration,
        8 => Stage::Intersection,
        9 => Stage::AnyHit,
        10 => Stage::ClosestHit,
        11 => Stage::Miss,
        12 => Stage::Callable,
        13 => Stage::Mesh,
        14 => Stage::Task,
        _ => return None,
    })
}

/// Name of an entry point as the source has it.
fn name_of(entry: &Entry) -> Cow<'_, str> {
    let plain = plain_name(&entry.name);
    String::from_utf8_lossy(plain)
}

/// The bytes of a name without the decoration `\1?name@@YA…` of libraries.
fn plain_name(name: &[u8]) -> &[u8] {
    let marks = name.iter().take_while(|&&byte| byte == 1).count();
    match name.get(marks..).and_then(|rest| rest.strip_prefix(b"?")) {
        Some(rest) => {
            let end = rest.windows(2).position(|pair| pair == b"@@").unwrap_or(rest.len());
            rest.get(..end).unwrap_or_default()
        }
        None => name,
    }
}

impl<'p> Source<'p> {
    /// Reads what the entry point of a name needs, or the only one.
    fn new(entries: &'p EntryPoints<'_>, name: Option<&str>) -> Outcome<Source<'p>> {
        let EntryPoints { module, shader } = entries;
        let found = find(shader, name)?;
        let patch = found.entry.properties.hull.and_then(|hull| hull.patch_function).map(FunctionId::at);
        let functions: Vec<FunctionId> = [Some(found.function), patch].into_iter().flatten().collect();
        let program = Program::reaching(module, &functions).map_err(|error| unreadable(&error))?;
        Ok(Source { program, shader })
    }

    /// The entry point of a name, or the only one.
    fn choose(&self, name: Option<&str>) -> Outcome<Chosen<'_>> {
        let chosen = find(self.shader, name)?;
        if self.program.body(chosen.function).is_none() {
            let message = format!("found no body of `{}`, expected a definition", chosen.name());
            return Err(Refusal::new(&rules::UNREADABLE, message));
        }
        Ok(chosen)
    }

    /// Bytes of an instruction in the bitcode.
    pub(crate) fn place(&self, body: &Body, instruction: InstructionId) -> Range<usize> {
        body.places.get(instruction.index()).map_or(0..0, |bits| bytes(&bits))
    }
}

/// The entry point of a name, or the only one.
fn find<'s>(shader: &'s Shader, name: Option<&str>) -> Outcome<Chosen<'s>> {
    let is_meant = |entry: &&Entry| {
        entry.function.is_some()
            && name.is_none_or(|name| name_of(entry) == name || entry.name.as_slice() == name.as_bytes())
    };
    let all: Vec<&Entry> = shader.entries.iter().filter(is_meant).collect();
    let known = || {
        let names = shader.entries.iter().filter(|entry| entry.function.is_some());
        let names: Vec<String> = names.map(|entry| format!("`{}`", name_of(entry))).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    let entry = match (all.as_slice(), name) {
        ([entry], _) => *entry,
        ([], Some(name)) => {
            let message = format!("found no entry point `{name}`; there are {}", known());
            return Err(Refusal::new(&rules::ENTRY, message));
        }
        ([], None) => {
            let message = "found a library without shaders, expected at least one";
            return Err(Refusal::new(&rules::ENTRY, message));
        }
        _ => {
            let message = format!("the library has several shaders: {}", known());
            return Err(Refusal::new(&rules::ENTRY, message).help("choose one with --entry"));
        }
    };
    let Some(stage) = stage_of(shader, entry) else {
        let message = format!("`{}` is a node of a work graph, which no stage of Vulkan is", name_of(entry));
        return Err(Refusal::new(&rules::OPERATION, message));
    };
    let function = FunctionId::at(entry.function.unwrap_or_default());
    Ok(Chosen { entry, stage, function })
}

impl Chosen<'_> {
    pub(crate) fn name(&self) -> String {
        name_of(self.entry).into_owned()
    }
}

impl Source<'_> {
    /// True if types of 16 bits are that wide; else they are of minimum precision.
    pub(crate) fn is_native(&self) -> bool {
        use glassbox_dxil::features::flag::NATIVE_LOW_PRECISION;
        self.shader.entries.iter().any(|entry| entry.properties.flags & NATIVE_LOW_PRECISION != 0)
    }
}

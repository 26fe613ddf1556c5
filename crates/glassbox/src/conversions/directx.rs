//! Converts the programs of DirectX containers, DXIL and DXBC: to SPIR-V, and with it to every language that SPIR-V becomes.

use std::sync::OnceLock;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::format::OpenedFile;
use glassbox_core::interface::{ArraySize, Interface, Resource, Variable};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::span::Span;
use glassbox_core::stage::Stage;
use glassbox_decompile::{Buffer, BufferKind, Signature, SignatureElement};
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::program::peek;
use glassbox_dxcontainer::part::rts;
use glassbox_dxil::ir::Typed;
use glassbox_glsl::source::Origin;
use glassbox_lower_dxbc as dxbc;
use glassbox_lower_dxil::{self as dxil, Bindings, Bound, Outcome, Range, Refusal, RegisterClass, rules};
use glassbox_spirv::module::Module;

use super::several::several;
use super::{
    ClipSpace, Conversion, ConversionError, ConversionOptions, Converted, EntryPoint, NameMap, shaders,
};
use crate::bindings::BindingMap;
use crate::origins::Origins;

/// Id of the format.
const FORMAT: &str = "dxcontainer";

/// A program to a target of SPIR-V.
pub(super) struct FromDirectX {
    next: &'static dyn Conversion,
    options: OnceLock<Vec<&'static str>>,
}

impl FromDirectX {
    const fn then(next: &'static dyn Conversion) -> FromDirectX {
        FromDirectX { next, options: OnceLock::new() }
    }
}

pub(super) static WGSL: FromDirectX = FromDirectX::then(&shaders::SPIRV.wgsl);
pub(super) static GLSL: FromDirectX = FromDirectX::then(&shaders::SPIRV.glsl);
pub(super) static HLSL: FromDirectX = FromDirectX::then(&shaders::SPIRV.hlsl);
pub(super) static MSL: FromDirectX = FromDirectX::then(&shaders::SPIRV.msl);
pub(super) static SPIRV: FromDirectX = FromDirectX::then(&shaders::SPIRV.spirv);

/// The shift of each class of registers in modules, which texts in HLSL take back.
const SHIFTS: [&str; 3] = ["t=1000", "s=2000", "u=3000"];

/// The program of a container.
enum Program<'a> {
    Dxil {
        bitcode: &'a [u8],
        /// First byte of the bitcode in the file.
        start: usize,
    },
    /// A token stream, which is read with the parts around it.
    Dxbc,
}

/// A container and its program.
struct Loaded<'a> {
    container: Container<'a>,
    program: Program<'a>,
}

/// Finds the program of a container. A debug file has it in another part.
fn load<'a>(file: &'a [u8], limits: &Limits) -> Result<Loaded<'a>, ConversionError> {
    let container = glassbox_dxcontainer::read::open(Window::whole(file), limits)
        .map_err(|finding| ConversionError::File(vec![*finding]))?;
    let has_tokens = [b"SHEX", b"SHDR"].into_iter().any(|code| container.directory.find(code).is_some());
    let part = [b"DXIL", b"ILDB"].into_iter().find_map(|code| container.directory.find(code));
    let found = part.and_then(|part| peek(container.window, part));
    let program = match found {
        Some((_, _, bitcode)) => {
            let start = (bitcode.as_ptr() as usize).saturating_sub(file.as_ptr() as usize);
            Program::Dxil { bitcode, start }
        }
        None if has_tokens => Program::Dxbc,
        None => {
            let message = "found no program in the container, expected the part DXIL, ILDB, SHEX or SHDR";
            let location = Location::new(0, file.len() as u64, "");
            let finding = Diagnostic::new(&rules::UNREADABLE, location, message);
            return Err(ConversionError::File(vec![finding.help(rules::UNREADABLE.cure)]));
        }
    };
    Ok(Loaded { container, program })
}

impl Loaded<'_> {
    /// The shader model, as HLSL of it is asked for.
    fn model(&self) -> Option<String> {
        let model = self.container.program()?.model;
        // Models after the last that is written have all that it has.
        let minor = if model.major >= 6 { model.minor.min(LAST_MINOR) } else { model.minor };
        Some(format!("{}.{minor}", model.major))
    }

    /// Inputs and outputs of a program of one entry point.
    fn signature(&self) -> Signature {
        let interface = self.container.interface();
        let [entry] = interface.entry_points.as_slice() else { return Signature::default() };
        let elements = |all: &[Variable]| all.iter().map(element).collect();
        Signature {
            inputs: elements(&entry.inputs),
            outputs: elements(&entry.outputs),
            ..Signature::default()
        }
    }

    /// Where registers are bound.
    fn bindings(&self, options: &ConversionOptions, limits: &Limits) -> Result<Bindings, ConversionError> {
        let mut bindings = match &options.root_signature {
            Some(data) => match rts::parse(data, limits) {
                (Some(signature), _) => Bindings::of_root_signature(&signature),
                (None, _) => {
                    let message =
                        format!("found a root signature of {} bytes, expected 24 or more", data.len());
                    return Err(ConversionError::Option(message));
                }
            },
            None => Bindings::default(),
        };
        for (range, bound) in options.bindings.iter().flat_map(BindingMap::registers) {
            bindings.state(range, bound);
        }
        Ok(bindings)
    }
}

/// What the results of a program have alike.
enum Lowering<'a> {
    Dxil { entries: Box<Outcome<dxil::EntryPoints<'a>>>, options: dxil::Options, start: usize },
    Dxbc { options: dxbc::Options },
}

/// The options of a result, of which each thread has some.
enum Wanted {
    Dxil(dxil::Options),
    Dxbc(dxbc::Options),
}

/// The module of an entry point.
struct Lowered {
    module: Module,
    stage: Stage,
    /// First byte of what its instructions refer to.
    start: usize,
}

impl<'a> Lowering<'a> {
    /// Reads what all entry points need. `module` holds that of a container that has faults elsewhere.
    fn new(loaded: &'a Loaded<'a>, module: &'a mut Option<Typed<'a>>, structures: bool) -> Lowering<'a> {
        let interface = loaded.container.interface();
        match loaded.program {
            Program::Dxil { bitcode, start } => {
                let read = match loaded.container.code() {
                    Some(module) => Ok(module),
                    None => dxil::read(bitcode).map(|read| &*module.insert(read)),
                };
                let entries = Box::new(read.and_then(dxil::EntryPoints::read));
                let options = dxil::Options { interface, structures, ..dxil::Options::default() };
                Lowering::Dxil { entries, options, start }
            }
            Program::Dxbc => Lowering::Dxbc {
                options: dxbc::Options { interface, structures, ..dxbc::Options::default() },
            },
        }
    }

    fn interface(&self) -> &Interface {
        match self {
            Lowering::Dxil { options, .. } => &options.interface,
            Lowering::Dxbc { options } => &options.interface,
        }
    }

    fn wanted(&self) -> Wanted {
        match self {
            Lowering::Dxil { options, .. } => Wanted::Dxil(options.clone()),
            Lowering::Dxbc { options } => Wanted::Dxbc(options.clone()),
        }
    }

    fn lower(
        &self,
        wanted: &mut Wanted,
        file: &[u8],
        entry: Option<&str>,
        bindings: &Bindings,
        without_members: bool,
    ) -> Result<Lowered, ConversionError> {
        match (self, wanted) {
            (Lowering::Dxil { entries, start, .. }, Wanted::Dxil(options)) => {
                options.bindings.clone_from(bindings);
                options.entry = entry.map(str::to_owned);
                options.without_members = without_members;
                let entries =
                    (**entries).as_ref().map_err(|refusal| refused(Refusal::clone(refusal), *start))?;
                let lowered = entries.lower(options).map_err(|refusal| refused(*refusal, *start))?;
                Ok(Lowered { module: lowered.module, stage: lowered.stage, start: *start })
            }
            (_, Wanted::Dxbc(options)) => {
                options.bindings.clone_from(bindings);
                options.without_members = without_members;
                let lowered = dxbc::lower(file, options).map_err(|refusal| refused(*refusal, 0))?;
                Ok(Lowered { module: lowered.module, stage: lowered.stage, start: 0 })
            }
            // Options are those of this program.
            (Lowering::Dxbc { .. }, Wanted::Dxil(_)) => Err(ConversionError::File(Vec::new())),
        }
    }
}

/// Buffers of bytes and of structures, by where the module has them.
fn buffers(interface: &Interface, bindings: &Bindings) -> Vec<Buffer> {
    let found = interface.resources.iter().filter(|resource| resource.kind == "storage-buffer");
    let buffer = |resource: &Resource| {
        let class = match resource.register.as_ref()?.chars().next()? {
            't' => RegisterClass::Texture,
            'u' => RegisterClass::Unordered,
            _ => return None,
        };
        let range = Range { class, space: resource.set.unwrap_or(0), lower: resource.binding?, count: 1 };
        let Bound::Descriptor { set, binding } = bindings.place(&range) else { return None };
        Some(Buffer {
            place: [set, binding],
            kind: if resource.element_size.is_some() { BufferKind::Structures } else { BufferKind::Bytes },
            counter: (class == RegisterClass::Unordered).then(|| bindings.counter(&range)),
        })
    };
    found.filter_map(buffer).collect()
}

/// An element of a signature as HLSL spells it.
fn element(variable: &Variable) -> SignatureElement {
    let ty = variable.ty.as_ref();
    let scalar = ty.map_or("", |ty| ty.scalar.as_str());
    let columns = ty.map_or(0, |ty| ty.rows);
    let scalar = match (scalar, variable.precision.as_deref()) {
        ("float" | "int" | "uint", None) => scalar,
        (_, Some("f16")) => "min16float",
        (_, Some("f10")) => "min10float",
        (_, Some("i16")) => "min16int",
        (_, Some("u16")) => "min16uint",
        ("half", None) => "float16_t",
        ("int16", None) => "int16_t",
        ("uint16", None) => "uint16_t",
        _ => "",
    };
    let is_known = !scalar.is_empty() && (1..=4).contains(&columns);
    let rows = ty.and_then(|ty| match ty.array.as_slice() {
        [] => Some(1),
        [ArraySize::Fixed(count)] => Some(*count),
        _ => None,
    });
    let ty = match columns {
        _ if !is_known || rows.is_none() => String::new(),
        1 => scalar.to_owned(),
        _ => format!("{scalar}{columns}"),
    };
    let is_system = variable.system_value.is_some();
    let interpolation = match variable.interpolation.as_deref() {
        _ if is_system => "",
        Some("constant") => "nointerpolation",
        Some("linear-centroid") => "centroid",
        Some("linear-noperspective") => "noperspective",
        Some("linear-noperspective-centroid") => "noperspective centroid",
        Some("linear-sample") => "sample",
        Some("linear-noperspective-sample") => "noperspective sample",
        _ => "",
    };
    SignatureElement {
        semantic: variable.semantic.clone().unwrap_or_default(),
        index: variable.semantic_index.unwrap_or(0),
        has_registers: variable.register.is_some(),
        ty,
        rows: rows.unwrap_or(1),
        interpolation: interpolation.to_owned(),
    }
}

/// Last minor number of shader model 6 that texts are written in.
const LAST_MINOR: u32 = 8;

/// A refusal of code that begins at a byte of the file.
fn refused(refusal: Refusal, start: usize) -> ConversionError {
    let Refusal { rule, at, message, help, line } = refusal;
    let location = if at.is_empty() {
        Location::default()
    } else {
        Location::new((at.start + start) as u64, (at.end + start) as u64, String::new())
    };
    let mut finding = Diagnostic::new(rule, location, message);
    if let Some((file, line)) = line {
        finding = finding.note(format!("it comes from line {line} of {file}"));
    }
    ConversionError::File(vec![finding.help(help.unwrap_or_else(|| rule.cure.to_owned()))])
}

impl Conversion for FromDirectX {
    fn from(&self) -> &'static str {
        FORMAT
    }

    fn to(&self) -> &'static str {
        self.next.to()
    }

    fn title(&self) -> &'static str {
        self.next.title()
    }

    fn is_text(&self) -> bool {
        self.next.is_text()
    }

    fn options(&self) -> &[&'static str] {
        self.options.get_or_init(|| {
            let mut options = self.next.options().to_vec();
            options.push("root-signature");
            if !options.contains(&"bindings") {
                options.push("bindings");
            }
            options
        })
    }

    fn entry_points(&self, file: &[u8], limits: &Limits) -> Result<Vec<EntryPoint>, ConversionError> {
        match load(file, limits)?.program {
            Program::Dxil { bitcode, start } => {
                let found = dxil::entry_points(bitcode).map_err(|refusal| refused(*refusal, start))?;
                let stages = found
                    .into_iter()
                    .filter_map(|one| Some(EntryPoint { stage: one.stage?, name: one.name }));
                Ok(stages.collect())
            }
            Program::Dxbc => {
                let stage = dxbc::stage(file).map_err(|refusal| refused(*refusal, 0))?;
                Ok(vec![EntryPoint { stage, name: "main".to_owned() }])
            }
        }
    }

    fn run(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let mut results = self.run_each(file, std::slice::from_ref(options), limits);
        results.pop().unwrap_or_else(|| Err(ConversionError::File(Vec::new())))
    }

    fn run_each(
        &self,
        file: &[u8],
        all: &[ConversionOptions],
        limits: &Limits,
    ) -> Vec<Result<Converted, ConversionError>> {
        let loaded = match load(file, limits) {
            Ok(loaded) => loaded,
            Err(error) => return all.iter().map(|_| Err(error.clone())).collect(),
        };
        let mut module = None;
        let lowering = Lowering::new(&loaded, &mut module, self.to() == "hlsl");
        // Containers keep what was read of them and are not shared between threads.
        let bindings: Vec<_> = all.iter().map(|options| loaded.bindings(options, limits)).collect();
        let signature = if self.to() == "hlsl" { loaded.signature() } else { Signature::default() };
        let file = File { bytes: file, model: loaded.model(), signature, lowering };
        several(
            all.len(),
            || file.lowering.wanted(),
            |wanted, number| match (all.get(number), bindings.get(number)) {
                (Some(options), Some(Ok(bindings))) => self.one(&file, options, bindings, wanted, limits),
                (_, Some(Err(error))) => Err(error.clone()),
                _ => Err(ConversionError::File(Vec::new())),
            },
        )
    }
}

/// A file and what was read of it.
struct File<'a> {
    bytes: &'a [u8],
    model: Option<String>,
    signature: Signature,
    lowering: Lowering<'a>,
}

impl FromDirectX {
    /// The result for some options.
    fn one(
        &self,
        file: &File<'_>,
        options: &ConversionOptions,
        bindings: &Bindings,
        wanted: &mut Wanted,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        // The module has one entry point.
        let mut inner = ConversionOptions {
            entry: None,
            stage: None,
            root_signature: None,
            clip: Some(ClipSpace::WebGpu),
            ..options.clone()
        };
        if self.to() == "hlsl" {
            inner.least_version.clone_from(&file.model);
            inner.signature.clone_from(&file.signature);
            inner.signature.buffers = buffers(file.lowering.interface(), bindings);
            let has_places = options.bindings.is_some() || options.root_signature.is_some();
            if inner.register_shift.is_empty() && !has_places {
                inner.register_shift = SHIFTS.map(str::to_owned).to_vec();
                // Heaps have numbers of their own.
                let [set, _] = Bindings::default().heap(false);
                if file.lowering.interface().resources.iter().all(|resource| resource.set != Some(set)) {
                    inner.register_shift.extend(["t", "s", "u"].map(|class| format!("{class}=0@{set}")));
                }
            }
        }
        let entry = options.entry.as_deref();
        let mut with_members = |without_members| {
            let lowered = file.lowering.lower(wanted, file.bytes, entry, bindings, without_members)?;
            let Lowered { module, stage, start } = lowered;
            let Some(bytes) = module.bytes() else {
                return Err(ConversionError::File(Vec::new()));
            };
            let result = if self.to() == "spirv" && inner.version.is_none() {
                let _ = inner.keeps_position()?;
                let map = if inner.without_map { None } else { shaders::names(stage, "main", &bytes) };
                Ok(Converted { bytes, notes: Vec::new(), map: map.map(NameMap::Shader) })
            } else {
                self.next.run(&bytes, &inner, limits)
            };
            if let Ok(Converted { notes, map: None, .. }) = &result
                && notes.is_empty()
            {
                return result;
            }
            let origins = Origins::of(&module, |range| {
                let place = |at: usize| u32::try_from(at + start).ok();
                let span = Span::new(place(range.start)?, place(range.end)?);
                (range.start < range.end).then_some(Origin { file: 0, span })
            });
            origins.in_source(result, 0, |origin| match origin {
                Some(Origin { span, .. }) => {
                    Location::new(u64::from(span.start), u64::from(span.end), String::new())
                }
                None => Location::default(),
            })
        };
        match with_members(false) {
            // A language may be unable to place members as the buffer has them.
            Err(ConversionError::File(_)) => with_members(true),
            done => done,
        }
    }
}

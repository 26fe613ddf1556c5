//! Converts the programs of DirectX containers, DXIL and DXBC: to SPIR-V, and with it to every language that SPIR-V becomes.

use std::sync::OnceLock;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::format::OpenedFile;
use glassbox_core::interface::{ArraySize, Variable};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::span::Span;
use glassbox_decompile::{Signature, SignatureElement};
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::program::peek;
use glassbox_dxcontainer::part::rts;
use glassbox_glsl::source::Origin;
use glassbox_lower_dxbc as dxbc;
use glassbox_lower_dxil::{self as dxil, Bindings, Refusal, rules};
use glassbox_spirv::module::Module;

use super::{ClipSpace, Conversion, ConversionError, ConversionOptions, Converted, EntryPoint, shaders};
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
        Signature { inputs: elements(&entry.inputs), outputs: elements(&entry.outputs) }
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

    /// The module of an entry point, and the first byte of what its instructions refer to.
    fn lower(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        bindings: &Bindings,
        without_members: bool,
    ) -> Result<(Module, usize), ConversionError> {
        let interface = self.container.interface();
        let bindings = bindings.clone();
        match self.program {
            Program::Dxil { bitcode, start } => {
                let entry = options.entry.clone();
                let wanted =
                    dxil::Options { bindings, interface, entry, without_members, ..dxil::Options::default() };
                let lowered = match self.container.code() {
                    Some(module) => dxil::lower_module(module, &wanted),
                    None => dxil::lower(bitcode, &wanted),
                };
                let lowered = lowered.map_err(|refusal| refused(*refusal, start))?;
                Ok((lowered.module, start))
            }
            Program::Dxbc => {
                let wanted = dxbc::Options { bindings, interface, without_members };
                let lowered = dxbc::lower(file, &wanted).map_err(|refusal| refused(*refusal, 0))?;
                Ok((lowered.module, 0))
            }
        }
    }
}

/// An element of a signature as HLSL spells it.
fn element(variable: &Variable) -> SignatureElement {
    let ty = variable.ty.as_ref();
    let scalar = ty.map_or("", |ty| ty.scalar.as_str());
    let columns = ty.map_or(0, |ty| ty.rows);
    let is_known = matches!(scalar, "float" | "int" | "uint") && (1..=4).contains(&columns);
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
        let loaded = load(file, limits)?;
        let bindings = loaded.bindings(options, limits)?;
        // The module has one entry point.
        let mut inner = ConversionOptions {
            entry: None,
            stage: None,
            root_signature: None,
            clip: Some(ClipSpace::WebGpu),
            ..options.clone()
        };
        if self.to() == "hlsl" {
            inner.least_version = loaded.model();
            inner.signature = loaded.signature();
            let has_places = options.bindings.is_some() || options.root_signature.is_some();
            if inner.register_shift.is_empty() && !has_places {
                inner.register_shift = SHIFTS.map(str::to_owned).to_vec();
                // Heaps have numbers of their own.
                let [set, _] = Bindings::default().heap(false);
                if loaded.container.interface().resources.iter().all(|resource| resource.set != Some(set)) {
                    inner.register_shift.extend(["t", "s", "u"].map(|class| format!("{class}=0@{set}")));
                }
            }
        }
        let with_members = |without_members| {
            let (module, start) = loaded.lower(file, options, &bindings, without_members)?;
            let Some(bytes) = module.bytes() else {
                return Err(ConversionError::File(Vec::new()));
            };
            let origins = Origins::of(&module, |range| {
                let place = |at: usize| u32::try_from(at + start).ok();
                let span = Span::new(place(range.start)?, place(range.end)?);
                (range.start < range.end).then_some(Origin { file: 0, span })
            });
            origins.in_source(self.next.run(&bytes, &inner, limits), 0, |origin| match origin {
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

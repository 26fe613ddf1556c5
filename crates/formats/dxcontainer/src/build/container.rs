//! Builds all parts of a container in compiler order and assembles them.

use glassbox_core::format::WriteError;
use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Location, Reporter};
use glassbox_core::error::ErrorList;
use glassbox_dxil::BitcodeError;
use glassbox_dxil::analysis::{Program, sizes};
use glassbox_dxil::check::{faults, sound};
use glassbox_dxil::features::features;
use glassbox_dxil::shader::Shader;
use glassbox_dxil::shader::entry::Entry;
use glassbox_dxil::shader::view::MetadataError;

use super::signature::Style;
use super::{Options, Source, bits_location, psv, rdat, signature};
use crate::part::hash;
use crate::part::program::{self, DxilVersion, ProgramVersion};
use crate::part::psv::raw::Domain;
use crate::program::{ShaderKind, Version};
use crate::rules::build as rules;
use crate::write::{Draft, DraftPart, contiguous};

/// Shader kinds with group-shared memory.
const GROUPS: [ShaderKind; 3] = [ShaderKind::COMPUTE, ShaderKind::MESH, ShaderKind::AMPLIFICATION];

/// A built part: code and data.
pub type Built<'a> = DraftPart<'a>;

/// Builds the container of a program.
///
/// # Errors
///
/// Every metadata error that prevents building a part, with its path.
///
/// ```
/// use glassbox_dxcontainer::build::{Options, container};
/// use glassbox_dxil::{Linkage, write::Outline};
///
/// let bitcode = Outline::new("lib", 6, 3).define(b"\x01?Shade@@YAMM@Z", Linkage::EXTERNAL).bitcode();
/// let bytes = container(&bitcode, &Options::default()).map_err(|findings| findings[0].message.clone())?;
/// assert_eq!(&bytes[..4], b"DXBC");
/// # Ok::<(), String>(())
/// ```
pub fn container(bitcode: &[u8], options: &Options<'_>) -> Result<Vec<u8>, ErrorList<Diagnostic>> {
    let draft = Draft { parts: parts(bitcode, options)?, ..Draft::default() };
    contiguous(&draft, options.signing).map_err(|error| {
        let location = Location::new(0, bitcode.len() as u64, "");
        let help = "split the library, or leave out debug information";
        Diagnostic::new(&rules::TOO_MANY, location, error).help(help).into()
    })
}

/// Builds the parts of a program's container, in container order.
///
/// # Errors
///
/// Every metadata error that prevents building a part, with its path.
pub fn parts<'a>(
    bitcode: &'a [u8],
    options: &'a Options<'a>,
) -> Result<Vec<Built<'a>>, ErrorList<Diagnostic>> {
    let Some(module) = sound(bitcode) else {
        let faults = faults(bitcode);
        return Err(faults.iter().map(unreadable).collect::<Vec<_>>().into());
    };
    let shader = Shader::read(&module).map_err(|found| *metadata_finding(&found))?;
    let needs_bodies = shader.is_library() || GROUPS.contains(&ShaderKind(shader.kind));
    let program = needs_bodies.then(|| Program::new(&module)).transpose();
    let program = program.map_err(|error| unreadable(&error))?;
    let source = Source {
        module: &module,
        shader,
        program: program.as_ref(),
        group_shared: if needs_bodies { sizes::group_shared_total(&module) } else { 0 },
    };
    let mut list = List { parts: Vec::new(), findings: Vec::new() };
    let version = Version::new(source.shader.model.major, source.shader.model.minor);
    let version = ProgramVersion::new(ShaderKind(source.shader.kind), version);
    let dxil = DxilVersion(source.shader.dxil.major << 8 | source.shader.dxil.minor);
    if source.shader.is_library() {
        library(&source, options, &mut list);
    } else {
        shader_parts(&source, options, &mut list);
    }
    if let Some(debug) = &options.debug_program {
        list.program(b"ILDB", program::encode(version, dxil, debug), bitcode);
    }
    if let Some(statistics) = &options.statistics {
        list.program(b"STAT", program::encode(version, dxil, statistics), bitcode);
    }
    list.given(b"ILDN", options.debug_name.as_ref());
    match &options.hash {
        Some(data) => list.given(b"HASH", Some(data)),
        None if source.shader.validates(5) => list.push(b"HASH", hash::encode(bitcode)),
        None => {}
    }
    list.program(b"DXIL", program::encode(version, dxil, bitcode), bitcode);
    list.given(b"PRIV", options.private.as_ref());
    if list.findings.is_empty() { Ok(list.parts) } else { Err(list.findings.into()) }
}

/// Parts that follow from a program that was read; without those that its metadata does not allow to build.
pub(crate) fn derived<'a>(program: &Program<'_>, shader: Shader, options: &'a Options<'a>) -> Vec<Built<'a>> {
    let group_shared = sizes::group_shared_total(program.module);
    let source = Source { module: program.module, shader, program: Some(program), group_shared };
    let mut list = List { parts: Vec::new(), findings: Vec::new() };
    if source.shader.is_library() {
        library(&source, options, &mut list);
    } else {
        shader_parts(&source, options, &mut list);
    }
    list.parts
}

fn unreadable(fault: &BitcodeError) -> Diagnostic {
    let bits = &fault.bits;
    let location = Location::new(bits.start / 8, bits.end.div_ceil(8), "module");
    Diagnostic::new(&rules::BITCODE, location, fault.to_string()).help("rebuild the module")
}

struct List<'a> {
    parts: Vec<Built<'a>>,
    findings: Vec<Diagnostic>,
}

impl<'a> List<'a> {
    fn push(&mut self, code: &[u8; 4], data: Vec<u8>) {
        let data = Cow::Owned(data);
        self.parts.push(DraftPart { code: *code, data });
    }

    fn made(&mut self, code: &[u8; 4], data: Result<Vec<u8>, Box<Diagnostic>>) {
        match data {
            Ok(data) => self.push(code, data),
            Err(finding) => self.findings.push(*finding),
        }
    }

    fn program(&mut self, code: &[u8; 4], data: Result<Vec<u8>, WriteError>, bitcode: &[u8]) {
        match data {
            Ok(data) => self.push(code, data),
            Err(error) => {
                let location = Location::new(0, bitcode.len() as u64, "");
                let help = "split the library, or leave out debug information";
                self.findings.report(&rules::TOO_MANY, location, error).help(help);
            }
        }
    }

    fn given(&mut self, code: &[u8; 4], data: Option<&'a Cow<'a, [u8]>>) {
        if let Some(data) = data {
            let data = Cow::Borrowed(&**data);
            self.parts.push(DraftPart { code: *code, data });
        }
    }
}

/// Parts of a shader that precede its program.
fn shader_parts<'a>(source: &Source<'_, '_>, options: &'a Options<'a>, list: &mut List<'a>) {
    let Some(entry) = source.shader.entry() else {
        let location = source.location("dx.entryPoints");
        let message = "found no entry point, expected the one of the shader";
        list.findings
            .report(&rules::ENTRY, location, message)
            .help("list the shader's function in dx.entryPoints");
        return;
    };
    list.push(b"SFI0", features(entry.properties.flags).to_le_bytes().to_vec());
    let style = Style::of(source, entry);
    let signatures = &entry.signatures;
    let inputs = Style { is_input: true, is_pixel_input: source.shader.kind == ShaderKind::PIXEL.0, ..style };
    list.push(b"ISG1", signature::encode(&signatures.inputs, inputs));
    list.push(b"OSG1", signature::encode(&signatures.outputs, style));
    let kind = ShaderKind(source.shader.kind);
    if !signatures.patches.is_empty() {
        let style = Style { is_input: kind == ShaderKind::DOMAIN, ..style };
        list.push(b"PSG1", signature::encode(&signatures.patches, style));
    }
    list.made(b"PSV0", psv::encode(source, entry));
    match &source.shader.root_signature {
        Some(bytes) => list.push(b"RTS0", bytes.clone()),
        None => list.given(b"RTS0", options.root_signature.as_ref()),
    }
}

/// Parts of a library that precede its program.
fn library<'a>(source: &Source<'_, '_>, options: &'a Options<'a>, list: &mut List<'a>) {
    // The first entry of a library holds the properties of the whole library.
    let flags = source.shader.entries.first().map_or(0, |entry| entry.properties.flags);
    list.push(b"SFI0", features(flags).to_le_bytes().to_vec());
    if source.shader.validates(8) {
        list.given(b"VERS", options.version.as_ref());
    }
    if source.shader.validates(3) {
        list.made(b"RDAT", rdat::encode(source, &options.subobjects));
    }
}

impl Style {
    fn of(source: &Source<'_, '_>, entry: &Entry) -> Style {
        let properties = &entry.properties;
        let domain =
            properties.hull.map(|hull| hull.domain).or(properties.domain.map(|domain| domain.domain));
        Style {
            is_input: false,
            is_pixel_input: false,
            domain: domain.map(Domain),
            has_min_precision: properties.flags & glassbox_dxil::features::flag::NATIVE_LOW_PRECISION == 0,
            has_usage: source.shader.validates(5),
            is_tidy: source.shader.validates(7),
        }
    }
}

/// Converts a metadata error to a diagnostic.
fn metadata_finding(error: &MetadataError) -> Box<Diagnostic> {
    let location = bits_location(&error.bits, &error.path);
    Box::new(
        Diagnostic::new(&rules::METADATA, location, error.to_string())
            .help("have the producer of the module write this metadata as the format requires"),
    )
}

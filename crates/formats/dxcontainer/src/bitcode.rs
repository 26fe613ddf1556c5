//! Implements [`Format`] for bare LLVM bitcode: a DXIL module without a container, as `glassbox asm --bare` and LLVM's tools
//! write it, with or without the wrapper of 20 bytes.

use std::borrow::Cow;
use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Rule};
use glassbox_core::format::{
    Artifact, ArtifactKind, EditError, Format, MatchConfidence, OpenedFile, Repair, Summary, SummaryRow,
    WriteError, WriteLayout,
};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::needs::Needs;
use glassbox_core::reader::{NodeKind, Reader, Window};
use glassbox_dxil::Module;
use glassbox_dxil::analysis::Program;
use glassbox_dxil::check::{faults as faults_of, sound};
use glassbox_dxil::error::bytes_of;
use glassbox_dxil::ir::Typed;
use glassbox_dxil::shader::Shader;
use glassbox_dxil::validate::{Options, Place, model_named};
use glassbox_dxil::view::LANGUAGE;
use glassbox_dxil::wrapper::{MAGIC, WRAPPER_MAGIC};

use crate::check::code::check_bare;
use crate::program::{ShaderKind, Version};
use crate::{needs, rules};

/// Bare bitcode.
#[derive(Clone, Copy, Debug)]
pub struct BitcodeFormat;

/// The instance to register.
pub static FORMAT: BitcodeFormat = BitcodeFormat;

/// Path of the only node.
const PATH: &str = "module";

impl Format for BitcodeFormat {
    fn id(&self) -> &'static str {
        "bitcode"
    }

    fn title(&self) -> &'static str {
        "LLVM bitcode (DXIL module)"
    }

    /// The rules of bitcode are listed with the containers that have it.
    fn rules(&self) -> &'static [&'static Rule] {
        &[]
    }

    fn detect(&self, bytes: &[u8]) -> MatchConfidence {
        let magics = [MAGIC, WRAPPER_MAGIC];
        if magics.iter().any(|magic| bytes.starts_with(magic)) {
            MatchConfidence::Yes
        } else if !bytes.is_empty() && magics.iter().any(|magic| magic.starts_with(bytes)) {
            MatchConfidence::Maybe
        } else {
            MatchConfidence::No
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["bc"]
    }

    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>> {
        let (window, root) = (reader.window(), reader.root);
        recognise(window)?;
        let kind = NodeKind::Code { language: LANGUAGE, side_table: None };
        reader.node(root.name(PATH), 0, window.bytes.len() as u64, kind);
        Ok(())
    }

    fn open<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        recognise(window)?;
        Ok(Box::new(Opened { window, code: sound(window.bytes), limits: *limits }))
    }
}

fn recognise(window: Window<'_>) -> Result<(), Box<Diagnostic>> {
    if [MAGIC, WRAPPER_MAGIC].iter().any(|magic| window.bytes.starts_with(magic)) {
        return Ok(());
    }
    let start = window.bytes.get(..window.bytes.len().min(4)).unwrap_or_default();
    let location = Location::new(window.base, window.base + start.len() as u64, "");
    let message = format!("found {start:02x?}, expected {MAGIC:02x?} or {WRAPPER_MAGIC:02x?}");
    Err(Box::new(
        Diagnostic::new(&rules::program::BITCODE, location, message)
            .help("check that this is the right file"),
    ))
}

struct Opened<'a> {
    window: Window<'a>,
    /// The module, if its bitcode has no errors outside of function bodies.
    code: Option<Typed<'a>>,
    limits: Limits,
}

impl Opened<'_> {
    /// Whether the module can be read, and the rules of DXIL.
    fn check_with(&self, options: &Options) -> Diagnostics {
        let mut findings = Diagnostics::new(self.limits.diagnostics.max(1));
        let end = self.window.bytes.len() as u64;
        let location = |bytes: Range<u64>| {
            let start = bytes.start.min(end);
            Location::new(self.window.base + start, self.window.base + bytes.end.clamp(start, end), PATH)
        };
        let program = self.code.as_ref().and_then(|code| Program::new(code).ok());
        let faults = if program.is_some() { Vec::new() } else { faults_of(self.window.bytes) };
        for fault in &faults {
            findings
                .report(rules::module::of(&fault.kind), location(fault.bytes()), fault.to_string())
                .help("rebuild the module");
        }
        if let Some(program) = &program {
            let location =
                |place: &Place| location(if place.bits.is_empty() { 0..end } else { bytes_of(&place.bits) });
            check_bare(program, options, location, &mut findings);
        }
        findings
    }
}

impl OpenedFile for Opened<'_> {
    fn check(&self) -> Diagnostics {
        self.check_with(&Options::default())
    }

    fn check_for(&self, environment: &str) -> Diagnostics {
        self.check_with(&Options { model: model_named(environment) })
    }

    fn summary(&self) -> Summary {
        let mut facts = Vec::new();
        if let Some(Ok(shader)) = self.code.as_ref().map(Shader::read) {
            let model = Version::new(shader.model.major, shader.model.minor);
            facts.push(("shader".to_owned(), format!("{}, model {model}", ShaderKind(shader.kind))));
        }
        if let Ok(module) = Module::read(self.window.bytes) {
            let functions = module.functions.len();
            let defined = module.functions.iter().filter(|function| !function.is_declaration).count();
            facts.push((
                "functions".to_owned(),
                format!("{defined} defined, {} declared", functions - defined),
            ));
        }
        let start = self.window.base;
        Summary {
            kind: "LLVM bitcode".to_owned(),
            producer: None,
            facts,
            parts: vec![SummaryRow {
                path: PATH.to_owned(),
                range: start..start + self.window.bytes.len() as u64,
                description: "DXIL module".to_owned(),
            }],
        }
    }

    fn needs(&self) -> Option<Needs> {
        needs::bare(self.code.as_ref()?)
    }

    /// A module alone has no registers that a runtime would bind.
    fn interface(&self) -> Interface {
        Interface::default()
    }

    fn symbols(&self) -> Vec<Symbol> {
        Vec::new()
    }

    fn artifacts(&self) -> Vec<Artifact<'_>> {
        vec![Artifact {
            name: PATH.to_owned(),
            path: PATH.to_owned(),
            kind: ArtifactKind::Code(LANGUAGE),
            stage: None,
            extension: "bc",
            bytes: Cow::Borrowed(self.window.bytes),
            side_table: Cow::Borrowed(&[][..]),
        }]
    }

    fn repairs(&self) -> Vec<Repair> {
        Vec::new()
    }

    fn repair(&self, _: &str) -> Result<Vec<u8>, EditError> {
        Err(EditError::new("there is nothing to repair in bitcode").help("rebuild the module"))
    }

    fn write(&self, _: WriteLayout) -> Result<Vec<u8>, WriteError> {
        Ok(self.window.bytes.to_vec())
    }
}

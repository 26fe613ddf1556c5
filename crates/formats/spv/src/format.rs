//! Implements [`Format`] for stand-alone modules.

use glassbox_core::format::{
    Artifact, ArtifactKind, DigestPolicy, Edit, EditError, Format, MatchConfidence, OpenedFile, Repair,
    ScanBudget, Strip, Summary, SummaryRow, WriteError, WriteLayout,
};
use std::any::Any;
use std::borrow::Cow;
use std::cell::OnceCell;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{NodeKind, Reader, Window};
use glassbox_spirv::check::rules::{self, RULES};
use glassbox_spirv::check::{Checked, Environment};
use glassbox_spirv::grammar::{generator, value_name};
use glassbox_spirv::reflect::reflect_module;
use glassbox_spirv::{Binary, Endian, Reflection, Removal};

use crate::check::check_known;
use crate::repair::{little_endian, repair, repairs};
use crate::source::sources;
use crate::symbols::{strings, symbols};

/// Magic number, little-endian.
const LITTLE: [u8; 4] = [0x03, 0x02, 0x23, 0x07];
/// Magic number, big-endian.
const BIG: [u8; 4] = [0x07, 0x23, 0x02, 0x03];

/// SPIR-V modules.
#[derive(Clone, Copy, Debug)]
pub struct SpirvFormat;

/// The instance to register.
pub static FORMAT: SpirvFormat = SpirvFormat;

impl Format for SpirvFormat {
    fn id(&self) -> &'static str {
        "spirv"
    }

    fn title(&self) -> &'static str {
        "SPIR-V module"
    }

    fn rules(&self) -> &'static [&'static Rule] {
        RULES
    }

    fn detect(&self, bytes: &[u8]) -> MatchConfidence {
        if bytes.starts_with(&LITTLE) || bytes.starts_with(&BIG) {
            MatchConfidence::Yes
        } else if !bytes.is_empty() && (LITTLE.starts_with(bytes) || BIG.starts_with(bytes)) {
            MatchConfidence::Maybe
        } else {
            MatchConfidence::No
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["spv"]
    }

    fn signatures(&self) -> &'static [&'static [u8]] {
        &[&LITTLE, &BIG]
    }

    fn extent(&self, bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
        glassbox_spirv::extent(bytes, effort)
    }

    /// Maps the file as one code node: the assembly includes the header.
    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>> {
        let (window, root) = (reader.window(), reader.root);
        recognise(window)?;
        let kind = NodeKind::Code { language: "spirv", side_table: None };
        reader.node(root.name("module"), 0, window.bytes.len() as u64, kind);
        Ok(())
    }

    fn open<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        self.open_known(window, limits, None)
    }

    fn open_known<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
        known: Option<&'a dyn Any>,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        let module = recognise(window)?;
        let known = known.and_then(|known| known.downcast_ref());
        let (own, reflection) = (Checked::default(), OnceCell::new());
        Ok(Box::new(OpenedModule { window, module, reflection, limits: *limits, known, own }))
    }
}

fn recognise(window: Window<'_>) -> Result<Binary<'_>, Box<Diagnostic>> {
    Binary::read(window.bytes).map_err(|_| alien(window))
}

/// Finding for bytes that are not a module. They have no nodes, so the path is empty.
fn alien(window: Window<'_>) -> Box<Diagnostic> {
    let start = &window.bytes[..window.bytes.len().min(4)];
    let location =
        glassbox_core::diagnostic::Location::new(window.base, window.base + start.len() as u64, "");
    let message = format!("found {start:02x?}, expected {LITTLE:02x?} or {BIG:02x?}");
    Box::new(Diagnostic::new(&rules::MAGIC, location, message).help("check that this is the right file"))
}

/// An opened module and its findings.
struct OpenedModule<'a> {
    window: Window<'a>,
    module: Binary<'a>,
    /// Only some commands ask for it.
    reflection: OnceCell<Reflection>,
    limits: Limits,
    /// The findings that the file around it shares.
    known: Option<&'a Checked>,
    own: Checked,
}

impl OpenedModule<'_> {
    fn reflection(&self) -> &Reflection {
        self.reflection.get_or_init(|| reflect_module(&self.module))
    }

    fn check_in(&self, environment: Environment) -> Diagnostics {
        let known = self.known.unwrap_or(&self.own);
        check_known(self.window, &self.module, &self.limits, (environment, known))
    }
}

impl OpenedFile for OpenedModule<'_> {
    fn check(&self) -> Diagnostics {
        self.check_in(Environment::LATEST)
    }

    fn check_for(&self, environment: &str) -> Diagnostics {
        self.check_in(Environment::named(environment).unwrap_or(Environment::LATEST))
    }

    fn summary(&self) -> Summary {
        let header = self.reflection().header;
        let (major, minor) = (header.version >> 16 & 0xff, header.version >> 8 & 0xff);
        let tool = generator((header.generator >> 16) as u16);
        let mut facts = Vec::new();
        let mut fact = |label: &str, value: String| facts.push((label.to_owned(), value));
        let order = match self.reflection().endian {
            Endian::Little => "little-endian",
            Endian::Big => "big-endian",
        };
        fact("byte order", order.to_owned());
        fact("id bound", header.bound.to_string());
        let named = self.reflection().capabilities.iter().take(32).map(|capability| {
            value_name("Capability", capability.value)
                .map_or_else(|| capability.value.to_string(), str::to_owned)
        });
        fact("capabilities", named.collect::<Vec<_>>().join(", "));
        for entry in self.reflection().entry_points.iter().take(32) {
            let model = value_name("ExecutionModel", entry.model);
            let model = model.map_or_else(|| entry.model.to_string(), str::to_owned);
            fact("entry point", format!("{model} \"{}\"", entry.name));
        }
        for source in self.reflection().sources.iter().take(4) {
            let language = value_name("SourceLanguage", source.value.language).unwrap_or("unknown");
            fact("source", format!("{language} {}", source.value.version));
        }
        fact("debug names", self.reflection().debug.names.to_string());
        let start = self.window.base;
        Summary {
            kind: format!("SPIR-V {major}.{minor}"),
            producer: Some(match tool {
                Some(tool) => format!("{tool}, version {}", header.generator & 0xffff),
                None => format!("unknown generator {:#x}", header.generator),
            }),
            facts,
            parts: vec![SummaryRow {
                path: "module".to_owned(),
                range: start..start + self.window.bytes.len() as u64,
                description: format!("{} words", self.window.bytes.len() / 4),
            }],
        }
    }

    fn interface(&self) -> Interface {
        crate::interface::interface(self.reflection())
    }

    fn symbols(&self) -> Vec<Symbol> {
        symbols(&self.module, self.reflection())
    }

    fn artifacts(&self) -> Vec<Artifact<'_>> {
        let piece = |name: String, kind, extension, bytes| Artifact {
            name,
            path: "module".to_owned(),
            kind,
            stage: None,
            extension,
            bytes,
            side_table: Cow::Borrowed(&[][..]),
        };
        let code = ArtifactKind::Code("spirv");
        let mut out = vec![piece("module".to_owned(), code, "spv", Cow::Borrowed(self.window.bytes))];
        for (index, text) in strings(&self.module).into_iter().enumerate() {
            let bytes = Cow::Owned(text.into_bytes());
            out.push(piece(format!("string-{index}"), ArtifactKind::String, "txt", bytes));
        }
        for source in sources(&self.module) {
            let bytes = Cow::Owned(source.text.into_bytes());
            out.push(piece(source.name, ArtifactKind::Source, "", bytes));
        }
        out
    }

    fn edit(&self, edit: &Edit<'_>, _: DigestPolicy) -> Result<Vec<u8>, EditError> {
        let Edit::Strip(what) = edit else {
            return Err(EditError::unsupported());
        };
        let removal = Removal {
            debug: what.contains(&Strip::Debug),
            names: what.contains(&Strip::Names),
            reflection: what.contains(&Strip::Reflection),
        };
        if removal == Removal::default() {
            return Err(EditError::new("a SPIR-V module has neither a root signature nor private data")
                .help("choose --debug, --names, --reflection or --all"));
        }
        Ok(glassbox_spirv::remove(&self.module, removal))
    }

    fn repairs(&self) -> Vec<Repair> {
        repairs(&self.module, &self.check())
    }

    fn repair(&self, name: &str) -> Result<Vec<u8>, EditError> {
        repair(self.window.bytes, name)
    }

    /// Original layout: the same bytes. Canonical: little-endian words.
    fn write(&self, layout: WriteLayout) -> Result<Vec<u8>, WriteError> {
        Ok(match layout {
            WriteLayout::Canonical => little_endian(&self.module),
            WriteLayout::Original => self.window.bytes.to_vec(),
        })
    }
}

//! Implements [`Format`] for BPX.

use glassbox_core::format::{
    Artifact, ArtifactKind, ContainerPart, DigestPolicy, Edit, EditError, Embedded, Format, MatchConfidence,
    OpenedFile, Repair, ScanBudget, Summary, SummaryRow, WriteError, WriteLayout,
};
use std::any::Any;
use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Reader, Window};
use glassbox_core::space::Spaces;
use glassbox_spirv::check::{Checked, Environment};

use crate::check::check_modules;
use crate::edit;
use crate::extent;
use crate::file::{File, Numbering, Role, Section};
use crate::interface;
use crate::outline;
use crate::pack::Pack;
use crate::package::Layout;
use crate::payload::Payload;
use crate::raw::{AnySectionType, PackType, SIGNATURE, Stage, SymbolFlags};
use crate::read::{self, open};
use crate::repair;
use crate::rules::RULES;
use crate::sd::names;
use crate::write::write;

/// The BPX format.
#[derive(Clone, Copy, Debug)]
pub struct BpxFormat(Numbering);

/// Registry entry of the format.
pub static FORMAT: BpxFormat = BpxFormat(Numbering::Released);
/// The format with the target numbering of 2021-10-09.
pub static DRAFT: BpxFormat = BpxFormat(Numbering::Draft);

static VARIANTS: &[(&str, &dyn Format)] = &[("2021-10-09", &DRAFT)];

impl Format for BpxFormat {
    fn id(&self) -> &'static str {
        "bpx"
    }

    fn title(&self) -> &'static str {
        "BPX container and shader package"
    }

    fn rules(&self) -> &'static [&'static Rule] {
        RULES
    }

    fn detect(&self, bytes: &[u8]) -> MatchConfidence {
        if bytes.starts_with(&SIGNATURE.0) {
            MatchConfidence::Yes
        } else if !bytes.is_empty() && SIGNATURE.0.starts_with(bytes) {
            MatchConfidence::Maybe
        } else {
            MatchConfidence::No
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["bpx"]
    }

    fn signatures(&self) -> &'static [&'static [u8]] {
        &[b"BPX"]
    }

    fn extent(&self, bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
        extent::extent(bytes, effort)
    }

    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>> {
        let (file, nodes) = read::read(reader, self.0)?;
        outline::contents(reader, &file, &nodes);
        Ok(())
    }

    fn open<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        let file = open(window, limits, self.0)?;
        let modules = file.sections.iter().map(|_| Checked::default()).collect();
        Ok(Box::new(OpenedBpx { file, limits: *limits, modules }))
    }

    fn variants(&self) -> &'static [(&'static str, &'static dyn Format)] {
        VARIANTS
    }
}

/// An opened container.
struct OpenedBpx<'a> {
    file: File<'a>,
    limits: Limits,
    /// By section, the findings of the module in it.
    modules: Vec<Checked>,
}

impl OpenedBpx<'_> {
    fn section_part(&self, section: &Section<'_>) -> SummaryRow {
        let location = self.file.body(section);
        let ty = section.header.section_type;
        let mut what = match ty.name().filter(|_| self.file.is_shader_pack()) {
            Some(name) => name.to_owned(),
            None => match AnySectionType(ty.0).name() {
                Some(name) => name.to_owned(),
                None => format!("type {:#04x}", ty.0),
            },
        };
        if let (Role::Shader(_), Some((&stage, payload))) = (section.role, section.content.split_first()) {
            what = format!("{} shader, {}", Stage(stage), Payload::of(payload).describe());
        }
        match section.codec() {
            Some(codec) => what.push_str(&format!(", {} bytes in {codec}", section.header.size)),
            None => what.push_str(&format!(", {} bytes", section.stored.len())),
        }
        SummaryRow {
            path: section.path().into_owned(),
            range: location.start..location.end,
            description: what,
        }
    }

    /// A shader's payload as its own window.
    fn payload_window<'s>(&'s self, section: &'s Section<'_>, payload: &'s [u8]) -> Window<'s> {
        Window { bytes: payload, base: section.address + 1, next_free_address: self.file.free }
    }
}

impl OpenedFile for OpenedBpx<'_> {
    fn check(&self) -> Diagnostics {
        check_modules(&self.file, &self.limits, None, &self.modules)
    }

    fn check_for(&self, environment: &str) -> Diagnostics {
        check_modules(&self.file, &self.limits, Environment::named(environment), &self.modules)
    }

    fn summary(&self) -> Summary {
        let file = &self.file;
        let mut out = Summary {
            kind: match file.header.container_type.name() {
                Some(name) => format!("BPX version {}, type {name}", file.header.version),
                None => {
                    format!("BPX version {}, type {:#04x}", file.header.version, file.header.container_type.0)
                }
            },
            ..Summary::default()
        };
        if file.is_shader_pack() {
            let ext = file.shader_ext();
            let mut fact = |label: &str, value: String| out.facts.push((label.to_owned(), value));
            fact("package", ext.pack_type.to_string());
            fact("target", file.target_name().into_owned());
            let hash = match names::known(ext.assembly.0) {
                Some(name) => format!("{:#018x}, \"{name}\"", ext.assembly.0),
                None => format!("{:#018x}", ext.assembly.0),
            };
            match (ext.pack_type, ext.assembly.0) {
                (PackType::PROGRAM, 0) => fact("linked to", "nothing".to_owned()),
                (PackType::PROGRAM, _) => fact("linked to", hash),
                _ => fact("own hash", hash),
            }
            if let Some(parent) = file.parent() {
                fact("parent", format!("{parent:#018x}"));
            }
            let symbols = file.symbols();
            let external = symbols.iter().filter(|symbol| symbol.flags.has(SymbolFlags::EXTERNAL)).count();
            fact("symbols", format!("{}, {external} of them external", symbols.len()));
            out.producer = producer(file);
        }
        out.facts.push(("sections".to_owned(), file.sections.len().to_string()));
        out.parts = self.file.sections.iter().map(|section| self.section_part(section)).collect();
        out
    }

    fn interface(&self) -> Interface {
        interface::interface(&self.file, self.limits.nodes)
    }

    fn symbols(&self) -> Vec<Symbol> {
        interface::symbols(&self.file)
    }

    fn artifacts(&self) -> Vec<Artifact<'_>> {
        let mut out = Vec::new();
        let mut seen = [0; 256];
        for (section, stage, payload) in self.file.shaders() {
            let kind = Payload::of(payload);
            let name = interface::stage_name(stage);
            let count = &mut seen[usize::from(stage.0)];
            *count += 1;
            out.push(Artifact {
                name: match (*count, stage.name()) {
                    (1, Some(_)) => name.to_owned(),
                    (number, Some(_)) => format!("{name}-{number}"),
                    (number, None) => format!("stage-{}-{number}", stage.0),
                },
                path: format!("{}.payload", section.path()),
                kind: match kind {
                    Payload::Spirv => ArtifactKind::Code("spirv"),
                    Payload::Dxbc => ArtifactKind::File("dxcontainer"),
                    _ => ArtifactKind::Data,
                },
                stage: Some(name),
                extension: kind.extension(),
                bytes: Cow::Borrowed(payload),
                side_table: Cow::Borrowed(&[]),
            });
        }
        for section in
            self.file.sections.iter().filter(|section| section.role == Role::Other && section.is_read())
        {
            out.push(Artifact {
                name: format!("section-{}", section.index),
                path: section.path().into_owned(),
                kind: ArtifactKind::Data,
                stage: None,
                extension: "bin",
                bytes: Cow::Borrowed(&section.content),
                side_table: Cow::Borrowed(&[]),
            });
        }
        for (index, symbol) in self.file.symbols().iter().enumerate() {
            if let Some(name) = self.file.string(symbol.name) {
                out.push(Artifact {
                    name: format!("symbol-{index}"),
                    path: format!("symbol_table.symbols[{index}].name"),
                    kind: ArtifactKind::String,
                    stage: None,
                    extension: "txt",
                    bytes: Cow::Borrowed(name),
                    side_table: Cow::Borrowed(&[]),
                });
            }
        }
        out
    }

    fn embedded(&self) -> Vec<Embedded<'_>> {
        let mut out = Vec::new();
        for (section, _, payload) in self.file.shaders() {
            let format = match Payload::of(payload) {
                Payload::Spirv => "spirv",
                Payload::Dxbc => "dxcontainer",
                _ => continue,
            };
            out.push(Embedded {
                format,
                path: format!("{}.payload", section.path()),
                window: self.payload_window(section, payload),
                known: self.modules.get(section.index as usize).map(|checked| checked as &dyn Any),
            });
        }
        out
    }

    fn spaces(&self) -> Option<&Spaces> {
        Some(&self.file.spaces)
    }

    fn parts(&self) -> Vec<ContainerPart> {
        let part = |section: &Section<'_>| {
            let part = self.section_part(section);
            ContainerPart { name: part.path, data: part.range, description: part.description }
        };
        self.file.sections.iter().map(part).collect()
    }

    fn edit(&self, change: &Edit<'_>, digest: DigestPolicy) -> Result<Vec<u8>, EditError> {
        edit::edit(&self.file, change, digest, self.limits.nodes)
    }

    fn part_data(&self, number: usize) -> Option<Cow<'_, [u8]>> {
        let section = self.file.sections.get(number).filter(|section| section.is_read())?;
        Some(Cow::Borrowed(&section.content))
    }

    fn repairs(&self) -> Vec<Repair> {
        repair::repairs(&self.check())
    }

    fn repair(&self, name: &str) -> Result<Vec<u8>, EditError> {
        repair::repair(&self.file, name)
    }

    fn write(&self, layout: WriteLayout) -> Result<Vec<u8>, WriteError> {
        let (package, original) = self.file.package()?;
        if layout == WriteLayout::Original {
            return write(&package, &original);
        }
        if self.file.is_shader_pack() {
            return Pack::of(&self.file, self.limits.nodes)?.write();
        }
        if let Some(section) = self.file.sections.iter().find(|section| !section.is_read()) {
            return Err(WriteError::new(format!("section {} cannot be read", section.index)));
        }
        write(&package, &Layout::canonical())
    }
}

/// Guesses the producer from the order of the sections.
fn producer(file: &File<'_>) -> Option<String> {
    let mut types = file.sections.iter().map(|section| section.role);
    let first = (types.next()?, types.next()?);
    match first {
        (Role::Strings, Role::SymbolTable) => {
            Some("bpx crate before 4.0.0-rc.13, as in the vendor's compiler".to_owned())
        }
        _ => None,
    }
}

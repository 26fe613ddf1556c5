//! Implements [`Format`] for VBC.

use glassbox_core::format::{
    Artifact, ArtifactKind, EditError, Format, MatchConfidence, OpenedFile, Repair, ScanBudget, Summary,
    SummaryRow, WriteError, WriteLayout,
};
use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Reader, Window};
use glassbox_spirv::check::Environment;
use glassbox_spirv::grammar::generator;

use crate::check::check;
use crate::check::code::version_name;
use crate::extent;
use crate::interface::{interface, symbols};
use crate::module::analyse;
use crate::program::{Layout, Program};
use crate::raw::MAGIC;
use crate::read::{self, File};
use crate::repair::{repair, repairs};
use crate::rules::RULES;
use crate::stage::STAGES;
use crate::upgrade::upgrade;
use crate::wrap;
use crate::write::{write, write_legacy};

/// The VBC format.
#[derive(Clone, Copy, Debug)]
pub struct VbcFormat;

/// Registry entry of the format.
pub static FORMAT: VbcFormat = VbcFormat;

impl Format for VbcFormat {
    fn id(&self) -> &'static str {
        "vbc"
    }

    fn title(&self) -> &'static str {
        "VBC compiled VSL shader"
    }

    fn rules(&self) -> &'static [&'static Rule] {
        RULES
    }

    fn detect(&self, bytes: &[u8]) -> MatchConfidence {
        if bytes.starts_with(&MAGIC.0) {
            MatchConfidence::Yes
        } else if !bytes.is_empty() && MAGIC.0.starts_with(bytes) {
            MatchConfidence::Maybe
        } else {
            MatchConfidence::No
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["vbc"]
    }

    fn signatures(&self) -> &'static [&'static [u8]] {
        &[extent::SIGNATURE]
    }

    fn extent(&self, bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
        extent::extent(bytes, effort)
    }

    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>> {
        read::read(reader).map(|_| ())
    }

    fn open<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        let (file, findings) = read::open(window, limits)?;
        Ok(Box::new(OpenedVbc { window, file, findings }))
    }
}

/// An opened file.
struct OpenedVbc<'a> {
    window: Window<'a>,
    file: File<'a>,
    findings: Diagnostics,
}

impl<'a> OpenedVbc<'a> {
    /// The program in the released layout; `Err` explains why it cannot be converted.
    fn program(&self) -> Result<Cow<'_, Program<'a>>, WriteError> {
        match &self.file {
            File::Released(file) => Ok(Cow::Borrowed(&file.program)),
            File::Legacy(program) => upgrade(program).map(Cow::Owned),
            File::Swapped(_) => Err(WriteError::new("the file is byte-swapped; repair `byte-order` first")),
        }
    }

    /// The modules with their file offsets. If a length wrapped, uses the extents found in the code.
    fn modules(&self) -> [Option<(u64, &[u8])>; 5] {
        let none = [None; 5];
        let (modules, code) = match &self.file {
            File::Released(file) => (&file.program.modules, file.places.code),
            File::Legacy(program) => (&program.modules, program.code),
            File::Swapped(_) => return none,
        };
        if let File::Released(file) = &self.file
            && file.whole
            && !file.layout.trailing.is_empty()
        {
            let lengths = modules
                .each_ref()
                .map(|module| module.as_deref().map_or(0, |module| (module.len() / 4) as u16));
            if let Some(found) = wrap::find(self.window.bytes, lengths, code[0]) {
                return found.code.map(|(start, end)| {
                    let bytes = self.window.bytes.get(start as usize..end as usize)?;
                    (!bytes.is_empty()).then_some((start, bytes))
                });
            }
        }
        let mut all = none;
        for ((slot, module), start) in all.iter_mut().zip(modules).zip(code) {
            *slot = module.as_deref().map(|module| (start, module));
        }
        all
    }
}

impl OpenedFile for OpenedVbc<'_> {
    fn check(&self) -> Diagnostics {
        check(self.window, &self.file, self.findings.clone(), None)
    }

    fn check_for(&self, environment: &str) -> Diagnostics {
        check(self.window, &self.file, self.findings.clone(), Environment::named(environment))
    }

    fn summary(&self) -> Summary {
        let mut out = Summary {
            kind: match &self.file {
                File::Released(_) => "VBC, released layout".to_owned(),
                File::Legacy(program) => format!("VBC, older layout {}", program.generation.name()),
                File::Swapped(_) => "VBC, byte-swapped".to_owned(),
            },
            ..Summary::default()
        };
        let program = match self.program() {
            Ok(program) => program,
            Err(why) => {
                out.facts.push(("note".to_owned(), why.into()));
                return out;
            }
        };
        let mut fact = |label: &str, value: String| out.facts.push((label.to_owned(), value));
        fact("vertex inputs", program.inputs.len().to_string());
        fact("fragment outputs", program.outputs.len().to_string());
        fact("bindings", program.bindings.len().to_string());
        let uniform = match &program.uniform {
            Some(uniform) => format!("{} bytes, {} members", uniform.size, uniform.members.len()),
            None => "none".to_owned(),
        };
        fact("uniform", uniform);
        fact("subpass inputs", program.subpass_inputs.len().to_string());
        let tables: Vec<String> = program.tables.iter().map(u16::to_string).collect();
        fact("table sizes", tables.join(", "));
        if let Some(code) = analyse(&program.modules).first() {
            let header = code.reflection.header;
            let tool = generator((header.generator >> 16) as u16).unwrap_or("unknown generator");
            out.producer = Some(format!("{tool}, SPIR-V {}", version_name(header.version)));
        }
        for (stage, module) in STAGES.iter().zip(self.modules()) {
            if let Some((start, bytes)) = module {
                let start = self.window.base + start;
                out.parts.push(SummaryRow {
                    path: stage.path.to_owned(),
                    range: start..start + bytes.len() as u64,
                    description: format!("SPIR-V, {} words", bytes.len() / 4),
                });
            }
        }
        out
    }

    fn interface(&self) -> Interface {
        match self.program() {
            Ok(program) => interface(&program),
            Err(why) => Interface { notes: vec![why.into()], ..Interface::default() },
        }
    }

    fn symbols(&self) -> Vec<Symbol> {
        self.program().map(|program| symbols(&program)).unwrap_or_default()
    }

    fn artifacts(&self) -> Vec<Artifact<'_>> {
        let mut out = Vec::new();
        for (stage, module) in STAGES.iter().zip(self.modules()) {
            if let Some((_, bytes)) = module {
                out.push(Artifact {
                    name: stage.name.to_owned(),
                    path: stage.path.to_owned(),
                    kind: ArtifactKind::Code("spirv"),
                    stage: Some(stage.name),
                    extension: "spv",
                    bytes: Cow::Borrowed(bytes),
                    side_table: Cow::Borrowed(&[]),
                });
            }
        }
        let members = match &self.file {
            File::Released(file) => file
                .program
                .uniform
                .iter()
                .flat_map(|uniform| &uniform.members)
                .map(|member| &*member.name)
                .collect(),
            File::Legacy(program) => program
                .uniform
                .iter()
                .flat_map(|uniform| &uniform.members)
                .map(|member| &*member.name)
                .collect(),
            File::Swapped(_) => Vec::new(),
        };
        for (index, name) in members.into_iter().enumerate() {
            out.push(Artifact {
                name: format!("uniform-member-{index}"),
                path: format!("uniform.members[{index}].name"),
                kind: ArtifactKind::String,
                stage: None,
                extension: "txt",
                bytes: Cow::Borrowed(name),
                side_table: Cow::Borrowed(&[]),
            });
        }
        out
    }

    fn repairs(&self) -> Vec<Repair> {
        repairs(self.window, &self.file, &self.check())
    }

    fn repair(&self, name: &str) -> Result<Vec<u8>, EditError> {
        repair(self.window, &self.file, name)
    }

    fn write(&self, layout: WriteLayout) -> Result<Vec<u8>, WriteError> {
        let is_canonical = layout == WriteLayout::Canonical;
        match &self.file {
            File::Released(file) if is_canonical => write(&file.program, &Layout::canonical()),
            File::Released(file) => write(&file.program, &file.layout),
            File::Legacy(program) if is_canonical => write(&upgrade(program)?, &Layout::canonical()),
            File::Legacy(program) => write_legacy(program),
            File::Swapped(_) if is_canonical => {
                Err(WriteError::new("the file is byte-swapped; repair `byte-order` first"))
            }
            File::Swapped(_) => Ok(self.window.bytes.to_vec()),
        }
    }
}

//! Reads a project file's text, key by key.

use std::ops::{Deref, DerefMut};

use glassbox_bpx::kinds::{BlendFactor, BlendOperator, CullingMode, RenderMode};
use glassbox_core::diagnostic::Diagnostics;
use glassbox_core::named::NameTable;
use glassbox_core::span::Span;
use glassbox_programs::table::{Entry, Reader, TableRules};
use toml::de::{DeTable, DeValue};

use super::{
    AskedTarget, Compression, DEFAULT_BLEND, DEFAULT_PIPELINE, Language, OutputState, PipelineState, Project,
    STAGES, StageSource, stage_named, targets,
};
use crate::rules;
use crate::symbols::MAX_REGISTER;

const KEYS: [&str; 18] = [
    "name",
    "target",
    "stages",
    "sources",
    "libraries",
    "inject",
    "include",
    "defines",
    "pipeline",
    "outputs",
    "vertex_format",
    "external",
    "internal",
    "registers",
    "assembly",
    "parents",
    "debug_names",
    "compression",
];

static RULES: TableRules =
    TableRules { toml: &rules::TOML, unknown_key: &rules::UNKNOWN_KEY, wrong_value: &rules::WRONG_VALUE };

/// Reads a project file. The project is incomplete if there are errors among the findings.
#[must_use]
pub fn read(text: &str) -> (Project, Diagnostics) {
    let mut reader = ProjectReader(Reader::new(text, &RULES));
    let mut project = Project::default();
    let document = reader.document();
    for entry in reader.known(document.get_ref(), &KEYS, "a project file") {
        reader.entry(&mut project, &entry);
    }
    reader.complete(&project);
    (project, reader.0.findings)
}

/// True if a TOML text describes a program, as opposed to other tools' files: it has targets and
/// sources at its top level.
#[must_use]
pub fn is_project_text(text: &str) -> bool {
    let (document, _) = DeTable::parse_recoverable(text);
    let has = |key: &str| document.get_ref().keys().any(|known| known.get_ref() == key);
    has("target") && ["stages", "sources", "inject"].into_iter().any(has)
}

/// Reads the keys of a project.
struct ProjectReader<'t>(Reader<'t>);

impl<'t> Deref for ProjectReader<'t> {
    type Target = Reader<'t>;

    fn deref(&self) -> &Reader<'t> {
        &self.0
    }
}

impl<'t> DerefMut for ProjectReader<'t> {
    fn deref_mut(&mut self) -> &mut Reader<'t> {
        &mut self.0
    }
}

impl ProjectReader<'_> {
    fn entry(&mut self, project: &mut Project, entry: &Entry<'_, '_>) {
        match entry.key.value.as_str() {
            "name" => project.name = self.string(entry),
            "target" => self.targets(project, entry),
            "stages" => self.stages(project, entry),
            "sources" => project.sources = self.strings(entry),
            "libraries" => project.libraries = self.strings(entry),
            "inject" => project.inject = self.strings(entry),
            "include" => project.include = self.strings(entry),
            "defines" => project.defines = self.defines(entry),
            "pipeline" => project.pipeline = self.pipeline(entry),
            "outputs" => self.outputs(project, entry),
            "vertex_format" => project.vertex_format = self.string(entry),
            "external" => project.external = self.strings(entry),
            "internal" => project.internal = self.strings(entry),
            "registers" => {
                if let Some(table) = self.table(entry) {
                    for entry in self.entries(table) {
                        if let Some(register) = self.register(&entry, MAX_REGISTER) {
                            project.registers.push((entry.name(), register));
                        }
                    }
                }
            }
            "assembly" => project.assembly = self.string(entry),
            "parents" => project.parents = self.strings(entry),
            "debug_names" => project.debug_names = self.truth(entry).unwrap_or_default(),
            "compression" => {
                project.compression = self.choice(entry, &Compression::NAMES).unwrap_or_default();
            }
            _ => {}
        }
    }

    fn targets(&mut self, project: &mut Project, entry: &Entry<'_, '_>) {
        let known = targets();
        for asked in self.strings(entry) {
            let is_named = asked.value != "all";
            let found = if is_named {
                Vec::from_iter(self.chosen("target", &asked, &known))
            } else {
                known.iter().map(|(_, target)| *target).collect()
            };
            for target in found {
                match project.targets.iter_mut().find(|known| known.target == target) {
                    Some(known) => known.is_named |= is_named,
                    None => project.targets.push(AskedTarget { target, is_named, span: asked.span }),
                }
            }
        }
    }

    fn stages(&mut self, project: &mut Project, entry: &Entry<'_, '_>) {
        let Some(table) = self.table(entry) else {
            return;
        };
        let names = STAGES.map(|(name, _)| name);
        let is_stage = |key: &str| stage_named(key).is_some();
        for entry in self.known_or(table, &names, "the table `stages`", is_stage) {
            let Some(stage) = stage_named(&entry.key.value) else {
                continue;
            };
            if let Some(source) = self.stage(stage, &entry) {
                project.stages.push(source);
            }
        }
        project.stages.sort_by_key(|source| source.stage);
    }

    fn stage(&mut self, stage: crate::shader::Stage, entry: &Entry<'_, '_>) -> Option<StageSource> {
        let mut source =
            StageSource { stage, files: Vec::new(), language: None, entry: None, defines: Vec::new() };
        let faults = self.findings.items().len();
        if let DeValue::Table(table) = entry.value.get_ref() {
            for entry in self.known(table, &["file", "language", "entry", "defines"], "a stage") {
                match entry.key.value.as_str() {
                    "file" => source.files = self.strings(&entry),
                    "language" => source.language = self.choice(&entry, &Language::NAMES),
                    "entry" => source.entry = self.string(&entry),
                    _ => source.defines = self.defines(&entry),
                }
            }
        } else {
            source.files = self.strings(entry);
        }
        // Rejected files do not count as missing. With macros only, the files may be in `sources`.
        if source.files.is_empty() && source.defines.is_empty() && self.findings.items().len() == faults {
            let message = format!("found the stage `{}` without a file", entry.key.value);
            let help = "name the source: file = \"NAME\", or several: file = [\"NAME\", \"NAME\"]";
            self.report(&rules::MISSING, entry.key.span, message, help);
        }
        (!source.files.is_empty() || !source.defines.is_empty()).then_some(source)
    }

    fn pipeline(&mut self, entry: &Entry<'_, '_>) -> Option<PipelineState> {
        let table = self.table(entry)?;
        let mut pipeline = PipelineState { name: None, state: DEFAULT_PIPELINE };
        let known =
            ["name", "depth_enable", "depth_write_enable", "scissor_enable", "render_mode", "culling_mode"];
        for entry in self.known(table, &known, "a pipeline") {
            let state = &mut pipeline.state;
            match entry.key.value.as_str() {
                "name" => pipeline.name = self.string(&entry),
                "depth_enable" => state.depth_enable = self.truth(&entry).unwrap_or_default(),
                "depth_write_enable" => state.depth_write_enable = self.truth(&entry).unwrap_or_default(),
                "scissor_enable" => state.scissor_enable = self.truth(&entry).unwrap_or_default(),
                "render_mode" => {
                    state.render_mode =
                        RenderMode(self.number(&entry, RenderMode::NAMES).unwrap_or_default());
                }
                _ => {
                    state.culling_mode =
                        CullingMode(self.number(&entry, CullingMode::NAMES).unwrap_or_default());
                }
            }
        }
        Some(pipeline)
    }

    /// Value of an enumeration key.
    fn number(&mut self, entry: &Entry<'_, '_>, names: &'static NameTable) -> Option<u8> {
        self.choice(entry, &choices(names))
    }

    fn outputs(&mut self, project: &mut Project, entry: &Entry<'_, '_>) {
        let Some(table) = self.table(entry) else {
            return;
        };
        for entry in self.entries(table) {
            let Some(table) = self.table(&entry) else { continue };
            let mut output = OutputState { name: entry.name(), blend: None };
            for entry in self.known(table, &["blend"], "an output") {
                output.blend = self.blend(&entry);
            }
            project.outputs.push(output);
        }
    }

    fn blend(&mut self, entry: &Entry<'_, '_>) -> Option<glassbox_bpx::extended::BlendFunction> {
        let table = self.table(entry)?;
        let mut blend = DEFAULT_BLEND;
        let known = ["src_color", "dst_color", "src_alpha", "dst_alpha", "color_op", "alpha_op"];
        for entry in self.known(table, &known, "a blend function") {
            let key = entry.key.value.as_str();
            if key.ends_with("_op") {
                let Some(number) = self.number(&entry, BlendOperator::NAMES) else {
                    continue;
                };
                match key {
                    "color_op" => blend.color_op = BlendOperator(number),
                    _ => blend.alpha_op = BlendOperator(number),
                }
                continue;
            }
            let Some(number) = self.number(&entry, BlendFactor::NAMES) else {
                continue;
            };
            match key {
                "src_color" => blend.src_color = BlendFactor(number),
                "dst_color" => blend.dst_color = BlendFactor(number),
                "src_alpha" => blend.src_alpha = BlendFactor(number),
                _ => blend.dst_alpha = BlendFactor(number),
            }
        }
        Some(blend)
    }

    /// Reports missing mandatory settings.
    fn complete(&mut self, project: &Project) {
        // Rejected settings do not count as missing.
        if self.findings.has_errors() {
            return;
        }
        let end = Span::default();
        if project.targets.is_empty() {
            let message = "found no target, expected one, several or \"all\"".to_owned();
            self.report(&rules::MISSING, end, message, "add target = \"GL42\", or --target GL42");
        }
        if project.stages.is_empty() && project.sources.is_empty() && project.inject.is_empty() {
            let message = "found no stages, expected the source of at least one".to_owned();
            let help = "add vertex = \"FILE\" under [stages], or --vertex FILE";
            self.report(&rules::MISSING, end, message, help);
        }
        if let (true, Some(name)) = (project.libraries.is_empty(), project.inject.first()) {
            let message = format!(
                "found `{}` to inject without a library, expected the library that contains it",
                name.value
            );
            let help = "add libraries = \"common.bpx\", or --lib common.bpx";
            self.report(&rules::MISSING, name.span, message, help);
        }
        if let (None, Some(parent)) = (&project.assembly, project.parents.first()) {
            let message =
                "found parents without an assembly, expected the assembly that they belong to".to_owned();
            self.report(
                &rules::MISSING,
                parent.span,
                message,
                "add assembly = \"main.bpx\", or --assembly main.bpx",
            );
        }
        let external = project.external.iter();
        for name in external.filter(|name| project.internal.iter().any(|other| other.value == name.value)) {
            let message = format!("found `{}` as external and as internal", name.value);
            self.report(&rules::WRONG_VALUE, name.span, message, "remove it from one of the two lists");
        }
    }
}

/// Enumeration values by name.
pub(crate) fn choices(names: &'static NameTable) -> Vec<(&'static str, u8)> {
    let all = names.entries.iter();
    all.filter_map(|&(value, name)| Some((name, u8::try_from(value).ok()?))).collect()
}

//! Compiles programs that are written stage by stage, in GLSL, WGSL or HLSL, to modules of SPIR-V, and those to every target.
//!
//! A module of a source becomes a target by the same [`Conversion`](crate::Conversion) as a module in a file; findings of it are moved to
//! the text that the module was made from.
//!
//! ```
//! use glassbox::ConversionOptions;
//! use glassbox::core::limits::Limits;
//! use glassbox::stages::{Language, StageOptions, StageText, compile_stages};
//! use glassbox_syntax::source::IncludeList;
//!
//! let text = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(TINT); }\n";
//! let stage = StageText::new(Language::Glsl, "tint.frag", text);
//! let options = StageOptions { defines: vec![("TINT".to_owned(), "0.5".to_owned())], ..StageOptions::default() };
//! let compiled = compile_stages(&[stage], &IncludeList::default(), &options);
//! let module = &compiled.modules[0];
//! let wgsl = module.convert(&compiled.sources, "wgsl", &ConversionOptions::default(), &Limits::default())?;
//! assert!(String::from_utf8(wgsl.bytes)?.contains("@fragment"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod module;
mod shadertoy;
mod vbc;

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::stage::Stage;
use glassbox_glsl::language::Api;
use glassbox_glsl::source::{Include, Sources};
use glassbox_glsl::{Interface, Options, StageSource, Text, compile_program};
use glassbox_lower_wgsl as wgsl;
use glassbox_spirv::check::{Environment, Vulkan};

pub use glassbox_glsl::names_main;
pub use glassbox_glsl::shadertoy::{Rows, Shadertoy, is_shadertoy};
pub use module::StageModule;
pub use shadertoy::shadertoy_for;

/// Language of a stage's source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// GLSL: a text is one stage, or one of the texts of a stage, and the stages of a program are compiled together.
    Glsl,
    /// WGSL: a text has any number of entry points.
    Wgsl,
    /// HLSL: a text may have any number of entry points, one of which is compiled. Whoever calls has the compiler.
    Hlsl,
}

impl Language {
    /// Every language with its name.
    pub const NAMES: [(&'static str, Language); 3] =
        [("glsl", Language::Glsl), ("wgsl", Language::Wgsl), ("hlsl", Language::Hlsl)];

    /// Name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Language::NAMES.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    /// The language of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Language> {
        Language::NAMES.iter().find(|(known, _)| *known == name).map(|(_, language)| *language)
    }

    /// Endings of the names of sources. Those before `.glsl` and `.hlsl` say the stage too, see [`stage_of_name`].
    #[must_use]
    pub const fn suffixes(self) -> &'static [&'static str] {
        match self {
            Language::Glsl => &[
                "vert", "frag", "comp", "geom", "tesc", "tese", "mesh", "task", "rgen", "rint", "rahit",
                "rchit", "rmiss", "rcall", "glsl",
            ],
            Language::Wgsl => &["wgsl"],
            Language::Hlsl => &["hlsl", "fx"],
        }
    }

    /// Name in full.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Language::Glsl => "GLSL",
            Language::Wgsl => "WGSL",
            Language::Hlsl => "HLSL",
        }
    }

    /// Language of a source by the name of its file, and by its text where SkSL has the same names.
    #[must_use]
    pub fn of(name: &str, text: &str) -> Option<Language> {
        let (stem, end) = name.rsplit_once('.')?;
        let mut languages = Language::NAMES.iter().map(|(_, language)| *language);
        let language = languages.find(|language| language.suffixes().contains(&end))?;
        let is_told = match end {
            "glsl" => stage_in_name(stem).is_some(),
            "vert" | "frag" => false,
            _ => true,
        };
        (is_told || crate::compile::is_glsl(text) || is_shadertoy(text)).then_some(language)
    }
}

/// Stage by the name of a file: `light.frag`, `light.frag.glsl`, `light.ps.hlsl`.
#[must_use]
pub fn stage_of_name(name: &str) -> Option<Stage> {
    let (stem, end) = name.rsplit_once('.')?;
    match end {
        "glsl" | "hlsl" | "fx" => stage_in_name(stem),
        _ => Stage::named(end),
    }
}

fn stage_in_name(stem: &str) -> Option<Stage> {
    let (_, end) = stem.rsplit_once(['.', '_'])?;
    Stage::named(end)
}

/// Source of a stage, or of several in WGSL.
#[derive(Clone, Copy, Debug)]
pub struct StageText<'t> {
    /// Its language.
    pub language: Language,
    /// Path or other name.
    pub name: &'t str,
    /// The text.
    pub text: &'t str,
    /// Its stage; by default that of the name, and in WGSL every one.
    pub stage: Option<Stage>,
    /// Its entry point; by default `main`, and in WGSL every one.
    pub entry: Option<&'t str>,
}

impl<'t> StageText<'t> {
    /// A source whose name states its stage.
    #[must_use]
    pub fn new(language: Language, name: &'t str, text: &'t str) -> StageText<'t> {
        StageText { language, name, text, stage: stage_of_name(name), entry: None }
    }

    /// The source with its entry point chosen: by name, or in WGSL by stage.
    #[must_use]
    pub fn with_entry(self, entry: Option<&'t str>) -> StageText<'t> {
        if self.language != Language::Wgsl {
            return StageText { entry, ..self };
        }
        let stage = entry.and_then(Stage::named);
        StageText { stage, entry: entry.filter(|_| stage.is_none()), ..self }
    }
}

/// How stages are compiled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StageOptions {
    /// Macros of all stages: names and what they stand for.
    pub defines: Vec<(String, String)>,
    /// Macros of one stage; they go before those of all.
    pub stage_defines: Vec<(Stage, Vec<(String, String)>)>,
    /// What runs the program; by default what GLSL for OpenGL and for Vulkan both become.
    pub environment: Option<Environment>,
    /// Whether modules state lines, sources and variables.
    pub debug: bool,
    /// What a fragment stage in the manner of Shadertoy is compiled for, see [`shadertoy_for`].
    pub shadertoy: Shadertoy,
}

impl StageOptions {
    /// The environment of a name: `vulkan1.2`, `vulkan` or `opengl` for the latest, `opengl4.5`.
    #[must_use]
    pub fn environment_named(name: &str) -> Option<Environment> {
        let found = match name {
            "vulkan" => Environment::Vulkan(Vulkan::V1_4),
            "opengl" => Environment::OpenGl(4, 5),
            name => Environment::named(name)?,
        };
        (!matches!(found, Environment::OpenCl(..))).then_some(found)
    }

    /// The names of environments.
    pub fn environments() -> impl Iterator<Item = &'static str> {
        let all = Environment::NAMED.iter().filter(|(_, known)| !matches!(known, Environment::OpenCl(..)));
        ["vulkan", "opengl"].into_iter().chain(all.map(|(name, _)| *name))
    }

    /// The options of the compiler of GLSL.
    fn glsl(&self, is_shadertoy: bool) -> Options {
        let (api, environment, interface) = match self.environment {
            None => (Api::Any, Environment::Vulkan(Vulkan::V1_3), Interface::Completed),
            // What the site adds has no places.
            Some(known) if is_shadertoy => (Api::Any, known, Interface::Completed),
            Some(known @ Environment::OpenGl(..)) => (Api::OpenGl, known, Interface::Completed),
            Some(known @ Environment::Vulkan(_)) => (Api::Vulkan, known, Interface::Stated),
            Some(known) => (Api::Any, known, Interface::Completed),
        };
        Options {
            defines: self.defines.clone(),
            stage_defines: self.stage_defines.clone(),
            api,
            environment,
            interface,
            debug: self.debug,
            shadertoy: is_shadertoy.then_some(self.shadertoy),
        }
    }

    /// Options that WGSL has no meaning for.
    fn refused_by_wgsl(&self) -> Option<&'static str> {
        let has_defines = !self.defines.is_empty() || !self.stage_defines.is_empty();
        match (has_defines, self.debug) {
            (true, _) => Some(
                "macros do not apply to WGSL, which has no preprocessor; use overridable constants and --set",
            ),
            (_, true) => Some("-g does not apply to WGSL"),
            _ => None,
        }
    }
}

/// What came of stages.
#[derive(Clone, Debug, Default)]
pub struct CompiledStages {
    /// The modules, in the order of the sources; none where there are errors.
    pub modules: Vec<StageModule>,
    /// Every text that was read: the given ones first.
    pub sources: Sources,
    /// What was found, with places in the sources.
    pub findings: Vec<Diagnostic>,
}

impl CompiledStages {
    /// The module where there is one alone.
    ///
    /// # Errors
    ///
    /// There are several: the sentence names them.
    pub fn only(&self) -> Result<Option<&StageModule>, String> {
        let [first, _, ..] = self.modules.as_slice() else { return Ok(self.modules.first()) };
        let names = self.modules.iter().map(|module| format!("`{}` ({})", module.entry, module.stage));
        let names: Vec<String> = names.collect();
        Err(format!(
            "the source has several entry points; choose one with --entry, such as {}: {}",
            first.entry,
            names.join(", ")
        ))
    }

    /// True if there are errors among the findings.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}

/// Compiles the stages of a program in GLSL and WGSL. Those in GLSL are compiled together: what they share gets one place. Texts of one
/// stage are one shader, as several shader objects of OpenGL are; those of ray tracing are a shader each.
#[must_use]
pub fn compile_stages(
    texts: &[StageText<'_>],
    includes: &dyn Include,
    options: &StageOptions,
) -> CompiledStages {
    let mut out = CompiledStages::default();
    let is_glsl = |text: &&StageText<'_>| text.language == Language::Glsl;
    // Sources are numbered by the compiler of GLSL, so its texts go first.
    let glsl: Vec<&StageText<'_>> = texts.iter().filter(is_glsl).collect();
    if !glsl.is_empty() {
        compile_glsl(&glsl, includes, options, &mut out);
    }
    for text in texts.iter().filter(|text| text.language == Language::Wgsl) {
        compile_wgsl(text, options, &mut out);
    }
    if out.has_errors() {
        out.modules.clear();
    }
    out
}

fn compile_glsl(
    texts: &[&StageText<'_>],
    includes: &dyn Include,
    options: &StageOptions,
    out: &mut CompiledStages,
) {
    let is_toy = texts.iter().any(|text| is_shadertoy(text.text));
    let stage_of =
        |text: &StageText<'_>| text.stage.or_else(|| is_shadertoy(text.text).then_some(Stage::Fragment));
    for text in texts.iter().filter(|text| stage_of(text).is_none()) {
        let file = out.sources.add(text.name, text.text);
        let message =
            format!("found no stage in the name {:?}, expected one such as `light.frag`", text.name);
        let at = Location::in_text(text.text, 0..0).input(file);
        out.findings.push(
            Diagnostic::new(&glassbox_programs::rules::STAGE, at, message).help("state it with --stage"),
        );
    }
    if out.has_errors() {
        return;
    }
    let mut stages: Vec<StageSource<'_>> = Vec::new();
    for text in texts {
        let Some(stage) = stage_of(text) else { continue };
        let known = stages.iter_mut().find(|known| known.stage == stage && !stage.is_ray_tracing());
        match known {
            Some(known) => known.texts.push(Text { name: text.name, text: text.text }),
            None => stages.push(StageSource::new(stage, text.name, text.text)),
        }
    }
    let compiled = compile_program(&stages, includes, &options.glsl(is_toy));
    let is_opengl = match options.environment {
        None if is_toy => false,
        Some(environment) => matches!(environment, Environment::OpenGl(..)),
        None => texts.iter().all(|text| is_of_opengl(text.text)),
    };
    out.sources = compiled.sources;
    let firsts = stages.iter().scan(0, |next, stage| {
        let first = *next;
        *next += stage.texts.len() as u32;
        Some(first)
    });
    for (mut stage, first) in compiled.stages.into_iter().zip(firsts) {
        if is_toy && stage.stage == Stage::Fragment && options.shadertoy.rows == Rows::FromBelow {
            shadertoy::count_rows_from_below(&mut stage.module);
        }
        out.modules.extend(StageModule::of_glsl(&stage, first, is_opengl));
    }
    out.findings.extend(compiled.findings.into_sorted());
}

/// True if a text is of a version of GLSL that Vulkan does not have. Others are taken for Vulkan's unless the environment says otherwise.
fn is_of_opengl(text: &str) -> bool {
    let version = text
        .lines()
        .find_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("version"));
    let Some(version) = version else { return true };
    let mut words = version.split_whitespace();
    let number: u32 = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    match words.next() {
        Some("es") => number < 310,
        _ => number < 420,
    }
}

fn compile_wgsl(text: &StageText<'_>, options: &StageOptions, out: &mut CompiledStages) {
    let file = out.sources.add(text.name, text.text);
    let minor = options.environment.map_or(3, Environment::minor).clamp(3, 6);
    if let Some(message) = options.refused_by_wgsl() {
        let at = Location::in_text(text.text, 0..0).input(file);
        out.findings.push(Diagnostic::new(&crate::NO_OPTION, at, message));
        return;
    }
    let version = 0x0001_0000 | u32::from(minor) << 8;
    match wgsl::lower(text.text, &wgsl::Options { version }) {
        Err(findings) => out.findings.extend(findings.into_iter().map(|mut finding| {
            finding.location.input = file;
            finding.labels.iter_mut().for_each(|label| label.location.input = file);
            finding
        })),
        Ok(lowered) => {
            let known: Vec<String> =
                lowered.entry_points.iter().map(|entry| format!("`{}`", entry.name)).collect();
            let before = out.modules.len();
            for entry in lowered.entry_points {
                let is_wanted = text.entry.is_none_or(|wanted| wanted == entry.name)
                    && text.stage.is_none_or(|wanted| wanted == entry.stage);
                if is_wanted {
                    out.modules.extend(StageModule::of_wgsl(entry, file));
                }
            }
            if out.modules.len() == before {
                let wanted = match (text.entry, text.stage) {
                    (Some(entry), _) => format!("entry point {entry:?}"),
                    (None, stage) => format!("entry point of the {} stage", stage.map_or("", Stage::name)),
                };
                let message = format!("found no {wanted}, expected one of {}", known.join(", "));
                let at = Location::in_text(text.text, 0..0).input(file);
                out.findings
                    .push(Diagnostic::new(&wgsl::rules::ENTRY, at, message).help("name one that it has"));
            }
        }
    }
}

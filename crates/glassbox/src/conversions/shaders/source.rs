//! Reads the stages of a file.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use glassbox_bpx::file::{File, Numbering, Role};
use glassbox_bpx::payload::Payload;
use glassbox_bpx::raw::{self, MainHeader, ShaderExt};
use glassbox_bpx_build::code::{ClipSpace, make_root};
use glassbox_bpx_build::read as front;
use glassbox_bpx_build::shader::{Shader, Stage};
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::space::Spaces;
use glassbox_glsl::source::IncludeList;
use glassbox_glsl::{Options, StageSource};
use glassbox_vbc::read::File as VbcFile;

use super::naming::{self, Given};
use super::rules;
use super::symbols::Symbols;
use super::uniform;

/// The five stages of pipelines, in their order.
pub(crate) const STAGES: [Stage; 5] = [
    Stage::Vertex,
    Stage::TessellationControl,
    Stage::TessellationEvaluation,
    Stage::Geometry,
    Stage::Fragment,
];

/// Contents of a file.
pub(super) struct Loaded {
    /// Its code, stage by stage.
    pub(super) all: Vec<Code>,
    /// Facts about the code from its symbols, if it has any.
    pub(super) symbols: Option<Symbols>,
    /// Origin of the bytes that the file holds packed.
    spaces: Spaces,
}

impl Loaded {
    /// Findings with locations in the file.
    pub(super) fn placed(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        for finding in &mut found {
            finding.location.localize(&self.spaces);
            for label in &mut finding.labels {
                label.location.localize(&self.spaces);
            }
        }
        found
    }

    /// Where a module is in the file, packed if the file has it packed; `None` for other code.
    pub(super) fn module_range(&self, code: &Code) -> Option<Range<u64>> {
        let mut at = code.at.clone();
        at.localize(&self.spaces);
        code.is_spirv().then_some(at.start..at.end)
    }
}

/// Code of a file: a stage, or a module with entry points of any.
pub(super) struct Code {
    /// Stage, if the file states one.
    pub(super) stage: Option<Stage>,
    /// Location in the file.
    pub(super) at: Location,
    /// Clip space of its positions.
    pub(super) clip: ClipSpace,
    /// Words of a module of SPIR-V, with the names that the file has elsewhere; none for other code.
    pub(super) words: Option<Vec<u32>>,
    /// Bytes of names inserted before the code; subtracted from locations.
    named: u64,
    /// See [`Code::shaders`].
    shaders: OnceCell<Result<Vec<Shader>, Vec<Diagnostic>>>,
}

impl Code {
    /// Maps a range of the bytes the front end read to the file: for adapted texts and split modules, to all of it.
    pub(super) fn place(&self, shader: &Shader, range: Option<Range<u64>>) -> Location {
        self.place_of(range.filter(|_| self.is_spirv() && shader.is_of_file))
    }

    /// Maps a range of the words to the file; all of the code where there is none.
    pub(super) fn place_of(&self, range: Option<Range<u64>>) -> Location {
        let moved = range
            .filter(|range| range.end > range.start)
            .and_then(|range| Some(range.start.checked_sub(self.named)?..range.end.checked_sub(self.named)?));
        within(&self.at, moved)
    }

    /// A range of the words in the module as the file has it; `None` if it has none.
    pub(super) fn in_module(&self, range: Range<usize>) -> Option<Range<u64>> {
        let moved =
            (range.start as u64).checked_sub(self.named)?..(range.end as u64).checked_sub(self.named)?;
        let size = self.at.end.saturating_sub(self.at.start);
        Some(moved).filter(|range| self.is_spirv() && range.start < range.end && range.end <= size)
    }

    /// True if it is SPIR-V.
    pub(super) fn is_spirv(&self) -> bool {
        self.words.is_some()
    }

    /// Its shaders, one if the file states the stage; or the findings that prevent reading.
    pub(super) fn shaders(&self) -> Result<&[Shader], &[Diagnostic]> {
        let read = || read(self.stage, self.words.as_deref().unwrap_or_default(), &self.at);
        self.shaders.get_or_init(read).as_deref().map_err(Vec::as_slice)
    }

    /// Findings of the writer on a shader, mapped to the file.
    pub(super) fn written(&self, shader: &Shader, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let moved = found.into_iter().map(|mut finding| {
            let range = finding.location.start..finding.location.end;
            finding.location = self.place(shader, Some(range));
            finding.labels.clear();
            finding
        });
        moved.collect()
    }
}

/// A range of some code, or all of it if the range is unknown or outside.
fn within(at: &Location, part: Option<Range<u64>>) -> Location {
    let size = at.end.saturating_sub(at.start);
    match part {
        Some(part) if part.start < part.end && part.end <= size => {
            Location::new(at.start + part.start, at.start + part.end, at.path.clone())
        }
        _ => at.clone(),
    }
}

/// A finding on a text, mapped to the location of that text in the file.
fn in_text(mut finding: Diagnostic, at: &Location) -> Diagnostic {
    let part = finding.location.start..finding.location.end;
    if let Some((line, column)) = finding.location.line_column
        && part.end > 0
    {
        finding = finding.note(format!("at line {line}, column {column} of the code"));
    }
    let input = finding.location.input;
    finding.labels.retain(|label| label.location.input == input);
    for label in &mut finding.labels {
        label.location = within(at, Some(label.location.start..label.location.end));
    }
    finding.location = within(at, Some(part));
    finding
}

/// Reads the code of a file.
pub(super) fn load(format: &str, bytes: &[u8], limits: &Limits) -> Result<Loaded, Vec<Diagnostic>> {
    let none = Given::default();
    let all = match format {
        "vbc" => modules(bytes, limits)?
            .into_iter()
            .map(|module| spirv(Some(module.stage), &module.bytes, module.at, &module.names))
            .collect(),
        "bpx" => {
            let file = package(bytes, limits)?;
            return Ok(of_package(&file, limits));
        }
        _ => {
            let at = Location::new(0, bytes.len() as u64, "");
            vec![spirv(None, bytes, at, &none)]
        }
    };
    Ok(Loaded { all, symbols: None, spaces: Spaces::default() })
}

/// A module of a VBC file.
pub(super) struct Module<'a> {
    pub(super) stage: Stage,
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) at: Location,
    /// Names for unnamed entities.
    pub(super) names: Given,
}

/// The modules of a VBC file; there is at least one.
pub(super) fn modules<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Vec<Module<'a>>, Vec<Diagnostic>> {
    let whole = || Location::new(0, bytes.len() as u64, "");
    let damaged = |message: &str| {
        vec![
            Diagnostic::new(&rules::UNREADABLE, whole(), message)
                .help("fix it with `glassbox repair`, or compile it again"),
        ]
    };
    let (file, _) =
        glassbox_vbc::read::open(Window::whole(bytes), limits).map_err(|finding| vec![*finding])?;
    let names = uniform::names(&file);
    let (modules, places) = match file {
        VbcFile::Released(file) if !file.whole => {
            return Err(damaged("found modules that end past the file, expected all their bytes"));
        }
        VbcFile::Released(file) => (file.program.modules, file.places.code),
        VbcFile::Legacy(file) => (file.modules, file.code),
        VbcFile::Swapped(_) => {
            return Err(damaged(
                "found numbers with the most significant byte first, expected the least significant one",
            ));
        }
    };
    let mut found = Vec::new();
    for (((stage, module), start), known) in
        STAGES.into_iter().zip(modules).zip(places).zip(&glassbox_vbc::stage::STAGES)
    {
        if let Some(bytes) = module {
            let at = Location::new(start, start.saturating_add(bytes.len() as u64), known.path);
            found.push(Module { stage, bytes, at, names: names.of(stage) });
        }
    }
    if found.is_empty() {
        let message = "found no module of any stage, expected one at least";
        let finding = Diagnostic::new(&rules::NO_SHADERS, whole(), message);
        return Err(vec![finding.help("compile the program again")]);
    }
    Ok(found)
}

/// A package that has shaders.
pub(super) fn package<'a>(bytes: &'a [u8], limits: &Limits) -> Result<File<'a>, Vec<Diagnostic>> {
    let file = glassbox_bpx::read::open(Window::whole(bytes), limits, Numbering::Released)
        .map_err(|finding| vec![*finding])?;
    let has_shaders = || file.sections.iter().any(|section| matches!(section.role, Role::Shader(_)));
    let (what, at) = match (file.is_shader_pack(), file.is_assembly()) {
        (true, _) if has_shaders() => return Ok(file),
        (false, _) => ("a container of another type", file.main_field(MainHeader::container_type)),
        (true, true) => ("an assembly, which holds symbols only", file.ext_field(ShaderExt::pack_type)),
        (true, false) => ("a program without code", file.ext_field(ShaderExt::pack_type)),
    };
    let message = format!("found {what}, expected a program with shaders");
    let finding = Diagnostic::new(&rules::NO_SHADERS, at, message);
    Err(vec![finding.help("name the package of a program")])
}

/// The stage of a package's shader; `None` for numbers without a stage.
fn stage(of: raw::Stage) -> Option<Stage> {
    let pack_stage = glassbox_bpx_build::symbols::table::pack_stage;
    STAGES.into_iter().find(|stage| pack_stage(*stage) == Some(of))
}

/// The code of a package, read by its actual language, whatever the target states. Findings that prevent reading a
/// shader affect only that shader.
pub(super) fn of_package(file: &File<'_>, limits: &Limits) -> Loaded {
    let symbols = Symbols::of(file, limits.nodes);
    let mut all: Vec<Code> = Vec::new();
    let mut texts: Vec<(Stage, String, Location)> = Vec::new();
    let sections = file.sections.iter();
    for section in sections.filter(|section| matches!(section.role, Role::Shader(_))) {
        let Some((number, bytes)) = section.content.split_first().filter(|_| section.is_read()) else {
            let message = "found a shader that cannot be read, expected its stage and its code";
            all.push(refused(None, unreadable(file.body(section), message)));
            continue;
        };
        let at = file.place(section, 1, u64::MAX, "payload");
        let Some(stage) = stage(raw::Stage(*number)) else {
            let message = format!("found a shader of stage {number}, expected one from 0 to 4");
            all.push(refused(None, unreadable(file.place(section, 0, 1, "stage"), message)));
            continue;
        };
        let is_known = all.iter().any(|code| code.stage == Some(stage))
            || texts.iter().any(|(known, ..)| *known == stage);
        if is_known {
            let message = format!("found a second shader of the {stage} stage, expected one of each");
            all.push(refused(None, unreadable(file.place(section, 0, 1, "stage"), message)));
            continue;
        }
        match (Payload::of(bytes), std::str::from_utf8(bytes)) {
            (Payload::Spirv, _) => all.push(spirv(Some(stage), bytes, at, &symbols.given(stage))),
            (Payload::Glsl { .. }, Ok(text)) => texts.push((stage, text.to_owned(), at)),
            (payload, _) => {
                let message = format!(
                    "found {} in the {stage} stage of a package for {}, expected SPIR-V or GLSL",
                    payload.describe(),
                    file.target_name()
                );
                let help = "build the program from its source with `glassbox compile`, or convert its package for \
                            Vulkan or OpenGL";
                let finding = Diagnostic::new(&rules::PAYLOAD, at, message).help(help);
                all.push(refused(Some(stage), finding));
            }
        }
    }
    all.extend(glsl(texts));
    all.sort_by_key(|code| (code.stage.is_none(), code.stage));
    Loaded { all, symbols: Some(symbols), spaces: file.spaces.clone() }
}

fn unreadable(at: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&rules::UNREADABLE, at, message).help("run `glassbox validate` on the file")
}

/// Code that is not read at all.
fn refused(stage: Option<Stage>, finding: Diagnostic) -> Code {
    Code {
        stage,
        at: finding.location.clone(),
        clip: ClipSpace::default(),
        words: None,
        named: 0,
        shaders: Err(vec![finding]).into(),
    }
}

/// The words of a module in the byte order that its first word shows. Bytes behind the last whole word are left out.
pub(super) fn words(bytes: &[u8]) -> Vec<u32> {
    let is_big = bytes.first_chunk::<4>() == Some(&[0x07, 0x23, 0x02, 0x03]);
    let chunks = bytes.as_chunks::<4>().0.iter();
    chunks.map(|chunk| if is_big { u32::from_be_bytes(*chunk) } else { u32::from_le_bytes(*chunk) }).collect()
}

/// A module. Unnamed entities are named as in `given`.
fn spirv(stage: Option<Stage>, bytes: &[u8], at: Location, given: &Given) -> Code {
    let words = words(bytes);
    let named = naming::give(&words, given);
    let added = named.as_ref().map_or(0, |named| named.len().saturating_sub(words.len()));
    Code {
        stage,
        at,
        clip: ClipSpace::Vulkan,
        words: Some(named.unwrap_or(words)),
        named: added as u64 * 4,
        shaders: OnceCell::new(),
    }
}

/// Reads a module. For a stage stated by the file it is the entry point `main`, or the first if there is no `main`.
fn read(stage: Option<Stage>, words: &[u32], at: &Location) -> Result<Vec<Shader>, Vec<Diagnostic>> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let reading = front::spirv::read("", &bytes);
    if reading.has_errors() {
        let mut findings = reading.findings;
        // Such findings are about all of a module.
        findings.iter_mut().for_each(|finding| finding.location = at.clone());
        return Err(findings);
    }
    let mut found = reading.shaders;
    let Some(wanted) = stage else { return Ok(found) };
    found.retain(|shader| shader.stage == wanted);
    let main = found.iter().position(|shader| shader.entry == "main").unwrap_or_default();
    if main < found.len() { Ok(vec![found.swap_remove(main)]) } else { Err(vec![no_entry(wanted, at)]) }
}

/// Finding: the code has no entry point of the stage that the file states.
pub(super) fn no_entry(wanted: Stage, at: &Location) -> Diagnostic {
    let message = format!("found no entry point of the {wanted} stage in its code");
    Diagnostic::new(&front::rules::ENTRY, at.clone(), message).help("recompile the stage")
}

/// OpenGL sources, read together: entities shared by stages get one location.
fn glsl(texts: Vec<(Stage, String, Location)>) -> Vec<Code> {
    if texts.is_empty() {
        return Vec::new();
    }
    let sources: Vec<StageSource<'_>> =
        texts.iter().map(|(stage, text, at)| StageSource::new(*stage, &at.path, text)).collect();
    let reading = front::glsl::read(&sources, &IncludeList::default(), &Options::default());
    let is_wrong = reading.has_errors();
    let mut all = Vec::new();
    for (number, (stage, _, at)) in texts.iter().enumerate() {
        let shaders = if is_wrong {
            let own = reading.findings.iter().filter(|finding| finding.location.input as usize == number);
            let own: Vec<Diagnostic> = own.map(|finding| in_text(finding.clone(), at)).collect();
            Err(own)
        } else {
            let own = reading.shaders.iter().filter(|shader| shader.stage == *stage);
            Ok(own
                .cloned()
                .map(|mut shader| {
                    make_root(&mut shader);
                    shader
                })
                .collect())
        };
        all.push(Code {
            stage: Some(*stage),
            at: at.clone(),
            clip: ClipSpace::OpenGl,
            words: None,
            named: 0,
            shaders: shaders.into(),
        });
    }
    // Findings on a stage keep only that stage from being written, but the stages read together succeed or fail
    // together.
    let found: Vec<Diagnostic> =
        all.iter().filter_map(|code| code.shaders().err()).flatten().cloned().collect();
    for code in &mut all {
        if let Some(Err(own)) = code.shaders.get_mut()
            && own.is_empty()
        {
            own.clone_from(&found);
        }
    }
    all
}

//! The stages of a file, read.

use std::borrow::Cow;

use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::payload::Payload;
use glassbox_bpx::raw;
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_glsl::source::IncludeList;
use glassbox_glsl::{Options, StageSource};
use glassbox_translate::back::{ClipSpace, make_root};
use glassbox_translate::front;
use glassbox_translate::shader::{Shader, Stage};
use glassbox_vbc::read::File as VbcFile;

use super::moved;
use super::rules;

/// The five stages of pipelines, in their order.
pub(super) const STAGES: [Stage; 5] = [
    Stage::Vertex,
    Stage::TessellationControl,
    Stage::TessellationEvaluation,
    Stage::Geometry,
    Stage::Fragment,
];

/// Code of a file: a stage, or a module with entry points of any.
pub(super) struct Code {
    /// Stage, where the file states one.
    pub(super) stage: Option<Stage>,
    /// Where the file has it.
    pub(super) at: Location,
    /// Clip space of its positions.
    pub(super) clip: ClipSpace,
    /// Whether it is SPIR-V.
    pub(super) is_spirv: bool,
    /// Its shaders, one where the file states the stage; or what keeps them from being read.
    pub(super) shaders: Result<Vec<Shader>, Vec<Diagnostic>>,
}

/// What a file holds.
pub(super) fn load(format: &str, bytes: &[u8], limits: &Limits) -> Result<Vec<Code>, Vec<Diagnostic>> {
    match format {
        "vbc" => Ok(modules(bytes, limits)?
            .into_iter()
            .map(|module| spirv(Some(module.stage), &module.bytes, module.at))
            .collect()),
        "bpx" => {
            let file = package(bytes, limits)?;
            of_package(&file)
        }
        _ => {
            let at = Location::new(0, bytes.len() as u64, "");
            Ok(vec![spirv(None, bytes, at)])
        }
    }
}

/// A module of a VBC file.
pub(super) struct Module<'a> {
    pub(super) stage: Stage,
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) at: Location,
}

/// The modules of a VBC file; there is at least one.
pub(super) fn modules<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Vec<Module<'a>>, Vec<Diagnostic>> {
    let whole = || Location::new(0, bytes.len() as u64, "");
    let damaged = |message: &str| {
        vec![
            Diagnostic::new(&rules::UNREADABLE, whole(), message)
                .help("mend it with `glassbox repair`, or compile it again"),
        ]
    };
    let (file, _) =
        glassbox_vbc::read::open(Window::whole(bytes), limits).map_err(|finding| vec![*finding])?;
    let (modules, places) = match file {
        VbcFile::Released(file) if !file.whole => {
            return Err(damaged(
                "found modules that end behind the file, expected all their bytes",
            ));
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
    for (((stage, module), start), known) in STAGES
        .into_iter()
        .zip(modules)
        .zip(places)
        .zip(&glassbox_vbc::stage::STAGES)
    {
        if let Some(bytes) = module {
            let at = Location::new(start, start.saturating_add(bytes.len() as u64), known.path);
            found.push(Module { stage, bytes, at });
        }
    }
    if found.is_empty() {
        let message = "found no module of any stage, expected one at least";
        let finding = Diagnostic::new(&rules::NO_SHADERS, whole(), message);
        return Err(vec![finding.help("compile the program again")]);
    }
    Ok(found)
}

/// A package that is a program.
pub(super) fn package<'a>(bytes: &'a [u8], limits: &Limits) -> Result<File<'a>, Vec<Diagnostic>> {
    let file = glassbox_bpx::read::open(Window::whole(bytes), limits, Numbering::Released)
        .map_err(|finding| vec![*finding])?;
    let what = match (file.is_shader_pack(), file.is_assembly()) {
        (false, _) => "a container of another type",
        (true, true) => "an assembly, which holds symbols only",
        (true, false) if file.shaders().next().is_none() => "a program without code",
        (true, false) => return Ok(file),
    };
    let message = format!("found {what}, expected a program with shaders");
    let finding = Diagnostic::new(
        &rules::NO_SHADERS,
        Location::new(0, bytes.len() as u64, ""),
        message,
    );
    Err(vec![finding.help("name the package of a program")])
}

/// The stage of a package's shader; `None` for numbers without a stage.
fn stage(of: raw::Stage) -> Option<Stage> {
    let pack_stage = glassbox_bpx_build::symbols::table::pack_stage;
    STAGES.into_iter().find(|stage| pack_stage(*stage) == Some(of))
}

/// The code of a package, which is read as what it is, whatever the target says.
pub(super) fn of_package(file: &File<'_>) -> Result<Vec<Code>, Vec<Diagnostic>> {
    let mut all = Vec::new();
    let mut texts: Vec<(Stage, String, Location)> = Vec::new();
    let mut refused = Vec::new();
    for (section, number, bytes) in file.shaders() {
        let at = file.body(section);
        let payload = Payload::of(bytes);
        match (stage(number), payload, std::str::from_utf8(bytes)) {
            (Some(stage), Payload::Spirv, _) => all.push(spirv(Some(stage), bytes, at)),
            (Some(stage), Payload::Glsl { .. }, Ok(text)) => texts.push((stage, text.to_owned(), at)),
            (Some(stage), payload, _) => {
                let message = format!(
                    "found {} in the {stage} stage of a package for {}, expected SPIR-V or GLSL",
                    payload.describe(),
                    file.target_name()
                );
                let help = "build the program from its source with `glassbox compile`, or convert its package for \
                            Vulkan or OpenGL";
                refused.push(Diagnostic::new(&rules::PAYLOAD, at, message).help(help));
            }
            (None, ..) => {
                let message = format!("found a shader of stage {}, which does not exist", number.0);
                let help = "see what `glassbox validate` says of the file";
                refused.push(Diagnostic::new(&rules::UNREADABLE, at, message).help(help));
            }
        }
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    all.extend(glsl(texts));
    all.sort_by_key(|code| code.stage);
    Ok(all)
}

/// Modules as they are read. Of a stage that the file states it is the entry point `main`, or the first where none is called so.
fn spirv(stage: Option<Stage>, bytes: &[u8], at: Location) -> Code {
    let reading = front::spirv::read("", &front::spirv::words(bytes));
    let mut shaders = match reading.has_errors() {
        true => Err(reading
            .findings
            .into_iter()
            .map(|finding| moved(finding, &at))
            .collect()),
        false => Ok(reading.shaders),
    };
    if let (Some(wanted), Ok(found)) = (stage, &mut shaders) {
        found.retain(|shader| shader.stage == wanted);
        let main = found.iter().position(|shader| shader.entry == "main");
        let chosen = main.unwrap_or_default();
        if chosen < found.len() {
            *found = vec![found.swap_remove(chosen)];
        } else {
            let message = format!("found no entry point of the {wanted} stage in its code");
            let finding = Diagnostic::new(&front::rules::ENTRY, at.clone(), message);
            shaders = Err(vec![finding.help("compile the stage again")]);
        }
    }
    Code {
        stage,
        at,
        clip: ClipSpace::Vulkan,
        is_spirv: true,
        shaders,
    }
}

/// Texts of OpenGL, read together: what stages share gets one place.
fn glsl(texts: Vec<(Stage, String, Location)>) -> Vec<Code> {
    if texts.is_empty() {
        return Vec::new();
    }
    let sources: Vec<StageSource<'_>> = texts
        .iter()
        .map(|(stage, text, at)| StageSource {
            stage: *stage,
            name: &at.path,
            text,
        })
        .collect();
    let reading = front::glsl::read(&sources, &IncludeList::default(), &Options::default());
    let is_wrong = reading.has_errors();
    let mut all = Vec::new();
    for (number, (stage, _, at)) in texts.iter().enumerate() {
        let shaders = if is_wrong {
            let own = reading
                .findings
                .iter()
                .filter(|finding| finding.location.input as usize == number);
            let own: Vec<Diagnostic> = own.map(|finding| moved(finding.clone(), at)).collect();
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
            is_spirv: false,
            shaders,
        });
    }
    // Findings of a stage keep only that stage from being written, but the stages of one reading stand or fall together.
    let found: Vec<Diagnostic> = all
        .iter()
        .filter_map(|code| code.shaders.as_ref().err())
        .flatten()
        .cloned()
        .collect();
    for code in &mut all {
        if let Err(own) = &mut code.shaders
            && own.is_empty()
        {
            own.clone_from(&found);
        }
    }
    all
}

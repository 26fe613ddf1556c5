//! Tests programs in the manner of Shadertoy: what the sources in `tests/shadertoy` become in AGSL, `NAME.agsl` for `NAME.frag`. Where
//! it refuses one, the file lists the places in the source with the rules.

use std::fs;
use std::path::{Path, PathBuf};

use glassbox_core::diagnostic::{Location, Severity};
use glassbox_decompile::{Options, Target, decompile};
use glassbox_glsl::shadertoy::{Rows, Shadertoy, is_shadertoy};
use glassbox_glsl::source::IncludeList;
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{CompiledStage, StageSource, compile_program};
use glassbox_sksl::raw::ProgramKind;
use glassbox_spirv::check::{Environment, Vulkan};
use glassbox_testing::golden::golden;
use glassbox_testing::skia;

/// How many of the sources become AGSL at least. The others have unbounded loops, bits, derivatives and the like.
const WRITTEN: usize = 85;

fn sources() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/shadertoy");
    let entries =
        fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("it is read").path());
    let mut all: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "frag")).collect();
    all.sort();
    all
}

/// The stage of a source, or its mistakes, one in a line.
fn compile(text: &str, rows: Rows) -> Result<CompiledStage, String> {
    let options = glassbox_glsl::Options {
        environment: Environment::Vulkan(Vulkan::V1_2),
        shadertoy: Some(Shadertoy { rows, has_sizes: true }),
        ..glassbox_glsl::Options::default()
    };
    let source = StageSource::new(Stage::Fragment, "image.frag", text);
    let compiled = compile_program(&[source], &IncludeList::default(), &options);
    compiled.stages.into_iter().next().ok_or_else(|| {
        let findings = compiled.findings.into_sorted();
        let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
        errors.map(|found| line(&found.location, found.rule.id, &found.message)).collect()
    })
}

fn line(location: &Location, rule: &str, message: &str) -> String {
    let (line, column) = location.line_column.unwrap_or_default();
    format!("refused at {line}:{column}, {rule}: {message}\n")
}

/// AGSL of a source, or the refusals, one in a line.
fn agsl(text: &str) -> Result<String, String> {
    let stage = compile(text, Rows::FromAbove)?;
    let target = Target::of("agsl", None, glassbox_decompile::Api::OpenGl).expect("it is known");
    let written = decompile(&stage.module, &target, &Options::default());
    written.map(|source| source.text).map_err(|refusal| {
        let found = refusal.obstacles.iter().map(|obstacle| {
            let tokens = obstacle.at.map(|at| stage.module.origin(at)).unwrap_or_default();
            let token =
                stage.origins.get(tokens.start).unwrap_or_else(|| panic!("no place: {}", obstacle.message));
            let span = token.primary().span;
            let location = Location::in_text(text, span.start as usize..span.end as usize);
            line(&location, obstacle.reason.rule().id, &obstacle.message)
        });
        found.collect()
    })
}

/// Checks a text with the front end of this project, which knows the restrictions of AGSL, and with Skia if the test asks for it.
fn check(path: &Path, text: &str) {
    let mut options = glassbox_sksl_lang::Options::new(ProgramKind::SHADER);
    options.es2 = true;
    let findings = glassbox_sksl_lang::compile(text, &options).findings;
    assert!(findings.is_empty(), "{}: {}\n{text}", path.display(), findings[0]);
    skia::compile(text).unwrap_or_else(|said| panic!("{}: {said}\n{text}", path.display()));
}

#[test]
fn sources_become_agsl_or_are_refused() {
    let mut written = 0;
    for path in sources() {
        let text = fs::read_to_string(&path).expect("it is read");
        assert!(is_shadertoy(&text), "{}", path.display());
        let result = agsl(&text);
        if let Ok(source) = &result {
            written += 1;
            check(&path, source);
        }
        golden(path.with_extension("agsl"), result.unwrap_or_else(|refused| refused));
    }
    assert!(written >= WRITTEN, "{written} sources");
}

#[test]
fn every_other_target_takes_what_compiles() {
    let targets =
        [("glsl", Some("330")), ("glsl", Some("300es")), ("hlsl", None), ("msl", None), ("wgsl", None)];
    for path in sources() {
        let text = fs::read_to_string(&path).expect("it is read");
        let Ok(stage) = compile(&text, Rows::FromAbove) else { continue };
        for (language, version) in targets {
            let target = Target::of(language, version, glassbox_decompile::Api::OpenGl).expect("it is known");
            let written = decompile(&stage.module, &target, &Options::default());
            assert!(written.is_ok(), "{} as {target}: {:?}", path.display(), written.err());
        }
    }
}

#[test]
fn rows_are_counted_as_the_target_does() {
    let text = "void mainImage(out vec4 c, in vec2 p) { c = vec4(dFdy(p), p); }";
    let count = |rows| {
        let stage = compile(text, rows).expect("it compiles");
        let written = decompile(&stage.module, &Target::Wgsl, &Options::default()).expect("it is written");
        written.text.contains("iResolution")
    };
    assert!(count(Rows::FromAbove));
    assert!(!count(Rows::FromBelow));
}

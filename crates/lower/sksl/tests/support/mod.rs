//! Programs, modules, and what `spirv-val` says of them.

use std::path::{Path, PathBuf};

use glassbox_core::diagnostic::Diagnostic;
use glassbox_lower_sksl::{Lowered, Options, UniformLayout, lower};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Program, compile};
use glassbox_testing::tool::{Tool, is_asked};

/// The program of a source.
pub(crate) fn program(kind: ProgramKind, source: &str) -> Program {
    // The optimizer drops functions that no main calls.
    let optimize = kind != ProgramKind::GENERIC;
    let options = glassbox_sksl_lang::Options { optimize, ..glassbox_sksl_lang::Options::new(kind) };
    let compiled = compile(source, &options);
    compiled.program.unwrap_or_else(|| panic!("{}\n{source}", compiled.findings[0]))
}

/// The program of a source in the dialect of today.
pub(crate) fn current(kind: ProgramKind, source: &str) -> Program {
    let compiled = compile(source, &glassbox_sksl_lang::Options::current(kind));
    compiled.program.unwrap_or_else(|| panic!("{}\n{source}", compiled.findings[0]))
}

/// The kind that a file name states.
pub(crate) fn kind(path: &Path) -> Option<ProgramKind> {
    Some(match path.extension()?.to_str()? {
        "rts" => ProgramKind::SHADER,
        "rtcf" => ProgramKind::COLOR_FILTER,
        "rtb" => ProgramKind::BLENDER,
        "frag" => ProgramKind::FRAGMENT,
        "vert" => ProgramKind::VERTEX,
        "mv" => ProgramKind::MESH_VERTEX,
        "mf" => ProgramKind::MESH_FRAGMENT,
        _ => return None,
    })
}

/// Sources with a kind in the folders of programs: those of this crate and of the evaluator.
pub(crate) fn sources() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [own.join("tests/programs"), own.join("../../engines/sksl-eval/tests/programs")];
    let mut found = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(folder).expect("a folder of programs");
        found.extend(entries.flatten().map(|entry| entry.path()).filter(|path| kind(path).is_some()));
    }
    found.sort();
    found
}

/// A program as a module, which `spirv-val` sees if the test asks for it.
pub(crate) fn lowered(name: &str, program: &Program, options: &Options) -> Lowered {
    let lowered = lower(program, options).unwrap_or_else(|found| panic!("{name}: {}", found[0]));
    validate(name, &lowered, options);
    lowered
}

fn validate(name: &str, lowered: &Lowered, options: &Options) {
    if !is_asked(Tool::SpirvVal) {
        return;
    }
    let bytes = lowered.module.bytes().expect("bytes");
    let is_loose = options.entry.is_none() || !lowered.interface.imports.is_empty();
    let mut arguments = vec!["--target-env", if is_loose { "spv1.5" } else { "vulkan1.2" }];
    match options.layout {
        UniformLayout::Skia => arguments.push("--scalar-block-layout"),
        UniformLayout::Wgsl => arguments.push("--uniform-buffer-standard-layout"),
        UniformLayout::Std140 => {}
    }
    let folder = std::env::temp_dir().join(format!("glassbox-lower-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("{:?}.spv", std::thread::current().id()));
    std::fs::write(&file, bytes).expect("a file");
    let said =
        std::process::Command::new("spirv-val").args(arguments).arg(&file).output().expect("spirv-val");
    let _ = std::fs::remove_file(&file);
    assert!(said.status.success(), "{name}: {}", String::from_utf8_lossy(&said.stderr));
}

/// The finding of a program that does not become a module.
pub(crate) fn refused(program: &Program, options: &Options) -> Diagnostic {
    let findings = lower(program, options).map(|_| ()).expect_err("it is refused");
    findings.into_vec().remove(0)
}

/// The text of a module.
pub(crate) fn listing(lowered: &Lowered) -> String {
    let bytes = lowered.module.bytes().expect("bytes");
    glassbox_spirv::disassemble(&bytes, &Default::default()).expect("a listing")
}

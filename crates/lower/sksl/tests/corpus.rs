//! Binaries of the corpus become modules, or are refused by a rule.

use std::path::{Path, PathBuf};

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_lower_sksl::Options;
use glassbox_sksl_lang::lift;
use glassbox_testing::corpus;

use crate::support::lowered;

/// Binaries below a folder, in order.
fn binaries(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            binaries(&path, found);
        } else if path.extension().is_some_and(|end| end == "bin") {
            found.push(path);
        }
    }
}

/// Lowers every binary that holds a program; the number of modules.
fn lower_all(folder: &Path) -> usize {
    let mut found = Vec::new();
    binaries(folder, &mut found);
    let mut modules = 0;
    for path in found {
        let bytes = std::fs::read(&path).expect("a file");
        let Ok(file) = glassbox_sksl::read::open(Window::whole(&bytes), &Limits::default()) else { continue };
        let Ok(program) = lift(&file) else { continue };
        // Skia's own modules declare functions without bodies; generic programs have no entry point.
        let has_main = program.elements.iter().any(|element| {
            matches!(*element, glassbox_sksl_lang::ir::program::Element::Function { declaration, .. }
                if program.symbol_name(declaration) == "main")
        });
        let entry = has_main.then(|| "main".to_owned());
        let is_loose = program.kind == glassbox_sksl::raw::ProgramKind::GENERIC;
        if program.is_module || !has_main && !is_loose {
            continue;
        }
        lowered(&path.display().to_string(), &program, &Options { entry, ..Options::default() });
        modules += 1;
    }
    modules
}

#[test]
fn programs_of_the_corpus_become_modules() {
    let modules = lower_all(&corpus::folder().join("sksl"));
    assert!(modules >= 10, "{modules} modules");
}

#[test]
#[ignore = "needs GLASSBOX_CORPUS and spirv-val"]
fn needs_corpus_programs_become_modules() {
    let folder = corpus::needed().join("sksl");
    glassbox_testing::tool::asking(glassbox_testing::tool::Tool::SpirvVal, || {
        let modules = lower_all(&folder);
        assert!(modules >= 300, "{modules} modules");
    });
}

glassbox_testing::asking!(spirv_val: programs_of_the_corpus_become_modules);

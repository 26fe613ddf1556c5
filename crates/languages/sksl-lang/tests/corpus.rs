//! Every corpus program with an available source compiles to the bytes in the corpus, with the inliner off, with it
//! on, and with the optimiser off, and its description has the hash in the corpus.
//!
//! The sources of Skia's own programs are in the folder `resources` of Skia's sources, which `GLASSBOX_SKSL_SOURCES`
//! names.

use std::path::Path;

use crate::support;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Encoding, Options, describe, encode};
use glassbox_testing::sha256::sha256;
use glassbox_testing::sksl::manifest::{Row, manifest, resources};
use support::{DEFAULT_THRESHOLD, assert_none, compiled, difference, kind_of, lines};

/// Programs whose file was compiled from another source than that in the available release of Skia.
const OTHER_SOURCE: &[&str] = &[
    "v8/program/folding__MatrixFoldingES2.sksl.bin",
    "v8/program/folding__MatrixFoldingES3.sksl.bin",
    "v8/program-inlined/folding__MatrixFoldingES3.sksl.bin",
];

/// Programs whose source is from another commit than the others, and may be missing.
const OTHER_COMMIT: &[&str] = &[
    "v8/program/shared__InoutParamsAreDistinct.sksl.bin",
    "v8/program/shared__OutParamsAreDistinctFromGlobal.sksl.bin",
];

/// Programs whose description contains an untyped int literal that the file cannot represent.
const LARGE_LITERALS: &[&str] = &[];

/// Options with which a group of the corpus was compiled; `None` for groups that are not programs.
fn options(row: &Row) -> Option<Options> {
    let name = row.resource.clone().or_else(|| {
        let path = row.own_source.as_ref()?;
        Some(path.to_string_lossy().into_owned())
    })?;
    let mut options = Options::new(kind_of(&name)?);
    match row.group() {
        "v8/program" => {}
        // `mod_*` are modules of built-ins, not programs.
        "v8/own" if !row.name.contains("/mod_") => {}
        "own" => {
            options.optimize = !row.settings.contains("optimiser off");
            options.es2 = row.settings.contains("ES2 restrictions on");
        }
        "v8/program-inlined" => options.inline_threshold = DEFAULT_THRESHOLD,
        "v8/program-unoptimized" => options.optimize = false,
        _ => return None,
    }
    Some(options)
}

#[test]
fn programs_compile_to_the_bytes_of_the_corpus() {
    let (identical, _) = compiled_alike(None);
    assert!(identical >= 26, "{identical}");
}

#[test]
#[ignore = "needs GLASSBOX_CORPUS and GLASSBOX_SKSL_SOURCES: programs of Skia and their sources"]
fn needs_skia_sources_programs_compile_to_the_bytes_of_the_corpus() {
    let (identical, missing) = compiled_alike(Some(&resources()));
    assert_eq!(missing, 0);
    assert!(identical >= 305, "{identical}");
}

/// Number of programs with the bytes of the corpus, and number of missing sources.
fn compiled_alike(resources: Option<&Path>) -> (usize, usize) {
    let mut failures = Vec::new();
    let (mut identical, mut missing) = (0, 0);
    for row in manifest() {
        let Some(options) = options(&row) else { continue };
        if OTHER_SOURCE.contains(&row.name.as_str()) {
            continue;
        }
        let Some(text) = row.source(resources) else {
            missing += usize::from(!OTHER_COMMIT.contains(&row.name.as_str()));
            continue;
        };
        let program = match compiled(&text, &options) {
            Ok(program) => program,
            Err(findings) => {
                failures.push(format!("{}: does not compile\n{findings}", row.name));
                continue;
            }
        };
        match encode(&program, Encoding::Strict) {
            Ok(bytes) if bytes == row.bytes() => identical += 1,
            Ok(bytes) => failures.push(format!("{}: {}", row.name, difference(&bytes, &row.bytes()))),
            Err(findings) => failures.push(format!("{}: {}", row.name, lines(&findings))),
        }
        if let Some(digest) = &row.description
            && !LARGE_LITERALS.contains(&row.name.as_str())
            && sha256(describe(&program).as_bytes()) != *digest
        {
            failures.push(format!("{}: has another description", row.name));
        }
    }
    println!("{identical} programs have the bytes of the corpus; the sources of {missing} are not at hand");
    assert_none(&failures, identical + failures.len());
    (identical, missing)
}

/// Programs that Skia's encoder wrote incorrectly are rejected with a reason.
#[test]
#[ignore = "needs GLASSBOX_CORPUS and GLASSBOX_SKSL_SOURCES: programs of Skia and their sources"]
fn needs_skia_sources_what_no_file_can_hold_is_refused() {
    let resources = resources();
    let mut refused = 0;
    let wanted = [
        ("v8/encoder-bugs/prog_child.rts.bin", "SKSL-E502"),
        ("v8/encoder-bugs/runtime__ChildEffects.rts.bin", "SKSL-E502"),
        ("v8/encoder-bugs/runtime__SampleWithExplicitCoord.rts.bin", "SKSL-E502"),
        ("v8/encoder-bugs/runtime__LargeProgram_FlatLoop.rts.bin", "SKSL-E503"),
    ];
    for row in manifest() {
        let Some((_, rule)) = wanted.iter().find(|(name, _)| *name == row.name) else {
            continue;
        };
        let own = row.path.with_extension("");
        let text = std::fs::read_to_string(own).ok();
        let text = text.or_else(|| row.source(Some(&resources)));
        let text = text.expect("the source is at hand");
        let program = compiled(&text, &Options::new(ProgramKind::SHADER)).expect("the source is right");
        for encoding in Encoding::ALL {
            let findings = encode(&program, encoding).expect_err("no file can hold it");
            assert!(findings.iter().all(|finding| finding.rule.id == *rule), "{}: {findings:?}", row.name);
        }
        refused += 1;
    }
    assert_eq!(refused, wanted.len());
}

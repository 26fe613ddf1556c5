//! Runs the commands shown on documentation pages and compares their output with the page.
//!
//! A block whose first line ends in a second word is a file of that name. In a block `console`, lines that begin with
//! `$` are commands followed by their output, standard error first; `…` matches any lines.
//! `GLASSBOX_BLESS=1` rewrites differing output, except around a `…` whose neighbouring lines match.
//!
//! Pages that request it run from the root of the source tree, with copies of its examples. Cargo commands are not run.

use std::path::Path;

use crate::support;
use glassbox_testing::golden;

#[test]
fn every_command_of_the_tutorial_prints_what_the_page_shows() {
    hold("pica/tutorial.md", 9);
}

#[test]
fn every_command_of_the_readme_prints_what_it_shows() {
    hold_with("../README.md", 17, examples);
}

#[test]
fn every_command_for_directx_tools_prints_what_the_page_shows() {
    hold_with("tutorials/directx.md", 12, examples);
}

#[test]
fn every_command_for_skia_effects_prints_what_the_page_shows() {
    hold_with("tutorials/skia.md", 15, examples);
}

#[test]
fn every_command_for_engine_builds_prints_what_the_page_shows() {
    hold_with("tutorials/engines.md", 13, examples);
}

#[test]
fn every_command_for_reverse_engineering_prints_what_the_page_shows() {
    hold_with("tutorials/reverse.md", 17, examples);
}

#[test]
fn the_files_of_the_tutorial_are_those_of_the_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/pica/tutorial.md")).expect("the page is there");
    for name in ["light.v.pica", "matrix.txt", "corner.obj"] {
        let file =
            std::fs::read_to_string(root.join("examples/pica").join(name)).expect("the example is there");
        assert!(page.contains(&format!(" {name}\n{file}```")), "{name}");
    }
}

#[test]
fn every_command_for_sksl_as_spirv_prints_what_the_page_shows() {
    hold("sksl/spirv.md", 2);
}

#[test]
fn every_command_for_shadertoy_prints_what_the_page_shows() {
    hold("sksl/shadertoy.md", 1);
}

#[test]
fn every_command_about_token_streams_prints_what_the_page_shows() {
    hold("dx/dxbc.md", 4);
}

#[test]
fn every_command_about_root_signatures_prints_what_the_page_shows() {
    hold("dx/root-signatures.md", 2);
}

#[test]
fn every_command_about_checking_dxil_prints_what_the_page_shows() {
    hold_with("dx/validation.md", 2, |folder| {
        let shader =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/dxcontainer/dxc19/cs_wave_6_6.dxil");
        std::fs::copy(shader, folder.join("wave.dxil")).expect("the shader is there");
    });
}

#[test]
fn every_command_about_symbols_prints_what_the_page_shows() {
    hold_with("dx/symbols.md", 1, |folder| {
        let libraries = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/dxcontainer/link");
        for name in ["tone.dxil", "expo.dxil"] {
            std::fs::copy(libraries.join(name), folder.join(name)).expect("the library is there");
        }
    });
}

#[test]
fn every_command_about_linking_prints_what_the_page_shows() {
    let libraries = [
        ("glow.gbt", "glow.dxil"),
        ("bright.gbt", "libraries/bright.dxil"),
        ("curve.gbt", "libraries/curve.dxil"),
    ];
    hold_with("dx/link.md", 7, |folder| {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../linkers/dx-link/tests/libraries");
        std::fs::create_dir(folder.join("libraries")).expect("the folder can be made");
        for (source, file) in libraries {
            std::fs::copy(sources.join(source), folder.join(source)).expect("the library is there");
            let said = printed(&format!("glassbox parse {source} -o {file}"), folder);
            assert!(said.is_empty(), "{said}");
        }
    });
}

#[test]
fn every_command_about_assemblies_prints_what_the_page_shows() {
    hold_with("bpx/link.md", 20, |folder| {
        let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../linkers/bpx-link/tests/packages");
        for entry in std::fs::read_dir(files).expect("the files are there") {
            let entry = entry.expect("the folder can be listed");
            std::fs::copy(entry.path(), folder.join(entry.file_name())).expect("the file can be copied");
        }
    });
}

#[test]
fn every_command_about_building_bpxs_programs_prints_what_the_page_shows() {
    hold("bpx/build.md", 14);
}

#[test]
fn every_command_about_compiling_in_a_build_prints_what_the_page_shows() {
    hold_with("compile.md", 8, |folder| {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/build"), folder);
    });
}

#[test]
fn every_command_about_source_of_modules_prints_what_the_page_shows() {
    hold("decompile.md", 4);
}

#[test]
fn every_command_about_converting_prints_what_the_page_shows() {
    hold_with("bpx/convert.md", 11, |folder| {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
        std::fs::copy(fixtures.join("tint.vbc.txt"), folder.join("tint.vbc.txt"))
            .expect("the file can be copied");
    });
}

#[test]
fn the_examples_have_no_errors() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    examples(folder.path());
    let command = "glassbox validate -r examples";
    let transcript = support::transcript(command, folder.path()).expect("the command runs");
    assert!(transcript.lines().any(|line| line == "[exit 0]"), "{transcript}");
}

/// Copies the examples of the source tree to the same relative paths.
fn examples(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for part in ["examples", "docs/examples"] {
        copy(&root.join(part), &folder.join(part));
    }
}

/// Copies a folder recursively.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the folder can be made");
    for entry in std::fs::read_dir(from).expect("the folder is there") {
        let path = entry.expect("the folder can be listed").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to)
        } else {
            std::fs::copy(&path, to).expect("the file can be copied");
        }
    }
}

/// The part of a command that a test runs: after `cargo … &&`.
fn runnable(command: &str) -> Option<&str> {
    if command.starts_with("cargo ") { Some(command.split_once(" && ")?.1) } else { Some(command) }
}

/// Runs the commands of a page, at least so many.
fn hold(page: &str, least: usize) {
    hold_with(page, least, |_| {});
}

/// Runs the commands of a page, at least so many, in a prepared folder.
fn hold_with(page: &str, least: usize, prepare: impl Fn(&Path)) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    prepare(folder.path());
    let mut blessed = String::new();
    let mut failures = Vec::new();
    let mut commands = 0;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        blessed.push_str(line);
        blessed.push('\n');
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else {
            continue;
        };
        let mut block = Vec::new();
        while let Some(line) = lines.next_if(|line| *line != "```") {
            block.push(line);
        }
        match info.split_once(' ') {
            Some((_, name)) => {
                std::fs::write(folder.path().join(name), block.join("\n") + "\n")
                    .expect("the file can be written");
                blessed.extend(block.iter().flat_map(|line| [line, "\n"]));
            }
            None if info == "console" => {
                let mut block = block.into_iter().peekable();
                while let Some(command) = block.next() {
                    let mut expected = Vec::new();
                    while let Some(line) = block.next_if(|line| !line.starts_with("$ ")) {
                        expected.push(line);
                    }
                    let command = command.strip_prefix("$ ").expect("a command");
                    let Some(run) = runnable(command) else {
                        blessed.push_str(&format!("$ {command}\n"));
                        blessed.extend(expected.iter().flat_map(|line| [line, "\n"]));
                        continue;
                    };
                    let printed = printed(run, folder.path());
                    let printed: Vec<&str> = printed.lines().collect();
                    commands += 1;
                    let fits = fits(&expected, &printed);
                    if !fits {
                        failures.push(format!("$ {command}\n{}\n", printed.join("\n")));
                    }
                    let kept = if fits { &expected } else { &printed };
                    blessed.push_str(&format!("$ {command}\n"));
                    blessed.extend(kept.iter().flat_map(|line| [line, "\n"]));
                }
            }
            None => blessed.extend(block.iter().flat_map(|line| [line, "\n"])),
        }
        assert_eq!(lines.next(), Some("```"), "a block is closed");
        blessed.push_str("```\n");
    }
    assert!(commands >= least, "{commands} commands");
    if golden::is_blessing() {
        std::fs::write(&path, blessed).expect("the page can be written");
        return;
    }
    assert!(failures.is_empty(), "other output than the page shows:\n{}", failures.join("\n"));
}

/// Output of a command, as on a terminal.
fn printed(command: &str, folder: &Path) -> String {
    let transcript = support::transcript(command, folder).expect("the command runs");
    let mut streams = [String::new(), String::new()];
    let mut stream = 0;
    for line in transcript.lines().skip(1) {
        match line {
            "[stdout]" => stream = 1,
            "[stderr]" => stream = 0,
            _ if line.starts_with("[exit ") => break,
            _ => {
                streams[stream].push_str(line);
                streams[stream].push('\n');
            }
        }
    }
    streams.concat()
}

/// True if lines match; `…` matches any number of them.
fn fits(expected: &[&str], found: &[&str]) -> bool {
    let mut parts = expected.split(|line| *line == "…");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = found.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<_> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        let at = (0..=rest.len()).find(|&at| rest[at..].starts_with(part));
        let Some(at) = at else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

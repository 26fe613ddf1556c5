//! The settings in docs/integrations work as printed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command;
use command::glassbox;

const MODULE: &str = "\
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %main \"main\"
       %void = OpTypeVoid
          %3 = OpTypeFunction %void
       %main = OpFunction %void None %3
          %5 = OpLabel
               OpReturn
               OpFunctionEnd
";

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/integrations").join(name);
    fs::read_to_string(path).expect("the page is there")
}

/// The fenced block of a page with the given info string.
fn block(page: &str, info: &str) -> String {
    let mut lines = page.lines();
    lines.find(|line| line.strip_prefix("```") == Some(info)).unwrap_or_else(|| panic!("no block {info:?}"));
    lines.take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect()
}

/// A repository with a committed and then changed file.
fn repository(folder: &Path, config: &str) {
    git(folder, &["init", "-q", "."]);
    fs::write(folder.join(".gitattributes"), block(&page("git.md"), "gitattributes"))
        .expect("the file can be written");
    let own = folder.join(".git/config");
    let config = fs::read_to_string(&own).expect("a configuration") + config;
    fs::write(own, config).expect("the file can be written");
    fs::write(folder.join("m.spvasm"), MODULE).expect("the file can be written");
    assert!(glassbox(folder, &["asm", "m.spvasm", "-o", "m.spv"]).status.success());
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-qm", "one"]);
    fs::write(folder.join("m.spvasm"), MODULE.replace("Vertex", "Fragment"))
        .expect("the file can be written");
    assert!(glassbox(folder, &["asm", "m.spvasm", "-o", "m.spv"]).status.success());
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let own = Path::new(env!("CARGO_BIN_EXE_glassbox"));
    let mut path: Vec<PathBuf> = own.parent().map(Path::to_owned).into_iter().collect();
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let done = Command::new("git")
        .args(arguments)
        .current_dir(folder)
        .env("PATH", std::env::join_paths(path).expect("a path"))
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_PAGER", "cat")
        .envs(["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map(|name| (name, "a")))
        .envs(["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map(|name| (name, "a@example.org")))
        .output()
        .expect("git runs");
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "git {arguments:?}: {errors}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
#[ignore = "needs git"]
fn needs_git_compares_text_forms() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let config = block(&page("git.md"), "gitconfig textconv");
    repository(folder.path(), &config);
    let difference = git(folder.path(), &["diff", "m.spv"]);
    assert!(difference.contains("\n@@ "), "{difference}");
    assert!(!difference.contains("Binary files"), "{difference}");
}

#[test]
#[ignore = "needs git"]
fn needs_git_compares_by_structure() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let config = block(&page("git.md"), "gitconfig command");
    repository(folder.path(), &config);
    let difference = git(folder.path(), &["diff", "m.spv"]);
    assert!(!difference.trim().is_empty());
    assert!(!difference.contains("Binary files"), "{difference}");
}

/// Runs a command line as RenderDoc does.
fn tool(folder: &Path, info: &str, input: &str, output: &str) {
    let line = block(&page("renderdoc.md"), info);
    let arguments: Vec<String> = line
        .split_whitespace()
        .map(|word| word.replace("{input_file}", input).replace("{output_file}", output))
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = glassbox(folder, &arguments);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn renderdoc_round_trip() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::write(folder.join("in.txt"), MODULE).expect("the file can be written");
    tool(folder, "renderdoc assembler", "in.txt", "module.bin");
    tool(folder, "renderdoc disassembler", "module.bin", "out.txt");
    tool(folder, "renderdoc assembler", "out.txt", "again.bin");
    let text = fs::read_to_string(folder.join("out.txt")).expect("written");
    assert!(text.contains("OpEntryPoint Vertex"), "{text}");
    let (first, second) = (fs::read(folder.join("module.bin")), fs::read(folder.join("again.bin")));
    assert_eq!(first.expect("written"), second.expect("written"));
}

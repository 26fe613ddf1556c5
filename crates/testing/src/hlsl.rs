//! Runs HLSL compilers for tests that [use](crate::tool) them.
//!
//! `GLASSBOX_FXC` names a command that takes any number of profiles, entry points and files and
//! compiles them like `d3dcompiler_47`; `GLASSBOX_DXC` one that does the same like `dxc`. Each
//! prints `FILE: FAIL` and the reason, or `refused`, a tab, the file and a tab, for files that are not valid.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::tool::{Tool, is_asked};

/// Runs of compilers so far; tests run at the same time and have folders of their own.
static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Shader to compile.
pub struct File<'a> {
    /// Name for messages.
    pub name: &'a str,
    /// Stage: `vs`, `ps` and so on.
    pub stage: &'a str,
    /// Major version of the shader model.
    pub model: u8,
    /// Minor version of the shader model.
    pub minor: u8,
    /// Source text.
    pub text: &'a str,
}

/// Errors by shader name, from the selected compiler for the shaders of its model, with the entry
/// point `main`.
///
/// # Panics
/// If a selected compiler cannot be run.
pub fn validate(files: &[File<'_>]) -> BTreeMap<String, String> {
    let mut failures = BTreeMap::new();
    let compilers = [(Tool::Fxc, "GLASSBOX_FXC", 5..=5), (Tool::Dxc, "GLASSBOX_DXC", 6..=6)];
    for (tool, variable, models) in compilers {
        if !is_asked(tool) {
            continue;
        }
        let command = std::env::var_os(variable).unwrap_or_else(|| {
            panic!("set {variable} to a compiler of HLSL for shader model {}", models.start())
        });
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("glassbox-hlsl-{}-{run}-{variable}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the folder of temporary files can be written");
        let chosen: Vec<&File<'_>> = files.iter().filter(|file| models.contains(&file.model)).collect();
        let path = |index: usize| -> PathBuf { folder.join(format!("{index}.hlsl")) };
        let mut command = Command::new(command);
        for (index, file) in chosen.iter().enumerate() {
            std::fs::write(path(index), file.text).expect("the file can be written");
            command.arg(format!("{}_{}_{}", file.stage, file.model, file.minor)).arg("main").arg(path(index));
        }
        let output = command.output().expect("the compiler can be run");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        for (index, file) in chosen.iter().enumerate() {
            let path = path(index);
            let begins = [format!("{}: FAIL", path.display()), format!("refused\t{}\t", path.display())];
            if let Some(at) = begins.iter().find_map(|begin| said.find(begin)) {
                let rest: String = said[at..].lines().take(8).collect::<Vec<_>>().join("\n");
                failures.insert(file.name.to_owned(), rest);
            }
        }
        assert!(output.status.success() || !failures.is_empty(), "{variable} failed: {said}");
        let _ = std::fs::remove_dir_all(&folder);
    }
    failures
}

//! Runs Khronos' GLSL validator `glslangValidator` for tests that [use](crate::tool) it.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::tool::{Tool, is_asked};

/// Validates a GLSL or GLSL ES shader; `Ok` if the test does not use the tool. The stage is `vert`,
/// `frag` and so on.
///
/// # Errors
/// The validator's output.
pub fn validate(text: &str, stage: &str) -> Result<(), String> {
    run(&[(stage, text.to_owned())], &[])
}

/// Validates the stages of a program together.
///
/// # Errors
/// The validator's output.
pub fn link(stages: &[(&str, String)]) -> Result<(), String> {
    run(stages, &["-l"])
}

fn run(stages: &[(&str, String)], switches: &[&str]) -> Result<(), String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    if !is_asked(Tool::Glslang) {
        return Ok(());
    }
    let folder = std::env::temp_dir().join(format!(
        "glassbox-glslang-{}-{}",
        std::process::id(),
        NEXT.fetch_add(1, Ordering::Relaxed)
    ));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut command = Command::new("glslangValidator");
    command.args(switches);
    for (stage, text) in stages {
        let path = folder.join(format!("shader.{stage}"));
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        command.arg(path);
    }
    let output = command
        .output()
        .map_err(|error| format!("glslangValidator, which comes with glslang-tools: {error}"));
    let _ = std::fs::remove_dir_all(&folder);
    let output = output?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(());
    }
    Err(said.trim().to_owned())
}

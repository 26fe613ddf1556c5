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

/// Validates the stages of a program together; several texts of one stage are one.
///
/// # Errors
/// The validator's output.
pub fn link(stages: &[(&str, String)]) -> Result<(), String> {
    run(stages, &["-l"])
}

/// Compiles a Vulkan GLSL shader to SPIR-V 1.0, whether the test uses the tool or not.
///
/// # Errors
/// The compiler's output.
pub fn compile(text: &str, stage: &str) -> Result<Vec<u32>, String> {
    compile_with(text, stage, &["-V"])
}

/// Compiles a shader for an environment such as `vulkan1.3`; no words if the test does not use the tool.
///
/// # Errors
/// The compiler's output.
pub fn compile_for(text: &str, stage: &str, environment: &str) -> Result<Vec<u32>, String> {
    if !is_asked(Tool::Glslang) {
        return Ok(Vec::new());
    }
    compile_with(text, stage, &["-V", "--target-env", environment])
}

fn compile_with(text: &str, stage: &str, switches: &[&str]) -> Result<Vec<u32>, String> {
    let folder = Folder::new()?;
    let target = folder.0.join("shader.spv");
    let mut output: Vec<&std::ffi::OsStr> = switches.iter().map(std::ffi::OsStr::new).collect();
    output.extend([std::ffi::OsStr::new("-o"), target.as_os_str()]);
    folder.call(&[(stage, text.to_owned())], &output)?;
    let bytes = std::fs::read(&target).map_err(|error| error.to_string())?;
    Ok(bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

fn run(stages: &[(&str, String)], switches: &[&str]) -> Result<(), String> {
    if !is_asked(Tool::Glslang) {
        return Ok(());
    }
    let switches: Vec<&std::ffi::OsStr> = switches.iter().map(std::ffi::OsStr::new).collect();
    Folder::new()?.call(stages, &switches)
}

/// A folder for the files of one call.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("glassbox-glslang-{}-{number}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).map_err(|error| error.to_string())?;
        Ok(folder)
    }

    fn call(&self, stages: &[(&str, String)], switches: &[&std::ffi::OsStr]) -> Result<(), String> {
        let mut command = Command::new("glslangValidator");
        command.args(switches);
        for (number, (stage, text)) in stages.iter().enumerate() {
            let path = self.0.join(format!("shader{number}.{stage}"));
            std::fs::write(&path, text).map_err(|error| error.to_string())?;
            command.arg(path);
        }
        let output = command
            .output()
            .map_err(|error| format!("glslangValidator, which comes with glslang-tools: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

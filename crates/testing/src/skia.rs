//! Compiles runtime effects with Skia.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::tool::{Tool, is_asked};

/// Compiles a runtime effect that is a shader, if the test asks for it: with the program that `GLASSBOX_SKIA_PYTHON` names,
/// a Python with the package skia-python.
///
/// # Errors
/// What Skia says, or that it is missing.
pub fn compile(text: &str) -> Result<(), String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    if !is_asked(Tool::Skia) {
        return Ok(());
    }
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("glassbox-skia-{}-{number}.rts", std::process::id()));
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let output = script().arg("--check").arg(&path).output();
    let _ = std::fs::remove_file(&path);
    let output = output.map_err(|error| format!("skia-python: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
}

/// What Skia says of effects whose files end with `.rts`, `.rtcf` or `.rtb`: `accepted`, or what it has against each.
///
/// # Errors
/// What keeps Skia from being asked.
pub fn judge(paths: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut child = script()
        .arg("--judge")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("skia-python: {error}"))?;
    let list: String = paths.iter().map(|path| format!("{}\n", path.display())).collect();
    let mut stdin = child.stdin.take().ok_or("no input")?;
    // What is asked is read before anything is answered.
    stdin.write_all(list.as_bytes()).map_err(|error| error.to_string())?;
    drop(stdin);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<String> = said.lines().map(str::to_owned).collect();
    if lines.len() == paths.len() {
        Ok(lines)
    } else {
        Err(format!("{} answers to {} texts", lines.len(), paths.len()))
    }
}

/// The picture of an effect that is a shader without children, as Skia draws it without a GPU; `uniforms` are `NAME=V,V,…`.
///
/// # Errors
/// What Skia says, or that it is missing.
pub fn draw(path: &Path, [width, height]: [u32; 2], uniforms: &[String]) -> Result<Vec<f32>, String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let picture = std::env::temp_dir().join(format!("glassbox-skia-{}-{number}.pixels", std::process::id()));
    let size = [width.to_string(), height.to_string()];
    let output = script().arg(path).args(size).arg(&picture).args(uniforms).output();
    let output = output.map_err(|error| format!("skia-python: {error}"))?;
    let bytes = std::fs::read(&picture);
    let _ = std::fs::remove_file(&picture);
    let bytes = bytes.map_err(|_| String::from_utf8_lossy(&output.stderr).trim().to_owned())?;
    Ok(bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
}

/// The script that runs Skia.
fn script() -> Command {
    let mut command =
        Command::new(std::env::var("GLASSBOX_SKIA_PYTHON").unwrap_or_else(|_| "python3".to_owned()));
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/sksl_render.py"));
    command
}

//! Compiles runtime effects with Skia.

use std::path::Path;
use std::process::Command;
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
    let python = std::env::var("GLASSBOX_SKIA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/sksl_render.py");
    let output = Command::new(python).arg(script).arg("--check").arg(&path).output();
    let _ = std::fs::remove_file(&path);
    let output = output.map_err(|error| format!("skia-python: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
}

//! Validates WGSL with Tint.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::tool::{Tool, is_asked};

/// Validates a text in WGSL, if the test asks for it.
///
/// # Errors
/// What Tint says, or that it is missing.
pub fn validate(text: &str) -> Result<(), String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    if !is_asked(Tool::Tint) {
        return Ok(());
    }
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("glassbox-tint-{}-{number}.wgsl", std::process::id()));
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let output = Command::new("tint").args(["--format", "wgsl", "-o", "/dev/null"]).arg(&path).output();
    let _ = std::fs::remove_file(&path);
    let output = output.map_err(|error| format!("tint of Dawn: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
}

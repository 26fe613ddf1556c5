//! The validator of SPIRV-Tools, where it is installed.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Whether `spirv-val` can be run. Where it cannot, that is said, loudly and once.
pub fn has_validator() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let found = Command::new("spirv-val").arg("--version").output().is_ok();
        if !found {
            eprintln!("NOT TESTED: spirv-val is missing; install spirv-tools");
        }
        found
    })
}

/// What `spirv-val` says against a module for Vulkan 1.2 with scalar block layout; nothing where it is missing.
///
/// # Errors
/// The validator's words.
///
/// # Panics
/// When the validator cannot be run although it is there.
pub fn validate(words: &[u32]) -> Result<(), String> {
    run(
        words,
        &["--target-env", "vulkan1.2", "--scalar-block-layout", "-"],
    )
}

/// What `spirv-val` says against a module for an environment, such as `vulkan1.0`; nothing where it is missing.
///
/// # Errors
/// The validator's words.
///
/// # Panics
/// When the validator cannot be run although it is there.
pub fn validate_for(words: &[u32], environment: &str) -> Result<(), String> {
    run(words, &["--target-env", environment, "-"])
}

fn run(words: &[u32], switches: &[&str]) -> Result<(), String> {
    if !has_validator() {
        return Ok(());
    }
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut child = Command::new("spirv-val")
        .args(switches)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("spirv-val runs");
    let mut input = child.stdin.take().expect("the input is a pipe");
    // It may stop reading at the first fault.
    let _ = input.write_all(&bytes);
    drop(input);
    let output = child.wait_with_output().expect("spirv-val ends");
    if output.status.success() {
        return Ok(());
    }
    let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.push_str(&String::from_utf8_lossy(&output.stderr));
    Err(said.trim().to_owned())
}

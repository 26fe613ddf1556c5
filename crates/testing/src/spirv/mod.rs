//! SPIR-V for tests: generated modules, and SPIRV-Tools' validator for tests that [use](crate::tool) it.

pub mod programs;

use std::io::Write;
use std::process::{Command, Stdio};

use crate::tool::{Tool, is_asked};

/// Validates a module for Vulkan 1.2 with scalar block layout; `Ok` if the test does not use
/// `spirv-val`.
///
/// # Errors
/// The validator's output.
///
/// # Panics
/// If it is used and cannot be run.
pub fn validate(words: &[u32]) -> Result<(), String> {
    run(words, &["--target-env", "vulkan1.2", "--scalar-block-layout", "-"])
}

/// Validates a module for an environment such as `vulkan1.0`; `Ok` if the test does not use
/// `spirv-val`.
///
/// # Errors
/// The validator's output.
///
/// # Panics
/// If it is used and cannot be run.
pub fn validate_for(words: &[u32], environment: &str) -> Result<(), String> {
    run(words, &["--target-env", environment, "-"])
}

fn run(words: &[u32], switches: &[&str]) -> Result<(), String> {
    if !is_asked(Tool::SpirvVal) {
        return Ok(());
    }
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut child = Command::new("spirv-val")
        .args(switches)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("spirv-val runs; it comes with spirv-tools");
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

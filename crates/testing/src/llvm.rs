//! Runs LLVM's bitcode reader `llvm-dis-19` for tests that [use](crate::tool) it.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::tool::{Tool, is_asked};

/// Its output for bitcode; `None` if the test does not use it.
///
/// # Panics
/// If it cannot be run or rejects the bitcode.
pub fn printed(bitcode: &[u8]) -> Option<String> {
    if !is_asked(Tool::LlvmDis) {
        return None;
    }
    let mut child = Command::new("llvm-dis-19")
        .args(["-", "-o", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("llvm-dis-19 runs; it comes with llvm-19");
    let mut input = child.stdin.take().expect("the input is a pipe");
    // It may stop reading at the first fault.
    let _ = input.write_all(bitcode);
    drop(input);
    let output = child.wait_with_output().expect("llvm-dis-19 ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "llvm-dis-19 refuses: {said}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

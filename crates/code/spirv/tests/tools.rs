//! Cross-checks against the Khronos assembler and disassembler.

use std::path::Path;
use std::process::Command;

use crate::support;
use glassbox_spirv::{Binary, Names, Options, assemble, disassemble};
use glassbox_testing::case::files;
use glassbox_testing::corpus;
use support::{fixtures, modules_in};

/// Runs a tool with a file as input; its output if it accepts the file.
fn output(tool: &str, arguments: &[&str], input: &[u8], scratch: &Path) -> Option<Vec<u8>> {
    std::fs::write(scratch, input).expect("the scratch file can be written");
    let out = Command::new(tool)
        .args(arguments)
        .args(["-o", "-"])
        .arg(scratch)
        .output()
        .expect("the tool runs; it comes with spirv-tools");
    out.status.success().then_some(out.stdout)
}

/// Asserts that their assembler takes our text, and ours theirs, with the same instructions. Returns false if
/// they reject the module.
fn compare(bytes: &[u8], name: &str, scratch: &Path) -> bool {
    let options = Options { names: Names::Numeric, ..Options::default() };
    let ours = disassemble(bytes, &options).expect("it is a module");
    let arguments = ["--preserve-numeric-ids", "--target-env", "spv1.6"];
    let Some(theirs) = output("spirv-as", &arguments, ours.as_bytes(), scratch) else {
        return false;
    };
    // Their language has no syntax for header words.
    assert!(theirs[20..] == bytes[20..], "{name}: spirv-as reads our text differently");
    let Some(text) = output("spirv-dis", &["--raw-id", "--no-color"], bytes, scratch) else {
        return false;
    };
    let text = String::from_utf8_lossy(&text);
    // Older tools use vendor names for what is now in the core.
    let is_of_vendor = |line: &str| line.contains("NV") || line.contains("GOOGLE") || line.contains("INTEL");
    for (theirs, ours) in text.lines().zip(ours.lines()) {
        assert!(theirs == ours || is_of_vendor(theirs), "{name}: {theirs:?}, and here {ours:?}");
    }
    let again = assemble(&text).unwrap_or_else(|errors| panic!("{name}: their text: {}", errors[0]));
    assert!(again[20..] == bytes[20..], "{name}: we read the text of spirv-dis differently");
    true
}

#[test]
#[ignore = "needs spirv-as and spirv-dis (Debian: spirv-tools)"]
fn needs_spirv_tools_both_readers_agree() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("second-opinion");
    let mut count = 0;
    for path in files(&fixtures(), "words") {
        let text = std::fs::read_to_string(path.with_extension("spvasm")).expect("fixtures are text");
        let bytes = assemble(&text).expect("fixtures assemble");
        count += usize::from(compare(&bytes, &path.display().to_string(), &scratch));
    }
    assert!(count >= 8, "{count}");
    for path in corpus::files("vbc/released", &[""]) {
        let bytes = std::fs::read(&path).expect("the corpus can be read");
        for slice in modules_in(&bytes) {
            let mut walk = Binary::read(slice).expect("it starts with the magic").walk();
            walk.by_ref().for_each(drop);
            if walk.rest().is_none() {
                count += usize::from(compare(slice, &path.display().to_string(), &scratch));
            }
        }
    }
    println!("{count} modules compared");
}

//! Tests outputs: no command writes to a file that it reads, or through a link another user put into an output folder,
//! and none leaves a file when a signal ends it.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use crate::command;
use command::{command, glassbox};

/// Assembles a text form into a binary.
fn binary(folder: &Path, text: &str, name: &str) {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = crates.join(text);
    let done = glassbox(folder, &["parse", &text.display().to_string(), "-o", name]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

const SHBIN: &str = "cli/tests/fixtures/tint.shbin.txt";
const VBC: &str = "cli/tests/fixtures/tint.vbc.txt";
const DXIL: &str = "formats/dxcontainer/tests/rules/shader.gbt";

/// Every command that reads `in` and takes an output, up to the name of the output.
const COMMANDS: &[&[&str]] = &[
    &["info", "in", "-o"],
    &["info", "--format", "json", "in", "-o"],
    &["dump", "in", "-o"],
    &["print", "in", "-o"],
    &["parse", "text", "-o"],
    &["validate", "in", "-o"],
    &["validate", "--format", "sarif", "in", "-o"],
    &["disasm", "in", "-o"],
    &["interface", "in", "-o"],
    &["symbols", "in", "-o"],
    &["scan", "in", "-o"],
    &["part", "list", "dxil", "-o"],
    &["part", "remove", "dxil", "SFI0", "-o"],
    &["part", "extract", "dxil", "DXIL", "-o"],
    &["sign", "dxil", "-o"],
    &["strip", "dxil", "--all", "-o"],
    &["extract", "vbc", "--list", "-o"],
    &["extract", "vbc", "--stage", "vertex", "--kind", "spirv", "-o"],
    &["repair", "in", "-o"],
    &["repair", "in", "--list", "-o"],
    &["run", "in", "-o"],
    &["diff", "in", "vbc", "-o"],
    &["diff", "vbc", "in", "-o"],
    &["convert", "in", "--to", "wgsl", "-o"],
    &["convert", "in", "--to", "wgsl", "-o", "fine", "--name-map"],
    &["asm", "source.v.pica", "-o"],
    &["asm", "source.v.pica", "-o", "fine", "--header"],
    &["compile", "source.vsl", "-o"],
    &["link", "dvoj", "-o"],
];

/// A program that compiles.
const PROGRAM: &str = "@shader graphics;
in(0) float3 place;
out(0) float4 color;
@vert { $Position = float4(place, 1); }
@frag { color = float4(1); }
";

#[test]
fn no_output_is_an_input() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    binary(folder, SHBIN, "in");
    binary(folder, VBC, "vbc");
    binary(folder, DXIL, "dxil");
    fs::write(folder.join("text"), "glassbox 1\na u8 = 7\n").expect("the file can be written");
    fs::write(folder.join("source.v.pica"), ".out - position\n.proc main\nmov o0, v0\nend\n.end\n")
        .expect("the file can be written");
    fs::write(folder.join("source.vsl"), PROGRAM).expect("the file can be written");
    let made = glassbox(folder, &["asm", "-c", "source.v.pica", "-o", "dvoj"]);
    assert!(made.status.success());
    fs::create_dir(folder.join("sub")).expect("the folder can be made");
    for command in COMMANDS {
        let inputs = ["in", "vbc", "dxil", "dvoj", "text", "source.v.pica", "source.vsl"];
        let inputs = inputs.iter().filter(|name| command.contains(name));
        for input in inputs {
            let before = fs::read(folder.join(input)).expect("the file can be read");
            fs::hard_link(folder.join(input), folder.join("hard")).expect("the link can be made");
            symlink(input, folder.join("soft")).expect("the link can be made");
            let absolute = folder.join(input).display().to_string();
            let roundabout = format!("sub/../{input}");
            for output in [*input, "hard", "soft", &absolute, &roundabout] {
                let mut arguments = command.to_vec();
                arguments.push(output);
                let done = glassbox(folder, &arguments);
                let code = done.status.code();
                let errors = String::from_utf8_lossy(&done.stderr);
                assert_eq!(
                    fs::read(folder.join(input)).expect("the file can be read"),
                    before,
                    "{arguments:?}"
                );
                let is_refused = code == Some(2) && errors.contains(" input");
                assert!(is_refused, "{arguments:?}: {code:?} {errors}");
            }
            fs::remove_file(folder.join("hard")).expect("the file can be removed");
            fs::remove_file(folder.join("soft")).expect("the file can be removed");
        }
    }
}

#[test]
fn standard_output_is_no_input_either() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    binary(folder, SHBIN, "in");
    let before = fs::read(folder.join("in")).expect("the file can be read");
    let out = fs::OpenOptions::new().append(true).open(folder.join("in")).expect("the file can be opened");
    let done = command(folder, &["dump", "in"]).stdout(out).output().expect("the command runs");
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(fs::read(folder.join("in")).expect("the file can be read"), before);
}

#[test]
fn what_a_folder_holds_is_an_input_if_it_is_of_a_known_kind() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::create_dir(folder.join("shaders")).expect("the folder can be made");
    binary(folder, SHBIN, "shaders/a.shbin");
    let before = fs::read(folder.join("shaders/a.shbin")).expect("the file can be read");
    let done = glassbox(folder, &["validate", "-r", "shaders", "-o", "shaders/a.shbin"]);
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(fs::read(folder.join("shaders/a.shbin")).expect("the file can be read"), before);
    // The report of an earlier run is none of the files that are looked at.
    for _ in 0..2 {
        let done = glassbox(folder, &["validate", "-r", "shaders", "-o", "shaders/report.txt"]);
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    }
}

#[test]
fn no_file_is_written_twice() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::write(folder.join("source.v.pica"), ".proc main\nend\n.end\n").expect("the file can be written");
    let done = glassbox(folder, &["asm", "source.v.pica", "-o", "out", "--header", "./out"]);
    assert_eq!(done.status.code(), Some(2));
}

#[test]
fn in_place_is_in_place() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    binary(folder, DXIL, "dxil");
    symlink("dxil", folder.join("link")).expect("the link can be made");
    for name in ["dxil", "link"] {
        let done = glassbox(folder, &["sign", "--digest", "zero", "--in-place", name]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        assert_eq!(fs::read(folder.join("dxil")).expect("the file can be read")[4..20], [0; 16]);
        assert!(glassbox(folder, &["sign", "--in-place", name]).status.success());
        assert_ne!(fs::read(folder.join("dxil")).expect("the file can be read")[4..20], [0; 16]);
    }
    assert!(fs::symlink_metadata(folder.join("link")).expect("the file has metadata").is_symlink());
}

#[test]
fn links_in_an_output_folder_are_not_written_through() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    binary(folder, VBC, "in.vbc");
    fs::copy(folder.join("in.vbc"), folder.join("copy.vbc")).expect("the file can be copied");
    fs::write(folder.join("victim"), "precious").expect("the file can be written");
    fs::create_dir(folder.join("elsewhere")).expect("the folder can be made");
    let runs: &[(&[&str], &str)] = &[
        (&["extract", "in.vbc", "--kind", "code", "--out-dir", "out"], "out"),
        (&["scan", "in.vbc", "-r", "--extract", "out"], "out"),
        (&["man", "--out-dir", "out"], "out"),
        (&["scan", "in.vbc", "copy.vbc", "--extract", "out"], "out"),
    ];
    for (arguments, out) in runs {
        let out = folder.join(out);
        // File names chosen by the command: each is then a link.
        let done = glassbox(folder, arguments);
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        let mut names: Vec<PathBuf> = fs::read_dir(&out)
            .expect("the folder can be listed")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        names.sort();
        assert!(!names.is_empty());
        for name in names {
            fs::remove_dir_all(&out).expect("the folder can be removed");
            fs::create_dir(&out).expect("the folder can be made");
            let target =
                if name.extension().is_some() && !name.ends_with("in.vbc") && !name.ends_with("copy.vbc") {
                    "../victim"
                } else {
                    "../elsewhere"
                };
            symlink(target, &name).expect("the link can be made");
            let done = glassbox(folder, arguments);
            let errors = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(2), "{}: {errors}", name.display());
            assert!(errors.contains("is a symbolic link"), "{errors}");
            assert_eq!(fs::read(folder.join("victim")).expect("the file can be read"), b"precious");
            assert_eq!(fs::read_dir(folder.join("elsewhere")).expect("the folder can be listed").count(), 0);
        }
        fs::remove_dir_all(&out).expect("the folder can be removed");
    }
}

#[test]
fn a_signal_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    // Enough that some of the dump is on its way to the disk when the second input makes the command wait.
    fs::write(folder.join("big.bin"), vec![1; 1 << 20]).expect("the file can be written");
    fs::write(folder.join("out.txt"), "old").expect("the file can be written");
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs").success());
    // A shell starts jobs in the background with SIGINT ignored, and children would inherit that. A signal with a handler is
    // reset in them.
    signal_hook::flag::register(2, Arc::default()).expect("a handler can be installed");
    for (signal, number) in [("-TERM", 15), ("-INT", 2)] {
        let child = command(folder, &["dump", "big.bin", "pipe", "-o", "out.txt"])
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        // The pipe opens when the command opens it for reading: the first input is done.
        let pipe =
            fs::OpenOptions::new().write(true).open(folder.join("pipe")).expect("the file can be opened");
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
        let done = child.wait_with_output().expect("it ends");
        // A shell adds 128 to it.
        assert_eq!(done.status.signal(), Some(number));
        drop(pipe);
        let mut names: Vec<_> = fs::read_dir(folder)
            .expect("the folder can be listed")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["big.bin", "out.txt", "pipe"]);
        assert_eq!(fs::read(folder.join("out.txt")).expect("the file can be read"), b"old");
    }
}

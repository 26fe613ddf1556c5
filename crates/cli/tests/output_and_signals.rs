//! Behaviour common to all commands that the cases cannot show: outputs appear whole or not at all, a closed pipe is
//! not a failure, colours appear on request, manual pages and completions are complete.

use std::fs;
use std::process::Stdio;

use crate::command;
use command::glassbox;

#[test]
fn a_failed_command_leaves_the_old_output() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::write(folder.join("bad.txt"), "glassbox 1\nnonsense\n").expect("the file can be written");
    fs::write(folder.join("out.bin"), "old").expect("the file can be written");
    let done = glassbox(folder, &["parse", "bad.txt", "-o", "out.bin"]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(fs::read(folder.join("out.bin")).expect("the file can be read"), b"old");
    assert_eq!(fs::read_dir(folder).expect("the folder can be listed").count(), 2);
}

#[cfg(unix)]
#[test]
fn an_output_keeps_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::write(folder.join("in.txt"), "glassbox 1\na u8 = 7\n").expect("the file can be written");
    fs::write(folder.join("real.bin"), "old").expect("the file can be written");
    fs::set_permissions(folder.join("real.bin"), fs::Permissions::from_mode(0o640)).expect("set");
    symlink("real.bin", folder.join("link.bin")).expect("the link can be made");
    assert!(glassbox(folder, &["parse", "in.txt", "-o", "link.bin"]).status.success());
    assert!(fs::symlink_metadata(folder.join("link.bin")).expect("the file has metadata").is_symlink());
    assert_eq!(fs::read(folder.join("real.bin")).expect("the file can be read"), [7]);
    let mode = fs::metadata(folder.join("real.bin")).expect("the file has metadata").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert!(glassbox(folder, &["parse", "in.txt", "-o", "/dev/null"]).status.success());
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    fs::write(folder.path().join("big.bin"), vec![1; 1 << 20]).expect("the file can be written");
    for command in ["dump", "print"] {
        let mut child = command::command(folder.path(), &[command, "big.bin"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        drop(child.stdout.take());
        let done = child.wait_with_output().expect("it ends");
        assert_eq!(done.status.code(), Some(0), "{command}");
        assert!(done.stderr.is_empty(), "{command}");
    }
}

#[test]
fn colours_come_when_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    fs::write(folder.path().join("a.bin"), [0, 1]).expect("the file can be written");
    let coloured = |arguments: &[&str]| glassbox(folder.path(), arguments).stdout.contains(&0x1b);
    assert!(!coloured(&["validate", "a.bin"]));
    assert!(coloured(&["validate", "a.bin", "--color", "always"]));
    assert!(!coloured(&["validate", "a.bin", "--color", "never"]));
    assert!(!coloured(&["validate", "a.bin", "--color", "always", "--format", "json"]));
}

#[test]
fn results_come_in_order_however_many_there_are() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let names: Vec<String> = (0..300).map(|number| format!("{number:03}.bin")).collect();
    for name in &names {
        fs::write(folder.join(name), name).expect("the file can be written");
    }
    let mut arguments = vec!["validate", "--as", "vbc"];
    arguments.extend(names.iter().map(String::as_str));
    let done = glassbox(folder, &arguments);
    let text = String::from_utf8(done.stdout).expect("text");
    let tallies: Vec<&str> = text.lines().filter_map(|line| line.strip_suffix(": 1 error")).collect();
    assert_eq!(tallies, names);
}

#[test]
fn every_command_has_a_manual_page_with_examples_and_exit_status() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pages = folder.path().join("man");
    assert!(glassbox(folder.path(), &["man", "--out-dir", "man"]).status.success());
    for entry in fs::read_dir(&pages).expect("the folder can be listed") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("text");
        assert!(text.contains("Examples:"), "{}", path.display());
        for line in text.lines().filter_map(|line| line.strip_suffix("(1)")) {
            let page = pages.join(format!("{}.1", line.replace('\\', "")));
            assert!(page.is_file(), "{} names {line}", path.display());
        }
    }
    let help = glassbox(folder.path(), &["-h"]);
    let help = String::from_utf8(help.stdout).expect("text");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"bpx-assembly"));
    for name in names.into_iter().filter(|name| *name != "help") {
        let page = pages.join(format!("glassbox-{name}.1"));
        let text = fs::read_to_string(&page).unwrap_or_default();
        assert!(text.contains("Exit status:"), "{}", page.display());
    }
    let main = glassbox(folder.path(), &["man"]);
    assert!(String::from_utf8_lossy(&main.stdout).contains(".TH glassbox 1"));
}

#[test]
fn every_shell_has_completions() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let done = glassbox(folder.path(), &["completions", shell]);
        assert!(done.status.success(), "{shell}");
        assert!(String::from_utf8_lossy(&done.stdout).contains("validate"), "{shell}");
    }
}

/// `cases/run-rules.test` has two commands for each rule of running shaders: one fires it, one nearly does.
#[test]
fn every_rule_of_running_fires_and_nearly_does() {
    let out = include_str!("cases/run-rules.out");
    let mut commands = out.split("$ glassbox").skip(1);
    for rule in glassbox::run::RULES {
        let id = format!("[{}]", rule.id);
        let fires = commands.next().is_some_and(|text| text.contains(&id));
        let near = commands.next().is_some_and(|text| !text.contains(&id));
        assert!(fires && near, "{id}: {fires} {near}");
    }
}

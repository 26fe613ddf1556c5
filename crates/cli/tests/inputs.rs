//! Tests inputs: endless ones are refused, a file changed during reading is an error of that file alone, and standard
//! input is read if no file is named.

#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::command;
use command::{command, glassbox};

/// The bytes of a small SHBIN file.
fn shbin(folder: &Path) -> Vec<u8> {
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tint.shbin.txt");
    let done = glassbox(folder, &["parse", &text.display().to_string()]);
    assert!(done.status.success());
    done.stdout
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

fn feed(mut child: Child, bytes: &[u8]) -> Output {
    let mut stdin = child.stdin.take().expect("piped");
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&bytes)));
    let done = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic");
    done
}

#[test]
fn what_never_ends_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for command in ["info", "print", "validate", "scan"] {
        let done = glassbox(folder.path(), &[command, "/dev/zero", "--max-input", "1M"]);
        let errors = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{command}");
        assert!(errors.contains("does not end within the limit of 1048576 bytes"), "{command}: {errors}");
        assert!(errors.contains("--max-input"), "{command}: {errors}");
    }
    let done = glassbox(folder.path(), &["info", "/dev/null"]);
    assert_eq!(done.status.code(), Some(1), "it ends at once, and is not a shader");
}

#[test]
fn a_large_file_is_refused_by_its_size() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    // A file with a hole: its size is on no disk.
    fs::File::create(folder.join("huge"))
        .and_then(|file| file.set_len(1 << 40))
        .expect("the file can be made");
    let done = glassbox(folder, &["info", "huge"]);
    let errors = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(2));
    assert!(errors.contains("1099511627776 bytes") && errors.contains("--max-input"), "{errors}");
}

#[test]
fn pipes_are_read() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let bytes = shbin(folder);
    mkfifo(&folder.join("pipe"));
    let child =
        command(folder, &["validate", "pipe"]).stdout(Stdio::piped()).spawn().expect("the command runs");
    fs::write(folder.join("pipe"), &bytes).expect("the file can be written");
    let done = child.wait_with_output().expect("it ends");
    assert!(done.status.success());
    assert!(String::from_utf8_lossy(&done.stdout).contains("pipe: 1 info, and 1 more that follows"));
}

#[test]
fn standard_input_is_read_where_no_file_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let bytes = shbin(folder);
    let text = glassbox(folder, &["print", "/dev/null"]).stdout;
    let runs: &[(&[&str], &[u8])] = &[
        (&["info"], &bytes),
        (&["validate"], &bytes),
        (&["dump"], &bytes),
        (&["print"], &bytes),
        (&["disasm"], &bytes),
        (&["interface"], &bytes),
        (&["symbols"], &bytes),
        (&["scan"], &bytes),
        (&["extract", "--list"], &bytes),
        (&["repair"], &bytes),
        (&["convert", "--to", "wgsl"], &bytes),
        (&["run"], &bytes),
        (&["parse"], &text),
        (&["asm", "--language", "picasso", "-o", "out.shbin"], b".proc main\nend\n.end\n"),
    ];
    for (arguments, input) in runs {
        let run = |arguments: &[&str]| {
            let child = command(folder, arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the command runs");
            feed(child, input)
        };
        let (without, mut with) = (run(arguments), arguments.to_vec());
        with.push("-");
        let with = run(&with);
        assert!(without.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&without.stderr));
        assert_eq!(without.stdout, with.stdout, "{arguments:?}");
    }
}

#[test]
fn findings_come_before_the_count_on_one_stream() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    for name in ["a.bin", "b.bin"] {
        fs::write(folder.join(name), [0, 1]).expect("the file can be written");
    }
    let both = fs::File::create(folder.join("both")).expect("the file can be made");
    let again = both.try_clone().expect("cloned");
    let mut child = command(folder, &["validate", "a.bin", "gone.bin", "b.bin"])
        .stdout(both)
        .stderr(again)
        .spawn()
        .expect("the command runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    let text = fs::read_to_string(folder.join("both")).expect("text");
    let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what} in {text}"));
    assert!(place("a.bin: 1 error") < place("gone.bin: No such file"));
    assert!(place("gone.bin: No such file") < place("b.bin: 1 error"));
    assert!(place("b.bin: 1 error") < place("3 files: "));
}

/// The files of a folder are cut off, removed and locked after they were listed and before they are read.
#[test]
fn files_that_change_during_a_run_lose_no_other_report() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let bytes = shbin(folder);
    fs::create_dir(folder.join("files")).expect("the folder can be made");
    let names: Vec<String> = (0..400).map(|number| format!("files/{number:03}.shbin")).collect();
    for name in &names {
        fs::write(folder.join(name), &bytes).expect("the file can be written");
    }
    // Pipes without a writer block every thread from the files.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let pipes: Vec<String> = (0..threads).map(|number| format!("pipe{number}")).collect();
    pipes.iter().for_each(|pipe| mkfifo(&folder.join(pipe)));
    let mut arguments = vec!["validate", "-r"];
    arguments.extend(pipes.iter().map(String::as_str));
    arguments.push("files");
    let child = command(folder, &arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    // Each opens when a thread has opened it to read: by then the folder is listed.
    let open = |pipe: &String| {
        fs::OpenOptions::new().write(true).open(folder.join(pipe)).expect("the file can be opened")
    };
    let pipes: Vec<fs::File> = pipes.iter().map(open).collect();
    let (mut cut, mut gone, mut locked) = (0, 0, 0);
    for (number, name) in names.iter().enumerate() {
        let path = folder.join(name);
        match number % 100 {
            7 => {
                fs::OpenOptions::new()
                    .write(true)
                    .open(&path)
                    .and_then(|file| file.set_len(30))
                    .expect("cut");
                cut += 1;
            }
            8 => {
                fs::remove_file(&path).expect("the file can be removed");
                gone += 1;
            }
            9 => {
                fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("locked");
                // A user who may read everything may read this too.
                locked += usize::from(fs::File::open(&path).is_err());
            }
            _ => {}
        }
    }
    for mut pipe in pipes {
        pipe.write_all(&bytes).expect("the pipe takes the bytes");
    }
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(done.status.code(), Some(2));
    let text = String::from_utf8(done.stdout).expect("text");
    let fine = text.lines().filter(|line| line.ends_with(".shbin: 1 info, and 1 more that follows")).count();
    assert_eq!(fine, names.len() - cut - gone - locked, "{text}");
    let errors = String::from_utf8_lossy(&done.stderr);
    assert_eq!(
        errors.lines().filter(|line| line.starts_with("error: files/")).count(),
        gone + locked,
        "{errors}"
    );
    let total = names.len() + threads;
    assert!(
        errors.contains(&format!("{total} files: {cut} with errors, {} unreadable", gone + locked)),
        "{errors}"
    );
}

#[test]
fn the_parts_of_a_large_container_are_listed_from_its_directory() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/dxcontainer/tests/rules/shader.gbt");
    let small = glassbox(folder, &["parse", &text.display().to_string(), "-o", "small"]);
    assert!(small.status.success());
    fs::write(folder.join("data"), vec![7; 3 << 20]).expect("written");
    let arguments = ["part", "replace", "small", "PRIV", "--data", "data", "--digest", "zero", "-o", "large"];
    assert!(glassbox(folder, &arguments).status.success());
    let listed = |name: &str| {
        let done = glassbox(folder, &["part", "list", name]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    };
    let (small, large) = (listed("small"), listed("large"));
    assert!(large.contains("PRIV") && large.contains(&(3 << 20).to_string()), "{large}");
    assert_eq!(large.lines().count(), small.lines().count());
    // Read as a whole, from a pipe, it has the same parts.
    let bytes = fs::read(folder.join("large")).expect("the file can be read");
    let child = command(folder, &["part", "list"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    assert_eq!(String::from_utf8(feed(child, &bytes).stdout).expect("text"), large);
    // A directory that points outside the file is not a read failure.
    fs::OpenOptions::new()
        .write(true)
        .open(folder.join("large"))
        .and_then(|file| file.set_len(2 << 20))
        .expect("cut");
    let whole = fs::read(folder.join("large")).expect("the file can be read");
    let child = command(folder, &["part", "list"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    assert_eq!(String::from_utf8(feed(child, &whole).stdout).expect("text"), listed("large"));
}

#[test]
fn links_to_files_are_read_and_links_to_folders_are_not_followed() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::create_dir_all(folder.join("tree/inner")).expect("the folder can be made");
    fs::write(folder.join("outside.shbin"), shbin(folder)).expect("the file can be written");
    symlink("../outside.shbin", folder.join("tree/link.shbin")).expect("the link can be made");
    symlink("../../tree", folder.join("tree/inner/round")).expect("the link can be made");
    symlink("nowhere", folder.join("tree/broken.shbin")).expect("the link can be made");
    let done = glassbox(folder, &["validate", "-r", "tree"]);
    assert_eq!(done.status.code(), Some(0));
    let text = String::from_utf8_lossy(&done.stdout);
    let reports: Vec<&str> = text.lines().filter(|line| line.starts_with("tree/")).collect();
    assert_eq!(reports.len(), 1, "{text}");
    assert!(reports[0].starts_with("tree/link.shbin: 1 info"), "{text}");
}

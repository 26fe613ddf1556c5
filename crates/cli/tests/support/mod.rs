//! Parses and runs the cases.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A case: commands and files.
pub(crate) struct Case {
    /// The commands in order.
    pub(crate) commands: Vec<String>,
    files: Vec<(String, Vec<u8>)>,
}

impl Case {
    /// Reads a case.
    pub(crate) fn parse(text: &str) -> Result<Case> {
        let mut case = Case { commands: Vec::new(), files: Vec::new() };
        let mut hex = false;
        for line in text.lines() {
            if let Some(command) = line.strip_prefix("RUN: ") {
                case.commands.push(command.trim().to_owned());
            } else if let Some(name) = line.strip_prefix("FILE: ") {
                hex = false;
                case.files.push((name.trim().to_owned(), Vec::new()));
            } else if let Some(name) = line.strip_prefix("HEX: ") {
                hex = true;
                case.files.push((name.trim().to_owned(), Vec::new()));
            } else if let Some(name) = line.strip_prefix("FIXTURE: ") {
                // `name`, or `name = path` for a base file of the rule cases of a format.
                let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
                let (name, path) = match name.trim().split_once(" = ") {
                    Some((name, path)) => (name, crates.join(path)),
                    None => (name.trim(), crates.join("cli/tests/fixtures").join(name.trim())),
                };
                let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                case.files.push((name.to_owned(), bytes));
            } else if let Some((_, bytes)) = case.files.last_mut() {
                if hex {
                    for word in line.split(['#']).next().unwrap_or_default().split_whitespace() {
                        bytes.push(u8::from_str_radix(word, 16)?);
                    }
                } else {
                    bytes.extend_from_slice(line.as_bytes());
                    bytes.push(b'\n');
                }
            }
        }
        if case.commands.is_empty() {
            return Err("the case has no RUN: line".into());
        }
        Ok(case)
    }

    /// Puts the files into a folder.
    pub(crate) fn prepare(&self, folder: &Path) -> Result<()> {
        for (name, bytes) in &self.files {
            let path = folder.join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, bytes)?;
        }
        Ok(())
    }
}

/// Runs a command line and records its output. A command line is a chain of commands joined by `|`; the first may read
/// a file with `< FILE`, and each may write one with `> FILE`. `cat`, `cmp`, `cp`, `ls` and `join OUT PART…` are built
/// in; there is no shell.
pub(crate) fn transcript(line: &str, folder: &Path) -> Result<String> {
    let mut out = format!("$ {line}\n");
    let mut input = Vec::new();
    let mut errors = String::new();
    let mut status = 0;
    for part in line.split(" | ") {
        let mut words = words(part);
        if let Some(at) = words.iter().position(|word| word == "<") {
            input = fs::read(folder.join(words.get(at + 1).ok_or("`<` without a file")?))?;
            words.drain(at..(at + 2).min(words.len()));
        }
        let mut into = None;
        if let Some(at) = words.iter().position(|word| word == ">") {
            into = Some(folder.join(words.get(at + 1).ok_or("`>` without a file")?));
            words.drain(at..(at + 2).min(words.len()));
        }
        let (program, arguments) = words.split_first().ok_or("an empty command")?;
        let done = match program.as_str() {
            "glassbox" => glassbox(arguments, folder, &input)?,
            other => builtin(other, arguments, folder, &input)?,
        };
        errors.push_str(&done.errors.replace(&folder.display().to_string(), "FOLDER"));
        input = done.out;
        status = done.status;
        if let Some(file) = into {
            fs::write(file, std::mem::take(&mut input))?;
        }
    }
    section(&mut out, "stdout", &readable(&input));
    section(&mut out, "stderr", &errors);
    out.push_str(&format!("[exit {status}]\n\n"));
    Ok(out)
}

/// Result of one command.
pub(crate) struct Done {
    /// Captured standard output.
    pub(crate) out: Vec<u8>,
    /// Captured standard error.
    pub(crate) errors: String,
    /// Exit status; -1 for a signal.
    pub(crate) status: i32,
}

/// Runs the command under test.
pub(crate) fn glassbox(arguments: &[String], folder: &Path, input: &[u8]) -> Result<Done> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // The command may end without reading; that is its choice.
        std::thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let done = child.wait_with_output()?;
    Ok(Done {
        out: done.stdout,
        errors: String::from_utf8_lossy(&done.stderr).into_owned(),
        status: done.status.code().unwrap_or(-1),
    })
}

fn builtin(program: &str, arguments: &[String], folder: &Path, input: &[u8]) -> Result<Done> {
    let paths: Vec<_> = arguments.iter().map(|name| folder.join(name)).collect();
    let mut done = Done { out: Vec::new(), errors: String::new(), status: 0 };
    match (program, paths.as_slice()) {
        ("cat", files @ [_, ..]) => {
            let files: std::io::Result<Vec<Vec<u8>>> = files.iter().map(fs::read).collect();
            done.out = files?.concat();
        }
        ("cp", [from, to]) => drop(fs::copy(from, to)?),
        ("cmp", [_, b]) if arguments.first().is_some_and(|first| first == "-") => {
            done.status = i32::from(input != fs::read(b)?);
        }
        ("cmp", [a, b]) => done.status = i32::from(fs::read(a)? != fs::read(b)?),
        ("join", [to, parts @ ..]) => {
            let parts: std::io::Result<Vec<Vec<u8>>> = parts.iter().map(fs::read).collect();
            fs::write(to, parts?.concat())?;
        }
        ("ls", [directory]) => {
            let mut names: Vec<String> = fs::read_dir(directory)?
                .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
                .collect();
            names.sort();
            done.out = names.iter().map(|name| format!("{name}\n")).collect::<String>().into_bytes();
        }
        _ => return Err(format!("unknown command {program} {arguments:?}").into()),
    }
    Ok(done)
}

fn section(out: &mut String, name: &str, text: &str) {
    if text.is_empty() {
        return;
    }
    out.push_str(&format!("[{name}]\n{text}"));
    if !text.ends_with('\n') {
        out.push_str("\n[no line feed at the end]\n");
    }
}

/// Text as it is, bytes in hexadecimal.
fn readable(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => text.to_owned(),
        _ => bytes
            .chunks(16)
            .map(|row| {
                let words: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
                words.join(" ") + "\n"
            })
            .collect(),
    }
}

/// Words of a command; quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    let mut any = false;
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                any = true;
            }
            c if c.is_whitespace() && !quoted => {
                if any {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            c => {
                word.push(c);
                any = true;
            }
        }
    }
    if any {
        words.push(word);
    }
    words
}

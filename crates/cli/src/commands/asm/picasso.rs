//! Emulates the picasso command: its switches, messages and exit status.
//!
//! Facts: PICA200 brief, section 9.1.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use glassbox::program::{Source as ProgramSource, assemble_like_picasso};
use glassbox_report::terminal::clean;

use super::program::write_header;
use crate::context::to_stderr;
use crate::input::Source;
use crate::output::write_binary;

/// The name that makes the command picasso.
const NAME: &str = "picasso";

/// Parsed command line.
#[derive(Default)]
struct Command {
    output: Option<PathBuf>,
    header: Option<PathBuf>,
    no_nop: bool,
    files: Vec<OsString>,
}

/// Outcomes that end a command line without assembling.
enum Stop {
    /// Help was requested, or a switch is unknown, which picasso treats alike.
    Help,
    /// The version was requested.
    Version,
}

/// A long switch: its name, its letter, whether it takes a value.
const SWITCHES: [(&str, char, bool); 5] = [
    ("out", 'o', true),
    ("header", 'h', true),
    ("help", '?', false),
    ("no-nop", 'n', false),
    ("version", 'v', false),
];

/// The name and arguments if a command line asks for picasso: the command is called so, or `asm` has the switch for it.
pub(crate) fn requested(arguments: &[OsString]) -> Option<(String, Vec<OsString>)> {
    let (command, rest) = arguments.split_first()?;
    let name = Path::new(command).file_stem().and_then(OsStr::to_str);
    if name == Some(NAME) {
        return Some((command.to_string_lossy().into_owned(), rest.to_vec()));
    }
    let asm = rest.iter().position(|argument| argument == "asm")?;
    // Only global switches and their values may precede the subcommand.
    let rest = rest.get(asm + 1..)?;
    let compat = rest.iter().position(|argument| argument == "--compat" || argument == "--compat=picasso")?;
    let is_joined = rest[compat] != "--compat";
    if !is_joined && rest.get(compat + 1).is_none_or(|value| value != NAME) {
        return None;
    }
    let mut left = rest.to_vec();
    left.drain(compat..=compat + usize::from(!is_joined));
    Some((NAME.to_owned(), left))
}

/// Runs as picasso.
pub(crate) fn run(name: &str, arguments: &[OsString]) -> ExitCode {
    let command = match parse(name, arguments) {
        Ok(command) => command,
        Err(Stop::Help) => {
            usage(name);
            return ExitCode::SUCCESS;
        }
        Err(Stop::Version) => {
            println!("picasso 2.7.1 - glassbox {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
    };
    if command.files.is_empty() {
        say(&format!("{name}: no input files are specified"));
        usage(name);
        return ExitCode::FAILURE;
    }
    let Some(output) = &command.output else {
        say(&format!("{name}: no output file is specified"));
        usage(name);
        return ExitCode::FAILURE;
    };
    assemble(&command, output)
}

fn assemble(command: &Command, output: &Path) -> ExitCode {
    let mut inputs = Vec::new();
    let mut missing = None;
    for file in &command.files {
        let source =
            Source { name: file.to_string_lossy().into_owned(), path: Some(file.into()), found: false };
        match source.read() {
            Ok(input) => inputs.push(input),
            Err(_) => {
                missing = Some(source.name);
                break;
            }
        }
    }
    let texts: Vec<_> = inputs.iter().map(|input| input.text()).collect();
    let sources: Vec<ProgramSource<'_>> =
        inputs.iter().zip(&texts).map(|(input, text)| ProgramSource { name: &input.name, text }).collect();
    let made = assemble_like_picasso(&sources, !command.no_nop);
    // A file that cannot be opened is reported in its turn, after the mistakes of the files before it.
    for message in &made.messages {
        if missing.is_some() && is_about_the_whole(message) {
            break;
        }
        say(message);
    }
    let is_wrong_before =
        made.bytes.is_none() && !made.messages.last().is_some_and(|last| is_about_the_whole(last));
    if let Some(name) = missing {
        if !is_wrong_before || sources.is_empty() {
            say(&format!("error: cannot open input file: {name}"));
        }
        return ExitCode::FAILURE;
    }
    let Some(bytes) = made.bytes else {
        return ExitCode::FAILURE;
    };
    if write_binary(Some(output), &bytes).is_err() {
        say("Can't open output file!");
        return ExitCode::FAILURE;
    }
    if let Some(header) = &command.header
        && write_header(header, &made.header).is_err()
    {
        say("Can't open header file!");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// True if a message requires all files to have been read.
fn is_about_the_whole(message: &str) -> bool {
    ["error: procedure '", "error: no DVLEs", "error: entrypoint '"].iter().any(|part| message.contains(part))
}

/// Reads switches as the GNU C library does: in any order, joined, abbreviated as long as that is unambiguous.
fn parse(name: &str, arguments: &[OsString]) -> Result<Command, Stop> {
    let mut command = Command::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        // A name that is not text is not a switch.
        let Some(text) = argument.to_str().filter(|text| text.len() > 1 && text.starts_with('-')) else {
            command.files.push(argument.clone());
            continue;
        };
        if text == "--" {
            command.files.extend(rest.cloned());
            break;
        }
        if let Some(long) = text.strip_prefix("--") {
            let (switch, value) = match long.split_once('=') {
                Some((switch, value)) => (switch, Some(OsString::from(value))),
                None => (long, None),
            };
            let exact = SWITCHES.iter().filter(|(known, ..)| *known == switch);
            let like = SWITCHES.iter().filter(|(known, ..)| known.starts_with(switch));
            let found: Vec<_> = match exact.clone().next() {
                Some(_) => exact.collect(),
                None => like.collect(),
            };
            let [(known, letter, takes_value)] = found.as_slice() else {
                let what = if found.is_empty() { "unrecognized option" } else { "ambiguous option" };
                say(&format!("{name}: {what} '--{switch}'"));
                return Err(Stop::Help);
            };
            let value = match (takes_value, value) {
                (true, Some(value)) => Some(value),
                (true, None) => rest.next().cloned(),
                (false, Some(_)) => {
                    say(&format!("{name}: option '--{known}' doesn't allow an argument"));
                    return Err(Stop::Help);
                }
                (false, None) => None,
            };
            if *takes_value && value.is_none() {
                say(&format!("{name}: option '--{known}' requires an argument"));
                return Err(Stop::Help);
            }
            command.set(*letter, value)?;
            continue;
        }
        for (at, letter) in text[1..].char_indices() {
            let Some((.., takes_value)) = SWITCHES.iter().find(|(_, known, _)| *known == letter) else {
                say(&format!("{name}: invalid option -- '{letter}'"));
                return Err(Stop::Help);
            };
            if !takes_value {
                command.set(letter, None)?;
                continue;
            }
            let joined = &text[1 + at + letter.len_utf8()..];
            let value = match joined {
                "" => rest.next().cloned(),
                joined => Some(OsString::from(joined)),
            };
            if value.is_none() {
                say(&format!("{name}: option requires an argument -- '{letter}'"));
                return Err(Stop::Help);
            }
            command.set(letter, value)?;
            break;
        }
    }
    Ok(command)
}

impl Command {
    fn set(&mut self, letter: char, value: Option<OsString>) -> Result<(), Stop> {
        match letter {
            'o' => self.output = value.map(PathBuf::from),
            'h' => self.header = value.map(PathBuf::from),
            'n' => self.no_nop = true,
            'v' => return Err(Stop::Version),
            _ => return Err(Stop::Help),
        }
        Ok(())
    }
}

fn usage(name: &str) {
    let page = format!(
        "\
Usage: {name} [options] files...
Options:
  -o, --out=<file>      SHBIN file to write
  -h, --header=<file>   C header to write
  -n, --no-nop          add no padding NOPs
  -v, --version         tell the version
  -?, --help            show this"
    );
    page.lines().for_each(say);
}

/// Writes a line to standard error, as picasso does but for control characters.
fn say(line: &str) {
    to_stderr(format!("{}\n", clean(line)).as_bytes(), false);
}

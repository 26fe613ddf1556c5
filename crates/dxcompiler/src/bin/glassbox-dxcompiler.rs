//! Runs a dxcompiler library from the command line, for independent checks: `version`, `validate
//! FILE…`, `disassemble FILE`, `compile [-o OUTPUT] ENTRY PROFILE FILE [ARGUMENT…]`, and `link OUTPUT ENTRY
//! PROFILE [-exports NAMES] FILE…`. The library is located by `find`.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use glassbox_dxcompiler::{Request, Response, ask, find, worker};

/// Time limit for the library.
const LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match &words[..] {
        [worker::WORD, library] => {
            let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
            worker::serve(Path::new(library), &mut input, &mut output)
                .map(|()| true)
                .map_err(Into::into)
        }
        ["version"] => version(),
        ["validate", files @ ..] => validate(files),
        ["disassemble", file] => disassemble(file),
        ["compile", "-o", output, entry, profile, file, arguments @ ..] => {
            compile(Some(output), (entry, profile, file), arguments)
        }
        ["compile", entry, profile, file, arguments @ ..] => compile(None, (entry, profile, file), arguments),
        ["link", output, entry, profile, "-exports", names, files @ ..] => {
            link(output, entry, profile, &["-exports", names], files)
        }
        ["link", output, entry, profile, files @ ..] => link(output, entry, profile, &[], files),
        _ => Err(
            "version, validate FILE…, disassemble FILE, compile [-o OUTPUT] ENTRY PROFILE FILE [ARGUMENT…], or link OUTPUT ENTRY PROFILE [-exports NAMES] FILE…"
                .into(),
        ),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn answer(question: &Request) -> Result<Response, Box<dyn Error>> {
    let answer = ask(&std::env::current_exe()?, &find(None), question, LIMIT)?;
    match answer.status {
        u32::MAX => Err(answer.message.into()),
        _ => Ok(answer),
    }
}

fn version() -> Result<bool, Box<dyn Error>> {
    println!("{}", String::from_utf8_lossy(&answer(&Request::Version)?.bytes));
    Ok(true)
}

fn validate(files: &[&str]) -> Result<bool, Box<dyn Error>> {
    let mut all = true;
    for file in files {
        let answer = answer(&Request::Validate(std::fs::read(file)?))?;
        if answer.is_fine() {
            println!("{file}: valid")
        } else {
            println!("{file}: refused ({:08x}) {}", answer.status, answer.message.trim_end())
        }
        all &= answer.is_fine();
    }
    Ok(all)
}

fn disassemble(file: &str) -> Result<bool, Box<dyn Error>> {
    let answer = answer(&Request::Disassemble(std::fs::read(file)?))?;
    print!("{}", String::from_utf8_lossy(&answer.bytes));
    Ok(answer.is_fine())
}

/// Compiles; without an output only the success matters.
fn compile(
    output: Option<&str>,
    (entry, profile, file): (&str, &str, &str),
    arguments: &[&str],
) -> Result<bool, Box<dyn Error>> {
    let answer = answer(&Request::Compile {
        entry: entry.to_owned(),
        profile: profile.to_owned(),
        arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        source: std::fs::read(file)?,
    })?;
    eprint!("{}", answer.message);
    if let Some(output) = output.filter(|_| answer.is_fine()) {
        std::fs::write(output, &answer.bytes)?;
    }
    Ok(answer.is_fine())
}

fn link(
    output: &str,
    entry: &str,
    profile: &str,
    arguments: &[&str],
    files: &[&str],
) -> Result<bool, Box<dyn Error>> {
    let libraries = files.iter().map(|file| Ok(((*file).to_owned(), std::fs::read(file)?)));
    let answer = answer(&Request::Link {
        entry: entry.to_owned(),
        profile: profile.to_owned(),
        arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        libraries: libraries.collect::<Result<_, std::io::Error>>()?,
    })?;
    eprint!("{}", answer.message);
    if answer.is_fine() {
        std::fs::write(output, &answer.bytes)?;
    }
    Ok(answer.is_fine())
}

//! Compiles many sources and writes the result of each, for comparison with another compiler. `DIR/NAME.txt` contains
//! `ok` and the program's description, or `error` and a line for each finding; `DIR/NAME.bin` is the file.
//!
//! ```text
//! cargo run --example compile -- --out-dir DIR [OPTIONS] FILE...
//! ```
//!
//! The kind follows from the file name extension as in Skia's tests. `--bench N` compiles each file N times and
//! prints the time.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::{Encoding, Options, compile, describe, encode};

const KINDS: [(&str, &str, ProgramKind); 9] = [
    ("fragment", ".frag", ProgramKind::FRAGMENT),
    ("vertex", ".vert", ProgramKind::VERTEX),
    ("shader", ".rts", ProgramKind::SHADER),
    ("shader", ".sksl", ProgramKind::SHADER),
    ("colorfilter", ".rtcf", ProgramKind::COLOR_FILTER),
    ("blender", ".rtb", ProgramKind::BLENDER),
    ("meshvertex", ".mv", ProgramKind::MESH_VERTEX),
    ("meshfragment", ".mf", ProgramKind::MESH_FRAGMENT),
    ("generic", ".gen", ProgramKind::GENERIC),
];

/// Skia's default inliner threshold.
const DEFAULT_THRESHOLD: u32 = 50;

struct Settings {
    options: Options,
    kind: Option<ProgramKind>,
    out: Option<PathBuf>,
    encoding: Option<Encoding>,
    pragma: bool,
    bench: u32,
}

fn main() -> ExitCode {
    let mut settings = Settings {
        options: Options::new(ProgramKind::SHADER),
        kind: None,
        out: None,
        encoding: Some(Encoding::Strict),
        pragma: false,
        bench: 0,
    };
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if let Err(message) = take(&argument, &mut arguments, &mut settings, &mut files) {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    }
    // A panic is recorded in the result of the file that caused it.
    std::panic::set_hook(Box::new(|_| {}));
    for file in &files {
        if let Err(message) = one(file, &settings) {
            eprintln!("{file}: {message}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn take(
    argument: &str,
    rest: &mut dyn Iterator<Item = String>,
    settings: &mut Settings,
    files: &mut Vec<String>,
) -> Result<(), String> {
    let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
    let options = &mut settings.options;
    match argument {
        "--kind" => {
            let name = value()?;
            let kind = KINDS.iter().find(|(known, ..)| *known == name);
            settings.kind = Some(kind.ok_or_else(|| format!("{name} is no kind"))?.2);
        }
        "--no-optimize" => options.optimize = false,
        "--inline-threshold" => {
            options.inline_threshold =
                value()?.parse().map_err(|_| "the threshold is a number".to_owned())?;
        }
        "--default-inline" => options.inline_threshold = DEFAULT_THRESHOLD,
        "--es2" => options.es2 = true,
        "--no-es2" => options.es2 = false,
        "--allow-narrowing" => options.allow_narrowing = true,
        "--caps" => {
            let text = value()?;
            let (name, state) = text.split_once('=').unwrap_or((&text, "1"));
            options.capabilities.get(name).ok_or_else(|| format!("{name} is no capability"))?;
            options.capabilities = options.capabilities.with(name, state != "0");
        }
        "--pragma" => settings.pragma = true,
        "--out-dir" => settings.out = Some(value()?.into()),
        "--no-encode" => settings.encoding = None,
        "--extended" => settings.encoding = Some(Encoding::Extended),
        "--bench" => settings.bench = value()?.parse().map_err(|_| "the count is a number".to_owned())?,
        "--quiet" => {}
        "-" => {
            let names = std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string())?;
            files.extend(names.lines().filter(|line| !line.is_empty()).map(str::to_owned));
        }
        option if option.starts_with("--") => return Err(format!("{option} is no option")),
        file => files.push(file.to_owned()),
    }
    Ok(())
}

fn one(file: &str, settings: &Settings) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let by_name = || KINDS.iter().find(|(_, ending, _)| file.ends_with(ending)).map(|kind| kind.2);
    let kind = settings.kind.or_else(by_name).ok_or("no kind has this ending")?;
    let mut options = Options { kind, ..settings.options.clone() };
    if settings.pragma {
        pragma(&text, &mut options);
    }
    if settings.bench > 0 {
        bench(file, &text, &options, settings.bench);
        return Ok(());
    }
    let came = catch_unwind(AssertUnwindSafe(|| compiled(&text, &options, settings.encoding)));
    let (report, bytes) = came.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        (format!("crash\n{}\n", message.unwrap_or_default()), None)
    });
    let Some(folder) = &settings.out else {
        print!("{report}");
        return Ok(());
    };
    let name = file.strip_prefix("./").unwrap_or(file).replace('/', "__");
    write(&folder.join(format!("{name}.txt")), report.as_bytes())?;
    match bytes {
        Some(bytes) => write(&folder.join(format!("{name}.bin")), &bytes),
        None => Ok(()),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

fn compiled(text: &str, options: &Options, encoding: Option<Encoding>) -> (String, Option<Vec<u8>>) {
    let compilation = compile(text, options);
    let Some(program) = compilation.program else {
        return (format!("error\n{}", lines(&compilation.findings)), None);
    };
    let report = format!("ok\n{}", describe(&program));
    match encoding.map(|encoding| encode(&program, encoding)) {
        Some(Ok(bytes)) => (report, Some(bytes)),
        _ => (report, None),
    }
}

fn lines(findings: &[Diagnostic]) -> String {
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let lines = errors.map(|finding| {
        let line = finding.location.line_column.map_or(0, |(line, _)| line);
        format!("error: {line}: {} {}\n", finding.rule.id, finding.message)
    });
    lines.collect()
}

/// Applies the comment with which Skia's tests request settings.
fn pragma(text: &str, options: &mut Options) {
    let Some((_, rest)) = text.split_once("/*#pragma settings ") else {
        return;
    };
    let Some((words, _)) = rest.split_once("*/") else {
        return;
    };
    for word in words.split_whitespace() {
        let capability = match word {
            "AllowNarrowingConversions" => {
                options.allow_narrowing = true;
                continue;
            }
            "NoES2Restrictions" => {
                options.es2 = false;
                continue;
            }
            "NoInline" => {
                options.inline_threshold = 0;
                continue;
            }
            "InlineThresholdMax" => {
                options.inline_threshold = i32::MAX as u32;
                continue;
            }
            "SkVMDebugTrace" => {
                options.optimize = false;
                continue;
            }
            "Default" => "builtinDeterminantSupport",
            "FramebufferFetchSupport" => "fbFetchSupport",
            "MustGuardDivisionEvenAfterExplicitZeroCheck" => "mustGuardDivisionEvenAfterExplicitZeroCheck",
            "RewriteMatrixVectorMultiply" => "rewriteMatrixVectorMultiply",
            _ => continue,
        };
        options.capabilities = options.capabilities.with(capability, true);
    }
}

fn bench(file: &str, text: &str, options: &Options, count: u32) {
    let start = Instant::now();
    for _ in 0..count {
        std::hint::black_box(compile(std::hint::black_box(text), options));
    }
    let compile_time = start.elapsed().as_secs_f64() * 1e6 / f64::from(count);
    let Some(program) = compile(text, options).program else {
        println!("{file}: error");
        return;
    };
    let start = Instant::now();
    let mut size = 0;
    for _ in 0..count {
        size = std::hint::black_box(encode(&program, Encoding::Extended)).map_or(0, |bytes| bytes.len());
    }
    let encode_time = start.elapsed().as_secs_f64() * 1e6 / f64::from(count);
    println!(
        "{file}: {} bytes of source, {size} of file, compiles in {compile_time:.2} us, is written in {encode_time:.2} us",
        text.len()
    );
}

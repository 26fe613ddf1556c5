//! Compares this crate's reading of packages with the crate `bpx` of BlockProject 3D.
//!
//! The crate runs in a separate program, which `.ci/bpx` builds from `.ci/peers/bpx-reader` and names in
//! `GLASSBOX_BPX_READER`. `GLASSBOX_BPX_PACKS` may name a folder of additional packages to compare: `.ci/bpx`
//! fills one with the output of `compile`, `assemble`, `link`, `--relink` and `--unlink`.
//!
//! Known defects of the crate:
//!
//! | defect | consequence here |
//! | --- | --- |
//! | its limit for structured data counts values, not depth, and is 4 | it is raised for every file; `limit` asserts that 4 is too low |
//! | it reads data where there is none for a sampler flagged as having data, as the vendor's compiler writes it | affects files of the corpus only |

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use glassbox_bpx::file::Numbering;
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::SymbolFlags;
use glassbox_bpx::read::open;
use glassbox_bpx::sd::Value;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::corpus;
use glassbox_testing::digest::Digest;

/// Structured data limit passed to the crate; not reached by any package of this project.
const DEPTH: &str = "1000000";

/// Timeout for a package: the crate hangs on some broken ones.
const PATIENCE: Duration = Duration::from_secs(20);

fn reader() -> PathBuf {
    let named = std::env::var_os("GLASSBOX_BPX_READER").map(PathBuf::from);
    named.expect("set GLASSBOX_BPX_READER to the program that .ci/bpx builds")
}

/// Output of the crate, or its error.
fn ask(reader: &Path, package: &Path, depth: Option<&str>) -> Result<String, String> {
    let mut child = Command::new(reader)
        .arg(package)
        .args(depth)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the reader runs");
    // The output may exceed the pipe's buffer, so it is drained while the process runs.
    let output = child.stdout.take().expect("the output is a pipe");
    let text = std::thread::spawn(move || std::io::read_to_string(output).unwrap_or_default());
    let started = Instant::now();
    let status = loop {
        match child.try_wait().expect("the reader can be waited for") {
            Some(status) => break Some(status),
            None if started.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = text.join().expect("the text is read");
    match status {
        Some(status) if status.success() => Ok(text),
        Some(_) => {
            let mut said = String::new();
            if let Some(mut errors) = child.stderr.take() {
                let _ = std::io::Read::read_to_string(&mut errors, &mut said);
            }
            Err(said.trim().to_owned())
        }
        None => Err("it does not come to an end".to_owned()),
    }
}

/// This crate's reading, formatted like the reader's output.
fn ours(bytes: &[u8]) -> Result<String, String> {
    let limits = Limits::default();
    let file = open(Window::whole(bytes), &limits, Numbering::Released).map_err(|finding| finding.message)?;
    let pack = Pack::of(&file, limits.nodes)?;
    let mut out = String::new();
    let kind = match pack.pack_type.0 {
        b'A' => "Assembly",
        _ => "Pipeline",
    };
    let _ = writeln!(out, "pack {} {kind} {:016x}", pack.target, pack.assembly);
    for symbol in &pack.symbols {
        let mut flags = symbol.flags;
        if symbol.register.is_some() {
            flags = flags.with(SymbolFlags::REGISTER);
        }
        if symbol.data.is_some() {
            flags = flags.with(SymbolFlags::EXTENDED_DATA);
        }
        let name = String::from_utf8_lossy(&symbol.name);
        let _ = write!(out, "symbol {name} {} {:03x}", symbol.symbol_type, flags.0);
        if let Some(register) = symbol.register {
            let _ = write!(out, " register {register}");
        }
        if let Some(data) = &symbol.data {
            out.push(' ');
            value(&Value::Object(data.clone()), &mut out);
        }
        out.push('\n');
    }
    for shader in &pack.shaders {
        let mut digest = Digest::default();
        digest.add(&shader.code);
        let (length, digest) = (shader.code.len(), digest.value());
        let _ = writeln!(out, "shader {} {length} bytes {digest:016x}", shader.stage);
    }
    Ok(out)
}

fn value(of: &Value<'_>, out: &mut String) {
    let _ = match of {
        Value::Null => write!(out, "null"),
        Value::Bool(value) => write!(out, "{value}"),
        Value::U8(value) => write!(out, "{value}u8"),
        Value::U16(value) => write!(out, "{value}u16"),
        Value::U32(value) => write!(out, "{value}u32"),
        Value::U64(value) => write!(out, "{value}u64"),
        Value::I8(value) => write!(out, "{value}i8"),
        Value::I16(value) => write!(out, "{value}i16"),
        Value::I32(value) => write!(out, "{value}i32"),
        Value::I64(value) => write!(out, "{value}i64"),
        Value::Float(value) => write!(out, "{:08x}f32", value.to_bits()),
        Value::Double(value) => write!(out, "{:016x}f64", value.to_bits()),
        Value::String(text) => write!(out, "\"{}\"", String::from_utf8_lossy(text).escape_default()),
        Value::Array(items) => {
            out.push('[');
            for item in items {
                value(item, out);
                out.push(' ');
            }
            write!(out, "]")
        }
        Value::Object(object) => {
            let mut properties: Vec<_> = object.properties.iter().collect();
            properties.sort_by_key(|property| property.hash);
            out.push('{');
            for property in properties {
                let _ = write!(out, "{:016x}=", property.hash);
                value(&property.value, out);
                out.push(' ');
            }
            write!(out, "}}")
        }
    };
}

fn packages(folder: &Path) -> Vec<PathBuf> {
    let mut open = vec![folder.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|ending| ending == "bpx") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// The crate reads every package written by this project, and every sound package of the corpus, as this
/// crate does.
#[test]
#[ignore = "needs GLASSBOX_BPX_READER: a program with the crate `bpx` (.ci/bpx builds it)"]
fn needs_bpx_reader_reading() {
    let reader = reader();
    let mut checked = [0; 2];
    let mut differ = Vec::new();
    let mut compare = |path: &Path, own: bool| {
        let bytes = std::fs::read(path).expect("the package is readable");
        let theirs = ask(&reader, path, Some(DEPTH));
        match (ours(&bytes), theirs) {
            (Ok(ours), Ok(theirs)) if ours == theirs => checked[usize::from(own)] += 1,
            (ours, theirs) => {
                let lines = |text: &Result<String, String>| match text {
                    Ok(text) => text.lines().map(str::to_owned).collect::<Vec<_>>(),
                    Err(error) => vec![format!("error: {error}")],
                };
                let (ours, theirs) = (lines(&ours), lines(&theirs));
                let at = ours.iter().zip(&theirs).position(|(a, b)| a != b);
                let at = at.unwrap_or(ours.len().min(theirs.len()));
                differ.push(format!(
                    "{}:\n  here  {:?}\n  there {:?}",
                    path.display(),
                    ours.get(at),
                    theirs.get(at)
                ));
            }
        }
    };
    for row in corpus::expected("bpxs") {
        // Defective files may be read in several ways, and the vendor's samplers refer to missing data.
        let sound = matches!(row.verdict.as_str(), "ok" | "info") && !row.name.contains("sdk-");
        if sound && row.path.extension().is_some_and(|ending| ending == "bpx") {
            compare(&row.path, false);
        }
    }
    if let Some(folder) = std::env::var_os("GLASSBOX_BPX_PACKS") {
        for path in packages(Path::new(&folder)) {
            compare(&path, true);
        }
    }
    eprintln!("{} packages of the corpus and {} of this project read the same", checked[0], checked[1]);
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    if std::env::var_os("GLASSBOX_BPX_PACKS").is_some() {
        assert!(checked[1] > 0, "the folder of packages is empty");
    }
}

/// With its default limit the crate cannot read a constant buffer with a vector; hence the limit is raised
/// above.
#[test]
#[ignore = "needs GLASSBOX_BPX_READER: a program with the crate `bpx` (.ci/bpx builds it)"]
fn needs_bpx_reader_limit() {
    let reader = reader();
    let package = corpus::file("bpxs/link-prog-ok.bpx");
    let refused = ask(&reader, &package, None).expect_err("4 is too low for a constant buffer");
    assert!(refused.contains("depth"), "{refused}");
    ask(&reader, &package, Some(DEPTH)).expect("a higher limit is enough");
}

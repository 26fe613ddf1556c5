//! Input files of the sweep.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::process;

/// A file with its original bytes.
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    /// Index among all inputs.
    pub(crate) number: usize,
    pub(crate) bytes: Vec<u8>,
}

impl Input {
    /// True if it is a text form, which commands assemble.
    pub(crate) fn is_text(&self) -> bool {
        self.bytes.starts_with(b"glassbox ") || self.path.to_string_lossy().ends_with(".dehydrated.sksl")
    }
}

/// The inputs by path, with one of so many files of the corpus; some are made in `folder`.
pub(crate) fn all(folder: &Path, one_of: usize) -> Vec<Input> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    walk(&here.join("tests/fixtures"), &mut paths);
    walk(&here.join("../../examples"), &mut paths);
    paths.extend(glassbox_testing::case::base_files());
    let fixtures = paths.clone();
    let corpus = glassbox_testing::corpus::files("", &[""]);
    paths.extend(corpus.into_iter().step_by(one_of));
    let made = folder.join("made");
    std::fs::create_dir(&made).expect("the folder can be made");
    odd(&made);
    hostile(&fixtures, &made);
    walk(&made, &mut paths);
    paths.sort();
    paths.dedup();
    let wanted = std::env::var("GLASSBOX_SWEEP").unwrap_or_default();
    let inputs = paths.into_iter().enumerate().map(|(number, path)| Input {
        bytes: std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
        number,
        path,
    });
    inputs.filter(|input| input.path.to_string_lossy().contains(&wanted)).collect()
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() { walk(&path, paths) } else { paths.push(path) }
    }
}

/// Data of unknown format, and sources whose errors quote their contents.
fn odd(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("a file");
    write("empty", b"");
    write("unknown", b"\x00\x01\xfe not a shader \x1b[31m");
    write("bad.txt", b"glassbox 1\nna\x1bme u8 = 300\n");
    write("no.txt", b"just words \xe2\x80\xae here\n");
    write("odd.vsl", "@frag { \u{1b}[31m \u{202e}x; }\n".as_bytes());
    write("odd.rts", "half4 main(float2 p) { return \u{1b}[2J\u{9b}; }\n".as_bytes());
    write("odd.v.pica", ".proc main\nm\u{1b}ov o0, \u{202e}v0\n.end\n".as_bytes());
    write("silent.pica", b".exact\n.program 0, 4294902015\n");
    write(
        "odd.spvasm",
        "; SPIR-V\nOpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n\
         %f = OpString \"a\u{1b}[31mb\u{202e}c\u{9b}d\re\"\nOpName %t \"t\u{1b}]0;x\u{7}\"\n%t = OpTypeVoid\n"
            .as_bytes(),
    );
}

/// Copies of the fixtures under names with control characters, and with control characters in all of their strings.
fn hostile(fixtures: &[PathBuf], folder: &Path) {
    for (number, path) in fixtures.iter().enumerate() {
        let bytes = std::fs::read(path).expect("the fixture is there");
        let suffix = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
        let name = format!("{number}\u{1b}[31mred\u{202e}\u{9b}\nline{suffix}");
        std::fs::write(folder.join(name), &bytes).expect("a name is any bytes but two");
        #[cfg(unix)]
        if number == 0 {
            use std::os::unix::ffi::OsStringExt as _;
            let name = OsString::from_vec(b"no\xff\x9butf8".to_vec());
            std::fs::write(folder.join(name), &bytes).expect("a name is any bytes but two");
        }
        let text = folder.join(format!("{number}.hostile.txt"));
        let printed = [OsString::from("print"), path.into(), "-o".into(), (&text).into()];
        if process::run(&printed, folder).status != Some(0) {
            continue;
        }
        let form = std::fs::read_to_string(&text).unwrap_or_default();
        for (kind, escape) in [("escape", "\\x1b"), ("bidi", "\\xe2\\x80\\xae"), ("c1", "\\xc2\\x9b")] {
            let name = folder.join(format!("{number}.{kind}.bin"));
            std::fs::write(&text, spoiled(&form, escape)).expect("a file");
            let parse = [OsString::from("parse"), (&text).into(), "-o".into(), (&name).into()];
            process::run(&parse, folder);
        }
        let _ = std::fs::remove_file(&text);
    }
}

/// A text form whose strings begin with an escape, in place of the same number of bytes. Tags are kept, so that the
/// file stays of its format.
fn spoiled(form: &str, escape: &str) -> String {
    let size = escape.len() / "\\x1b".len();
    let mut out = String::with_capacity(form.len());
    for line in form.split_inclusive('\n') {
        let spoiled = line.split_once('"').and_then(|(before, rest)| {
            let (inside, after) = rest.split_once('"')?;
            let is_name = inside.len() > size
                && inside.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let is_tag = inside.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
            (is_name && !is_tag).then(|| format!("{before}\"{escape}{}\"{after}", &inside[size..]))
        });
        out.push_str(spoiled.as_deref().unwrap_or(line));
    }
    out
}

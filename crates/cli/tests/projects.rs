//! Projects of programs: the cache under damage and under many runs at once, and `--watch`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::glassbox;

const PROJECT: &str = "to = 'spirv-asm'
[permutations]
FOG = [0, 1]
[programs.light]
stages = { fragment = 'light.frag' }
[programs.flat]
stages = { fragment = 'flat.frag' }
permutations = {}
";

const LIGHT: &str = "#version 450
#include \"tint.glsl\"
layout(location = 0) out vec4 color;
void main() { color = tint * float(FOG); }
";

const FLAT: &str = "#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(0.5); }
";

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let files = [
        ("p.toml", PROJECT),
        ("light.frag", LIGHT),
        ("flat.frag", FLAT),
        ("tint.glsl", "const vec4 tint = vec4(1.0);\n"),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    folder
}

/// What a build says, and its status.
fn build(folder: &Path, options: &[&str]) -> (String, i32) {
    let arguments: Vec<String> =
        ["compile", "p.toml"].iter().chain(options).map(|word| (*word).to_owned()).collect();
    let done = glassbox(&arguments, folder, &[]).expect("the command runs");
    (done.errors, done.status)
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// The results with their contents, without the cache.
fn results(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let out = folder.join("out");
    let all = files(&out).into_iter().filter(|path| !path.starts_with(out.join(".cache")));
    all.map(|path| {
        (path.strip_prefix(&out).expect("it is inside").to_owned(), fs::read(&path).expect("it is there"))
    })
    .collect()
}

#[test]
fn damaged_entries_are_built_again() {
    let folder = project();
    let folder = folder.path();
    assert_eq!(
        build(folder, &[]),
        ("p.toml: 3 permutations: 3 built, 0 up to date, 0 with errors\n".to_owned(), 0)
    );
    let wanted = results(folder);
    assert_eq!(wanted.len(), 4, "three results and the index");
    let entries = files(&folder.join("out/.cache"));
    for damage in
        [|bytes: &mut Vec<u8>| bytes.truncate(40), |bytes: &mut Vec<u8>| *bytes.last_mut().unwrap() ^= 1]
    {
        for path in &entries {
            let mut bytes = fs::read(path).expect("it is there");
            damage(&mut bytes);
            fs::write(path, bytes).expect("it can be written");
        }
        for (name, _) in &wanted {
            fs::remove_file(folder.join("out").join(name)).expect("it is there");
        }
        let (said, status) = build(folder, &["--min-severity", "info"]);
        assert_eq!((said.matches("BUILD-12").count(), status), (3, 0), "{said}");
        assert!(said.ends_with("p.toml: 3 permutations: 3 built, 0 up to date, 0 with errors\n"), "{said}");
        assert_eq!(results(folder), wanted);
        let (said, _) = build(folder, &[]);
        assert_eq!(said, "p.toml: 3 permutations: 0 built, 3 up to date, 0 with errors\n");
    }
}

#[test]
fn contents_decide_and_not_times() {
    let folder = project();
    let folder = folder.path();
    build(folder, &[]);
    let wanted = results(folder);
    // Everything is touched; an included file appears at a place that is searched earlier, and goes again.
    for path in ["light.frag", "flat.frag", "tint.glsl"] {
        let path = folder.join(path);
        fs::write(&path, fs::read(&path).expect("it is there")).expect("it can be written");
    }
    assert_eq!(build(folder, &[]).0, "p.toml: 3 permutations: 0 built, 3 up to date, 0 with errors\n");
    fs::write(folder.join("tint.glsl"), "const vec4 tint = vec4(0.25);\n").expect("it can be written");
    assert_eq!(build(folder, &[]).0, "p.toml: 3 permutations: 2 built, 1 up to date, 0 with errors\n");
    assert_ne!(results(folder), wanted);
    fs::write(folder.join("tint.glsl"), "const vec4 tint = vec4(1.0);\n").expect("it can be written");
    assert_eq!(build(folder, &[]).0, "p.toml: 3 permutations: 0 built, 3 up to date, 0 with errors\n");
    // A result that is lost, and one that was changed.
    let out = folder.join("out");
    fs::remove_file(out.join("flat.fragment.spvasm")).expect("it is there");
    fs::write(out.join(&wanted.last().expect("there are results").0), "other").expect("it can be written");
    build(folder, &[]);
    let found = results(folder);
    assert!(wanted.iter().all(|result| found.contains(result)), "the results are as at first");
}

#[test]
fn many_runs_may_share_a_cache() {
    let folder = project();
    let folder = folder.path();
    build(folder, &["--cache", "none", "-o", "out"]);
    let wanted = results(folder);
    fs::remove_dir_all(folder.join("out")).expect("it is there");
    let start = |number: usize| -> Child {
        Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .args(["compile", "p.toml", "--cache", "cache", "-o"])
            .arg(if number.is_multiple_of(2) { "out" } else { "other" })
            .current_dir(folder)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts")
    };
    for _ in 0..3 {
        let runs: Vec<Child> = (0..4).map(start).collect();
        for run in runs {
            let done = run.wait_with_output().expect("it ends");
            let said = String::from_utf8_lossy(&done.stderr).into_owned();
            assert!(done.status.success() && said.contains(" 0 with errors"), "{said}");
        }
        assert_eq!(results(folder), wanted);
    }
}

/// Ends a process when the test does.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn changes_are_built_while_it_watches() {
    let folder = project();
    let folder = folder.path();
    let result = folder.join("out/flat.fragment.spvasm");
    let child = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(["compile", "p.toml", "--watch"])
        .current_dir(folder)
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let _child = Ended(child);
    let holds = |text: &str| fs::read_to_string(&result).is_ok_and(|found| found.contains(text));
    wait_for("the first build", || holds("0.5"));
    let write = |text: &str| fs::write(folder.join("flat.frag"), text).expect("it can be written");
    write(&FLAT.replace("0.5", "0.625"));
    wait_for("an edit", || holds("0.625"));
    write("#version 450\nwrong\n");
    std::thread::sleep(Duration::from_millis(600));
    write(&FLAT.replace("0.5", "0.375"));
    wait_for("an edit after a mistake", || holds("0.375"));
    let before = results(folder).len();
    fs::write(folder.join("tint.glsl"), "const vec4 tint = vec4(0.0625);\n").expect("it can be written");
    wait_for("an edit of an included file", || results(folder).len() > before);
}

mod needs_dxcompiler {
    use super::{fs, glassbox};

    const HLSL: &str = "#include \"tint.hlsli\"
cbuffer Values : register(b0) { float4 factor; };
#ifdef HALF
float4 main(float4 place : SV_Position) : SV_Target { return factor * TINT * 0.5; }
#else
float4 main(float4 place : SV_Position) : SV_Target { return factor * TINT; }
#endif
";

    #[test]
    #[ignore = "needs a dxcompiler library: GLASSBOX_DXCOMPILER"]
    fn hlsl_becomes_every_target() {
        assert!(
            std::env::var_os("GLASSBOX_DXCOMPILER").is_some(),
            "GLASSBOX_DXCOMPILER has to name a library"
        );
        let folder = tempfile::tempdir().expect("a folder can be made");
        let folder = folder.path();
        fs::create_dir(folder.join("common")).expect("it can be made");
        fs::write(folder.join("light.ps.hlsl"), HLSL).expect("it can be written");
        fs::write(folder.join("common/tint.hlsli"), "#define TINT float4(1, 0.5, 0.25, 1)\n")
            .expect("it can be written");
        let run = |line: &str| {
            let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
            glassbox(&arguments, folder, &[]).expect("the command runs")
        };
        let done = run("compile light.ps.hlsl -I common --depfile light.d");
        assert_eq!((done.status, done.errors.as_str()), (0, ""));
        let container = fs::read(folder.join("light.ps.dxil")).expect("it is written");
        assert!(container.starts_with(b"DXBC"));
        let rule = fs::read_to_string(folder.join("light.d")).expect("it is written");
        assert_eq!(rule, "light.ps.dxil: \\\n  light.ps.hlsl \\\n  common/tint.hlsli\n");
        let done = run(
            "compile light.ps.hlsl -I common -D HALF --to wgsl,spirv,glsl,dxil -o out --reflect light.hpp",
        );
        assert_eq!((done.status, done.errors.as_str()), (0, ""));
        let text = fs::read_to_string(folder.join("out/light.ps.wgsl")).expect("it is written");
        assert!(text.contains("@fragment"), "{text}");
        let header = fs::read_to_string(folder.join("light.hpp")).expect("it is written");
        assert!(header.contains("float factor[4];"), "{header}");
        fs::write(folder.join("wrong.ps.hlsl"), "float4 main() : SV_Target {\n    return colour;\n}\n")
            .expect("it can be written");
        let done = run("compile wrong.ps.hlsl");
        assert_eq!(done.status, 1);
        assert!(
            done.errors.contains("error[BUILD-11]") && done.errors.contains("wrong.ps.hlsl:2:12"),
            "{}",
            done.errors
        );
    }
}

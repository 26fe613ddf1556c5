//! Tests that linking within a build equals building and then linking, and that conflicts are
//! reported in the sources.

use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::read::open;
use glassbox_bpx_build::build::{Build, build};
use glassbox_bpx_build::sources::Memory;
use glassbox_bpx_link::{Input, Options, assemble, link};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

const VERTEX: &str = "#version 420
layout(location = 0) in vec3 position;
struct Fog { vec3 color; float density; };
layout(std140, binding = 1) uniform Camera { mat4 view; Fog fog[2]; };
uniform mat4 world;
out vec4 shade;
void main() { shade = vec4(fog[1].color, fog[0].density); gl_Position = view * world * vec4(position, 1.0); }
";
const PIXEL: &str = "#version 420
in vec4 shade;
layout(location = 0) out vec4 color;
layout(std140) uniform Tint { vec4 tint; };
layout(binding = 2) uniform sampler2D albedo;
void main() { color = shade * tint * texture(albedo, vec2(0.5)); }
";
const TARGETS: &str = "['DX11', 'DX12', 'GL33', 'GL42', 'ES30', 'VK10', 'MT']";

fn with(project: &str, vertex: &str, more: &[(&str, Vec<u8>)]) -> Build {
    let mut memory = Memory::default();
    memory.files.insert("a.vert".to_owned(), vertex.into());
    memory.files.insert("a.frag".to_owned(), PIXEL.into());
    for (name, bytes) in more {
        memory.files.insert((*name).to_owned(), bytes.clone());
    }
    let stages = "stages = { vertex = 'a.vert', pixel = 'a.frag' }\npipeline = {}\n";
    build("p.toml", &format!("{project}\n{stages}"), &memory)
}

fn file(bytes: &[u8]) -> File<'_> {
    open(Window::whole(bytes), &Limits::default(), Numbering::Released).expect("it is BPX")
}

/// Assembly of some packages, without the symbols of its ancestors.
fn assembly(packages: &[&[u8]], parents: &[&[u8]], name: &str) -> Vec<u8> {
    let files: Vec<File<'_>> = packages.iter().map(|bytes| file(bytes)).collect();
    let above: Vec<File<'_>> = parents.iter().map(|bytes| file(bytes)).collect();
    let inputs: Vec<Input<'_>> = files.iter().map(|file| Input { name: "program", file }).collect();
    let parents: Vec<Input<'_>> = above.iter().map(|file| Input { name: "parent", file }).collect();
    let made = assemble(&inputs, &parents, name, &Limits::default());
    assert!(made.done.is_some(), "{:#?}", made.findings);
    made.bytes
}

fn linked(program: &[u8], chain: &[&[u8]]) -> Vec<u8> {
    let program = file(program);
    let files: Vec<File<'_>> = chain.iter().map(|bytes| file(bytes)).collect();
    let inputs: Vec<Input<'_>> = files.iter().map(|file| Input { name: "main.bpx", file }).collect();
    let input = Input { name: "program", file: &program };
    let linked = link(&input, &inputs, &Options::default(), &Limits::default());
    assert!(linked.done.is_some(), "{:#?}", linked.findings);
    linked.bytes
}

fn same(project: &str, chain: &[&[u8]], files: &[(&str, Vec<u8>)]) {
    let target = format!("target = {TARGETS}\n");
    let apart = with(&target, VERTEX, &[]);
    let at_once = with(&format!("{target}{project}"), VERTEX, files);
    assert!(at_once.findings.is_empty(), "{:#?}", at_once.findings);
    assert_eq!(apart.programs.len(), 7);
    assert_eq!(at_once.programs.len(), 7);
    for (apart, at_once) in apart.programs.iter().zip(&at_once.programs) {
        assert_ne!(apart.bytes, at_once.bytes);
        assert!(linked(&apart.bytes, chain) == at_once.bytes, "{}", apart.target_name);
    }
}

fn program() -> Vec<u8> {
    let build = with("target = 'GL42'", VERTEX, &[]);
    assert!(!build.has_errors(), "{:#?}", build.findings);
    build.programs[0].bytes.clone()
}

#[test]
fn programs_linked_at_once_are_those_that_are_linked_afterwards() {
    let main = assembly(&[&program()], &[], "main");
    same("assembly = 'main.bpx'", &[&main], &[("main.bpx", main.clone())]);
    // Compressed code is unchanged.
    let build = with("target = 'GL42'\ncompression = 'always'", VERTEX, &[]);
    let files = [("main.bpx", main.clone())];
    let at_once = with("target = 'GL42'\ncompression = 'always'\nassembly = 'main.bpx'", VERTEX, &files);
    assert!(linked(&build.programs[0].bytes, &[&main]) == at_once.programs[0].bytes);
}

/// The parent has the first program's symbols, its child those added by the second.
#[test]
fn parents_are_looked_through() {
    let first = with("target = 'GL42'\ninternal = ['albedo', 'albedo_sampler']", VERTEX, &[]);
    let main = assembly(&[&first.programs[0].bytes], &[], "main");
    let child = assembly(&[&program()], &[&main], "child");
    let files = [("child.bpx", child.clone()), ("main.bpx", main.clone())];
    same("assembly = 'child.bpx'\nparents = ['main.bpx']", &[&child, &main], &files);
}

/// Assemblies work for all targets; one per target can be given as well.
#[test]
fn each_target_may_have_its_own() {
    let main = assembly(&[&program()], &[], "main");
    let other = assembly(&[&program()], &[], "other");
    let files = [("asm/GL42.bpx", main.clone()), ("asm/VK10.bpx", other.clone())];
    let text = "target = ['GL42', 'VK10']\nassembly = 'asm/{target}.bpx'";
    let build = with(text, VERTEX, &files);
    assert!(build.findings.is_empty(), "{:#?}", build.findings);
    assert_eq!(build.assemblies, ["asm/GL42.bpx", "asm/VK10.bpx"]);
    let hash = |at: usize| file(&build.programs[at].bytes).shader_ext().assembly.0;
    assert_eq!(hash(0), file(&main).shader_ext().assembly.0);
    assert_eq!(hash(1), file(&other).shader_ext().assembly.0);
    let build = with("target = ['GL42', 'MT']\nassembly = 'asm/{target}.bpx'", VERTEX, &files);
    assert!(build.programs.is_empty());
    let messages: Vec<&str> = build.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(messages, ["found no assembly in asm/MT.bpx: there is no such file"]);
}

/// Conflicts are reported at the declaration, with all differing fields, once for all targets.
#[test]
fn what_does_not_fit_is_explained_in_the_sources() {
    let main = assembly(&[&program()], &[], "main");
    let files = [("main.bpx", main)];
    let project = format!("target = {TARGETS}\nassembly = 'main.bpx'");
    for (from, to, rule, line, notes) in [
        (
            "mat4 view; Fog",
            "mat4 view; float time; Fog",
            "BPXS-LNK-02",
            4,
            &["size", "offset of member `fog`", "member `time`"][..],
        ),
        ("binding = 1", "binding = 5", "BPXS-LNK-02", 4, &["register"][..]),
        ("uniform mat4 world", "uniform mat4 model", "BPXS-LNK-01", 5, &[][..]),
    ] {
        let vertex = VERTEX.replacen(from, to, 1).replace("view * world", "view * WORLD");
        let name = if to.contains("model") { "model" } else { "world" };
        let build = with(&project, &vertex.replace("WORLD", name), &files);
        assert!(build.programs.is_empty());
        let errors: Vec<_> =
            build.findings.iter().filter(|finding| finding.rule.id.starts_with("BPXS-LNK")).collect();
        let [finding] = errors.as_slice() else { panic!("{to}: {:#?}", build.findings) };
        assert_eq!(finding.rule.id, rule, "{finding:#?}");
        let file = build.sources.get(finding.location.input).expect("a source");
        let location = finding.location.line_column.map(|(line, _)| line);
        assert_eq!((file.name.as_str(), location), ("a.vert", Some(line)), "{finding:#?}");
        assert_eq!(finding.labels.len(), 1);
        assert_eq!(finding.labels[0].location.line_column, Some((2, 12)));
        for field in notes {
            assert!(finding.notes.iter().any(|note| note.starts_with(field)), "{field}: {finding:#?}");
        }
    }
}

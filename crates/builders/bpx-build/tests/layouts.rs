//! Compares offsets in packages with those of another compiler.
//!
//! A file of `tests/layouts` is a block `B` with its number, and lines `>> ` that `glslangValidator -q -l --reflect-all-block-variables
//! --reflect-strict-array-suffix` (glslang 12) gives for it: the size up to the last member's end, and the offset of each member, with
//! those of the structures in it. The blocks were drawn by lot; they have arrays of everything, in two dimensions too.

use std::path::Path;

use crate::support;
use glassbox_bpx::extended::{ExtendedData, MemberType, Structure};
use glassbox_bpx::file::Numbering;
use glassbox_bpx::read::open;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

/// Parts of a path: member names with their indices.
fn parts(path: &str) -> Vec<(&str, Vec<u32>)> {
    path.split('.')
        .map(|part| {
            let (name, rest) = part.split_once('[').unwrap_or((part, ""));
            let indices = rest.split(['[', ']']).filter_map(|index| index.parse().ok());
            (name, indices.collect())
        })
        .collect()
}

/// Offset of a path; `None` if the path has two dimensions that the package counts as one.
fn offset(path: &str, block: &Structure<'_>, structures: &[Option<Structure<'_>>]) -> Option<u32> {
    let (mut at, mut inside) = (0, block);
    for (name, indices) in parts(path) {
        let member = inside.props.iter().find(|member| member.name == name.as_bytes());
        let member = member.unwrap_or_else(|| panic!("{path}: there is no {name}"));
        let structure = |index: u16| structures[usize::from(index)].as_ref().expect("a structure");
        at += member.offset;
        match (member.ty, indices.as_slice()) {
            (MemberType::StructRef(index), []) => inside = structure(index),
            (MemberType::StructArray(_, index), [first]) => {
                inside = structure(index);
                at += first * inside.size;
            }
            (MemberType::StructArray(_, index), several) if several.iter().all(|index| *index == 0) => {
                inside = structure(index);
            }
            (MemberType::Plain(_) | MemberType::Array(..), several)
                if several.iter().all(|index| *index == 0) => {}
            _ => return None,
        }
    }
    Some(at)
}

#[test]
fn offsets_are_those_that_glslang_gives() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/layouts");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("the file is readable");
        let number = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(">> ")).collect();
        let source: Vec<&str> = text.lines().filter(|line| !line.starts_with(">> ")).collect();
        let files = [
            (
                "p.toml".to_owned(),
                "target = 'VK10'\nstages = { vertex = 'a.vert', pixel = 'a.frag' }\n".to_owned(),
            ),
            ("a.vert".to_owned(), "#version 450\nvoid main() { gl_Position = vec4(0.0); }\n".to_owned()),
            (
                "a.frag".to_owned(),
                format!(
                    "#version 450\n{}\nlayout(location = 0) out vec4 c;\nvoid main() {{ c = vec4(b{number}.last); }}\n",
                    source.join("\n")
                ),
            ),
        ];
        let build = support::build(&files);
        assert!(!build.has_errors(), "{number}: {:#?}", build.findings);
        let bytes = &build.programs.first().expect("a program").bytes;
        let file = open(Window::whole(bytes), &Limits::default(), Numbering::Released).expect("a package");
        let objects = file.objects(1 << 16);
        let structures: Vec<Option<Structure<'_>>> = file
            .symbols()
            .iter()
            .map(|symbol| {
                let document = objects.documents.get(objects.at(symbol.extended_data)?)?;
                match ExtendedData::decode(symbol.symbol_type, document.root()) {
                    ExtendedData::Structure(structure) => Some(structure),
                    _ => None,
                }
            })
            .collect();
        let at = file
            .symbols()
            .iter()
            .position(|symbol| file.name_of(&symbol) == format!("B{number}"))
            .expect("the block has a symbol");
        let block = structures[at].as_ref().expect("a structure");
        for line in expected {
            let (path, value) = line.rsplit_once(' ').expect("a path and a number");
            let value: u32 = value.parse().expect("a number");
            if path == "size" {
                assert_eq!(block.size, value.next_multiple_of(16), "{number}: size");
            } else if let Some(found) = offset(path, block, &structures) {
                assert_eq!(found, value, "{number}: {path}");
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "only {seen} offsets");
}

//! Builds in-memory projects.

pub(crate) mod shaders;

use glassbox_bpx::extended::{ExtendedData, Member, Structure};
use glassbox_bpx::package::{Layout, Package, PackageSection};
use glassbox_bpx::raw::{ContainerType, SectionFlags, SectionType};
use glassbox_bpx_build::build::{self, Build};
use glassbox_bpx_build::sources::Memory;

/// Builds files, the first of which is the project file.
pub(crate) fn build_files(files: &[(String, Vec<u8>)]) -> Build {
    let memory = Memory { files: files.iter().cloned().collect() };
    let (name, text) = files.first().expect("there is a project file");
    build::build(name, std::str::from_utf8(text).expect("it is text"), &memory)
}

/// Builds texts; those called `.spv` are SPIR-V assembly, those called `.lib.bpx` are shader
/// libraries, where each line `--- NAME` starts an object. Those called `.latin1` have one byte per
/// character.
#[allow(dead_code, reason = "not every test has texts")]
pub(crate) fn build(files: &[(String, String)]) -> Build {
    let files: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|(name, text)| {
            let bytes = match name {
                name if name.ends_with(".spv") => assembled(text),
                name if name.ends_with(".lib.bpx") => library(text),
                name if name.contains("latin1") => {
                    text.chars().map(|letter| u8::try_from(u32::from(letter)).expect("Latin 1")).collect()
                }
                _ => text.clone().into_bytes(),
            };
            (name.clone(), bytes)
        })
        .collect();
    build_files(&files)
}

/// Shader library as the vendor's compiler writes it: the first object starts in the first section
/// and continues in the second, which also holds the others.
pub(crate) fn library(text: &str) -> Vec<u8> {
    let mut objects: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("--- "), objects.last_mut()) {
            (Some(name), _) => objects.push((name, String::new())),
            (None, Some((_, text))) => *text += &format!("{line}\n"),
            (None, None) => panic!("an object begins with `--- NAME`"),
        }
    }
    let cut = objects.first().map_or(0, |(_, text)| text.len() / 2);
    let (mut table, mut strings, mut data) = (Vec::new(), Vec::new(), Vec::new());
    for (name, text) in &objects {
        let (section, offset) = match data.len() {
            0 => (2u32, 0),
            at => (3, at - cut),
        };
        table.extend((text.len() as u64).to_le_bytes());
        table.extend(u32::try_from(strings.len()).expect("small").to_le_bytes());
        table.extend(section.to_le_bytes());
        table.extend(u32::try_from(offset).expect("small").to_le_bytes());
        strings.extend(name.bytes().chain([0]));
        data.extend(text.bytes());
    }
    let section = |ty, flags, content| PackageSection::new(SectionType(ty), flags, content);
    let rest = data.split_off(cut);
    let mut type_ext = [0; 16];
    type_ext[..4].copy_from_slice(b"\x04\x04SL");
    let package = Package {
        container_type: ContainerType::PACKAGE,
        type_ext,
        sections: vec![
            section(2, SectionFlags::WEAK, table),
            section(0xff, SectionFlags::WEAK, strings),
            section(1, SectionFlags(SectionFlags::CRC.0 | SectionFlags::XZ.0), data),
            section(1, SectionFlags::CRC, rest),
        ],
        ..Package::default()
    };
    glassbox_bpx::write::write(&package, &Layout::canonical()).expect("it can be written")
}

fn assembled(text: &str) -> Vec<u8> {
    let assembly = glassbox_spirv::assemble(text);
    assembly.unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// Files of a case: after each line `-- NAME` its text, without the lines `>> ` of what is expected.
#[allow(dead_code, reason = "not every test has cases")]
pub(crate) fn files(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with(">> ")) {
        match (line.strip_prefix("-- "), files.last_mut()) {
            (Some(name), _) => files.push((name.to_owned(), String::new())),
            (None, Some((_, text))) => *text += &format!("{line}\n"),
            (None, None) => panic!("a file begins with `-- NAME`: {line}"),
        }
    }
    files
}

/// Reverse of [`files`].
#[allow(dead_code, reason = "not every test has cases")]
pub(crate) fn source(files: &[(String, String)]) -> String {
    files.iter().map(|(name, text)| format!("-- {name}\n{text}")).collect()
}

/// Copies extended data to owned data.
#[allow(dead_code, reason = "not every test looks into packages")]
pub(crate) fn owned(data: ExtendedData<'_>) -> ExtendedData<'static> {
    match data {
        ExtendedData::Texture(texture) => ExtendedData::Texture(texture),
        ExtendedData::Structure(structure) => ExtendedData::Structure(normal(&structure)),
        ExtendedData::Constant(constant) => ExtendedData::Constant(constant),
        ExtendedData::Pipeline(pipeline) => ExtendedData::Pipeline(pipeline),
        ExtendedData::Output(output) => ExtendedData::Output(output),
        ExtendedData::Other(_) => panic!("an object of another shape"),
    }
}

/// Structure with all references set to the same value.
#[allow(dead_code, reason = "not every test looks into packages")]
pub(crate) fn normal(structure: &Structure<'_>) -> Structure<'static> {
    let member = |member: &Member<'_>| Member {
        name: member.name.to_vec().into(),
        offset: member.offset,
        ty: member.ty.with_reference(|_| 0),
    };
    Structure { size: structure.size, props: structure.props.iter().map(member).collect() }
}

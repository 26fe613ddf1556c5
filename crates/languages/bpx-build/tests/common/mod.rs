//! Projects in memory.

use glassbox_bpx::extended::{ExtendedData, Member, Structure};
use glassbox_bpx_build::build::{self, Build};
use glassbox_bpx_build::sources::Memory;

/// Builds a project of files, the first of which is the project file.
pub(crate) fn build_files(files: &[(String, Vec<u8>)]) -> Build {
    let memory = Memory {
        files: files.iter().cloned().collect(),
    };
    let (name, text) = files.first().expect("there is a project file");
    build::build(name, std::str::from_utf8(text).expect("it is text"), &memory)
}

/// The same of texts; those called `.spv` are assembly of SPIR-V.
#[allow(dead_code, reason = "not every test has texts")]
pub(crate) fn build(files: &[(String, String)]) -> Build {
    let files: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|(name, text)| {
            let bytes = match name.ends_with(".spv") {
                true => assembled(text),
                false => text.clone().into_bytes(),
            };
            (name.clone(), bytes)
        })
        .collect();
    build_files(&files)
}

fn assembled(text: &str) -> Vec<u8> {
    let assembly = glassbox_spirv::assemble(text);
    assembly.unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// Extended data that stands on its own feet.
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

/// A structure with every reference the same.
#[allow(dead_code, reason = "not every test looks into packages")]
pub(crate) fn normal(structure: &Structure<'_>) -> Structure<'static> {
    let member = |member: &Member<'_>| Member {
        name: member.name.to_vec().into(),
        offset: member.offset,
        ty: member.ty.with_reference(|_| 0),
    };
    Structure {
        size: structure.size,
        props: structure.props.iter().map(member).collect(),
    }
}

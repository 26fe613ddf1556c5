//! Parses `SRCI` (sources, their names, compiler arguments) and `PDBI` (the same as `RDAT` tables). Both occur only in
//! debug files, and both may be compressed.

mod packed;
pub mod raw;
mod sections;
mod tables;

use std::borrow::Cow;

use glassbox_core::limits::Limits;
use glassbox_core::reader::{NoRecorder, NodeId, Reader, Recorder, Window};

use super::PartData;
use super::rdat::{self, Rdat};

/// Parsed `SRCI`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sources<'a> {
    /// Source file names and content sizes, terminators included.
    pub names: Vec<(&'a [u8], u32)>,
    /// Decompressed contents.
    pub contents: Cow<'a, [u8]>,
    /// Range of each file in `contents`, without its terminator.
    pub files: Vec<(usize, usize)>,
    /// Argument names and values alternating, each NUL-terminated.
    pub arguments: &'a [u8],
    /// Stated number of arguments.
    pub argument_count: u32,
}

/// Parsed `SRCI` or `PDBI`.
#[derive(Clone, PartialEq, Debug)]
pub enum Model<'a> {
    /// `SRCI`.
    Sources(Sources<'a>),
    /// `PDBI`: decompressed tables.
    Tables(Cow<'a, [u8]>),
}

/// Parses the part. `None` if it is too small for its header.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    match &part.code.0 {
        b"PDBI" => tables::read(reader, part).map(Model::Tables),
        _ => sections::read(reader, part).map(Model::Sources),
    }
}

/// Source files: name and content.
pub fn sources<'m>(model: &'m Model<'_>) -> Vec<(String, Cow<'m, [u8]>)> {
    match model {
        Model::Sources(sources) => {
            let names = sources.names.iter().map(|(name, _)| lossy(name));
            let names = names.chain(std::iter::repeat(String::new()));
            let contents = sources
                .files
                .iter()
                .map(|&(start, end)| Cow::Borrowed(sources.contents.get(start..end).unwrap_or_default()));
            names.zip(contents).collect()
        }
        Model::Tables(bytes) => {
            let Some(rdat) = reread(bytes) else {
                return Vec::new();
            };
            let rows = rdat.rows::<rdat::raw::PdbSource>(rdat::raw::TableType::PDB_SOURCES);
            let mut budget = bytes.len();
            let files = rows.iter().map_while(|row| {
                let content = rdat.text(row.content).bytes();
                budget = budget.checked_sub(content.len())?;
                Some((rdat.text(row.name).lossy(), Cow::Owned(content.to_vec())))
            });
            files.collect()
        }
    }
}

/// Compiler arguments: name without its dash, empty for the input file, and value.
pub fn arguments(model: &Model<'_>) -> Vec<(String, String)> {
    match model {
        Model::Sources(sources) => {
            let mut strings = sources.arguments.split(|&byte| byte == 0).map(lossy);
            let mut pairs = Vec::new();
            for _ in 0..sources.argument_count {
                let (Some(name), Some(value)) = (strings.next(), strings.next()) else {
                    break;
                };
                pairs.push((name, value));
            }
            pairs
        }
        Model::Tables(bytes) => {
            let Some(rdat) = reread(bytes) else {
                return Vec::new();
            };
            let rows = rdat.rows::<rdat::raw::PdbInfo>(rdat::raw::TableType::PDB_INFOS);
            let Some(info) = rows.get(0) else {
                return Vec::new();
            };
            let mut budget = bytes.len();
            let mut strings = rdat.array(info.arguments).map_while(|offset| {
                let text = rdat.text(offset);
                budget = budget.checked_sub(text.bytes().len())?;
                Some(text.lossy())
            });
            let mut pairs = Vec::new();
            while let (Some(name), Some(value)) = (strings.next(), strings.next()) {
                pairs.push((name, value));
            }
            pairs
        }
    }
}

/// Parses the tables of `PDBI` again for their content; their findings were reported on the first read.
fn reread(bytes: &[u8]) -> Option<Rdat<'_>> {
    let mut reader = Reader::new(Window::whole(bytes), NoRecorder, Limits::default());
    rdat::read_at(&mut reader, NodeId::ROOT, "", 0, bytes.len() as u64)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

//! A container as something that can be built and changed: sections with contents, apart from where a file has them.

use glassbox_core::format::WriteError;
use std::borrow::Cow;

use crate::file::{File, State};
use crate::raw::{ContainerType, SectionFlags, SectionHeader, SectionType, VERSION};

/// A container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Package<'a> {
    /// What it holds.
    pub container_type: ContainerType,
    /// 1 or 2.
    pub version: u32,
    /// The type extension.
    pub type_ext: [u8; 16],
    /// The sections in the order of the table.
    pub sections: Vec<PackageSection<'a>>,
}

impl Default for Package<'_> {
    fn default() -> Self {
        Package {
            container_type: ContainerType::SHADER,
            version: VERSION,
            type_ext: [0; 16],
            sections: Vec::new(),
        }
    }
}

/// A section of a container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackageSection<'a> {
    /// What it holds.
    pub section_type: SectionType,
    /// How it is to be stored.
    pub flags: SectionFlags,
    /// Its content, decompressed.
    pub content: Cow<'a, [u8]>,
    /// The section of the layout that it was, if it was one.
    pub source: Option<usize>,
}

impl<'a> PackageSection<'a> {
    /// A new section.
    pub fn new(section_type: SectionType, flags: SectionFlags, content: impl Into<Cow<'a, [u8]>>) -> Self {
        PackageSection {
            section_type,
            flags,
            content: content.into(),
            source: None,
        }
    }
}

/// Where a file has what, and everything in it that the sections do not say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout<'a> {
    /// What was read; nothing for the canonical layout.
    pub source: Option<Source<'a>>,
}

/// What was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Source<'a> {
    /// Header checksum, as it stands in the file.
    pub checksum: u32,
    /// Whether the file's checksum leaves reserved bytes out.
    pub without_reserved: bool,
    /// File size, as it stands in the file.
    pub file_size: u64,
    /// Size of the file, bytes.
    pub size: u64,
    /// Main header and section headers.
    pub headers: Cow<'a, [u8]>,
    /// The sections.
    pub sections: Vec<SourceSection<'a>>,
    /// Bytes of no section, with the place of the first.
    pub gaps: Vec<(u64, Cow<'a, [u8]>)>,
}

impl Eq for Source<'_> {}

/// A section as it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceSection<'a> {
    /// Its header.
    pub header: SectionHeader,
    /// Its bytes in the file.
    pub stored: Cow<'a, [u8]>,
    /// Its content.
    pub content: Cow<'a, [u8]>,
    /// Its flags, as they were read.
    pub flags: SectionFlags,
}

impl Layout<'_> {
    /// Bodies one after the other behind the table, nothing between them, every field as the reference writes it.
    pub const fn canonical() -> Self {
        Layout { source: None }
    }
}

impl<'a> File<'a> {
    /// The container and its layout. `Err` says why this file is not sound enough to be written again.
    pub fn package(&self) -> Result<(Package<'a>, Layout<'a>), WriteError> {
        if u64::from(self.header.section_count) != self.sections.len() as u64 {
            return Err(WriteError::new("the section headers go past the end of the file"));
        }
        let mut package = Package {
            container_type: self.header.container_type,
            version: self.header.version,
            type_ext: self.type_ext,
            sections: Vec::new(),
        };
        let mut sections = Vec::new();
        for (index, section) in self.sections.iter().enumerate() {
            // A body that cannot be decompressed is carried along as it is.
            let content = match section.state {
                State::Read => section.content.clone(),
                State::Failed(_) => Cow::Borrowed(&[] as &[u8]),
                State::Outside => {
                    return Err(WriteError::new(format!(
                        "section {index} goes past the end of the file"
                    )));
                }
                State::Skipped => return Err(WriteError::new("the sections overlap")),
            };
            package.sections.push(PackageSection {
                section_type: section.header.section_type,
                flags: section.header.flags,
                content: content.clone(),
                source: Some(index),
            });
            sections.push(SourceSection {
                header: section.header,
                stored: Cow::Borrowed(section.stored),
                content,
                flags: section.header.flags,
            });
        }
        let bytes = self.window.0.bytes;
        let gaps = self.gaps.iter().map(|&(start, end)| {
            let bytes = bytes.get(start as usize..end as usize).unwrap_or_default();
            (start, Cow::Borrowed(bytes))
        });
        let headers = self.header_bytes();
        let source = Source {
            checksum: self.header.checksum,
            without_reserved: crate::checksum::header(headers) != self.header.checksum
                && crate::checksum::header_without_reserved(headers) == self.header.checksum,
            file_size: self.header.file_size,
            size: bytes.len() as u64,
            headers: Cow::Borrowed(headers),
            sections,
            gaps: gaps.collect(),
        };
        Ok((package, Layout { source: Some(source) }))
    }
}

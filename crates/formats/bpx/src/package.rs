//! Defines the container model for building and editing: sections with contents, separate from the file
//! layout.

use glassbox_core::format::WriteError;
use std::borrow::Cow;

use crate::file::{File, State};
use crate::raw::{ContainerType, SectionFlags, SectionHeader, SectionType, VERSION};

/// A container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Package<'a> {
    /// Determines the meaning of the type extension and sections.
    pub container_type: ContainerType,
    /// 1 or 2.
    pub version: u32,
    /// The type extension.
    pub type_ext: [u8; 16],
    /// Sections in table order.
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
    /// Determines the meaning of the content.
    pub section_type: SectionType,
    /// Compression and checksum to store it with.
    pub flags: SectionFlags,
    /// Decompressed content.
    pub content: Cow<'a, [u8]>,
    /// Index of the original section in the layout, if any.
    pub source: Option<usize>,
}

impl<'a> PackageSection<'a> {
    /// Creates a section.
    pub fn new(section_type: SectionType, flags: SectionFlags, content: impl Into<Cow<'a, [u8]>>) -> Self {
        PackageSection { section_type, flags, content: content.into(), source: None }
    }
}

/// File layout, with everything the sections do not cover.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout<'a> {
    /// The file as read; `None` for the canonical layout.
    pub source: Option<Source<'a>>,
}

/// File details needed to write identical bytes.
#[derive(Clone, PartialEq, Debug)]
pub struct Source<'a> {
    /// Header checksum as stored.
    pub checksum: u32,
    /// True if the checksum excludes reserved bytes.
    pub without_reserved: bool,
    /// File size as stored.
    pub file_size: u64,
    /// Actual size in bytes.
    pub size: u64,
    /// Main header and section headers.
    pub headers: Cow<'a, [u8]>,
    /// The sections.
    pub sections: Vec<SourceSection<'a>>,
    /// Bytes outside all sections, with their offsets.
    pub gaps: Vec<(u64, Cow<'a, [u8]>)>,
}

impl Eq for Source<'_> {}

/// A section as read.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceSection<'a> {
    /// Its section header.
    pub header: SectionHeader,
    /// Stored bytes, possibly compressed.
    pub stored: Cow<'a, [u8]>,
    /// Decompressed content.
    pub content: Cow<'a, [u8]>,
    /// Flags as read.
    pub flags: SectionFlags,
}

impl Layout<'_> {
    /// Bodies in table order directly after the table, every field as written by the reference.
    pub const fn canonical() -> Self {
        Layout { source: None }
    }
}

impl<'a> File<'a> {
    /// Converts to a container and its layout. `Err` explains why the file cannot be written back.
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
            // A body that cannot be decompressed is copied as stored.
            let content = match section.state {
                State::Read => section.content.clone(),
                State::Failed(_) => Cow::Borrowed(&[] as &[u8]),
                State::Outside => {
                    return Err(WriteError::new(format!("section {index} goes past the end of the file")));
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

//! The files inside a container of type P, a package: what the vendor's shader libraries are.
//!
//! A package has a table of objects (section type 2, 20 bytes each), their names in a strings section and their bytes in data sections
//! (type 1). An object that does not end with its section goes on at the beginning of the next one.
//!
//! Source: the BPX specification of BlockProject 3D, type P, as the released reference reads and writes it.

use std::borrow::Cow;

use glassbox_core::record;
use glassbox_core::record::Record as _;

use crate::file::File;
use crate::raw::{AnySectionType, ContainerType};

/// Section type of the bytes of objects, in packages.
pub const DATA: u8 = 0x01;
/// Section type of the table of objects, in packages.
pub const OBJECT_TABLE: u8 = 0x02;
/// The two bytes behind architecture and platform that say that a package is a shader library.
pub const SHADER_LIBRARY: [u8; 2] = *b"SL";

record! {
    /// An object of a package.
    pub struct ObjectHeader: 20 {
        /// Bytes of the object.
        0 size: u64,
        /// Offset of its name in the strings.
        8 name: u32,
        /// Number of the section in which it begins.
        12 section: u32,
        /// Where in that section, bytes.
        16 offset: u32,
    }
}

/// Why something is no package whose objects can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackageError {
    /// The container is of another type.
    Type(ContainerType),
    /// It has no section with the table of objects, or that cannot be read.
    Table,
    /// An object's name is not in the strings, or is no UTF-8; its number.
    Name(usize),
    /// An object reaches beyond the sections; its name.
    Content(String),
}

impl std::fmt::Display for PackageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PackageError::Type(found) => write!(f, "found a container of type {found}, expected a package"),
            PackageError::Table => f.write_str("the table of objects is missing or cannot be read"),
            PackageError::Name(number) => write!(f, "the name of object {number} cannot be read"),
            PackageError::Content(name) => write!(f, "the object {name:?} goes past the sections"),
        }
    }
}

impl std::error::Error for PackageError {}

/// The name of each object of a package, and its header, in the order of the table.
///
/// # Errors
///
/// What is wrong with the container, if it is no package or its table is broken.
pub fn objects(file: &File<'_>) -> Result<Vec<(String, ObjectHeader)>, PackageError> {
    if file.header.container_type != ContainerType::PACKAGE {
        return Err(PackageError::Type(file.header.container_type));
    }
    let mut sections = file.sections.iter();
    let table = sections
        .find(|section| section.header.section_type.0 == OBJECT_TABLE && section.is_read())
        .ok_or(PackageError::Table)?;
    let mut sections = file.sections.iter();
    let strings = sections
        .find(|section| section.header.section_type.0 == AnySectionType::STRINGS.0 && section.is_read())
        .map_or(&[][..], |section| &section.content);
    let headers = table.content.chunks_exact(ObjectHeader::SIZE);
    let mut all = Vec::new();
    for (number, header) in headers.filter_map(ObjectHeader::decode).enumerate() {
        let name = strings.get(header.name as usize..).and_then(|rest| {
            let end = rest.iter().position(|byte| *byte == 0)?;
            std::str::from_utf8(rest.get(..end)?).ok()
        });
        let name = name.ok_or(PackageError::Name(number))?;
        all.push((name.to_owned(), header));
    }
    Ok(all)
}

/// The bytes of an object.
///
/// # Errors
///
/// [`PackageError::Content`] where the sections end before the object does.
pub fn content<'f>(
    file: &'f File<'_>,
    name: &str,
    header: &ObjectHeader,
) -> Result<Cow<'f, [u8]>, PackageError> {
    let fault = || PackageError::Content(name.to_owned());
    let mut left = usize::try_from(header.size).map_err(|_| fault())?;
    let mut offset = header.offset as usize;
    let mut sections = file.sections.iter().skip(header.section as usize);
    let mut parts: Vec<&[u8]> = Vec::new();
    while left > 0 {
        let section = sections
            .next()
            .filter(|section| section.is_read())
            .ok_or_else(fault)?;
        let rest = section.content.get(offset..).ok_or_else(fault)?;
        let part = rest.get(..left).unwrap_or(rest);
        // What goes on in the next section fills this one.
        left -= part.len();
        offset = 0;
        parts.push(part);
    }
    Ok(match parts.as_slice() {
        [one] => Cow::Borrowed(one),
        several => Cow::Owned(several.concat()),
    })
}

/// Whether a container says that it is a shader library.
#[must_use]
pub fn is_shader_library(file: &File<'_>) -> bool {
    file.header.container_type == ContainerType::PACKAGE
        && file.type_ext.get(2..4) == Some(&SHADER_LIBRARY[..])
}

//! Reads the files inside a container of type P, a package, such as the vendor's shader libraries.
//!
//! A package has an object table (section type 2, 20 bytes per entry), the object names in a strings section
//! and the contents in data sections (type 1). An object that does not end within its section continues at
//! the start of the next one.
//!
//! Source: the BPX specification of BlockProject 3D, type P, as read and written by the released reference.

use std::borrow::Cow;

use glassbox_core::record;
use glassbox_core::record::Record as _;

use crate::file::File;
use crate::raw::{AnySectionType, ContainerType};

/// Section type of object contents in packages.
pub const DATA: u8 = 0x01;
/// Section type of the object table in packages.
pub(crate) const OBJECT_TABLE: u8 = 0x02;

record! {
    /// An object of a package.
    pub struct ObjectHeader: 20 {
        /// Size of the object in bytes.
        0 size: u64,
        /// Offset of its name in the strings.
        8 name: u32,
        /// Index of the section where it starts.
        12 section: u32,
        /// Offset in that section, in bytes.
        16 offset: u32,
    }
}

/// Reason why a package's objects cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackageError {
    /// The container has another type.
    Type(ContainerType),
    /// The object table is missing or unreadable.
    Table,
    /// The object with this index has a name that is outside the strings or not UTF-8.
    Name(usize),
    /// The object of this name extends past the sections.
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

/// Names and headers of a package's objects, in table order.
///
/// # Errors
///
/// The container is not a package, or its table is invalid.
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

/// Contents of an object.
///
/// # Errors
///
/// [`PackageError::Content`] if the sections end before the object does.
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
        let section = sections.next().filter(|section| section.is_read()).ok_or_else(fault)?;
        let rest = section.content.get(offset..).ok_or_else(fault)?;
        let part = rest.get(..left).unwrap_or(rest);
        // An object continuing in the next section fills this one.
        left -= part.len();
        offset = 0;
        parts.push(part);
    }
    Ok(match parts.as_slice() {
        [one] => Cow::Borrowed(one),
        several => Cow::Owned(several.concat()),
    })
}

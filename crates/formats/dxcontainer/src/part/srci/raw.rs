//! Records of `SRCI` and `PDBI`, little-endian.

use glassbox_core::{named, record};

record! {
    /// Header of `SRCI`.
    pub struct Header: 8 {
        /// Size of the part, including this record, bytes.
        0x0 size: u32,
        /// Zero.
        0x4 flags: u16,
        /// Number of sections.
        0x6 count: u16,
    }
}

record! {
    /// Header of a section.
    pub struct Section: 8 {
        /// Section size, including this record and padding to a multiple of four, bytes.
        0x0 size: u32,
        /// Zero.
        0x4 flags: u16,
        /// Type of the section.
        0x6 section_type: SectionType,
    }
}

record! {
    /// Header of the names; the entries follow without padding.
    pub struct Names: 10 {
        /// Zero.
        0x0 flags: u32,
        /// Number of entries.
        0x4 count: u32,
        /// Size of the entries, bytes.
        0x8 size: u16,
    }
}

record! {
    /// Name entry; the characters follow.
    pub struct NameEntry: 16 {
        /// Entry size, including this record and padding to a multiple of four, bytes.
        0x0 size: u32,
        /// Zero.
        0x4 flags: u32,
        /// Name size including terminator, bytes.
        0x8 name_size: u32,
        /// Size of the file's content including terminator, bytes.
        0xc content_size: u32,
    }
}

record! {
    /// Header of the contents.
    pub struct Contents: 20 {
        /// Intended as a size, but zero in every observed file.
        0x00 size: u32,
        /// Zero.
        0x04 flags: u16,
        /// Compression of the entries.
        0x06 compression: Compression,
        /// Stored size, bytes.
        0x08 stored: u32,
        /// Decompressed size, bytes.
        0x0c expanded: u32,
        /// Number of entries.
        0x10 count: u32,
    }
}

record! {
    /// Content entry; the bytes follow.
    pub struct ContentEntry: 12 {
        /// Entry size, including this record and padding to a multiple of four, bytes.
        0x0 size: u32,
        /// Zero.
        0x4 flags: u32,
        /// Content size including terminator, bytes.
        0x8 content_size: u32,
    }
}

record! {
    /// Header of the arguments; names and values follow alternating, each NUL-terminated.
    pub struct Arguments: 12 {
        /// Zero.
        0x0 flags: u32,
        /// Size of the strings, bytes.
        0x4 size: u32,
        /// Number of arguments.
        0x8 count: u32,
    }
}

record! {
    /// Header of `PDBI`.
    pub struct PdbHeader: 12 {
        /// Version, 0.
        0x0 version: u16,
        /// Compression of the tables.
        0x2 compression: Compression,
        /// Stored size, bytes.
        0x4 stored: u32,
        /// Decompressed size, bytes.
        0x8 expanded: u32,
    }
}

named! {
    /// Type of a section.
    pub enum SectionType: u16 {
        /// Contents of the source files.
        CONTENTS = 0 "contents",
        /// Names of the source files.
        FILE_NAMES = 1 "names",
        /// Arguments of the compiler.
        ARGUMENTS = 2 "arguments",
    }
}

named! {
    /// Compression of stored bytes.
    pub enum Compression: u16 {
        /// Uncompressed.
        NONE = 0 "none",
        /// zlib stream.
        ZLIB = 1 "zlib",
    }
}

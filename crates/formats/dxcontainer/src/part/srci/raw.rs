//! Records of `SRCI` and `PDBI`, little-endian.

use glassbox_core::{named, record};

record! {
    /// Start of `SRCI`.
    pub struct Header: 8 {
        /// Bytes of the part, this record included.
        0x0 size: u32,
        /// Zero.
        0x4 flags: u16,
        /// Number of sections.
        0x6 count: u16,
    }
}

record! {
    /// Start of a section.
    pub struct Section: 8 {
        /// Bytes of the section, this record and padding to a multiple of four included.
        0x0 size: u32,
        /// Zero.
        0x4 flags: u16,
        /// What the section holds.
        0x6 section_type: SectionType,
    }
}

record! {
    /// Start of the names; the entries follow without padding.
    pub struct Names: 10 {
        /// Zero.
        0x0 flags: u32,
        /// Number of entries.
        0x4 count: u32,
        /// Bytes of the entries.
        0x8 size: u16,
    }
}

record! {
    /// A name; its characters follow.
    pub struct NameEntry: 16 {
        /// Bytes of the entry, this record and padding to a multiple of four included.
        0x0 size: u32,
        /// Zero.
        0x4 flags: u32,
        /// Bytes of the name, its terminator included.
        0x8 name_size: u32,
        /// Bytes of the file's content, its terminator included.
        0xc content_size: u32,
    }
}

record! {
    /// Start of the contents.
    pub struct Contents: 20 {
        /// Zero in every file seen, although it is meant to be a size.
        0x00 size: u32,
        /// Zero.
        0x04 flags: u16,
        /// How the entries are stored.
        0x06 compression: Compression,
        /// Bytes as stored.
        0x08 stored: u32,
        /// Bytes when decompressed.
        0x0c expanded: u32,
        /// Number of entries.
        0x10 count: u32,
    }
}

record! {
    /// A content; its bytes follow.
    pub struct ContentEntry: 12 {
        /// Bytes of the entry, this record and padding to a multiple of four included.
        0x0 size: u32,
        /// Zero.
        0x4 flags: u32,
        /// Bytes of the content, its terminator included.
        0x8 content_size: u32,
    }
}

record! {
    /// Start of the arguments; names and values follow in turn, each with its terminator.
    pub struct Arguments: 12 {
        /// Zero.
        0x0 flags: u32,
        /// Bytes of the strings.
        0x4 size: u32,
        /// Number of arguments.
        0x8 count: u32,
    }
}

record! {
    /// Start of `PDBI`.
    pub struct PdbHeader: 12 {
        /// Version, 0.
        0x0 version: u16,
        /// How the tables are stored.
        0x2 compression: Compression,
        /// Bytes as stored.
        0x4 stored: u32,
        /// Bytes when decompressed.
        0x8 expanded: u32,
    }
}

named! {
    /// What a section holds.
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
    /// How bytes are stored.
    pub enum Compression: u16 {
        /// As they are.
        NONE = 0 "none",
        /// As a zlib stream.
        ZLIB = 1 "zlib",
    }
}

//! `FoundFile`: a file found inside other data, as reports show it.

/// One file found by a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundFile {
    /// First byte, from the start of the data.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
    /// Id of its format.
    pub format: &'static str,
    /// The format with its version or flavour.
    pub kind: String,
    /// The innermost find around it, as an index into the list.
    pub inside: Option<usize>,
    /// The array of numbers that encodes it, if any.
    pub array: Option<FoundArray>,
}

/// The array of numbers that encodes a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundArray {
    /// Name of the array; empty if the text does not name it.
    pub name: String,
    /// Line of its first number, from 1.
    pub line: usize,
    /// Bytes of the find.
    pub size: u64,
    /// File name without an extension; unique within a list.
    pub stem: String,
}

impl FoundFile {
    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.array.as_ref().map_or(self.end - self.start, |array| array.size)
    }

    /// File name; unique within a list.
    pub fn file_name(&self) -> String {
        match &self.array {
            Some(array) => format!("{}.{}", array.stem, self.format),
            None => format!("{:08x}.{}", self.start, self.format),
        }
    }
}

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
    /// Name of the array; empty where the text does not give one.
    pub name: String,
    /// Line of its first number, from 1.
    pub line: usize,
    /// Bytes of the find.
    pub size: u64,
    /// A name for a file of its own, without an extension; no two finds of a list share one.
    pub stem: String,
}

impl FoundFile {
    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.array
            .as_ref()
            .map_or(self.end - self.start, |array| array.size)
    }

    /// A name for a file of its own: no two finds of a list share one.
    pub fn file_name(&self) -> String {
        match &self.array {
            Some(array) => format!("{}.{}", array.stem, self.format),
            None => format!("{:08x}.{}", self.start, self.format),
        }
    }
}

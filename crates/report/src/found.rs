//! A file that was found inside other data, as reports show it.

/// A find.
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
}

impl FoundFile {
    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.end - self.start
    }

    /// A name for a file of its own: no two finds of a list share one.
    pub fn file_name(&self) -> String {
        format!("{:08x}.{}", self.start, self.format)
    }
}

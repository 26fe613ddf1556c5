//! Describes what a device must have to run the programs of a file.

/// What a device must have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Version that the file states, such as `shader model 6.6`.
    pub stated: String,
    /// Version that would be enough.
    pub least: String,
    /// Each need once.
    pub items: Vec<Need>,
}

/// Something that a program needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Need {
    /// What it is, such as `64-bit integers` or the name of an operation.
    pub what: String,
    /// First version that has it, such as `6.6`.
    pub version: String,
    /// Capability that a device reports, if the version alone does not promise it.
    pub capability: Option<String>,
    /// First instruction or declaration that asks for it, in words.
    pub place: String,
    /// File, line and column of that place in the source, if the file states it.
    pub source: Option<String>,
    /// Number of instructions and declarations that ask for it.
    pub count: u32,
}

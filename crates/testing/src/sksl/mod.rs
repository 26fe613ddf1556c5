//! What tests of SkSL share: the list of the corpus's files, and random programs.

pub mod manifest;

//! The model: streams by number, and what stream 1 says.

use std::borrow::Cow;

use crate::layout::{Extent, Layout};
use crate::raw::{CONTAINER_MAGIC, PdbHeader};

/// A stream.
#[derive(Clone, PartialEq, Debug)]
pub struct Stream<'a> {
    /// Its bytes, as far as they are in the file; owned when they are gathered from several runs.
    pub content: Cow<'a, [u8]>,
    /// Address of the first byte: an offset in the file, or past it for a gathered stream.
    pub address: u64,
    /// The runs of bytes in the file.
    pub extents: Vec<Extent>,
    /// Whether all its bytes are there.
    pub whole: bool,
}

impl Stream<'_> {
    /// Whether it begins like a DirectX container.
    pub fn is_container(&self) -> bool {
        self.content.starts_with(&CONTAINER_MAGIC)
    }
}

/// Where the table of named streams stops making sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedStreamsStop {
    /// Addresses of the bytes that are left.
    pub range: std::ops::Range<u64>,
    /// The field that does not fit.
    pub field: &'static str,
}

/// What stream 1 says.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Its head.
    pub header: PdbHeader,
    /// Address of the head.
    pub address: u64,
    /// Named streams: name and number.
    pub named: Vec<(Vec<u8>, u32)>,
    /// Where the table of named streams stops making sense, if it does.
    pub broken: Option<NamedStreamsStop>,
}

/// A file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pdb<'a> {
    /// Where everything lies; `None` when the superblock is cut short.
    pub layout: Option<Layout<'a>>,
    /// Address of the directory.
    pub directory: u64,
    /// The streams that were read, by number; empty ones too.
    pub streams: Vec<Stream<'a>>,
    /// What stream 1 says; `None` when it is too short.
    pub info: Option<Info>,
    /// Whether the reading stopped because streams share bytes too often.
    pub exhausted: Option<usize>,
}

impl Pdb<'_> {
    /// The streams that hold a container, with their numbers.
    pub fn containers(&self) -> impl Iterator<Item = (usize, &Stream<'_>)> {
        let streams = self.streams.iter().enumerate();
        // Stream 1 is the head whatever it begins with.
        streams.filter(|&(number, stream)| number != 1 && stream.is_container())
    }
}

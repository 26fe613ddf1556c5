//! Data model: numbered streams and the contents of stream 1.

use std::borrow::Cow;

use crate::layout::{Extent, Layout};
use crate::raw::{CONTAINER_MAGIC, PdbHeader};

/// One stream.
#[derive(Clone, PartialEq, Debug)]
pub struct Stream<'a> {
    /// Bytes present in the file; owned if gathered from several extents.
    pub content: Cow<'a, [u8]>,
    /// Address of the first byte: a file offset, or past the file for a gathered stream.
    pub address: u64,
    /// Extents in the file.
    pub extents: Vec<Extent>,
    /// True if no byte is missing.
    pub whole: bool,
}

impl Stream<'_> {
    /// True if the stream starts like a DirectX container.
    pub fn is_container(&self) -> bool {
        self.content.starts_with(&CONTAINER_MAGIC)
    }
}

/// Point at which the named-stream table becomes malformed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedStreamsStop {
    /// Addresses of the unread bytes.
    pub range: std::ops::Range<u64>,
    /// Field that does not fit.
    pub field: &'static str,
}

/// Contents of stream 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Database header.
    pub header: PdbHeader,
    /// Address of the header.
    pub address: u64,
    /// Named streams: name and stream number.
    pub named: Vec<(Vec<u8>, u32)>,
    /// Point at which the named-stream table becomes malformed, if it does.
    pub broken: Option<NamedStreamsStop>,
}

/// A parsed file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pdb<'a> {
    /// Block layout; `None` if the superblock is truncated.
    pub layout: Option<Layout<'a>>,
    /// Address of the directory.
    pub directory: u64,
    /// Streams by number, empty ones included.
    pub streams: Vec<Stream<'a>>,
    /// Contents of stream 1; `None` if it is too short.
    pub info: Option<Info>,
    /// Stream at which reading stopped because streams share bytes too often.
    pub exhausted: Option<usize>,
}

impl Pdb<'_> {
    /// Streams that hold a container, with their numbers.
    pub fn containers(&self) -> impl Iterator<Item = (usize, &Stream<'_>)> {
        let streams = self.streams.iter().enumerate();
        // Stream 1 is the database header, whatever it starts with.
        streams.filter(|&(number, stream)| number != 1 && stream.is_container())
    }
}

//! Reads a file: a cursor over a window that names what it reads to a [`Recorder`].
//!
//! A format's reader is generic over the recorder. With [`NoRecorder`] the calls compile to plain loads and yield
//! the model; with [`Map`](crate::map::Map) the same code also names every range. Every offset and count is
//! checked against the bytes left before anything is read or allocated.

use std::fmt;

use crate::diagnostic::{Diagnostics, Location, Report, Rule};
use crate::limits::Limits;
use crate::record::{Field, Record, Records, Schema, Values};
use crate::space::{Space, Spaces};
use crate::value::{FieldFormat, Value};

/// Index of a node in the field tree. The empty recorder returns [`NodeId::ROOT`] for every node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The whole window that is read.
    pub const ROOT: NodeId = NodeId(0);
}

/// Kind of a node.
#[derive(Clone, Copy, Debug)]
pub enum NodeKind {
    /// A name space with a range; owns nothing itself.
    Group,
    /// One fixed record.
    Record(&'static Schema),
    /// Consecutive fixed-size records.
    Records(&'static Schema),
    /// A single value.
    Value(&'static FieldFormat),
    /// Consecutive values.
    Values(&'static FieldFormat),
    /// Bytes without structure.
    Bytes,
    /// One string of characters.
    Text,
    /// Consecutive NUL-terminated strings; the last terminator may be missing.
    Strings,
    /// Code in a registered language, and a node whose bytes help to print it.
    Code {
        /// Name of the language.
        language: &'static str,
        /// Node whose bytes help to print the code, such as its operand descriptors.
        side_table: Option<NodeId>,
    },
    /// A whole file of some format, opened in place by the library: the enclosing format need not support it.
    File {
        /// Id of the format.
        format: &'static str,
    },
    /// Stored bytes that encode others. The content is a [space](crate::space) of its own, and its nodes are
    /// children of this one.
    Packed {
        /// Name of the codec in the registry.
        codec: &'static str,
        /// Address of the content, see [`Spaces`].
        content: u64,
    },
    /// A space gathered from pieces scattered over the file. The node is empty, at the end of the file, and
    /// the parent of the content's nodes.
    Gathered {
        /// Address of the content, see [`Spaces`].
        content: u64,
    },
    /// A piece of a gathered space.
    Piece {
        /// The node of the space.
        of: NodeId,
        /// Offset of the piece in the content, bytes.
        offset: u64,
    },
    /// Bytes that fill up to an alignment.
    Padding,
    /// Unclaimed bytes.
    Raw,
}

/// The name of a node under its logical parent: `name`, or `name[index]`, or with an empty name `[index]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeName {
    /// Logical parent; determines the path and need not contain the node's bytes.
    pub parent: NodeId,
    /// Last component of the path.
    pub text: &'static str,
    /// Number among nodes of one name.
    pub index: Option<u32>,
}

impl NodeId {
    /// The name of a child of this node.
    pub const fn name(self, text: &'static str) -> NodeName {
        NodeName { parent: self, text, index: None }
    }

    /// The name of a numbered child of this node.
    pub const fn item(self, text: &'static str, index: u32) -> NodeName {
        NodeName { parent: self, text, index: Some(index) }
    }
}

/// A named range.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Name and logical parent.
    pub name: NodeName,
    /// Address of the first byte: its offset in the file, or past the file for bytes of a [space](crate::space).
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
    /// Kind of the node.
    pub kind: NodeKind,
}

impl Node {
    /// Addresses of its bytes.
    pub const fn range(&self) -> std::ops::Range<u64> {
        self.start..self.end
    }
}

/// A value determined by another part of the file.
#[derive(Clone, Copy, Debug)]
pub enum LinkKind {
    /// Distance of `target` from `base`, in units of so many bytes.
    Offset {
        /// Node the offset points to.
        target: NodeId,
        /// Node the offset is relative to.
        base: NodeId,
        /// Bytes in a unit.
        unit: u32,
    },
    /// Distance of its target from `base`, in units of `unit` bytes. For a run of records or values it
    /// applies to each.
    Pointer {
        /// Node the offset is relative to.
        base: NodeId,
        /// Bytes in a unit.
        unit: u32,
    },
    /// Size of `of`, in units of so many bytes.
    Size {
        /// Measured node.
        of: NodeId,
        /// Bytes in a unit.
        unit: u32,
    },
    /// Number of records, values, strings or children in `of`.
    Count {
        /// Counted node.
        of: NodeId,
    },
    /// A number defined by another field, such as the id of a symbol.
    Id {
        /// Field that defines the number; its value is the same.
        of: NodeId,
        /// Text that names the numbered object; [`NodeId::ROOT`] if it has no name.
        name: NodeId,
    },
    /// Digest over the bytes from the start of one node to the end of another, with the field itself taken as
    /// zero if it is among them.
    Digest {
        /// Name of the algorithm in the registry.
        algorithm: &'static str,
        /// First node covered.
        from: NodeId,
        /// Last node covered.
        to: NodeId,
    },
    /// Size of the content of a packed node, in units of so many bytes.
    ContentSize {
        /// The packed node.
        of: NodeId,
        /// Bytes in a unit.
        unit: u32,
    },
    /// Digest over the content of a packed node.
    ContentDigest {
        /// Name of the algorithm in the registry.
        algorithm: &'static str,
        /// The packed node.
        of: NodeId,
    },
}

/// A link: this field follows from that.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The node that holds the field.
    pub node: NodeId,
    /// Offset of the field in the node, or in each record of it; zero for a single value.
    pub field: u32,
    /// The rule that determines the value.
    pub follows: LinkKind,
}

/// Receives the nodes that a reader names.
pub trait Recorder {
    /// Adds a node and returns its id.
    fn node(&mut self, node: Node) -> NodeId;
    /// Adds a link.
    fn link(&mut self, link: Link);
    /// Sets the end of a group once its contents have been read.
    fn extend(&mut self, node: NodeId, end: u64);
    /// Stores the content of the space a node owns and returns its address; `None` if the recorder keeps
    /// none.
    fn space(&mut self, content: &[u8]) -> Option<u64>;
}

/// The empty recorder: adds no cost to reading.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoRecorder;

impl Recorder for NoRecorder {
    #[inline(always)]
    fn node(&mut self, _: Node) -> NodeId {
        NodeId::ROOT
    }

    #[inline(always)]
    fn link(&mut self, _: Link) {}

    #[inline(always)]
    fn extend(&mut self, _: NodeId, _: u64) {}

    #[inline(always)]
    fn space(&mut self, _: &[u8]) -> Option<u64> {
        None
    }
}

impl<R: Recorder> Recorder for &mut R {
    fn node(&mut self, node: Node) -> NodeId {
        (**self).node(node)
    }

    fn link(&mut self, link: Link) {
        (**self).link(link);
    }

    fn extend(&mut self, node: NodeId, end: u64) {
        (**self).extend(node, end);
    }

    fn space(&mut self, content: &[u8]) -> Option<u64> {
        (**self).space(content)
    }
}

/// A part of a file read as a file of its own: offsets in formats are relative to it, locations shown to
/// users are not.
#[derive(Clone, Copy, Debug)]
pub struct Window<'a> {
    /// The bytes of the window.
    pub bytes: &'a [u8],
    /// Address of the window: its offset in the file, bytes, or past the file for bytes of a [space](crate::space).
    pub base: u64,
    /// First address past the file and the spaces around this window.
    pub next_free_address: u64,
}

impl<'a> Window<'a> {
    /// The whole file.
    pub fn whole(bytes: &'a [u8]) -> Self {
        Window { bytes, base: 0, next_free_address: bytes.len() as u64 + 1 }
    }

    /// The window `start..end` of this window, clipped to its size.
    pub fn part(self, start: u64, end: u64) -> Window<'a> {
        let size = self.bytes.len() as u64;
        let (start, end) = (start.min(size), end.min(size));
        Window {
            bytes: &self.bytes[start as usize..end.max(start) as usize],
            base: self.base + start,
            next_free_address: self.next_free_address,
        }
    }
}

/// Reason a read failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// It ends past the window: it needs bytes up to `needed` (relative to the window), there are `available`.
    OutOfBounds {
        /// Requested end, from the start of the window; saturates.
        needed: u64,
        /// Size of the window.
        available: u64,
    },
    /// The tables of this file claim its bytes so often that reading on would take disproportionate work.
    BudgetExceeded,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::OutOfBounds { needed, available } => {
                write!(f, "found {available} bytes, expected at least {needed}")
            }
            ReadError::BudgetExceeded => {
                f.write_str("the tables claim the bytes of the file too often for reading to continue")
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads a window and records what it reads. All offsets are bytes from the start of the window.
pub struct Reader<'a, R> {
    window: Window<'a>,
    recorder: R,
    work: u64,
    next_free_address: u64,
    /// The spaces that were read so far, for [`Diagnostics::localize`].
    pub spaces: Spaces,
    /// The node that the names of this reading hang under: [`NodeId::ROOT`], or a group for a file inside a file.
    pub root: NodeId,
    /// Findings of the reading itself.
    pub diagnostics: Diagnostics,
    /// The limits in force.
    pub limits: Limits,
}

impl<'a, R: Recorder> Reader<'a, R> {
    /// A reader at the start of a window.
    pub fn new(window: Window<'a>, recorder: R, limits: Limits) -> Self {
        Reader {
            window,
            recorder,
            next_free_address: window.next_free_address,
            spaces: Spaces::default(),
            root: NodeId::ROOT,
            work: limits.work(window.bytes.len() as u64),
            diagnostics: Diagnostics::new(limits.diagnostics),
            limits,
        }
    }

    /// Sets the work left, so that a reader continues within the budget of a previous one.
    pub fn with_work(mut self, work: u64) -> Self {
        self.work = work;
        self
    }

    /// Work left, in bytes examined.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Size of the window, bytes.
    pub fn size(&self) -> u64 {
        self.window.bytes.len() as u64
    }

    /// The window being read.
    pub fn window(&self) -> Window<'a> {
        self.window
    }

    /// The address of a window offset.
    pub fn absolute(&self, offset: u64) -> u64 {
        self.window.base.saturating_add(offset)
    }

    /// A location of window offsets.
    pub fn location(&self, start: u64, end: u64, path: impl Into<String>) -> Location {
        Location::new(self.absolute(start), self.absolute(end), path)
    }

    /// Reports a finding of a rule, see [`Reporter::report`](crate::diagnostic::Reporter::report).
    #[cold]
    pub fn report(
        &mut self,
        rule: &'static Rule,
        location: impl Into<Location>,
        message: impl Into<String>,
    ) -> Report<'_> {
        self.diagnostics.report(rule, location, message)
    }

    /// The bytes `offset..offset + size`.
    #[inline(always)]
    pub fn slice(&self, offset: u64, size: u64) -> Result<&'a [u8], ReadError> {
        let available = self.window.bytes.len() as u64;
        match offset.checked_add(size) {
            Some(end) if end <= available => Ok(&self.window.bytes[offset as usize..end as usize]),
            end => Err(ReadError::OutOfBounds { needed: end.unwrap_or(u64::MAX), available }),
        }
    }

    /// A record without naming it.
    #[inline(always)]
    pub fn peek<T: Record>(&self, offset: u64) -> Result<T, ReadError> {
        let bytes = self.slice(offset, T::SIZE as u64)?;
        T::decode(bytes)
            .ok_or(ReadError::OutOfBounds { needed: offset + T::SIZE as u64, available: self.size() })
    }

    /// A value without naming it.
    #[inline(always)]
    pub fn peek_value<V: Value>(&self, offset: u64) -> Result<V, ReadError> {
        self.slice(offset, V::SIZE as u64).map(V::load)
    }

    /// Names a range. Bytes that the window does not have are cut off.
    #[inline(always)]
    pub fn node(&mut self, name: NodeName, start: u64, end: u64, kind: NodeKind) -> NodeId {
        let size = self.size();
        let (start, end) = (start.min(size), end.min(size));
        let node =
            Node { name, start: self.window.base + start, end: self.window.base + end.max(start), kind };
        self.recorder.node(node)
    }

    /// Opens a name space from `start`; its end follows with [`close`](Self::close).
    #[inline(always)]
    pub fn group(&mut self, name: NodeName, start: u64) -> NodeId {
        self.node(name, start, start, NodeKind::Group)
    }

    /// Sets the end of a group.
    #[inline(always)]
    pub fn close(&mut self, group: NodeId, end: u64) {
        let end = self.window.base + end.min(self.size());
        self.recorder.extend(group, end);
    }

    /// Reads and names a record.
    #[inline(always)]
    pub fn record<T: Record>(&mut self, name: NodeName, offset: u64) -> Result<(T, NodeId), ReadError> {
        let record = self.peek(offset)?;
        Ok((record, self.node(name, offset, offset + T::SIZE as u64, NodeKind::Record(T::SCHEMA))))
    }

    /// Reads and names `count` records.
    #[inline(always)]
    pub fn records<T: Record>(
        &mut self,
        name: NodeName,
        offset: u64,
        count: u64,
    ) -> Result<(Records<'a, T>, NodeId), ReadError> {
        let size = count.saturating_mul(T::SIZE as u64);
        let bytes = self.slice(offset, size)?;
        self.spend(size)?;
        let node = self.node(name, offset, offset + size, NodeKind::Records(T::SCHEMA));
        Ok((Records::new(bytes, self.absolute(offset)), node))
    }

    /// Reads and names a value.
    #[inline(always)]
    pub fn value<V: Value>(&mut self, name: NodeName, offset: u64) -> Result<(V, NodeId), ReadError> {
        let value = self.peek_value(offset)?;
        Ok((value, self.node(name, offset, offset + V::SIZE as u64, NodeKind::Value(&V::FORM))))
    }

    /// Reads and names `count` values.
    #[inline(always)]
    pub fn values<V: Value>(
        &mut self,
        name: NodeName,
        offset: u64,
        count: u64,
    ) -> Result<(Values<'a, V>, NodeId), ReadError> {
        let size = count.saturating_mul(V::SIZE as u64);
        let bytes = self.slice(offset, size)?;
        self.spend(size)?;
        let node = self.node(name, offset, offset + size, NodeKind::Values(&V::FORM));
        Ok((Values::new(bytes, self.absolute(offset)), node))
    }

    /// Reads and names a run of bytes of one kind.
    #[inline(always)]
    pub fn bytes(
        &mut self,
        name: NodeName,
        offset: u64,
        size: u64,
        kind: NodeKind,
    ) -> Result<(&'a [u8], NodeId), ReadError> {
        let bytes = self.slice(offset, size)?;
        self.spend(size)?;
        Ok((bytes, self.node(name, offset, offset + size, kind)))
    }

    /// Names stored bytes that encode `content`; returns the node and the address of the content for
    /// [`inside`](Self::inside).
    pub fn packed(
        &mut self,
        name: NodeName,
        start: u64,
        end: u64,
        codec: &'static str,
        content: &[u8],
    ) -> (NodeId, u64) {
        let address = self.take_space(content);
        let node = self.node(name, start, end, NodeKind::Packed { codec, content: address });
        let source = self.absolute(start)..self.absolute(end);
        self.spaces.push(Space::packed(address, content.len() as u64, source));
        (node, address)
    }

    /// Names the pieces of the window, as `(offset, size)` in content order, from which `content` is
    /// gathered; the space is called `name`, the pieces `name.piece[n]`. Returns the node of the space and
    /// the address of the content for [`inside`](Self::inside).
    pub fn gathered(&mut self, name: NodeName, pieces: &[(u64, u64)], content: &[u8]) -> (NodeId, u64) {
        let address = self.take_space(content);
        let end = self.size();
        let node = self.node(name, end, end, NodeKind::Gathered { content: address });
        let mut at = 0;
        let mut sources = Vec::new();
        for (index, &(start, size)) in pieces.iter().enumerate() {
            let name = node.item("piece", index as u32);
            self.node(name, start, start.saturating_add(size), NodeKind::Piece { of: node, offset: at });
            sources.push((at, self.absolute(start), size));
            at += size;
        }
        self.spaces.push(Space::gathered(address, content.len() as u64, sources));
        (node, address)
    }

    fn take_space(&mut self, content: &[u8]) -> u64 {
        let address = self.recorder.space(content).unwrap_or(self.next_free_address);
        self.next_free_address = self.next_free_address.max(address.saturating_add(content.len() as u64 + 1));
        address
    }

    /// Reads the content of a space with a reader of its own, which shares the recorder, under `root`. Findings, spaces
    /// and work count as this reader's.
    pub fn inside<'b, T>(
        &mut self,
        address: u64,
        content: &'b [u8],
        root: NodeId,
        read: impl FnOnce(&mut Reader<'b, &mut R>) -> T,
    ) -> T {
        let limit = self.limits.diagnostics;
        let more = self.limits.work(content.len() as u64);
        let mut inner = Reader {
            window: Window { bytes: content, base: address, next_free_address: self.next_free_address },
            recorder: &mut self.recorder,
            work: self.work.saturating_add(more),
            next_free_address: self.next_free_address,
            spaces: std::mem::take(&mut self.spaces),
            root,
            diagnostics: std::mem::replace(&mut self.diagnostics, Diagnostics::new(limit)),
            limits: self.limits,
        };
        let result = read(&mut inner);
        self.diagnostics = inner.diagnostics;
        self.spaces = inner.spaces;
        self.work = inner.work.saturating_sub(more).min(self.work);
        self.next_free_address = inner.next_free_address;
        result
    }

    /// Charges work against the limit; readers of variable-size records call it for what they examine.
    #[inline(always)]
    pub fn spend(&mut self, work: u64) -> Result<(), ReadError> {
        match self.work.checked_sub(work) {
            Some(rest) => {
                self.work = rest;
                Ok(())
            }
            None => Err(ReadError::BudgetExceeded),
        }
    }

    /// States that a field of a node is determined by another part of the file.
    #[inline(always)]
    pub fn link(&mut self, node: NodeId, field: &Field, follows: LinkKind) {
        self.recorder.link(Link { node, field: field.offset as u32, follows });
    }

    /// States that a single value, or each value of a run, is determined by another part of the file.
    #[inline(always)]
    pub fn link_value(&mut self, node: NodeId, follows: LinkKind) {
        self.recorder.link(Link { node, field: 0, follows });
    }
}

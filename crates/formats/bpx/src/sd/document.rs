//! Parses structured data into a flat list of values in file order, with offsets.

use glassbox_core::value::{Scalar, Value as _};

use super::records::SdType;
use super::{MAX_NESTING, names};

/// One value of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// Name hash of an object's property; 0 for array items and the outermost object.
    pub hash: u64,
    /// Type code.
    pub ty: SdType,
    /// Stated number of properties or items; fewer may be present.
    pub count: u8,
    /// Number of enclosing arrays and objects.
    pub depth: u8,
    /// Index of the enclosing item; its own for the outermost object.
    pub parent: u32,
    /// Index of the next item after this one and its contents.
    pub next: u32,
    /// Offset of the hash, the type or the outermost object's count.
    pub start: u32,
    /// Offset of the payload; of the count for arrays and objects.
    pub payload: u32,
    /// End of the value and its contents, exclusive.
    pub end: u32,
}

/// Reason why a document could not be read completely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopKind {
    /// Unknown type code.
    Type(u8),
    /// The data ends inside a value.
    Short,
    /// The nesting exceeds [`MAX_NESTING`].
    Deep,
    /// Too many values.
    Many,
}

/// Position and reason of a premature end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Reason for stopping.
    pub kind: StopKind,
    /// Offset of the first unread byte.
    pub at: u32,
    /// The item being read, or the parent of the unread part.
    pub item: u32,
}

/// One outermost object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document<'a> {
    bytes: &'a [u8],
    items: Vec<Item>,
    /// Premature end, if any.
    pub fault: Option<Stop>,
}

impl<'a> Document<'a> {
    /// Reads the object at `start`; all offsets are relative to `bytes`. Keeps at most `most` values. Ignores
    /// bytes past the first 4 GiB.
    pub fn read(bytes: &'a [u8], start: u32, most: usize) -> Document<'a> {
        let mut document = Document { bytes, items: Vec::new(), fault: None };
        document.fault = document.fill(start, most.max(1)).err();
        document
    }

    fn fill(&mut self, start: u32, most: usize) -> Result<(), Stop> {
        let bytes = self.bytes;
        let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let fault = |kind, at, item| Stop { kind, at, item };
        let byte = |at: u32, item: u32| match bytes.get(at as usize) {
            Some(&byte) => Ok(byte),
            None => Err(fault(StopKind::Short, at.min(size), item)),
        };
        let count = match byte(start, 0) {
            Ok(count) => count,
            Err(fault) => {
                self.items.push(root(start, start, 0));
                return Err(fault);
            }
        };
        self.items.push(root(start, start + 1, count));
        // Open arrays and objects, with the number of values still expected.
        let mut open = [(0u32, 0u8); MAX_NESTING];
        open[0] = (0, count);
        let mut depth = 1usize;
        let mut at = start + 1;
        let result = loop {
            let Some(&(parent, rest)) = depth.checked_sub(1).and_then(|top| open.get(top)) else {
                break Ok(());
            };
            if rest == 0 {
                self.close(parent, at);
                depth -= 1;
                continue;
            }
            open[depth - 1].1 -= 1;
            if self.items.len() >= most {
                break Err(fault(StopKind::Many, at, parent));
            }
            match self.value(parent, at, depth) {
                Ok(item) => {
                    let index = self.items.len() as u32;
                    at = item.end;
                    self.items.push(item);
                    if item.ty.is_container() {
                        if depth == MAX_NESTING {
                            break Err(fault(StopKind::Deep, item.start, index));
                        }
                        open[depth] = (index, item.count);
                        depth += 1;
                    }
                }
                Err(fault) => break Err(fault),
            }
        };
        if result.is_err() {
            // Open containers end where reading stopped.
            while let Some(top) = depth.checked_sub(1) {
                self.close(open[top].0, at);
                depth = top;
            }
        }
        result
    }

    /// Reads one value without its contents.
    fn value(&self, parent: u32, start: u32, depth: usize) -> Result<Item, Stop> {
        let bytes = self.bytes;
        let in_object = self.items.get(parent as usize).is_some_and(|parent| parent.ty == SdType::OBJECT);
        let short = Stop { kind: StopKind::Short, at: start, item: parent };
        let tail = |at: u64| bytes.get(usize::try_from(at).unwrap_or(usize::MAX)..);
        let mut at = u64::from(start);
        let mut hash = 0;
        if in_object {
            let field = tail(at).and_then(<[u8]>::first_chunk).ok_or(short)?;
            hash = u64::from_le_bytes(*field);
            at += 8;
        }
        let ty = SdType(*tail(at).and_then(<[u8]>::first).ok_or(short)?);
        at += 1;
        let payload = at;
        let size = match ty {
            SdType::STRING => {
                let rest = tail(at).unwrap_or_default();
                rest.iter().position(|&byte| byte == 0).ok_or(short)? as u64 + 1
            }
            SdType::ARRAY | SdType::OBJECT => 1,
            _ => ty.scalar_size().ok_or(Stop { kind: StopKind::Type(ty.0), at: start, item: parent })?,
        };
        let end = u32::try_from(at + size).map_err(|_| short)?;
        if end as usize > bytes.len() {
            return Err(short);
        }
        let count = if ty.is_container() { bytes[payload as usize] } else { 0 };
        Ok(Item {
            hash,
            ty,
            count,
            depth: depth as u8,
            parent,
            next: self.items.len() as u32 + 1,
            start,
            payload: payload as u32,
            end,
        })
    }

    fn close(&mut self, index: u32, end: u32) {
        let next = self.items.len() as u32;
        if let Some(item) = self.items.get_mut(index as usize) {
            item.end = end.max(item.end);
            item.next = next;
        }
    }

    /// The values in file order, starting with the outermost object.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Offset of the first byte and one past the last.
    pub fn range(&self) -> (u32, u32) {
        self.items.first().map_or((0, 0), |item| (item.start, item.end))
    }

    /// True if it was read completely.
    pub fn is_whole(&self) -> bool {
        self.fault.is_none()
    }

    /// The outermost object.
    pub fn root(&self) -> View<'_, 'a> {
        View { document: self, index: 0 }
    }

    /// The value with this index.
    pub fn view(&self, index: u32) -> View<'_, 'a> {
        View { document: self, index }
    }
}

fn root(start: u32, end: u32, count: u8) -> Item {
    Item { hash: 0, ty: SdType::OBJECT, count, depth: 0, parent: 0, next: 1, start, payload: start, end }
}

/// A value of a document, with its contents.
#[derive(Clone, Copy, Debug)]
pub struct View<'d, 'a> {
    document: &'d Document<'a>,
    index: u32,
}

impl<'d, 'a> View<'d, 'a> {
    /// Index in the document.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Another value of the same document.
    pub fn at(&self, index: u32) -> View<'d, 'a> {
        self.document.view(index)
    }

    /// The value without its contents.
    pub fn item(&self) -> Item {
        let items = self.document.items();
        items.get(self.index as usize).copied().unwrap_or(root(0, 0, 0))
    }

    /// Bytes of the payload.
    pub fn payload(&self) -> &'a [u8] {
        let item = self.item();
        self.document.bytes.get(item.payload as usize..item.end as usize).unwrap_or_default()
    }

    /// Direct children of an array or object.
    pub fn children(self) -> impl Iterator<Item = View<'d, 'a>> {
        let item = self.item();
        let document = self.document;
        let mut at = self.index + 1;
        std::iter::from_fn(move || {
            if !item.ty.is_container() || at >= item.next {
                return None;
            }
            let child = document.view(at);
            at = child.item().next.max(at + 1);
            Some(child)
        })
    }

    /// The property with this hash; the last one if repeated, as in the reference.
    pub fn property(self, hash: u64) -> Option<View<'d, 'a>> {
        if self.item().ty != SdType::OBJECT {
            return None;
        }
        self.children().filter(|child| child.item().hash == hash).last()
    }

    /// The unsigned integer, if of exactly this type.
    pub fn unsigned(&self, ty: SdType) -> Option<u64> {
        let item = self.item();
        (item.ty == ty).then(|| Scalar::U64.bits(self.payload()))
    }

    /// Value of a `Uint8`.
    pub fn byte(&self) -> Option<u8> {
        self.unsigned(SdType::UINT8).map(|value| value as u8)
    }

    /// Value of a `Uint16`.
    pub fn half(&self) -> Option<u16> {
        self.unsigned(SdType::UINT16).map(|value| value as u16)
    }

    /// Value of a `Uint32`.
    pub fn word(&self) -> Option<u32> {
        self.unsigned(SdType::UINT32).map(|value| value as u32)
    }

    /// Value of a `Bool`: only 1 is true, as in the reference.
    pub fn truth(&self) -> Option<bool> {
        (self.item().ty == SdType::BOOL).then(|| self.payload() == [1])
    }

    /// Bytes of a `String` without the terminator.
    pub fn text(&self) -> Option<&'a [u8]> {
        let payload = self.payload();
        (self.item().ty == SdType::STRING).then(|| payload.strip_suffix(&[0]).unwrap_or(payload))
    }

    /// Value of a `Float` or `Double`.
    pub fn float(&self) -> Option<f64> {
        match self.item().ty {
            SdType::FLOAT => Some(f64::from(f32::load(self.payload()))),
            SdType::DOUBLE => Some(f64::load(self.payload())),
            _ => None,
        }
    }

    /// Property names listed by an object.
    pub fn debug_names(self) -> impl Iterator<Item = View<'d, 'a>> {
        let list = self.property(names::DEBUG).filter(|list| list.item().ty == SdType::ARRAY);
        let names = list.into_iter().flat_map(View::children);
        names.filter(|name| name.item().ty == SdType::STRING)
    }

    /// Name of a property of this object, from its own list or the known names.
    pub fn name_of(self, hash: u64) -> Option<&'a str> {
        let listed = self
            .debug_names()
            .filter_map(|name| std::str::from_utf8(name.text()?).ok())
            .find(|name| names::hash(name) == hash);
        listed.or_else(|| names::known(hash))
    }

    /// Path of this value, such as `props[2].ty`.
    pub fn path(self) -> String {
        let mut chain = Vec::new();
        let mut at = self;
        while at.index != 0 && chain.len() <= MAX_NESTING {
            chain.push(at);
            at = self.document.view(at.item().parent);
        }
        let mut path = String::new();
        let mut around = at;
        for view in chain.into_iter().rev() {
            if around.item().ty == SdType::ARRAY {
                let place = around.children().position(|child| child.index == view.index);
                path.push_str(&format!("[{}]", place.unwrap_or(0)));
            } else {
                if !path.is_empty() {
                    path.push('.');
                }
                let hash = view.item().hash;
                match around.name_of(hash) {
                    Some(name) => path.push_str(name),
                    None => path.push_str(&format!("{hash:#018x}")),
                }
            }
            around = view;
        }
        path
    }
}

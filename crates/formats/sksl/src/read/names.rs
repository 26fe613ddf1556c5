//! Maps strings, ids and model nodes to tree nodes while reading.

use foldhash::HashMap;
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder};
use glassbox_core::value::Value;

use crate::dialect::Dialect;

/// Tree nodes by the item they represent.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// The field that string offsets are relative to.
    pub(crate) base: NodeId,
    /// Length byte and text of each string, by offset from the `stringLength` field.
    pub(crate) strings: HashMap<u32, NodeId>,
    /// Defining field of each id, and text of the symbol's name.
    pub(crate) ids: HashMap<u32, (NodeId, NodeId)>,
    /// Tree node of each model node.
    pub(crate) marks: Vec<NodeId>,
}

impl Default for Names {
    fn default() -> Self {
        Names { base: NodeId::ROOT, strings: HashMap::default(), ids: HashMap::default(), marks: Vec::new() }
    }
}

impl Names {
    /// Names version, string length and strings.
    pub(crate) fn header<R: Recorder>(&mut self, reader: &mut Reader<'_, R>, dialect: Dialect) {
        let root = reader.root;
        let size = reader.size();
        if size < 4 {
            return;
        }
        let bytes = reader.window().bytes;
        reader.node(root.name("version"), 0, 2, NodeKind::Value(&<u16 as Value>::FORM));
        self.base = reader.node(root.name("stringLength"), 2, 4, NodeKind::Value(&<u16 as Value>::FORM));
        let length = u16::load(bytes.get(2..).unwrap_or(&[]));
        let end = (4 + u64::from(length)).min(size);
        let group = reader.group(root.name("strings"), 4);
        reader.close(group, end);
        if u64::from(length) == end - 4 && length > 0 {
            reader.link_value(self.base, LinkKind::Size { of: group, unit: 1 });
        }
        if dialect.is_document {
            self.base = group;
        }
        let mut at = 4;
        let mut index = 0;
        while at < end {
            let length = bytes.get(at as usize).copied().unwrap_or(0);
            let next = at + 1 + u64::from(length);
            if next > end {
                reader.node(group.name("rest"), at, end, NodeKind::Bytes);
                break;
            }
            let entry = reader.group(group.item("", index), at);
            let field = reader.node(entry.name("length"), at, at + 1, NodeKind::Value(&<u8 as Value>::FORM));
            let text = reader.node(entry.name("text"), at + 1, next, NodeKind::Text);
            reader.link_value(field, LinkKind::Size { of: text, unit: 1 });
            reader.close(entry, next);
            self.strings.insert((at - 2) as u32, text);
            at = next;
            index += 1;
        }
    }

    /// Text node of a string.
    pub(crate) fn text(&self, offset: u32) -> NodeId {
        self.strings.get(&offset).copied().unwrap_or(NodeId::ROOT)
    }
}

//! Names the parts of an object in the field tree.
//!
//! A property has its well-known name, or else `property[i]`. A fixed-size value is one record; a container
//! is a group of a record and of `items` or `properties`.

use glassbox_core::reader::{LinkKind, NodeId, NodeKind, NodeName, Reader, Recorder};
use glassbox_core::value::Value as _;

use super::names::known;
use super::records::{CountedItemHeader, CountedPropertyHeader, SdType, schema};
use super::shape::Shape;
use super::{Document, Item, View};

/// Name of a value in its container, with an index if needed.
fn own_name(container: View<'_, '_>, item: &Item, ordinal: u32) -> (&'static str, Option<u32>) {
    if container.item().ty == SdType::ARRAY {
        return ("", Some(ordinal));
    }
    let first = container.children().find(|child| child.item().hash == item.hash);
    let is_first = first.is_none_or(|first| first.item().start == item.start);
    match known(item.hash).filter(|_| is_first) {
        Some(name) => (name, None),
        None => ("property", Some(ordinal)),
    }
}

const fn list_name(ty: SdType) -> &'static str {
    match ty {
        SdType::ARRAY => "items",
        _ => "properties",
    }
}

impl View<'_, '_> {
    /// Tree paths of the value and of its payload, which is the count for arrays and objects. `object` is the
    /// path of the outermost object.
    pub(crate) fn tree_path(self, object: &str) -> (String, String) {
        let mut chain = Vec::new();
        let mut at = self;
        while at.index() != 0 {
            chain.push(at);
            at = at.at(at.item().parent);
        }
        let mut path = object.to_owned();
        let mut around = at;
        for view in chain.into_iter().rev() {
            path.push('.');
            path.push_str(list_name(around.item().ty));
            let before = around.children().take_while(|child| child.index() != view.index());
            let (name, index) = own_name(around, &view.item(), before.count() as u32);
            if !name.is_empty() {
                path.push('.');
                path.push_str(name);
            }
            if let Some(index) = index {
                path.push_str(&format!("[{index}]"));
            }
            around = view;
        }
        let head = if in_object(self) { "key" } else { "head" };
        let payload = match self.item().ty {
            _ if self.index() == 0 => format!("{path}.count"),
            SdType::ARRAY | SdType::OBJECT => format!("{path}.{head}.count"),
            SdType::NULL => path.clone(),
            _ => format!("{path}.value"),
        };
        (path, payload)
    }
}

fn in_object(view: View<'_, '_>) -> bool {
    view.index() != 0 && view.at(view.item().parent).item().ty == SdType::OBJECT
}

struct Open {
    view_index: u32,
    /// Group of the items or properties.
    list: NodeId,
    shape: &'static Shape,
    ordinal: u32,
}

/// Names an object at `base` plus its document offset in the reader's window. Returns the object's group.
pub(crate) fn name_object<R: Recorder>(
    reader: &mut Reader<'_, R>,
    base: u64,
    name: NodeName,
    document: &Document<'_>,
    shape: Option<&'static Shape>,
) -> NodeId {
    let (start, end) = document.range();
    let (start, end) = (base + u64::from(start), base + u64::from(end));
    let group = reader.node(name, start, end, NodeKind::Group);
    let items = document.items();
    let Some(root) = items.first() else { return group };
    if start == end {
        return group;
    }
    let count = reader.node(group.name("count"), start, start + 1, NodeKind::Value(&u8::FORM));
    let mut open = Vec::new();
    if root.count > 0 {
        let list = reader.group(group.name(list_name(SdType::OBJECT)), start + 1);
        reader.close(list, end);
        reader.link_value(count, LinkKind::Count { of: list });
        let shape = shape.unwrap_or(&Shape::Any);
        open.push(Open { view_index: 0, list, shape, ordinal: 0 });
    }
    for (index, item) in items.iter().enumerate().skip(1) {
        while open.last().is_some_and(|top| items[top.view_index as usize].next <= index as u32) {
            open.pop();
        }
        let Some(top) = open.last_mut() else { break };
        let container = document.view(top.view_index);
        let ordinal = top.ordinal;
        top.ordinal += 1;
        let (text, number) = own_name(container, item, ordinal);
        let name = NodeName { parent: top.list, text, index: number };
        let view = document.view(index as u32);
        let in_object = container.item().ty == SdType::OBJECT;
        let shape = top.shape.of_child(container, ordinal as usize, item.hash).settled(view);
        let layout = schema(item.ty, in_object, shape.index());
        let (start, end) = (base + u64::from(item.start), base + u64::from(item.end));
        let head = start + layout.size as u64;
        let head_name = if in_object { "key" } else { "head" };
        match item.ty {
            SdType::ARRAY | SdType::OBJECT => {
                let group = reader.node(name, start, end, NodeKind::Group);
                let node = reader.node(group.name(head_name), start, head, NodeKind::Record(layout));
                if item.count > 0 && item.next > index as u32 + 1 {
                    let list = reader.group(group.name(list_name(item.ty)), head);
                    reader.close(list, end);
                    let field =
                        if in_object { CountedPropertyHeader::count } else { CountedItemHeader::count };
                    reader.link(node, &field, LinkKind::Count { of: list });
                    open.push(Open { view_index: index as u32, list, shape, ordinal: 0 });
                }
            }
            SdType::STRING => {
                let group = reader.node(name, start, end, NodeKind::Group);
                reader.node(group.name(head_name), start, head, NodeKind::Record(layout));
                reader.node(group.name("value"), head, end, NodeKind::Text);
            }
            _ => {
                reader.node(name, start, end, NodeKind::Record(layout));
            }
        }
    }
    group
}

//! Finds and replaces metadata.
//!
//! A path begins with named metadata, or with `entry`, `input 0`, `output 0`, `patch 0`, `srv 0`, `uav 0`, `cbuffer 0`, `sampler 0` or
//! `property 4` of the first entry point; `entry@2` is that of the third. Indices or names of operands follow.

use glassbox_dxil::ir::{Metadata, MetadataId};

use super::Editor;
use super::text::Text;

const ENTRY: &[&str] = &["function", "name", "signatures", "resources", "properties"];
const ELEMENT: &[&str] = &[
    "id",
    "name",
    "type",
    "semantic",
    "indices",
    "interpolation",
    "rows",
    "columns",
    "row",
    "column",
    "properties",
];
const VIEW: &[&str] =
    &["id", "variable", "name", "space", "register", "count", "kind", "samples", "properties"];
const UAV: &[&str] = &[
    "id",
    "variable",
    "name",
    "space",
    "register",
    "count",
    "kind",
    "coherent",
    "counter",
    "ordered",
    "properties",
];
const BUFFER: &[&str] = &["id", "variable", "name", "space", "register", "count", "size", "properties"];
const SAMPLER: &[&str] = &["id", "variable", "name", "space", "register", "count", "mode", "properties"];

impl Editor {
    fn operands(&self, node: MetadataId) -> &[Option<MetadataId>] {
        self.module.metadata.node(node).expect("it is a node")
    }

    fn child(&self, node: MetadataId, index: usize) -> MetadataId {
        self.operands(node)[index].expect("the operand is there")
    }

    /// The node that a path begins at, and the names of its operands.
    fn root(&self, root: &str, path: &mut Text<'_>) -> (MetadataId, &'static [&'static str]) {
        let (root, entry) = root.split_once('@').unwrap_or((root, "0"));
        let named = |name| self.module.metadata.named(name).unwrap_or_else(|| panic!("{name} is there"));
        let entry = || named("dx.entryPoints")[entry.parse::<usize>().expect("the number of an entry point")];
        let of = |list: usize, group: usize, path: &mut Text<'_>| {
            let list = self.child(self.child(entry(), list), group);
            self.child(list, path.number() as usize)
        };
        match root {
            "entry" => (entry(), ENTRY),
            "input" => (of(2, 0, path), ELEMENT),
            "output" => (of(2, 1, path), ELEMENT),
            "patch" => (of(2, 2, path), ELEMENT),
            "srv" => (of(3, 0, path), VIEW),
            "uav" => (of(3, 1, path), UAV),
            "cbuffer" => (of(3, 2, path), BUFFER),
            "sampler" => (of(3, 3, path), SAMPLER),
            name => {
                let index = if path.is_empty() { 0 } else { path.number() as usize };
                (named(name)[index], &[])
            }
        }
    }

    /// The node of a path and the index of its operand.
    fn resolve(&self, path: &str, all: bool) -> (MetadataId, Option<usize>) {
        let mut path = Text::new(path);
        let root = path.word();
        if root.starts_with("property") {
            return self.property(root, &mut path, all);
        }
        let (mut node, mut names) = self.root(root, &mut path);
        loop {
            if path.is_empty() {
                return (node, None);
            }
            let word = path.word();
            let named = names.iter().position(|name| *name == word);
            let index =
                named.unwrap_or_else(|| word.parse().unwrap_or_else(|_| panic!("{word} is no operand")));
            names = &[];
            if path.is_empty() && !all {
                return (node, Some(index));
            }
            node = self.child(node, index);
        }
    }

    /// The value after a tag in the properties of an entry point.
    fn property(&self, root: &str, path: &mut Text<'_>, all: bool) -> (MetadataId, Option<usize>) {
        let (entry, _) = self.root(&root.replace("property", "entry"), path);
        let tag = path.number();
        let list = self.child(entry, 4);
        let numbers = self.operands(list).chunks(2).position(|pair| self.number(pair[0]) == Some(tag));
        let index = 2 * numbers.unwrap_or_else(|| panic!("there is no property {tag}")) + 1;
        let mut at = (list, Some(index));
        while all || !path.is_empty() {
            let (node, index) = at;
            at = match index {
                Some(index) => (self.child(node, index), None),
                None if path.is_empty() => break,
                None => (node, Some(path.number() as usize)),
            };
        }
        at
    }

    fn number(&self, id: Option<MetadataId>) -> Option<i64> {
        self.module.integer(self.module.metadata.value(id?)?)
    }

    /// Replaces an operand in place, or adds one, wherever the node is used.
    pub(super) fn set(&mut self, path: &str, value: &mut Text<'_>, append: bool) {
        let (node, index) = self.resolve(path, append);
        let value = self.metadata(value);
        let mut operands = self.operands(node).to_vec();
        match index {
            Some(index) => operands[index] = value,
            None => operands.push(value),
        }
        let new = self.module.metadata.add_node(&operands, false);
        self.module.metadata.items[node.index()] = self.module.metadata.items[new.index()];
        self.module.metadata.items.pop();
    }

    pub(super) fn add_named(&mut self, name: &str, value: &mut Text<'_>) {
        let node = self.metadata(value).expect("it is a node");
        self.module.metadata.add_named(name.as_bytes(), &[node]);
    }

    pub(super) fn drop_named(&mut self, name: &str) {
        let metadata = &mut self.module.metadata;
        let texts: Vec<Vec<u8>> =
            metadata.named.iter().map(|node| metadata.text(node.name).to_vec()).collect();
        let mut texts = texts.iter();
        metadata.named.retain(|_| texts.next().is_some_and(|text| text != name.as_bytes()));
    }

    /// Metadata: `null`, a string, a constant, a node in braces, or `@PATH` in parentheses.
    pub(super) fn metadata(&mut self, text: &mut Text<'_>) -> Option<MetadataId> {
        match text.peek() {
            "null" => {
                text.word();
                None
            }
            "{" => {
                text.word();
                let mut operands = Vec::new();
                while !text.accept("}") {
                    operands.push(self.metadata(text));
                }
                Some(self.module.metadata.add_node(&operands, false))
            }
            word if word.starts_with('"') => {
                text.word();
                Some(self.module.metadata.add_string(word.trim_matches('"').as_bytes()))
            }
            "same" => {
                text.word();
                let (node, index) = self.resolve(text.rest(), false);
                index.map_or(Some(node), |index| self.operands(node)[index])
            }
            _ => {
                let value = self.value(text, None);
                Some(self.module.metadata.push(Metadata::Value(value)))
            }
        }
    }
}

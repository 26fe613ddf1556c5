//! Tests edits of containers: adding, removing and replacing sections, stripping names, recomputing
//! checksums.

use crate::support;
use glassbox_bpx::file::{File, Numbering};
use glassbox_bpx::format::FORMAT;
use glassbox_bpx::pack::Pack;
use glassbox_bpx::raw::Stage;
use glassbox_bpx::read::open;
use glassbox_core::format::{DigestPolicy, Edit, EditError, Format, Strip};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_testing::tree;

fn edited(bytes: &[u8], edit: Edit<'_>) -> Result<Vec<u8>, EditError> {
    let opened = FORMAT.open(Window::whole(bytes), &Limits::default()).expect("it is BPX");
    opened.edit(&edit, DigestPolicy::Sign)
}

fn file(bytes: &[u8]) -> File<'_> {
    open(Window::whole(bytes), &Limits::default(), Numbering::Released).expect("it is BPX")
}

fn rules(bytes: &[u8]) -> Vec<&'static str> {
    tree::rule_ids(&FORMAT, bytes)
}

#[test]
fn shaders_are_added_replaced_and_removed() {
    let bytes = support::packed().expect("it can be written");
    let code = b"#version 400 core\nvoid main() { discard; }\n";
    let replaced =
        edited(&bytes, Edit::Replace { name: "pixel", data: code }).expect("the package has a pixel shader");
    let read = file(&replaced);
    let found = read.shaders().find(|(_, stage, _)| *stage == Stage::PIXEL).map(|(_, _, code)| code);
    assert_eq!(found, Some(code.as_slice()));
    assert!(rules(&replaced).is_empty());

    let removed = edited(&replaced, Edit::Remove { name: "shader[1]" }).expect("shader 1 can be removed");
    assert_eq!(file(&removed).shaders().count(), 1);
    let added =
        edited(&removed, Edit::Add { name: "pixel", data: code, before: None }).expect("there is none");
    assert_eq!(file(&added).shaders().count(), 2);
    assert!(rules(&added).is_empty());

    let refused = edited(&added, Edit::Add { name: "pixel", data: code, before: None });
    let rule = refused.expect_err("there is one already").rule;
    assert_eq!(rule.map(|rule| rule.id), Some("BPXS-SHD-03"));
    assert!(edited(&added, Edit::Remove { name: "geometry" }).is_err());
}

#[test]
fn sections_of_any_type_are_added() {
    let bytes = support::texture().expect("it can be written");
    let edit = Edit::Add { name: "0x40", data: b"mine", before: Some("strings") };
    let added = edited(&bytes, edit).expect("any type will do");
    let read = file(&added);
    assert_eq!(read.sections[1].content, b"mine".as_slice());
    assert_eq!(read.strings(), b"stone\0");
    assert_eq!(rules(&added), ["BPXS-EXT-01"]);
    let removed = edited(&added, Edit::Remove { name: "section[1]" }).expect("section 1 can be removed");
    assert_eq!(removed, bytes);
    assert!(edited(&bytes, Edit::Add { name: "mine", data: b"", before: None }).is_err());
}

#[test]
fn stripping_drops_names_and_nothing_else() {
    let bytes = support::debug().write().expect("it can be written");
    let stripped = edited(&bytes, Edit::Strip(&[Strip::Debug])).expect("it is sound");
    assert!(stripped.len() < bytes.len());
    let (read, before) = (file(&stripped), support::debug());
    let pack = Pack::of(&read, 1000).expect("it is sound");
    assert_eq!(pack.symbols[0].data.as_ref().map(|data| data.properties.len()), Some(3));
    assert_eq!(pack.shaders, before.shaders);
    assert_eq!(edited(&stripped, Edit::Strip(&Strip::ALL)).ok(), Some(stripped.clone()));
    assert_eq!(edited(&bytes, Edit::Strip(&[Strip::Names])).ok(), Some(bytes));
}

#[test]
fn signing_recomputes_checksums() {
    let bytes = support::program().write().expect("it can be written");
    let mut damaged = bytes.clone();
    damaged[4] ^= 1;
    damaged[40 + 16] ^= 1;
    assert_eq!(rules(&damaged), ["BPX-HDR-04", "BPX-SEC-03"]);
    assert_eq!(edited(&damaged, Edit::Sign).ok(), Some(bytes));
}

//! Contents of packed and gathered nodes: printed in the text form, kept while unchanged, re-encoded when
//! edited.

use crate::fixture_registry;
use fixture_registry::REGISTRY;
use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_core::diff;
use glassbox_core::language::Codec as _;
use glassbox_core::limits::Limits;
use glassbox_core::map::{Map, Tree};
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder, Window};
use glassbox_core::text;

/// Reads `stored size, content size, parity, stored runs`; the content is a table of `u16` followed by a run
/// of bytes.
fn read<R: Recorder>(reader: &mut Reader<'_, R>) {
    let (size, size_node) = reader.value::<u32>(NodeId::ROOT.name("stored_size"), 0).unwrap();
    let (_, content_node) = reader.value::<u32>(NodeId::ROOT.name("content_size"), 4).unwrap();
    let (_, parity_node) = reader.value::<u32>(NodeId::ROOT.name("parity"), 8).unwrap();
    let stored = reader.slice(12, u64::from(size)).unwrap();
    let content = fixture_registry::Runs.decode(stored, 1000).unwrap();
    let (body, address) =
        reader.packed(NodeId::ROOT.name("body"), 12, 12 + u64::from(size), "runs", &content);
    reader.link_value(size_node, LinkKind::Size { of: body, unit: 1 });
    reader.link_value(content_node, LinkKind::ContentSize { of: body, unit: 1 });
    let parity = LinkKind::ContentDigest { algorithm: "parity", of: body };
    reader.link_value(parity_node, parity);
    reader.inside(address, &content, body, |inner| {
        let count = inner.size().min(8) / 2;
        inner.values::<u16>(inner.root.name("numbers"), 0, count).unwrap();
        let at = 2 * count;
        inner.bytes(inner.root.name("rest"), at, inner.size() - at, NodeKind::Bytes).unwrap();
    });
}

fn file(stored: &[u8]) -> Vec<u8> {
    let content = fixture_registry::Runs.decode(stored, 1000).unwrap();
    let parity = content.iter().fold(0, |sum, byte| sum ^ byte);
    let mut bytes = (stored.len() as u32).to_le_bytes().to_vec();
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(u32::from(parity).to_le_bytes());
    bytes.extend_from_slice(stored);
    bytes
}

fn tree(bytes: &[u8]) -> Tree {
    let mut map = Map::new(bytes.len() as u64, &Limits::default());
    read(&mut Reader::new(Window::whole(bytes), &mut map, Limits::default()));
    map.resolve()
}

fn printed(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    text::print(bytes, &tree(bytes), &REGISTRY, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

const STORED: [u8; 8] = [3, 7, 1, 9, 0, 5, 6, 1];

#[test]
fn a_content_is_told_in_the_place_of_its_stored_bytes() {
    let text = printed(&file(&STORED));
    for line in [
        "stored_size u32 = size(body)",
        "content_size u32 = size(content(body))",
        "parity u32 = digest(\"parity\", content(body))",
        "body packed(\"runs\") = {",
        "} stored = x\"03070109 00050601\"",
    ] {
        let is_line = |found: &str| found.split(" ; ").next().is_some_and(|code| code.trim_end() == line);
        assert!(text.lines().any(is_line), "{line}\n{text}");
    }
}

#[test]
fn stored_bytes_are_kept_while_they_stand_for_the_content() {
    let bytes = file(&STORED);
    assert_eq!(text::assemble(&printed(&bytes), &REGISTRY).unwrap(), bytes);
}

#[test]
fn edited_content_is_repacked_and_sizes_and_digests_follow() {
    let edited = printed(&file(&STORED)).replace("x\"0101\"", "x\"0102 03\"");
    let bytes = text::assemble(&edited, &REGISTRY).unwrap();
    let content = [7, 7, 7, 9, 1, 1, 1, 1, 1, 2, 3];
    let stored: Vec<u8> = content.iter().flat_map(|&byte| [1, byte]).collect();
    assert_eq!(bytes, file(&stored));
}

#[test]
fn a_content_whose_codec_is_unknown_is_bytes() {
    let bytes = file(&STORED);
    let mut out = Vec::new();
    let registry = glassbox_core::language::Registry::default();
    text::print(&bytes, &tree(&bytes), &registry, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("body bytes = x\"03070109 00050601\""), "{text}");
    assert_eq!(text::assemble(&text, &registry).unwrap(), bytes);
}

#[test]
fn the_same_content_stored_otherwise_is_no_change() {
    let (old, new) = (file(&STORED), file(&[1, 7, 2, 7, 1, 9, 6, 1]));
    let changes = diff::diff((&old, &tree(&old)), (&new, &tree(&new)));
    assert!(changes.is_empty(), "{changes:?}");
    let other = file(&[3, 7, 1, 8, 6, 1]);
    let changes = diff::diff((&old, &tree(&old)), (&other, &tree(&other)));
    let paths: Vec<String> = changes.iter().map(|change| change.path.clone()).collect();
    assert_eq!(paths, ["body.numbers[1]"]);
    assert_eq!(changes[0].old_range, Some(12..20), "the place in the file is that of the stored bytes");
}

#[test]
fn a_finding_in_a_content_names_the_place_in_the_file_and_in_the_content() {
    let bytes = file(&STORED);
    let mut reader = Reader::new(Window::whole(&bytes), glassbox_core::reader::NoRecorder, Limits::default());
    read(&mut reader);
    let address = reader.spaces.iter().next().unwrap().range().start;
    let mut findings = Diagnostics::new(10);
    glassbox_core::rules! {
        DEMO = "DEMO-01" Error "demo" { cause: "", effect: "", cure: "" }
    }
    assert_eq!(RULES.len(), 1);
    findings.push(glassbox_core::diagnostic::Diagnostic::new(
        &DEMO,
        Location::new(address + 2, address + 4, "body.numbers[1]"),
        "x",
    ));
    findings.localize(&reader.spaces);
    let location = &findings.items()[0].location;
    assert_eq!((location.start, location.end, location.space.clone()), (12, 20, Some(2..4)));
}

#[test]
fn a_gathered_content_goes_back_into_its_pieces() {
    // Two pieces in the wrong order around a gap.
    let bytes = b"67..0123456".to_vec();
    let mut map = Map::new(bytes.len() as u64, &Limits::default());
    let mut reader = Reader::new(Window::whole(&bytes), &mut map, Limits::default());
    let content = b"012345667".to_vec();
    let (stream, address) = reader.gathered(NodeId::ROOT.name("stream"), &[(4, 7), (0, 2)], &content);
    reader.inside(address, &content, stream, |inner| {
        inner.bytes(inner.root.name("first"), 0, 5, NodeKind::Bytes).unwrap();
    });
    let tree = map.resolve();
    let mut out = Vec::new();
    text::print(&bytes, &tree, &REGISTRY, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("stream.piece[1] bytes = piece(stream, 0x7, 2)"), "{text}");
    assert_eq!(text::assemble(&text, &REGISTRY).unwrap(), bytes);
    let edited = text.replace("x\"30313233 34\"", "x\"41424344 45\"");
    assert_eq!(text::assemble(&edited, &REGISTRY).unwrap(), b"67..ABCDE56");
    let longer = text.replace("x\"30313233 34\"", "x\"41\"");
    let errors = text::assemble(&longer, &REGISTRY).unwrap_err();
    assert!(errors[0].message.contains("the content holds 5 bytes"), "{errors:?}");
}

//! Asserts laws that hold for every format: the tree covers the file, the text form round-trips,
//! views cover every bit, diagnostics have valid paths.

use std::ops::ControlFlow;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::format::{Format, WriteLayout};
use glassbox_core::language::Registry;
use glassbox_core::limits::Limits;
use glassbox_core::map::{Map, Region, Tree};
use glassbox_core::reader::{Node, NodeId, NodeKind, Recorder, Window};
use glassbox_core::view::{self, Detail, View};
use glassbox_core::walk::leaf_fields;

/// Field tree of a file; a single raw leaf if it is not of the format.
pub fn tree(format: &dyn Format, bytes: &[u8]) -> Tree {
    let limits = Limits::default();
    let mut map = Map::new(bytes.len() as u64, &limits);
    match glassbox_core::format::map(format, Window::whole(bytes), &mut map, NodeId::ROOT, &limits) {
        Ok(()) => map.resolve(),
        Err(_) => Map::new(bytes.len() as u64, &limits).resolve(),
    }
}

/// All findings of a file.
pub fn diagnostics(format: &dyn Format, bytes: &[u8]) -> Vec<Diagnostic> {
    match format.open(Window::whole(bytes), &Limits::default()) {
        Ok(opened) => opened.check().into_sorted(),
        Err(diagnostic) => vec![*diagnostic],
    }
}

/// Rule ids of the findings of a file.
pub fn rule_ids(format: &dyn Format, bytes: &[u8]) -> Vec<&'static str> {
    diagnostics(format, bytes).iter().map(|finding| finding.rule.id).collect()
}

/// Asserts that a file inside another file has the findings that it has alone, moved by its offset, and that its leaves are named
/// below the group that holds it, the first leaf starting with `first`.
///
/// # Panics
/// If that is not so, or the file has no findings.
pub fn assert_window(format: &dyn Format, registry: &Registry, inner: &[u8], first: &str, what: &str) {
    let outer = [&[0xEE; 100][..], inner, &[0xEE; 20]].concat();
    let end = 100 + inner.len() as u64;
    let window = Window::whole(&outer).part(100, end);
    let limits = Limits::default();
    let alone = diagnostics(format, inner);
    let opened = format.open(window, &limits);
    let inside = opened.unwrap_or_else(|finding| panic!("{what}: {}", finding.message)).check().into_sorted();
    assert!(!alone.is_empty(), "{what}");
    assert_eq!(alone.len(), inside.len(), "{what}");
    for (alone, inside) in alone.iter().zip(&inside) {
        let id = alone.rule.id;
        assert_eq!(id, inside.rule.id, "{what}");
        assert_eq!(alone.location.start + 100, inside.location.start, "{what}: {id}");
        assert_eq!(alone.location.path, inside.location.path, "{what}: {id}");
    }
    let mut map = Map::new(outer.len() as u64, &limits);
    let group =
        map.node(Node { name: NodeId::ROOT.item("shader", 0), start: 100, end, kind: NodeKind::Group });
    glassbox_core::format::map(format, window, &mut map, group, &limits).expect("the file was opened above");
    let tree = map.resolve();
    let path = tree.path(tree.leaf_at(100).expect("leaves cover the file"));
    assert!(path.starts_with(&format!("shader[0].{first}")), "{what}: {path}");
    assert_covered(&tree, &outer, what);
    assert_text_law(&tree, &outer, registry, what);
}

/// Asserts that a format refuses to open bytes, with a finding of this rule that has a help.
///
/// # Panics
/// If it opens them.
pub fn assert_refused(format: &dyn Format, bytes: &[u8], id: &str) {
    let Err(refused) = format.open(Window::whole(bytes), &Limits::default()) else {
        panic!("{bytes:?} is opened")
    };
    assert_eq!(refused.rule.id, id, "{bytes:?}");
    assert!(refused.help.is_some(), "{id}");
}

/// Asserts that leaves and their parts cover the file and every content in it exactly once and in
/// order.
///
/// # Panics
/// If they do not.
pub fn assert_covered(tree: &Tree, bytes: &[u8], what: &str) {
    assert_eq!(tree.size(), bytes.len() as u64, "{what}: the tree is of the file");
    let whole = tree.whole(bytes);
    for region in tree.regions() {
        assert_region_covered(tree, region, &whole, what);
    }
}

fn assert_region_covered(tree: &Tree, region: &Region, bytes: &[u8], what: &str) {
    let mut at = region.range.start;
    for &leaf in &tree.leaves()[region.leaves.clone()] {
        let node = tree.node(leaf);
        assert_eq!(node.start, at, "{what}: `{}` follows the leaf before it", tree.path(leaf));
        assert!(!matches!(node.kind, NodeKind::Group), "{what}: `{}` is no leaf", tree.path(leaf));
        for part in leaf_fields(tree, leaf, bytes) {
            assert_eq!(part.start, at, "{what}: `{}` has no gaps", part.path(&tree.path(leaf)));
            at = part.end;
        }
        assert_eq!(node.end, at, "{what}: the parts of `{}` cover it", tree.path(leaf));
    }
    assert_eq!(at, region.range.end, "{what}: the leaves cover the file or content");
}

/// Asserts that a file's text form assembles to the same bytes.
///
/// # Panics
/// If it does not.
pub fn assert_text_law(tree: &Tree, bytes: &[u8], registry: &Registry, what: &str) {
    let mut text = Vec::new();
    glassbox_core::text::print(bytes, tree, registry, &mut text).expect("writing to memory succeeds");
    let text = String::from_utf8(text).expect("the text form is UTF-8");
    match glassbox_core::text::assemble(&text, registry) {
        Ok(back) => assert!(back == bytes, "{what}: the text stands for other bytes\n{text}"),
        Err(errors) => panic!("{what}: the text does not assemble: {:?}\n{text}", errors.first()),
    }
}

/// Asserts that the views of code are nested, in order, and cover every bit.
///
/// # Panics
/// If they are not.
pub fn assert_views(tree: &Tree, bytes: &[u8], registry: &Registry, what: &str) {
    let whole = tree.whole(bytes);
    for &leaf in tree.leaves() {
        let node = tree.node(leaf);
        let NodeKind::Code { language, .. } = node.kind else {
            continue;
        };
        if let Some(view) = registry.view(language) {
            let path = tree.path(leaf);
            let code = &whole[node.start as usize..node.end as usize];
            assert_view_covers(view, code, &format!("{what}: `{path}`"));
        }
    }
}

/// A view of some code, one line per item: depth, bits, and the text of a dump.
#[must_use]
pub fn view_lines(view: &dyn View, code: &[u8], detail: Detail) -> Vec<String> {
    let mut out = Vec::new();
    view::items(view, code, detail, &mut |item| {
        let number = item.index.map_or(String::new(), |index| format!("[{index}]"));
        let value = item.value.map_or(String::new(), |value| format!(" {value}"));
        let (depth, bits) = (item.depth, &item.bits);
        let line =
            format!("{depth} {}..{} {}{number}{value} {}", bits.start, bits.end, item.name, item.meaning);
        out.push(line.trim_end().to_owned());
        ControlFlow::Continue(())
    });
    out
}

/// Asserts that a view of some code is nested, in order, and covers every bit.
///
/// # Panics
/// If it is not.
pub fn assert_view_covers(view: &dyn View, code: &[u8], what: &str) {
    // For each open range: start of its next part, its end, and whether it has parts.
    let mut open = vec![(0u64, code.len() as u64 * 8, true)];
    let close = |open: &mut Vec<(u64, u64, bool)>, depth: usize| {
        while open.len() > depth + 1 {
            let (at, end, used) = open.pop().expect("a range is open");
            assert!(!used || at == end, "{what}: bits {at}..{end} have no name");
        }
    };
    view::items(view, code, Detail::Fields, &mut |item| {
        assert!(item.depth < open.len(), "{what}: {item:?} is inside something");
        close(&mut open, item.depth);
        let (at, end, used) = open.last_mut().expect("the code itself is open");
        assert_eq!(item.bits.start, *at, "{what}: {item:?} follows what is before it");
        assert!(item.bits.end <= *end, "{what}: {item:?} lies inside what is around it");
        (*at, *used) = (item.bits.end, true);
        open.push((item.bits.start, item.bits.end, false));
        ControlFlow::Continue(())
    });
    close(&mut open, 0);
    assert_eq!(open[0].0, open[0].1, "{what}: the view names all bits");
}

/// Asserts that each diagnostic's path names a node or part whose range contains the diagnostic's.
///
/// # Panics
/// If one does not.
pub fn assert_paths(tree: &Tree, bytes: &[u8], diagnostics: &[Diagnostic], what: &str) {
    if diagnostics.is_empty() {
        return;
    }
    let whole = tree.whole(bytes);
    let bytes = &whole[..];
    let mut places: std::collections::HashMap<String, Vec<(u64, u64)>> = std::collections::HashMap::new();
    for (id, node) in tree.nodes() {
        let path = tree.path(id);
        for part in leaf_fields(tree, id, bytes) {
            // Code blocks are named by word.
            if let glassbox_core::walk::Shape::Code { .. } = part.shape {
                for word in 0..(part.end - part.start).div_ceil(4) {
                    let start = part.start + 4 * word;
                    places
                        .entry(format!("{path}[{word}]"))
                        .or_default()
                        .push((start, part.end.min(start + 4)));
                }
            }
            if let Some(index) = part.index {
                let record = places.entry(format!("{path}[{index}]")).or_default();
                match record.last_mut().filter(|last| last.1 == part.start) {
                    Some(last) => last.1 = part.end,
                    None => record.push((part.start, part.end)),
                }
            }
            places.entry(part.path(&path)).or_default().push((part.start, part.end));
        }
        places.entry(path).or_default().push((node.start, node.end));
    }
    for diagnostic in diagnostics {
        let location = &diagnostic.location;
        assert!(
            location.start <= location.end,
            "{what}: {} ends before it starts, {:#x}..{:#x}",
            diagnostic.rule.id,
            location.start,
            location.end
        );
        let held = places.get(&location.path).is_some_and(|ranges| {
            ranges.iter().any(|&(start, end)| match &location.space {
                None => start <= location.start && location.end <= end,
                // In a content, check both the range in it and the location of the stored bytes.
                Some(space) => {
                    let from = tree.region(start).range.start;
                    let within = space.start >= start - from && space.end <= end - from;
                    let mut stored = Location::new(from + space.start, from + space.end, "");
                    stored.localize(tree.spaces());
                    within && (stored.start, stored.end) == (location.start, location.end)
                }
            })
        });
        assert!(
            held,
            "{what}: {} names `{}`, {:#x}..{:#x}, which no node of that path holds",
            diagnostic.rule.id, location.path, location.start, location.end
        );
    }
}

/// Asserts all laws for arbitrary bytes read as a format: coverage, text, diagnostic paths, and
/// that reflection, symbols, artifacts, repairs and writing return.
///
/// # Panics
/// If one does not hold.
pub fn assert_laws(format: &dyn Format, registry: &Registry, bytes: &[u8], what: &str) {
    let tree = tree(format, bytes);
    assert_covered(&tree, bytes, what);
    assert_views(&tree, bytes, registry, what);
    assert_text_law(&tree, bytes, registry, what);
    assert_paths(&tree, bytes, &diagnostics(format, bytes), what);
    if let Ok(opened) = format.open(Window::whole(bytes), &Limits::default()) {
        let _ = opened.summary();
        let _ = opened.interface();
        let _ = opened.symbols();
        let _ = opened.artifacts();
        for repair in opened.repairs() {
            let _ = opened.repair(repair.name);
        }
        let _ = opened.write(WriteLayout::Original);
        let _ = opened.write(WriteLayout::Canonical);
    }
}

/// Checks the laws on the base files of a folder of rule cases, with each number replaced in turn.
///
/// # Panics
/// If a law does not hold, or fewer than a tenth of the changed texts assemble.
pub fn assert_laws_with_odd_numbers(
    folder: &std::path::Path,
    format: &dyn Format,
    registry: &Registry,
    rounds: u64,
) {
    let mut assembled = 0;
    let mut tried = 0;
    for path in crate::case::files(folder, "gbt") {
        let text = std::fs::read_to_string(&path).expect("the base file is readable");
        for seed in 0..rounds {
            let mut random = crate::random::Random::new(seed);
            let mut changed = text.clone();
            for _ in 0..1 + random.below(2) {
                changed = crate::random::mutate_number(&changed, &mut random);
            }
            tried += 1;
            let options = glassbox_core::text::Options { size: 1 << 20 };
            let Ok(bytes) = glassbox_core::text::assemble_with(&changed, registry, &options) else {
                continue;
            };
            assembled += 1;
            assert_laws(format, registry, &bytes, &format!("{} with seed {seed}", path.display()));
        }
    }
    assert!(assembled * 10 >= tried, "only {assembled} of {tried} texts assemble");
}

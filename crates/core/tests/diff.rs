//! Diffs pairs of files and compares the changes with the expected ones.

use crate::fixture_format;
use fixture_format::{Demo, demo, part, read, read_within};
use glassbox_core::diff::{
    ChangeKind, CodeChange, CodeDiff, CodePair, WordDiff, diff, diff_with, diff_within,
};
use glassbox_core::limits::Limits;

fn changed(change: impl FnOnce(&mut Demo)) -> Demo {
    let mut demo = demo();
    change(&mut demo);
    demo
}

fn lines(old: &[u8], new: &[u8]) -> Vec<String> {
    let changes = diff((old, &read(old)), (new, &read(new)));
    changes.iter().map(ToString::to_string).collect()
}

/// Checks both directions: the reverse has the same changes with added and removed swapped.
#[track_caller]
fn check_bytes(old: &[u8], new: &[u8], expected: &[&str]) {
    assert_eq!(lines(old, new), expected);
    let count = |kind, changes: &[glassbox_core::diff::Change]| {
        changes.iter().filter(|change| change.kind == kind).count()
    };
    let there = diff((old, &read(old)), (new, &read(new)));
    let back = diff((new, &read(new)), (old, &read(old)));
    for (kind, mirror) in [
        (ChangeKind::Added, ChangeKind::Removed),
        (ChangeKind::Removed, ChangeKind::Added),
        (ChangeKind::Changed, ChangeKind::Changed),
        (ChangeKind::Moved, ChangeKind::Moved),
    ] {
        assert_eq!(count(kind, &there), count(mirror, &back), "{kind}");
    }
}

#[track_caller]
fn check(change: impl FnOnce(&mut Demo), expected: &[&str]) {
    check_bytes(&demo().build(), &changed(change).build(), expected);
}

#[test]
fn nothing_changed() {
    check(|_| {}, &[]);
}

#[test]
fn row_inserted_in_front() {
    check(
        |demo| {
            demo.rows.insert(0, ("new", 20, 21, 5));
            demo.parts[0].row = Some(2);
            demo.parts[1].row = Some(3);
        },
        &["added rows[0]: name=\"new\" first=20 last=21 extra=5"],
    );
}

#[test]
fn equal_numbers_of_other_things_are_told_apart() {
    check(
        |demo| {
            demo.rows.remove(0);
            demo.parts[0].row = Some(1);
            demo.parts[1].row = Some(1);
        },
        &[
            "removed rows[0]: name=\"alpha\" first=0 last=3 extra=100",
            "changed part[0].header.row: 76 → rows[1] (0x4c) {name=\"beta\" first=4 last=7 extra=200} -> \
             76 → rows[1] (0x4c) {name=\"gamma\" first=8 last=8 extra=300}",
        ],
    );
}

#[test]
fn row_inserted_in_the_middle() {
    check(
        |demo| {
            demo.rows.insert(2, ("new", 20, 21, 5));
            demo.parts[1].row = Some(3);
        },
        &["added rows[2]: name=\"new\" first=20 last=21 extra=5"],
    );
}

#[test]
fn row_inserted_at_the_end() {
    check(
        |demo| demo.rows.push(("new", 20, 21, 5)),
        &["added rows[4]: name=\"new\" first=20 last=21 extra=5"],
    );
}

#[test]
fn three_rows_inserted_are_one_change() {
    check(
        |demo| {
            demo.rows.splice(3..3, [("x", 1, 1, 1), ("y", 2, 2, 2), ("z", 3, 3, 3)]);
        },
        &["added rows[3..6]: name=\"x\" first=1 last=1 extra=1, name=\"y\" first=2 last=2 extra=2, \
           name=\"z\" first=3 last=3 extra=3"],
    );
}

#[test]
fn row_removed_in_front() {
    check(
        |demo| {
            demo.rows.remove(0);
            demo.parts[0].row = Some(0);
            demo.parts[1].row = Some(1);
        },
        &["removed rows[0]: name=\"alpha\" first=0 last=3 extra=100"],
    );
}

#[test]
fn row_removed_at_the_end() {
    check(
        |demo| {
            demo.rows.pop();
        },
        &["removed rows[3]: name=\"delta\" first=9 last=12 extra=400"],
    );
}

#[test]
fn field_of_a_row() {
    check(|demo| demo.rows[1].3 = 201, &["changed rows[1].extra: 200 -> 201"]);
}

#[test]
fn renamed_string() {
    check(|demo| demo.rows[2].0 = "gammon", &["changed rows[2].name: \"gamma\" -> \"gammon\""]);
}

#[test]
fn reordered_strings() {
    check(|demo| demo.reverse = true, &[]);
}

#[test]
fn reordered_strings_and_an_inserted_row() {
    check(
        |demo| {
            demo.reverse = true;
            demo.rows.insert(1, ("alpha", 30, 31, 9));
            demo.parts[0].row = Some(2);
            demo.parts[1].row = Some(3);
        },
        &["added rows[1]: name=\"alpha\" first=30 last=31 extra=9"],
    );
}

#[test]
fn strings_that_nothing_reaches() {
    check(|demo| demo.strings_before = vec!["stray", "more"], &["added strings[0..2]: \"stray\", \"more\""]);
    // It was there already.
    check(|demo| demo.strings_after = vec!["beta"], &[]);
}

#[test]
fn padding() {
    check(|demo| demo.padding.1 = 0xcc, &[]);
    check(|demo| demo.padding.0 = 32, &[]);
    check(|demo| demo.padding.0 = 0, &[]);
}

#[test]
fn everything_shifts() {
    check(
        |demo| {
            demo.padding = (8, 1);
            demo.reverse = true;
            demo.digest = [9; 4];
        },
        &[],
    );
}

#[test]
fn digest_of_equal_bytes() {
    check(
        |demo| demo.digest = [9; 4],
        &["changed header.digest: 01 02 03 04 sum of part_offsets to strings -> \
        09 09 09 09 sum of part_offsets to strings"],
    );
}

#[test]
fn enumeration_packed_and_float() {
    check(|demo| demo.purpose = 1, &["changed header.purpose: draw -> compute"]);
    check(|demo| demo.version = 0x0204, &["changed header.version: 0x203 minor=0x3 -> 0x204 minor=0x4"]);
    check(|demo| demo.factor = -0.25, &["changed header.factor: 1.5 -> -0.25"]);
}

#[test]
fn two_changes_far_apart() {
    check(
        |demo| {
            demo.version = 0x0303;
            demo.parts[2].values[0] = 8;
        },
        &[
            "changed header.version: 0x203 major=0x2 -> 0x303 major=0x3",
            "changed part[2].content.values[0]: 7 -> 8",
        ],
    );
}

#[test]
fn changed_and_inserted() {
    check(
        |demo| {
            demo.rows[0].1 = 1;
            demo.rows.insert(3, ("new", 20, 21, 5));
            demo.rows[4].2 = 13;
        },
        &[
            "changed rows[0].first: 0 -> 1",
            "added rows[3]: name=\"new\" first=20 last=21 extra=5",
            "changed rows[4].last: 12 -> 13",
        ],
    );
}

#[test]
fn table_that_reaches_into_a_part() {
    // The part becomes an alias of bytes that the rows now own, but is still the same part.
    check(
        |demo| demo.wrong_count = 2,
        &[
            "added rows[4..6]: name=1297040711 → 0x4d4f4655, past the end first=3 last=0 extra=19, \
             name=76 → 0x15a, past the end first=1 last=0 extra=2",
            "added part[0].content.raw[0]: 03 00 00 00",
        ],
    );
}

#[test]
fn aliases_repeat_nothing() {
    let old = changed(|demo| demo.wrong_count = 2);
    let mut new = old.clone();
    new.parts[0].values[1] = 5;
    check_bytes(&old.build(), &new.build(), &["changed rows[5].extra: 2 -> 5"]);
}

#[test]
fn part_inserted_in_front() {
    check(|demo| demo.parts.insert(0, part(b"NEWP", &[5, 6], b"body")), &["added part[0]: group, 28 bytes"]);
}

#[test]
fn part_inserted_in_the_middle_and_another_changed() {
    check(
        |demo| {
            demo.parts.insert(1, part(b"NEWP", &[5, 6], b"body"));
            demo.parts[2].values[1] = 21;
        },
        &["added part[1]: group, 28 bytes", "changed part[2].content.values[1]: 20 -> 21"],
    );
}

#[test]
fn part_removed() {
    check(
        |demo| {
            demo.parts.remove(1);
        },
        &["removed part[1]: group, 62 bytes"],
    );
}

#[test]
fn parts_swapped() {
    check(|demo| demo.parts.swap(1, 2), &["moved part[1]: part[2] -> part[1]"]);
}

#[test]
fn part_moved_to_the_front() {
    check(|demo| demo.parts.rotate_right(1), &["moved part[0]: part[2] -> part[0]"]);
}

#[test]
fn part_replaced() {
    check(
        |demo| demo.parts[1] = part(b"NEWP", &[99], b"nothing in common"),
        &["removed part[1]: group, 62 bytes", "added part[1]: group, 37 bytes"],
    );
}

#[test]
fn all_parts_removed() {
    check(
        |demo| demo.parts.clear(),
        &[
            "removed part[0]: group, 47 bytes",
            "removed part[1]: group, 62 bytes",
            "removed part[2]: group, 25 bytes",
        ],
    );
}

#[test]
fn row_moved() {
    check(
        |demo| {
            let row = demo.rows.remove(0);
            demo.rows.push(row);
            demo.parts[0].row = Some(0);
            demo.parts[1].row = Some(1);
        },
        &["moved rows[3]: rows[0] -> rows[3]"],
    );
}

#[test]
fn rows_moved_together() {
    let old = changed(|demo| demo.parts.clear());
    let mut new = old.clone();
    new.rows.push(("omega", 40, 41, 500));
    let mut old = new.clone();
    new.rows.rotate_left(2);
    check_bytes(&old.build(), &new.build(), &["moved rows[3..5]: rows[0..2] -> rows[3..5]"]);
    old.rows.clear();
    new.rows.clear();
    check_bytes(&old.build(), &new.build(), &[]);
}

#[test]
fn duplicate_rows() {
    let old = changed(|demo| {
        demo.rows = vec![("same", 1, 1, 1); 3];
        demo.parts.clear();
    });
    let mut new = old.clone();
    new.rows.insert(1, ("same", 1, 1, 1));
    check_bytes(&old.build(), &new.build(), &["added rows[3]: name=\"same\" first=1 last=1 extra=1"]);
}

#[test]
fn empty_table_filled() {
    let old = changed(|demo| {
        demo.rows.clear();
        demo.parts.clear();
    });
    let mut new = old.clone();
    new.rows = vec![("one", 1, 1, 1), ("two", 2, 2, 2)];
    check_bytes(
        &old.build(),
        &new.build(),
        &["added rows[0..2]: name=\"one\" first=1 last=1 extra=1, name=\"two\" first=2 last=2 extra=2"],
    );
}

#[test]
fn values_inserted_and_changed() {
    check(|demo| demo.parts[0].values = vec![1, 9, 9, 2, 3], &["added part[0].content.values[1..3]: 9, 9"]);
    check(
        |demo| demo.parts[1].values = vec![10, 21, 31, 40],
        &["changed part[1].content.values[1..3]: 20, 30 -> 21, 31"],
    );
}

#[test]
fn bytes_in_a_body() {
    check(
        |demo| demo.parts[1].body.splice(8..8, *b"inserted ").for_each(drop),
        &["added part[1].content.body: 69 6e 73 65 72 74 65 64 20"],
    );
    check(|demo| demo.parts[1].body[0] = b'A', &["changed part[1].content.body: 61 -> 41"]);
}

#[test]
fn code_inserted_before_the_entry() {
    // The entry moves with the word that it reaches.
    check(
        |demo| {
            demo.code.insert(1, 0x9999);
            demo.entry = 12;
        },
        &["added code: 99 99 00 00"],
    );
    check(|demo| demo.entry = 12, &["changed header.entry: 8 → code + 8 (0xfe) -> 12 → code + 12 (0x102)"]);
}

#[test]
fn code_words_changed() {
    check(
        |demo| {
            demo.code[0] = 1;
            demo.code.remove(4);
        },
        &["changed code: 11 11 00 00 -> 01 00 00 00", "removed code: 55 55 00 00"],
    );
}

#[test]
fn raw_tail() {
    check(|demo| demo.tail = vec![1, 2, 3], &["added raw[0]: 01 02 03"]);
}

#[test]
fn raw_against_raw() {
    let old: Vec<u8> = (0..200u8).collect();
    let mut new = old.clone();
    new.splice(50..60, [0xee; 3]);
    new[150] = 0;
    check_bytes(
        &old,
        &new,
        &["changed raw[0]: 32 33 34 35 36 37 38 39 3a 3b -> ee ee ee", "changed raw[0]: 9d -> 00"],
    );
    check_bytes(b"", b"", &[]);
    check_bytes(b"", b"x", &["added raw[0]: 78"]);
}

#[test]
fn truncated_file() {
    let whole = demo().build();
    let cut = &whole[..0x90];
    let found = lines(&whole, cut);
    assert!(found.iter().any(|line| line.starts_with("removed code")), "{found:?}");
    assert!(found.iter().any(|line| line.starts_with("removed part[2]")), "{found:?}");
    // What is added depends on how the cut file is read; only that something is matters here.
    assert!(!lines(cut, &whole).is_empty());
}

/// Takes the first byte of each word for a register that may be renamed.
struct Renamed;

impl CodeDiff for Renamed {
    fn changes(&self, code: &CodePair<'_>) -> Option<Vec<CodeChange>> {
        let words = |code: &[u8]| -> Vec<u8> { code.chunks(4).map(|word| word[1]).collect() };
        if code.language != "ops" {
            return None;
        }
        if words(code.old) == words(code.new) {
            return Some(Vec::new());
        }
        Some(vec![CodeChange {
            old: 0..usize::MAX,
            new: 0..code.new.len(),
            old_text: "old".to_owned(),
            new_text: "new".to_owned(),
        }])
    }
}

#[test]
fn code_in_a_known_language() {
    let old = demo().build();
    let check = |change: fn(&mut Demo), expected: &[&str]| {
        let new = changed(change).build();
        let changes = diff_with((&old, &read(&old)), (&new, &read(&new)), &Renamed);
        let lines: Vec<String> = changes.iter().map(ToString::to_string).collect();
        assert_eq!(lines, expected);
        let back = diff_with((&new, &read(&new)), (&old, &read(&old)), &Renamed);
        assert_eq!(back.len(), changes.len());
        for (change, back) in changes.iter().zip(back) {
            assert_eq!((&change.old, &change.new), (&back.old, &back.new));
        }
    };
    check(|demo| demo.code.iter_mut().for_each(|word| *word ^= 3), &[]);
    check(|demo| demo.code[1] = 0, &["changed code: old -> new"]);
}

#[test]
fn tables_over_the_limit_compare_as_bytes() {
    let many = |count: u32| changed(|demo| demo.parts[0].values = (0..count).collect()).build();
    let (old, new) = (many(5000), many(5001));
    let limits = Limits { nodes: 100, ..Limits::default() };
    let (first, second) = (read_within(&old, limits), read_within(&new, limits));
    let changes = diff_within((&old, &first), (&new, &second), &WordDiff, &limits);
    let lines: Vec<String> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["added part[0].content.values: 88 13 00 00"]);
}

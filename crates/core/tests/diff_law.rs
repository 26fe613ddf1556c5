//! Properties that hold for the diff of any two files.

use crate::fixture_format;
use fixture_format::random;
use fixture_format::{demo, read};
use glassbox_core::diff::{Change, ChangeKind, diff};
use glassbox_core::map::Tree;
use glassbox_testing::random::Random;

fn rounds(usual: u64) -> u64 {
    let given = std::env::var("GLASSBOX_ROUNDS").ok();
    given.and_then(|rounds| rounds.parse().ok()).unwrap_or(usual)
}

fn counts(changes: &[Change]) -> [usize; 4] {
    [ChangeKind::Added, ChangeKind::Removed, ChangeKind::Changed, ChangeKind::Moved]
        .map(|kind| changes.iter().filter(|change| change.kind == kind).count())
}

/// Compares both ways and checks the properties common to all diffs.
#[track_caller]
fn both_ways(old: (&[u8], &Tree), new: (&[u8], &Tree), what: &str) -> Vec<Change> {
    let there = diff(old, new);
    let back = diff(new, old);
    let [added, removed, changed, moved] = counts(&there);
    assert_eq!(counts(&back), [removed, added, changed, moved], "{what}");
    for change in &there {
        let inside = |range: &Option<std::ops::Range<u64>>, bytes: &[u8]| {
            range.as_ref().is_none_or(|range| range.start <= range.end && range.end <= bytes.len() as u64)
        };
        assert!(inside(&change.old_range, old.0) && inside(&change.new_range, new.0), "{what}");
        let sides = (change.old_range.is_some(), change.new_range.is_some());
        let expected = match change.kind {
            ChangeKind::Added => (false, true),
            ChangeKind::Removed => (true, false),
            _ => (true, true),
        };
        assert_eq!(sides, expected, "{what}: {change}");
        assert_eq!((change.old.is_some(), change.new.is_some()), expected, "{what}: {change}");
    }
    there
}

#[test]
fn what_means_the_same_has_no_changes() {
    for seed in 0..rounds(300) {
        let mut random = Random::new(seed);
        let count = random.below(6);
        let old = random::changed_demo(&mut random, count);
        let mut new = old.clone();
        random::restyle(&mut random, &mut new);
        let (old, new) = (old.build(), new.build());
        let changes = both_ways((&old, &read(&old)), (&new, &read(&new)), &format!("seed {seed}"));
        let lines: Vec<String> = changes.iter().map(ToString::to_string).collect();
        assert_eq!(lines, [""; 0], "seed {seed}");
    }
}

#[test]
fn one_change_that_matters_is_found_and_nothing_else() {
    let old = demo().build();
    for seed in 0..rounds(300) {
        let mut random = Random::new(seed);
        let mut new = random::changed_demo(&mut random, 1);
        random::restyle(&mut random, &mut new);
        let new = new.build();
        let changes = both_ways((&old, &read(&old)), (&new, &read(&new)), &format!("seed {seed}"));
        // A part whose row was removed belongs to none: that is reported too.
        let orphans = changes.iter().filter(|change| change.path.ends_with("header.row")).count();
        let lines: Vec<String> = changes.iter().map(ToString::to_string).collect();
        assert_eq!(changes.len() - orphans, 1, "seed {seed}: {lines:?}");
    }
}

#[test]
fn many_changes() {
    for seed in 0..rounds(300) {
        let mut random = Random::new(seed);
        let (some, more) = (random.below(5), random.below(30));
        let old = random::changed_demo(&mut random, some).build();
        let new = random::changed_demo(&mut random, more).build();
        both_ways((&old, &read(&old)), (&new, &read(&new)), &format!("seed {seed}"));
    }
}

#[test]
fn mutated_bytes() {
    let old = demo().build();
    for seed in 0..rounds(500) {
        let mut random = Random::new(seed);
        let mut new = old.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(new.len() as u64) as usize;
            match random.below(4) {
                0 => new.truncate(at.max(1)),
                1 => new.insert(at, random.below(256) as u8),
                2 => drop(new.remove(at)),
                _ => new[at] ^= 1 << random.below(8),
            }
            if new.len() < 2 {
                break;
            }
        }
        both_ways((&old, &read(&old)), (&new, &read(&new)), &format!("seed {seed}"));
    }
}

#[test]
fn trees_without_sense() {
    for seed in 0..rounds(2000) {
        let mut random = Random::new(seed);
        let first = random::bytes(&mut random, 400);
        let mut second = first.clone();
        if random.below(2) == 0 {
            second = random::bytes(&mut random, 400);
        }
        // Reading the same bytes twice does not make two files.
        second.push(1);
        let one = random.clone();
        let first_tree = random::tree(&mut random, &first);
        if random.below(2) == 0 {
            random = one.clone();
        }
        let second_tree = random::tree(&mut random, &second);
        both_ways((&first, &first_tree), (&second, &second_tree), &format!("seed {seed}"));
        let none = diff((&first, &first_tree), (&first, &first_tree));
        let lines: Vec<String> = none.iter().map(ToString::to_string).collect();
        assert_eq!(lines, [""; 0], "seed {seed}");
    }
}

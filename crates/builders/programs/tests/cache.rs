//! The cache: entries by content, damage, and many writers at once.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use glassbox_programs::cache::{Base, Cache, Dependency, Lookup};
use glassbox_programs::digest::{Digest, digest};

fn base(options: &str) -> Digest {
    let mut base = Base::default();
    base.fact("options", options.as_bytes());
    base.key()
}

/// Files in memory.
fn dependencies(files: &[(&str, Option<&str>)]) -> Vec<Dependency> {
    files.iter().map(|(path, text)| ((*path).to_owned(), text.map(|text| digest(text.as_bytes())))).collect()
}

fn find(cache: &Cache, base: Digest, files: &[(&str, Option<&str>)]) -> Lookup {
    let files: HashMap<String, Option<Digest>> = dependencies(files).into_iter().collect();
    cache.find(base, |path| files.get(path).copied().flatten()).expect("the folder can be read")
}

/// Every file below a folder.
fn files(folder: &std::path::Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

#[test]
fn contents_decide() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let cache = Cache::new(folder.path());
    let old = [("a.glsl", Some("old")), ("b.glsl", None)];
    let new = [("a.glsl", Some("new")), ("b.glsl", None)];
    assert_eq!(find(&cache, base("x"), &old), Lookup::Missing);
    cache.keep(base("x"), &dependencies(&old), b"from old").expect("it can be written");
    let paths = vec!["a.glsl".to_owned(), "b.glsl".to_owned()];
    assert_eq!(find(&cache, base("x"), &old), Lookup::Found(b"from old".to_vec(), paths.clone()));
    assert_eq!(find(&cache, base("y"), &old), Lookup::Missing);
    assert_eq!(find(&cache, base("x"), &new), Lookup::Missing);
    // A file that was missing and is there now.
    assert_eq!(find(&cache, base("x"), &[("a.glsl", Some("old")), ("b.glsl", Some(""))]), Lookup::Missing);
    cache.keep(base("x"), &dependencies(&new), b"from new").expect("it can be written");
    assert_eq!(find(&cache, base("x"), &new), Lookup::Found(b"from new".to_vec(), paths.clone()));
    // What went before is still there.
    assert_eq!(find(&cache, base("x"), &old), Lookup::Found(b"from old".to_vec(), paths));
    // Another list of files under the same base.
    let other = [("c.glsl", Some("c"))];
    cache.keep(base("x"), &dependencies(&other), b"from c").expect("it can be written");
    let both = [("a.glsl", Some("old")), ("c.glsl", Some("c"))];
    assert_eq!(find(&cache, base("x"), &both), Lookup::Found(b"from c".to_vec(), vec!["c.glsl".to_owned()]));
}

#[test]
fn damage_of_any_byte_is_seen() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let cache = Cache::new(folder.path());
    let read = [("a.glsl", Some("text"))];
    cache.keep(base("x"), &dependencies(&read), b"result").expect("it can be written");
    for path in files(folder.path()) {
        let whole = fs::read(&path).expect("it can be read");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&path, &damaged).expect("it can be written");
            assert_eq!(find(&cache, base("x"), &read), Lookup::Damaged(path.clone()), "byte {at}");
            fs::write(&path, &whole[..at]).expect("it can be written");
            assert_eq!(find(&cache, base("x"), &read), Lookup::Damaged(path.clone()), "cut at {at}");
        }
        cache.keep(base("x"), &dependencies(&read), b"result").expect("it can be written");
        assert!(matches!(find(&cache, base("x"), &read), Lookup::Found(..)), "it is written again");
    }
}

#[test]
fn many_may_write_at_once() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let cache = Cache::new(folder.path());
    std::thread::scope(|scope| {
        for writer in 0..8u32 {
            let cache = &cache;
            scope.spawn(move || {
                for round in 0..40u32 {
                    let name = format!("{}.glsl", round % 5);
                    let text = format!("{}", round % 3);
                    let read = [(name.as_str(), Some(text.as_str()))];
                    let built = format!("{name} {text}").into_bytes();
                    cache.keep(base("x"), &dependencies(&read), &built).expect("it can be written");
                    match find(cache, base("x"), &read) {
                        Lookup::Found(found, _) => assert_eq!(found, built, "{writer}"),
                        // Another writer may have replaced the lists.
                        Lookup::Missing => {}
                        Lookup::Damaged(path) => panic!("{}", path.display()),
                    }
                }
            });
        }
    });
    assert!(files(folder.path()).iter().all(|path| path.extension().is_none()), "nothing is left behind");
}

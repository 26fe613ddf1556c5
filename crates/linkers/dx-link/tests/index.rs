//! Tests the index of a folder: reads, updates, recovery from damage.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

use glassbox_core::limits::Limits;
use glassbox_dx_link::index::{Files, Folder, Index, Joined, Stamp, Store};
use glassbox_dx_link::plan::{Catalogue, CatalogueError, Plan, Profile, Request, plan};
use glassbox_dx_link::rules;
use glassbox_dxcontainer::program::ShaderKind;
use glassbox_testing::library::{Function, Library, project};
use glassbox_testing::random::{Random, mutate};

/// In-memory folder that counts the bytes read.
#[derive(Default)]
struct Memory {
    files: BTreeMap<String, (Vec<u8>, u64)>,
    read: Cell<u64>,
}

impl Memory {
    fn put(&mut self, name: &str, bytes: Vec<u8>, modified: u64) {
        self.files.insert(name.to_owned(), (bytes, modified));
    }

    fn size(&self) -> u64 {
        self.files.values().map(|(bytes, _)| bytes.len() as u64).sum()
    }
}

fn part(bytes: &[u8], range: Range<u64>) -> Result<Vec<u8>, CatalogueError> {
    let part = bytes.get(range.start as usize..range.end as usize);
    part.map(<[u8]>::to_vec).ok_or_else(|| CatalogueError("the file ends before".to_owned()))
}

impl Folder for Memory {
    fn list(&mut self) -> Result<Vec<Stamp>, CatalogueError> {
        let stamp = |(name, (bytes, modified)): (&String, &(Vec<u8>, u64))| Stamp {
            name: name.clone(),
            size: bytes.len() as u64,
            modified: *modified,
        };
        Ok(self.files.iter().map(stamp).collect())
    }

    fn read(&mut self, name: &str, range: Range<u64>) -> Result<Vec<u8>, CatalogueError> {
        let (bytes, _) = self.files.get(name).ok_or_else(|| CatalogueError(format!("{name} is gone")))?;
        self.read.set(self.read.get() + range.end - range.start);
        part(bytes, range)
    }
}

/// In-memory index file.
#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    read: Cell<u64>,
    locked: bool,
}

impl Store for Kept {
    fn size(&mut self) -> Result<u64, CatalogueError> {
        Ok(self.bytes.len() as u64)
    }

    fn read(&mut self, range: Range<u64>) -> Result<Vec<u8>, CatalogueError> {
        self.read.set(self.read.get() + range.end - range.start);
        part(&self.bytes, range)
    }

    fn write(&mut self, from: u64, bytes: &[u8]) -> Result<(), CatalogueError> {
        if self.locked {
            return Err(CatalogueError("the file cannot be written".to_owned()));
        }
        self.bytes.truncate(from as usize);
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
}

fn request() -> Request {
    let profile = Profile::parse("ps_6_0").expect("a profile");
    Request::program("PSMain", profile)
}

fn needed(plan: &Plan, catalogue: &dyn Catalogue) -> Vec<String> {
    plan.needed.iter().map(|needed| catalogue.name(needed.library)).collect()
}

/// Folder of four small libraries.
fn small() -> Memory {
    let mut folder = Memory::default();
    let pixel = Function::entry(ShaderKind::PIXEL, "PSMain", &["?Shade@@YAMM@Z"]);
    folder.put("main.dxil", Library::new(vec![pixel]).bytes(), 1);
    let shade = Function::plain("?Shade@@YAMM@Z", &["?Noise@@YAMM@Z"]);
    folder.put("shade.dxil", Library::new(vec![shade]).bytes(), 1);
    let mut noise = Library::new(vec![Function::plain("?Noise@@YAMM@Z", &[])]);
    noise.symbol_table = true;
    folder.put("noise.dxil", noise.bytes(), 1);
    folder.put("readme.txt", b"libraries".to_vec(), 1);
    folder
}

const NEEDED: [&str; 3] = ["main.dxil", "noise.dxil", "shade.dxil"];

fn planned(folder: &mut Memory, store: &mut Kept) -> (Vec<String>, glassbox_dx_link::index::Refreshed) {
    let mut index = Index::open(store, folder, &Limits::default()).expect("the folder can be read");
    let made = plan(&request(), &mut index).expect("the index can be read");
    assert!(made.can_link(), "{:?}", made.findings);
    (needed(&made, &index), index.refreshed.clone())
}

#[test]
fn planning_a_large_project_reads_little() {
    let mut folder = Memory::default();
    for (name, library) in project(1000, 100) {
        folder.put(&name, library.bytes(), 1);
    }
    let mut store = Kept::default();
    let (first, refreshed) = planned(&mut folder, &mut store);
    assert_eq!((refreshed.files, refreshed.read), (1000, 1000));
    // 1, 2, 4, … 512.
    assert_eq!(first.len(), 10, "{first:?}");
    folder.read.set(0);
    store.read.set(0);
    let (again, refreshed) = planned(&mut folder, &mut store);
    assert_eq!((again, refreshed.read), (first, 0));
    let (read, all) = (folder.read.get() + store.read.get(), folder.size());
    println!("{read} of {all} bytes, index {} bytes", store.bytes.len());
    assert_eq!(folder.read.get(), 0);
    assert!(read * 50 < all, "{read} of {all} bytes");
}

#[test]
fn without_an_index_code_is_not_read_where_tables_tell() {
    let mut folder = Memory::default();
    for (name, mut library) in project(40, 100) {
        library.symbol_table = true;
        folder.put(&name, library.bytes(), 1);
    }
    let stamps = folder.list().expect("it is in memory");
    let all = folder.size();
    let mut code = 0;
    for (bytes, _) in folder.files.values() {
        let parts = glassbox_testing::container::parts(bytes);
        code +=
            parts.iter().filter(|(code, _)| code == b"DXIL").map(|(_, data)| data.len() as u64).sum::<u64>();
    }
    {
        let mut files = Files::new(&mut folder, stamps, &Limits::default()).expect("the files can be read");
        assert_eq!(files.count(), 40);
        assert!(files.symbols(3).expect("the index has the file").is_ok());
    }
    let read = folder.read.get();
    println!("{read} of {all} bytes, {code} of them code");
    assert!(read <= all - code + 40 * 64, "{read} of {all} bytes, {code} of them code");
}

#[test]
fn changes_of_the_folder_are_followed() {
    let (mut folder, mut store) = (small(), Kept::default());
    let (found, refreshed) = planned(&mut folder, &mut store);
    assert_eq!(found, NEEDED);
    assert_eq!((refreshed.files, refreshed.read, refreshed.existed), (4, 4, false));
    let whole = store.bytes.clone();
    // Nothing changed, so nothing is read or written.
    let (_, refreshed) = planned(&mut folder, &mut store);
    assert_eq!((refreshed.read, refreshed.gone, &refreshed.damage), (0, 0, &None));
    assert_eq!(store.bytes, whole);
    // Only the time changed: the tables are read and the record is rewritten.
    let bytes = folder.files["main.dxil"].0.clone();
    folder.put("main.dxil", bytes, 2);
    let (found, refreshed) = planned(&mut folder, &mut store);
    assert_eq!((found, refreshed.read), (NEEDED.map(str::to_owned).to_vec(), 0));
    assert!(store.bytes.starts_with(&whole[..whole.len() - 64]), "a log is only appended to");
    // Changed contents, a new file, and a removed one.
    let shade = Function::plain("?Shade@@YAMM@Z", &["?Other@@YAMM@Z"]);
    folder.put("shade.dxil", Library::new(vec![shade]).bytes(), 3);
    folder.put("other.dxil", Library::new(vec![Function::plain("?Other@@YAMM@Z", &[])]).bytes(), 3);
    folder.files.remove("noise.dxil");
    let (found, refreshed) = planned(&mut folder, &mut store);
    assert_eq!(found, ["main.dxil", "other.dxil", "shade.dxil"]);
    assert_eq!((refreshed.files, refreshed.read, refreshed.gone), (4, 2, 1));
}

#[test]
fn the_same_folder_gives_the_same_bytes() {
    let (mut one, mut two) = (Kept::default(), Kept::default());
    planned(&mut small(), &mut one);
    planned(&mut small(), &mut two);
    assert_eq!(one.bytes, two.bytes);
}

#[test]
fn logs_do_not_grow_for_ever() {
    let (mut folder, mut store) = (small(), Kept::default());
    planned(&mut folder, &mut store);
    let first = store.bytes.len();
    for time in 2..200 {
        let bytes = folder.files["main.dxil"].0.clone();
        folder.put("main.dxil", bytes, time);
        assert_eq!(planned(&mut folder, &mut store).0, NEEDED);
    }
    assert!(store.bytes.len() < 12 * first, "{} bytes from {first}", store.bytes.len());
}

#[test]
fn a_torn_tail_is_cut() {
    let (mut folder, mut store) = (small(), Kept::default());
    planned(&mut folder, &mut store);
    let whole = store.bytes.clone();
    for size in 0..whole.len() {
        store.bytes.truncate(0);
        store.bytes.extend_from_slice(&whole[..size]);
        let (found, refreshed) = planned(&mut folder, &mut store);
        assert_eq!(found, NEEDED, "cut to {size}");
        assert_eq!(refreshed.damage.is_some(), size > 0, "cut to {size}");
        assert_eq!(store.bytes, whole, "cut to {size}");
    }
    // Only the directory was lost, so no library was reread.
    store.bytes = whole[..whole.len() - 20].to_vec();
    assert_eq!(planned(&mut folder, &mut store).1.read, 0);
}

#[test]
fn an_index_that_cannot_be_written_is_used_from_memory() {
    let mut folder = small();
    let mut store = Kept { locked: true, ..Kept::default() };
    let (found, refreshed) = planned(&mut folder, &mut store);
    assert_eq!(found, NEEDED);
    assert_eq!(refreshed.unwritten.as_deref(), Some("the file cannot be written"));
    assert!(store.bytes.is_empty());
}

#[test]
fn damage_is_told() {
    let (mut folder, mut store) = (small(), Kept::default());
    let (_, refreshed) = planned(&mut folder, &mut store);
    assert!(refreshed.finding("index").is_none());
    store.bytes[8] = 9;
    let (found, refreshed) = planned(&mut folder, &mut store);
    assert_eq!(found, NEEDED);
    let finding = refreshed.finding("index").expect("the version is wrong");
    assert_eq!(finding.rule.id, rules::INDEX.id);
    assert!(finding.help.is_some());
}

#[test]
fn whatever_the_index_holds_nothing_breaks() {
    let mut folder = small();
    let mut store = Kept::default();
    planned(&mut folder, &mut store);
    let whole = store.bytes.clone();
    let mut random = Random::new(7);
    let (mut damaged, mut late) = (0, 0);
    for _ in 0..3000 {
        store.bytes = mutate(&whole, &mut random);
        let mut index =
            Index::open(&mut store, &mut folder, &Limits::default()).expect("the folder can be read");
        damaged += u32::from(index.refreshed.damage.is_some());
        // A page that was not read may still be damaged; reading it must fail rather than give
        // another plan.
        match plan(&request(), &mut index) {
            Ok(made) => assert_eq!(needed(&made, &index), NEEDED),
            Err(_) => late += 1,
        }
    }
    assert!(damaged > 1000 && late > 0, "{damaged} damaged, {late} late");
}

#[test]
fn named_files_come_before_folders() {
    let mut folder = small();
    let mut named = Memory::default();
    let shade = Function::plain("?Shade@@YAMM@Z", &[]);
    named.put("own.dxil", Library::new(vec![shade]).bytes(), 1);
    let stamps = named.list().expect("it is in memory");
    let limits = Limits::default();
    let mut store = Kept::default();
    let files = Files::new(&mut named, stamps, &limits).expect("the files can be read");
    let index = Index::open(&mut store, &mut folder, &limits).expect("the folder can be read");
    let mut joined = Joined::new(vec![Box::new(files), Box::new(index)]);
    let made = plan(&request(), &mut joined).expect("a plan");
    assert_eq!(needed(&made, &joined), ["own.dxil", "main.dxil"]);
    let doubled = made.duplicates.first().expect("both have it");
    assert_eq!((doubled.libraries.len(), doubled.chosen), (2, Some(0)));
    drop(joined);
    // The folder's library is the same as the one named explicitly.
    let stamps = named.list().expect("it is in memory");
    let files = Files::new(&mut named, stamps, &limits).expect("the files can be read");
    let index = Index::open(&mut store, &mut folder, &limits).expect("the folder can be read");
    let place =
        index.files().position(|stamp| stamp.name == "shade.dxil").expect("the index has shade.dxil") as u32;
    let mut joined = Joined::new(vec![Box::new(files), Box::new(index)]);
    joined.hide(1 + place);
    let made = plan(&request(), &mut joined).expect("a plan");
    assert!(made.duplicates.is_empty());
    assert!(!made.unused.contains(&(1 + place)));
}

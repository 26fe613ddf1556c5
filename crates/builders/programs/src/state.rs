//! What the last run of a project read and wrote.
//!
//! A program whose files have the times and sizes of the last run is as it was: nothing of it is read. A time that is as new as the run
//! itself proves nothing, since the file may have changed again within it; then contents decide, by the [cache](crate::cache).

use std::ffi::{OsStr, OsString};
use std::fs::{DirEntry, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foldhash::HashMap;
use smol_str::SmolStr;

use crate::index::Output;
use crate::stored::{Check, Content, Reader, Writer, load, save};

/// Number of files for which another thread is worth it.
const FILES_PER_THREAD: usize = 500;

/// Times of files may lag behind the clock by this much.
const GRANULARITY: Duration = Duration::from_millis(20);

/// Identity of a file's content, as far as the file system tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// Nanoseconds since 1970.
    time: u64,
    size: u64,
    /// Number of the file; 0 where there are none.
    file: u64,
}

impl Stamp {
    /// The stamp of a file; `None` if there is none.
    #[must_use]
    pub fn of(path: &Path) -> Option<Stamp> {
        std::fs::metadata(path).ok().map(|metadata| Stamp::from(&metadata))
    }

    /// True if the file was not touched at or after a time.
    fn is_before(self, time: u64) -> bool {
        self.time.saturating_add(GRANULARITY.as_nanos() as u64) < time
    }
}

impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Stamp {
        let time = metadata.modified().ok().map_or(0, nanoseconds);
        #[cfg(unix)]
        let file = std::os::unix::fs::MetadataExt::ino(metadata);
        #[cfg(not(unix))]
        let file = 0;
        Stamp { time, size: metadata.len(), file }
    }
}

fn nanoseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

/// A program, or one of its permutations, as it was built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name.
    pub name: SmolStr,
    /// Sum of its options and the names of its sources.
    pub shape: u64,
    /// Files that were looked for, by their numbers in [`State::files`].
    pub read: Vec<usize>,
    /// What was written: paths as in the index.
    pub outputs: Vec<Output>,
    /// Their files, by number.
    pub written: Vec<usize>,
}

/// A file of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Path.
    pub path: SmolStr,
    /// Its stamp; `None` if it was missing.
    pub stamp: Option<Stamp>,
    /// True for a result, which nobody writes but the runs.
    pub is_result: bool,
}

impl Known {
    fn is_as_before(&self, began: u64) -> bool {
        let now = Stamp::of(Path::new(self.path.as_str()));
        now == self.stamp && now.is_none_or(|now| now.is_before(began))
    }
}

/// The files in folders, with their numbers: one call for a folder instead of one for each file.
#[derive(Default)]
struct Folders<'s>(Vec<(&'s str, HashMap<OsString, u64>)>);

impl<'s> Folders<'s> {
    /// True if a file is in its folder and has the number that it had.
    fn has(&mut self, known: &'s Known) -> bool {
        let Some(stamp) = known.stamp else { return false };
        let (folder, name) = match known.path.rsplit_once('/') {
            Some(("", name)) => ("/", name),
            Some(parts) => parts,
            None => (".", known.path.as_str()),
        };
        // There are two at most: that of the results, and that of those that programs share.
        let at = self.0.iter().position(|(other, _)| *other == folder).unwrap_or_else(|| {
            self.0.push((folder, files_of(folder)));
            self.0.len() - 1
        });
        self.0[at].1.get(OsStr::new(name)) == Some(&stamp.file)
    }
}

fn files_of(folder: &str) -> HashMap<OsString, u64> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    #[cfg(unix)]
    let number = |entry: &DirEntry| std::os::unix::fs::DirEntryExt::ino(entry);
    #[cfg(not(unix))]
    let number = |_: &DirEntry| 0;
    entries.map(|entry| (entry.file_name(), number(&entry))).collect()
}

/// The state of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// When the run began, nanoseconds since 1970.
    began: u64,
    /// Files that were looked for, and results.
    pub files: Vec<Known>,
    /// What was built.
    pub units: Vec<Unit>,
    /// Numbers of files; made when the first is added.
    numbers: HashMap<SmolStr, usize>,
}

impl State {
    /// Begins a run: files that are touched from now on prove nothing.
    pub fn begin(&mut self) {
        self.began = nanoseconds(SystemTime::now());
    }

    /// Adds a file that was looked for with its stamp of now, and gives its number.
    pub fn source(&mut self, path: &str) -> usize {
        self.add(path, false)
    }

    /// Adds a result with its stamp of now.
    pub fn result(&mut self, path: &str) -> usize {
        self.add(path, true)
    }

    fn add(&mut self, path: &str, is_result: bool) -> usize {
        if self.numbers.is_empty() {
            let numbers = self.files.iter().enumerate().map(|(number, known)| (known.path.clone(), number));
            self.numbers = numbers.collect();
        }
        let stamp = Stamp::of(Path::new(path));
        if let Some(number) = self.numbers.get(path) {
            self.files[*number].stamp = stamp;
            return *number;
        }
        let number = self.files.len();
        let path = SmolStr::new(path);
        self.files.push(Known { path: path.clone(), stamp, is_result });
        self.numbers.insert(path, number);
        number
    }

    /// Takes the units out: those of some names, in their order.
    pub fn take<'n>(&mut self, names: impl Iterator<Item = &'n str>) -> Vec<Option<Unit>> {
        let mut units: Vec<Option<Unit>> = std::mem::take(&mut self.units).into_iter().map(Some).collect();
        let mut places: Option<HashMap<SmolStr, usize>> = None;
        let mut unit = |(at, name): (usize, &str)| {
            // A project that did not change has the order of the last run.
            if units.get(at).and_then(Option::as_ref).is_some_and(|unit| unit.name == name) {
                return units[at].take();
            }
            let all =
                || units.iter().enumerate().filter_map(|(at, unit)| Some((unit.as_ref()?.name.clone(), at)));
            let at = *places.get_or_insert_with(|| all().collect()).get(name)?;
            units[at].take()
        };
        names.enumerate().map(&mut unit).collect()
    }

    /// Whether each file is as it was, and cannot have changed unseen. Nobody but the runs writes into results, so it is enough that they
    /// are in their folders.
    #[must_use]
    pub fn unchanged(&self) -> Vec<bool> {
        let mut unchanged = vec![false; self.files.len()];
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let count = self.files.len().div_ceil(threads).max(FILES_PER_THREAD);
        std::thread::scope(|scope| {
            for (files, unchanged) in self.files.chunks(count).zip(unchanged.chunks_mut(count)) {
                scope.spawn(|| {
                    let sources = files.iter().zip(unchanged).filter(|(known, _)| !known.is_result);
                    sources.for_each(|(known, is_same)| *is_same = known.is_as_before(self.began));
                });
            }
        });
        let mut folders = Folders::default();
        let results = self.files.iter().zip(&mut unchanged).filter(|(known, _)| known.is_result);
        results.for_each(|(known, is_same)| *is_same = folders.has(known));
        unchanged
    }

    /// Reads the state of the last run; none if there was no run, or its state is damaged.
    ///
    /// # Errors
    /// The file is there and cannot be read.
    pub fn load(path: &Path) -> io::Result<Option<State>> {
        Ok(match load(path, Check::Sum)? {
            Content::Whole(fields) => State::read(&fields),
            Content::Missing | Content::Damaged => None,
        })
    }

    /// Writes the state, without files that no unit has.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut numbers: Vec<Option<u64>> = vec![None; self.files.len()];
        let used = self.units.iter().flat_map(|unit| unit.read.iter().chain(&unit.written));
        used.for_each(|number| numbers[*number] = Some(0));
        let mut count = 0;
        for number in numbers.iter_mut().flatten() {
            *number = count;
            count += 1;
        }
        let mut fields = Writer::default();
        fields.number(self.began);
        fields.number(count);
        for (known, _) in self.files.iter().zip(&numbers).filter(|(_, number)| number.is_some()) {
            fields.text(&known.path);
            fields.number(u64::from(known.is_result));
            let stamp =
                known.stamp.map_or([0; 3], |stamp| [stamp.time, stamp.size, stamp.file.wrapping_add(1)]);
            stamp.into_iter().for_each(|number| fields.number(number));
        }
        let list = |fields: &mut Writer, all: &[usize]| {
            fields.number(all.len() as u64);
            all.iter().for_each(|number| fields.number(numbers[*number].unwrap_or(0)));
        };
        fields.number(self.units.len() as u64);
        for unit in &self.units {
            fields.text(&unit.name);
            fields.number(unit.shape);
            list(&mut fields, &unit.read);
            list(&mut fields, &unit.written);
            unit.outputs.iter().for_each(|output| output.write(&mut fields));
        }
        save(path, Check::Sum, &fields.finish())
    }

    fn read(fields: &[u8]) -> Option<State> {
        let mut reader = Reader::new(fields);
        let mut state = State { began: reader.number()?, ..State::default() };
        for _ in 0..reader.number()? {
            let path = SmolStr::new(reader.text()?);
            let is_result = reader.number()? != 0;
            let (time, size, file) = (reader.number()?, reader.number()?, reader.number()?);
            let is_missing = (time, size, file) == (0, 0, 0);
            let stamp = (!is_missing).then(|| Stamp { time, size, file: file.wrapping_sub(1) });
            state.files.push(Known { path, stamp, is_result });
        }
        let count = state.files.len();
        let list = |reader: &mut Reader<'_>| -> Option<Vec<usize>> {
            let mut all = Vec::new();
            for _ in 0..reader.number()? {
                all.push(usize::try_from(reader.number()?).ok().filter(|at| *at < count)?);
            }
            Some(all)
        };
        for _ in 0..reader.number()? {
            let name = SmolStr::new(reader.text()?);
            let shape = reader.number()?;
            let (read, written) = (list(&mut reader)?, list(&mut reader)?);
            let mut outputs = Vec::with_capacity(written.len());
            for _ in &written {
                outputs.push(Output::read(&mut reader)?);
            }
            state.units.push(Unit { name, shape, read, outputs, written });
        }
        reader.is_empty().then_some(state)
    }
}

/// Where the state of a project is in the folder of a cache.
#[must_use]
pub fn path(cache: &Path, project: &Path) -> PathBuf {
    let name = std::path::absolute(project).unwrap_or_else(|_| project.to_owned());
    let name = crate::digest::digest(name.to_string_lossy().as_bytes()).to_string();
    cache.join("state").join(name.get(..32).unwrap_or(&name))
}

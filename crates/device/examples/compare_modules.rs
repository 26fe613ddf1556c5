//! Compares what modules of one program compute that come from several compilers: `compare_modules [--ulps N] [--seconds N] [--jobs N] LIST`.
//!
//! A row of the list has a name, a table of signatures or `-`, and modules as `LABEL=FILE`, or `LABEL=VERTEX+FRAGMENT` to draw with
//! both, with tabs between. The table has the registers of inputs and outputs (`in TEXCOORD 0 1 2`: semantic, index, register, first
//! component), where modules that decorate them with semantics get them; a pair has one for each stage, `VERTEX+FRAGMENT` again. Each
//! module is compared with the first of its row, in a process of its own; a row is printed for each: name, label, label, verdict, detail.
//!
//! | verdict | means |
//! | --- | --- |
//! | `equal` | the same bits |
//! | `near` | floats are at most `--ulps` units in the last place apart (2), integers equal |
//! | `rounding` | floats are further apart, by no more than roundings explain |
//! | `undefined` | equal or near once everything that nobody wrote has a value |
//! | `different` | none of these; the detail has the first difference |
//! | `nothing` | equal, but the first changes nothing that can be seen |
//! | `not-run` | the first cannot be run here |
//! | `fails` | the other one cannot, crashes, or takes too long |

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use glassbox_device_testing::apart::{End, limited, output};
use glassbox_device_testing::module::compare::{
    Part, Undecided, difference, difference_beside, first_apart, shows,
};
use glassbox_device_testing::module::rows::Rows;
use glassbox_device_testing::module::vary::{with_moved_constants, with_values};
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_device_testing::vulkan::module::peers::{Peers, Program};

/// The first argument of a process for one comparison.
const ONE: &str = "--one";
/// Memory of a process, in megabytes: drivers reserve much more than they use.
const MEMORY: u64 = 12_000;
/// Runs with inputs moved by their last bits.
const NUDGES: u64 = 4;
/// What a process prints when the first program has been run.
const BEGUN: &str = "begun";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, ulps, tables, own, other] = &arguments[..]
        && first == ONE
    {
        let (verdict, detail) = compare(ulps.parse().unwrap_or(0), tables, own, other);
        println!("{verdict}\t{}", detail.replace(['\t', '\n'], " "));
        return ExitCode::SUCCESS;
    }
    let option = |name: &str, usual: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let Some(list) = arguments.last().and_then(|path| std::fs::read_to_string(path).ok()) else {
        eprintln!("compare_modules [--ulps N] [--seconds N] [--jobs N] LIST");
        return ExitCode::from(2);
    };
    let rows: Vec<&str> = list.lines().collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..option("--jobs", 1) {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    ask(row, option("--ulps", 2), Duration::from_secs(option("--seconds", 60)));
                }
            });
        }
    });
    ExitCode::SUCCESS
}

/// Compares the modules of a row and prints what is found.
fn ask(row: &str, ulps: u64, patience: Duration) {
    let mut fields = row.split('\t');
    let (Some(name), Some(tables)) = (fields.next(), fields.next()) else { return };
    let mut modules = fields.filter_map(|field| field.split_once('='));
    let Some((first, own)) = modules.next() else { return };
    for (label, other) in modules {
        let program = std::env::current_exe().expect("it has a path");
        let mut command = limited(&program, MEMORY);
        command.args([ONE, &ulps.to_string(), tables, own, other]);
        // One thread: the order of atomic operations is the same in every run.
        command.env("LP_NUM_THREADS", "0").env("MESA_SHADER_CACHE_DISABLE", "true");
        let (text, end) = output(&mut command, patience);
        let last = text.lines().last().unwrap_or_default();
        let found = match (end, last) {
            (End::Status(0), last) => last.to_owned(),
            (End::TimeOut, BEGUN) => "fails\tit takes too long".to_owned(),
            (End::TimeOut, _) => "not-run\tit takes too long".to_owned(),
            (_, BEGUN) => "fails\tit crashes".to_owned(),
            _ => "not-run\tit crashes".to_owned(),
        };
        println!("{name}\t{first}\t{label}\t{found}");
    }
}

/// The program of files with `+` between them, and their tables.
fn program(files: &str, tables: &str) -> Result<Program, String> {
    let mut tables = tables.split('+');
    let mut all = Vec::new();
    for path in files.split('+') {
        let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let rows = match tables.next() {
            None | Some("-") => Rows::default(),
            Some(table) => {
                let text = std::fs::read_to_string(table).map_err(|error| format!("{table}: {error}"))?;
                Rows::parse(&text)?
            }
        };
        all.push(rows.place(&words));
    }
    Program::of(all)
}

/// Verdict and detail for two programs.
fn compare(ulps: u32, tables: &str, own: &str, other: &str) -> (&'static str, String) {
    let first = match program(own, tables) {
        Ok(first) => first,
        Err(error) => return ("not-run", error),
    };
    let second = match program(other, tables) {
        Ok(second) => second,
        Err(error) => return ("fails", error),
    };
    let gpu = Gpu::open_whole();
    let pair = Pair { gpu: &gpu, ulps, first: &first, second: &second };
    pair.judge()
}

struct Pair<'a> {
    gpu: &'a Gpu,
    ulps: u32,
    first: &'a Program,
    second: &'a Program,
}

impl Pair<'_> {
    fn judge(&self) -> (&'static str, String) {
        let peers = match Peers::of(&[self.first, self.second], 0) {
            Ok(peers) => peers,
            Err(error) => return ("not-run", error),
        };
        let expected = match peers.run(self.gpu, self.first) {
            Ok(expected) => expected,
            Err(error) => return ("not-run", error),
        };
        println!("{BEGUN}");
        let found = match peers.run(self.gpu, self.second) {
            Ok(found) => found,
            Err(error) => return ("fails", error),
        };
        if std::env::var_os("GLASSBOX_PRINT").is_some() {
            print_parts("first", &expected);
            print_parts("second", &found);
        }
        let Some(any) = first_apart(&expected, &found, 0) else {
            return (if shows(&expected) { "equal" } else { "nothing" }, String::new());
        };
        let Some(apart) = first_apart(&expected, &found, self.ulps) else { return ("near", any) };
        if difference(&expected, &found).is_none()
            || difference_beside(&expected, &found, &self.undecided(&expected)).is_none()
        {
            return ("rounding", apart);
        }
        match self.is_near_with_values() {
            true => ("undefined", apart),
            false => ("different", apart),
        }
    }

    /// The numbers that are others when inputs or constants move by their last bits.
    fn undecided(&self, expected: &[Part]) -> Undecided {
        let mut undecided = Undecided::default();
        for seed in 1..=NUDGES {
            let peers = Peers::of(&[self.first, self.second], seed);
            if let Ok(moved) = peers.and_then(|peers| peers.run(self.gpu, self.first)) {
                undecided.add(expected, &moved);
            }
            let changed = self.first.with(|words| with_moved_constants(words, seed));
            let moved = changed.and_then(|changed| {
                let peers = Peers::of(&[&changed, self.second], 0).ok()?;
                peers.run(self.gpu, &changed).ok()
            });
            if let Some(moved) = moved {
                undecided.add(expected, &moved);
            }
        }
        undecided
    }

    /// Whether both compute the same if what nobody wrote has a value.
    fn is_near_with_values(&self) -> bool {
        let [first, second] = [self.first, self.second].map(|program| program.with(with_values));
        let (Some(first), Some(second)) = (first, second) else { return false };
        let run = || -> Result<bool, String> {
            let peers = Peers::of(&[&first, &second], 0)?;
            let expected = peers.run(self.gpu, &first)?;
            let found = peers.run(self.gpu, &second)?;
            Ok(shows(&expected) && first_apart(&expected, &found, self.ulps).is_none())
        };
        run().unwrap_or(false)
    }
}

fn print_parts(name: &str, parts: &[Part]) {
    for part in parts {
        eprintln!("{name}: {}: {:?}", part.name, &part.after[..part.after.len().min(4096)]);
    }
}

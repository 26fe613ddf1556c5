//! Splits a linked file: each executable gets a file with the code that it runs.
//!
//! Words that an executable cannot reach are dropped only if this is invisible to the hardware's
//! control machine: the exact control graph has to be unchanged. Blocks and called ranges are kept
//! whole, so that the words that assemblers append to them still work. If the graphs differ, or the
//! program is too complex for one, all code is kept.

use glassbox_core::record::{Records, Values};
use glassbox_pica::control::{ControlGraph, Exits, Halt, Next, Target, Transition};
use glassbox_pica::flow::{Budget, FlowGraph};
use glassbox_pica::format::Field;
use glassbox_pica::opcode::{Flow, Opcode};
use glassbox_pica::sharing;
use glassbox_shbin::model::{Binary, Executable, Object, Program, References, Shbin, Tables};
use glassbox_shbin::raw::{Descriptor, Export, Label, NO_EXECUTABLE, Stage};

use crate::object::{geometry_word, own};
use crate::unit::target;

/// NOP.
const NOP: u32 = 0x8400_0000;

/// Executable extracted to its own file.
#[derive(Clone, Debug)]
pub struct SplitPart {
    /// Index of the executable in the original file.
    pub executable: u32,
    /// Unit that runs it.
    pub stage: Stage,
    /// The file.
    pub binary: Binary<'static>,
    /// Original index of each code word.
    pub words: Vec<u32>,
    /// Reason why unreachable code was kept; `None` if it was removed.
    pub kept_all: Option<&'static str>,
}

/// Extracts every executable, in order.
pub fn split(binary: &Binary<'_>) -> Vec<SplitPart> {
    let code: Vec<u32> = binary.program.code.iter().collect();
    // Hostile files have any number of executables, so they share one work budget.
    let mut budget = Budget::new(Budget::for_code(code.len()).left().saturating_mul(4));
    let mut nodes = 4 * ControlGraph::LIMIT;
    let parts = binary.executables.iter().enumerate();
    parts
        .map(|(number, executable)| part(binary, &code, number as u32, executable, &mut budget, &mut nodes))
        .collect()
}

fn part(
    binary: &Binary<'_>,
    code: &[u32],
    number: u32,
    executable: &Executable<'_>,
    budget: &mut Budget,
    nodes: &mut usize,
) -> SplitPart {
    let (kept, kept_all) = match reduced(code, executable.main as usize, budget, nodes) {
        Ok(kept) => (kept, None),
        Err(why) => ((0..code.len() as u32).collect(), Some(why)),
    };
    let moved = Moved::new(&kept, code.len());
    let words: Vec<u32> = match kept_all {
        None => moved.code(code),
        Some(_) => code.to_vec(),
    };
    let (words, descriptors) = descriptors(words, &binary.program.descriptors);
    let mut tables = own(executable.tables.clone());
    if kept_all.is_none() {
        tables.labels = labels(&tables, &moved);
    }
    let end_main = match executable.end_main {
        0 => 0,
        end => moved.place(end),
    };
    SplitPart {
        executable: number,
        stage: executable.stage,
        binary: Binary {
            program: Program {
                version: binary.program.version,
                code: Values::from_iter(words),
                descriptors,
                file_names: binary.program.file_names.to_vec().into(),
                lines_count: 0,
            },
            executables: vec![Executable {
                version: executable.version,
                stage: executable.stage,
                merge: executable.merge,
                main: moved.place(executable.main),
                end_main,
                input_mask: executable.input_mask,
                output_mask: executable.output_mask,
                geometry: executable.geometry,
                tables,
            }],
            missing: Vec::new(),
        },
        words: kept,
        kept_all,
    }
}

/// Words that an executable needs; `Err` holds the reason for keeping all of them.
fn reduced(
    code: &[u32],
    main: usize,
    budget: &mut Budget,
    nodes: &mut usize,
) -> Result<Vec<u32>, &'static str> {
    if main >= code.len() {
        return Err("the entry point is outside the code");
    }
    let tangled = "the control flow is too tangled to follow";
    let graph = ControlGraph::new(code, main, *nodes / 2).map_err(|_| tangled)?;
    *nodes = nodes.saturating_sub(2 * graph.nodes().len());
    let flow = FlowGraph::new(code, main, budget);
    if flow.truncated {
        return Err(tangled);
    }
    let mut needed = vec![false; code.len()];
    let mut keep = |from: usize, to: usize| {
        for slot in needed.get_mut(from..to.min(code.len())).into_iter().flatten() {
            *slot = true;
        }
    };
    for node in graph.nodes() {
        keep(usize::from(node.word), usize::from(node.word) + 1);
    }
    for region in &flow.regions {
        if let Some(end) = region.end {
            keep(region.start, end);
        }
        for block in &region.ifs {
            keep(block.word, block.target + block.count);
        }
        for looped in &region.loops {
            keep(looped.word, looped.last + 1);
        }
    }
    let kept: Vec<u32> =
        (0..code.len() as u32).filter(|&word| needed.get(word as usize) == Some(&true)).collect();
    let moved = Moved::new(&kept, code.len());
    let words = moved.code(code);
    let after = ControlGraph::new(&words, moved.place(main as u32) as usize, graph.nodes().len());
    match after {
        Ok(after) if is_same(&graph, &after, &moved) => Ok(kept),
        _ => Err("a block or call depends on words that the executable does not run"),
    }
}

/// True if two graphs are equal except for word positions. Nodes are numbered in discovery order,
/// so equal graphs have equal numbers.
fn is_same(before: &ControlGraph, after: &ControlGraph, moved: &Moved) -> bool {
    let pairs = before.nodes().iter().zip(after.nodes());
    before.nodes().len() == after.nodes().len()
        && pairs.into_iter().all(|(before, after)| {
            moved.place(u32::from(before.word)) == u32::from(after.word)
                && without_places(before.exits) == without_places(after.exits)
        })
}

/// Exits that leave the code do so wherever it ends.
fn without_places(exits: Exits) -> Exits {
    let target = |target: Target| match target {
        Target::Halt(Halt::PastEnd { .. }) => Target::Halt(Halt::PastEnd { target: 0 }),
        target => target,
    };
    let transition = |transition: Transition| Transition {
        next: match transition.next {
            Next::Go(to) => Next::Go(target(to)),
            Next::LoopEnd { slot, again, done, restore } => {
                Next::LoopEnd { slot, again: target(again), done: target(done), restore }
            }
            Next::LoopBreak { slot, done, restore } => Next::LoopBreak { slot, done: target(done), restore },
        },
        ..transition
    };
    match exits {
        Exits::Always(only) => Exits::Always(transition(only)),
        Exits::Branch { test, holds, fails } => {
            Exits::Branch { test, holds: transition(holds), fails: transition(fails) }
        }
    }
}

/// Mapping from old to new word positions.
struct Moved<'m> {
    kept: &'m [u32],
    words: u32,
}

impl<'m> Moved<'m> {
    const fn new(kept: &'m [u32], words: usize) -> Moved<'m> {
        Moved { kept, words: words as u32 }
    }

    /// New position of a word or block end: the number of kept words before it.
    fn place(&self, word: u32) -> u32 {
        self.kept.partition_point(|&kept| kept < word) as u32
    }

    fn is_kept(&self, word: u32) -> bool {
        self.kept.binary_search(&word).is_ok()
    }

    /// Kept words with adjusted branches. Branches to removed words never run and become NOP.
    fn code(&self, code: &[u32]) -> Vec<u32> {
        let words = self.kept.iter().filter_map(|&word| code.get(word as usize));
        words.map(|&word| self.word(word)).collect()
    }

    fn word(&self, word: u32) -> u32 {
        let Some(start) = target(word) else {
            return word;
        };
        let info = Opcode::of(word).info();
        let has_count = matches!(info.flow, Flow::Call | Flow::If);
        let end = if has_count { start + info.format.get(word, Field::Count) } else { start + 1 };
        let is_gone = |word: u32| word < self.words && !self.is_kept(word);
        // An empty else part may begin at a removed word.
        let begins = start != end || info.flow == Flow::Call;
        if end > self.words || (begins && is_gone(start)) {
            return NOP;
        }
        let new = self.place(start);
        let fixed = info.format.set(word, Field::Target, new).unwrap_or(word);
        if has_count {
            info.format.set(fixed, Field::Count, self.place(end).saturating_sub(new)).unwrap_or(fixed)
        } else {
            fixed
        }
    }
}

/// Labels of the kept words.
fn labels(tables: &Tables<'static>, moved: &Moved<'_>) -> Records<'static, Label> {
    let labels = tables.labels.iter().filter(|label| {
        let before = label.position.checked_sub(1);
        moved.is_kept(label.position) || before.is_some_and(|before| moved.is_kept(before))
    });
    labels
        .map(|label| {
            let position = moved.place(label.position);
            let end = label.position.saturating_add(label.size);
            Label {
                position,
                size: match label.size {
                    glassbox_shbin::raw::NO_SIZE => label.size,
                    _ => moved.place(end) - position,
                },
                ..label
            }
        })
        .collect()
}

/// Compacts the operand descriptors to those in use, in order, and renumbers the words. A word with
/// an undefined descriptor leaves everything unchanged.
fn descriptors(
    mut words: Vec<u32>,
    table: &Records<'_, Descriptor>,
) -> (Vec<u32>, Records<'static, Descriptor>) {
    let mut used = vec![false; table.len()];
    for &word in &words {
        if let Some(index) = sharing::index(word) {
            match used.get_mut(usize::from(index)) {
                Some(used) => *used = true,
                None => return (words, table.clone().into_owned()),
            }
        }
    }
    let mut new = Vec::with_capacity(used.len());
    let mut count = 0u8;
    for &used in &used {
        new.push(count);
        // Indices have seven bits, so only the first 128 entries are addressable.
        count = count.saturating_add(u8::from(used));
    }
    for word in &mut words {
        let index = sharing::index(*word).and_then(|index| new.get(usize::from(index)));
        if let Some(&index) = index {
            *word = sharing::with_index(*word, index);
        }
    }
    let entries = table.iter().zip(used).filter(|(_, used)| *used);
    (words, entries.map(|(entry, _)| entry).collect())
}

/// Object of an extracted executable: exports the entry procedure and has no open calls.
pub fn part_object(part: &SplitPart) -> Shbin<'static> {
    let program = &part.binary.program;
    let Some(executable) = part.binary.executables.first() else {
        return Shbin::Object(Object::default());
    };
    let mut tables = executable.tables.clone();
    let words = program.code.len() as u32;
    let labels = tables.labels.iter();
    let label = labels.filter(|label| label.position == executable.main).last();
    let name = match label {
        Some(label) => label.name,
        None => tables.symbols.add("main"),
    };
    let end = match executable.end_main {
        0 => words,
        end => end.clamp(executable.main, words.max(executable.main)),
    };
    let export = Export { name, start: executable.main, size: end - executable.main };
    Shbin::Object(Object {
        version: executable.version,
        stage: executable.stage,
        merge: executable.merge,
        input_mask: executable.input_mask,
        output_mask: executable.output_mask,
        geometry: geometry_word(executable.stage, executable.geometry),
        code: program.code.clone(),
        descriptors: program.descriptors.clone(),
        references: Some(Box::new(References {
            flags: References::default().flags & !NO_EXECUTABLE,
            entry_name: name,
            entry_start: export.start,
            entry_size: export.size,
            exports: Records::from_iter([export]),
            ..References::default()
        })),
        tables,
        ..Object::default()
    })
}

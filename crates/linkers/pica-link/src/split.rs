//! Takes a linked file apart: each executable gets a file with what it runs.
//!
//! Words that an executable cannot reach are left out as long as the control machine of the hardware cannot tell: its exact graph has
//! to be the same before and after. Blocks and called ranges stay whole, so that the words that assemblers put at their ends
//! keep doing their work. Where the graphs differ, or the program is too tangled to have one, all code stays.

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

/// An executable with a file of its own.
#[derive(Clone, Debug)]
pub struct SplitPart {
    /// Its number in the file that was taken apart.
    pub executable: u32,
    /// The unit that runs it.
    pub stage: Stage,
    /// The file.
    pub binary: Binary<'static>,
    /// Where each code word stood.
    pub words: Vec<u32>,
    /// Why code that the executable does not run had to stay; `None` when none did.
    pub kept_all: Option<&'static str>,
}

/// One file for each executable, in their order.
pub fn split(binary: &Binary<'_>) -> Vec<SplitPart> {
    let code: Vec<u32> = binary.program.code.iter().collect();
    // Hostile files have any number of executables; the work for all of them is bounded.
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

/// The words that an executable needs; `Err` says why all of them have to stay.
fn reduced(
    code: &[u32],
    main: usize,
    budget: &mut Budget,
    nodes: &mut usize,
) -> Result<Vec<u32>, &'static str> {
    if main >= code.len() {
        return Err("the entry point lies outside the code");
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
    let kept: Vec<u32> = (0..code.len() as u32)
        .filter(|&word| needed.get(word as usize) == Some(&true))
        .collect();
    let moved = Moved::new(&kept, code.len());
    let words = moved.code(code);
    let after = ControlGraph::new(&words, moved.place(main as u32) as usize, graph.nodes().len());
    match after {
        Ok(after) if is_same(&graph, &after, &moved) => Ok(kept),
        _ => Err("a block or call depends on words that the executable does not run"),
    }
}

/// Whether two graphs are the same but for the places of the words. Nodes are numbered as they are found, so equal graphs have
/// equal numbers.
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
            Next::LoopEnd {
                slot,
                again,
                done,
                restore,
            } => Next::LoopEnd {
                slot,
                again: target(again),
                done: target(done),
                restore,
            },
            Next::LoopBreak { slot, done, restore } => Next::LoopBreak {
                slot,
                done: target(done),
                restore,
            },
        },
        ..transition
    };
    match exits {
        Exits::Always(only) => Exits::Always(transition(only)),
        Exits::Branch { test, holds, fails } => Exits::Branch {
            test,
            holds: transition(holds),
            fails: transition(fails),
        },
    }
}

/// Where words go when others are left out.
struct Moved<'m> {
    kept: &'m [u32],
    words: u32,
}

impl<'m> Moved<'m> {
    const fn new(kept: &'m [u32], words: usize) -> Moved<'m> {
        Moved {
            kept,
            words: words as u32,
        }
    }

    /// The new place of a word or of the end of a block: the number of words that are kept before it.
    fn place(&self, word: u32) -> u32 {
        self.kept.partition_point(|&kept| kept < word) as u32
    }

    fn is_kept(&self, word: u32) -> bool {
        self.kept.binary_search(&word).is_ok()
    }

    /// The kept words with their branches fixed. What leads to words that are gone never runs and becomes NOP.
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
        let end = match has_count {
            true => start + info.format.get(word, Field::Count),
            false => start + 1,
        };
        let is_gone = |word: u32| word < self.words && !self.is_kept(word);
        // An empty else part begins where nothing need be.
        let begins = start != end || info.flow == Flow::Call;
        if end > self.words || (begins && is_gone(start)) {
            return NOP;
        }
        let new = self.place(start);
        let fixed = info.format.set(word, Field::Target, new).unwrap_or(word);
        match has_count {
            true => info
                .format
                .set(fixed, Field::Count, self.place(end).saturating_sub(new))
                .unwrap_or(fixed),
            false => fixed,
        }
    }
}

/// The labels of what is there.
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

/// The operand descriptors that words name, in their order, and the words with the new numbers. Words that name one which is not
/// there keep all as it is.
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
        // Indices have seven bits, so only the first 128 entries can be in use.
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

/// The object of a part: it offers its entry procedure and calls nothing.
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
    let export = Export {
        name,
        start: executable.main,
        size: end - executable.main,
    };
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

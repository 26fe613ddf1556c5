//! Divides the code into files, procedures, blocks and labels before anything is written.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use glassbox_pica::Opcode;
use glassbox_pica::flow::WordSet;
use glassbox_pica::format::Field;
use glassbox_pica::opcode::Flow;
use glassbox_pica::structure::{Event, Kind, Sizes, Structure};
use glassbox_shbin::raw::Stage;

use super::instruction::{Letters, Words, instruction};
use super::name::{self, Taken};
use super::program::{MAX_TRACED, Program};

/// Deepest block nesting in a source.
const MAX_DEPTH: usize = 32;

/// Structure of a disassembly.
pub(crate) struct Plan {
    pub(crate) structure: Structure,
    pub(crate) sizes: Sizes,
    /// True for nodes that become blocks of the source.
    pub(crate) shown: Vec<bool>,
    /// Procedure names by range.
    procedures: HashMap<(usize, usize), String>,
    /// Entry procedure of each executable.
    pub(crate) entries: Vec<Option<String>>,
    /// Names of code addresses, from the file.
    places: BTreeMap<usize, String>,
    pub(crate) parts: Vec<Part>,
}

/// A source file: a range of the code.
pub(crate) struct Part {
    /// Index of its executable, if any.
    pub(crate) unit: Option<usize>,
    /// Range of code words.
    pub(crate) words: Range<usize>,
    /// Traversal of its code.
    pub(crate) events: Vec<Event>,
    /// Words targeted by its jumps.
    pub(crate) targets: HashSet<usize>,
}

impl Plan {
    /// Plans a disassembly; `split` creates a file per executable.
    pub(crate) fn new(program: &Program<'_>, sizes: Sizes, split: bool) -> Plan {
        let structure = program.structure(sizes);
        let mut plan = Plan {
            sizes,
            shown: vec![false; structure.nodes.len()],
            procedures: HashMap::new(),
            entries: Vec::new(),
            places: BTreeMap::new(),
            parts: Vec::new(),
            structure,
        };
        plan.show(program);
        plan.name(program);
        let ranges =
            if split { file_ranges(program, &plan.structure) } else { vec![(None, 0..program.code.len())] };
        plan.divide(program, ranges);
        plan
    }

    /// Selects the nodes that become blocks.
    fn show(&mut self, program: &Program<'_>) {
        let mut depth = 0;
        for event in self.structure.events() {
            match event {
                Event::Open(at) => {
                    let node = &self.structure.nodes[at];
                    let sayable = !node.kind.has_head()
                        || program.code.get(node.start).is_some_and(|&word| is_plain_head(word, self.sizes));
                    // A block outside any procedure gets one around it.
                    depth += usize::from(node.parent == Some(0) && node.kind.has_head());
                    self.shown[at] = sayable && depth < MAX_DEPTH;
                    depth += usize::from(self.shown[at]);
                }
                Event::Close(at) => {
                    let node = &self.structure.nodes[at];
                    depth -= usize::from(self.shown[at]);
                    depth -= usize::from(node.parent == Some(0) && node.kind.has_head());
                }
                Event::Word(_) | Event::Else(_) => {}
            }
        }
    }

    /// Names procedures and code addresses.
    fn name(&mut self, program: &Program<'_>) {
        let mut taken = Taken::default();
        for unit in &program.units {
            for label in unit.tables.labels.iter() {
                let name = unit.tables.symbols.name(label.name).and_then(name::declared);
                if let Some(name) = name.filter(|name| !name::is_register(name) && !name.starts_with("code_"))
                {
                    self.places.entry(label.position as usize).or_insert(name);
                }
            }
        }
        // Entries first: they have the best claim to their names.
        for unit in &program.units {
            let entry = self.entry_node(unit.main, unit.end).map(|node| {
                let node = &self.structure.nodes[node];
                let range = (node.start, node.end);
                let known = self.procedures.get(&range).cloned();
                known.unwrap_or_else(|| {
                    let usual = if unit.stage == Stage::GEOMETRY && program.units.len() > 1 {
                        "gmain"
                    } else {
                        "main"
                    };
                    let place = self.places.get(&unit.main).map_or(usual, String::as_str);
                    let name = taken.unique(place);
                    self.procedures.insert(range, name.clone());
                    name
                })
            });
            self.entries.push(entry);
        }
        for node in self.structure.procedures().filter(|&node| self.shown[node]) {
            let node = &self.structure.nodes[node];
            let range = (node.start, node.end);
            if self.procedures.contains_key(&range) {
                continue;
            }
            let name = match self.places.get(&node.start) {
                Some(place) => taken.unique(place),
                None => taken.unique(&format!("proc_{}", node.start)),
            };
            self.procedures.insert(range, name);
        }
    }

    /// Procedure node of an entry; without a known end, the outermost one that starts there.
    fn entry_node(&self, start: usize, end: Option<usize>) -> Option<usize> {
        let node = match end {
            Some(end) => self.structure.procedure(start, end),
            None => {
                let nodes = &self.structure.nodes;
                // Nodes are sorted by start.
                let from = nodes.partition_point(|node| node.start < start);
                let here = nodes.iter().skip(from).take_while(|node| node.start == start);
                let at = here.enumerate().find(|(_, node)| node.kind == Kind::Procedure && node.end > start);
                at.map(|(at, _)| from + at)
            }
        };
        node.filter(|&node| self.shown[node])
    }

    /// Divides the traversal into parts.
    fn divide(&mut self, program: &Program<'_>, ranges: Vec<(Option<usize>, Range<usize>)>) {
        self.parts = ranges
            .into_iter()
            .map(|(unit, words)| Part { unit, words, events: Vec::new(), targets: HashSet::new() })
            .collect();
        let mut part = 0;
        let mut depth = 0usize;
        for event in self.structure.events() {
            let at = match event {
                Event::Open(node) if depth == 0 => Some(self.structure.nodes[node].start),
                Event::Word(word) if depth == 0 => Some(word),
                _ => None,
            };
            match event {
                Event::Open(_) => depth += 1,
                Event::Close(_) => depth -= 1,
                Event::Word(_) | Event::Else(_) => {}
            }
            while at.is_some_and(|at| part + 1 < self.parts.len() && at >= self.parts[part].words.end) {
                part += 1;
            }
            let Some(part) = self.parts.get_mut(part) else {
                break;
            };
            part.events.push(event);
            if let Event::Word(word) = event
                && let Some(&bits) = program.code.get(word)
                && Opcode::of(bits).info().flow == Flow::Jump
            {
                let target = Opcode::of(bits).format().get(bits, Field::Target) as usize;
                if (part.words.start..=part.words.end).contains(&target) {
                    part.targets.insert(target);
                }
            }
        }
    }

    /// Name of the procedure with this range, if written.
    pub(crate) fn procedure(&self, start: usize, end: usize) -> Option<&str> {
        let node = self.structure.procedure(start, end)?;
        let name = self.procedures.get(&(start, end))?;
        self.shown[node].then_some(name.as_str())
    }

    /// Labels of a part: its jump targets with their names.
    pub(crate) fn labels(&self, part: &Part) -> BTreeMap<usize, String> {
        let mut taken = Taken::default();
        let mut targets: Vec<usize> = part.targets.iter().copied().collect();
        targets.sort_unstable();
        targets
            .into_iter()
            .map(|target| {
                let name = match self.places.get(&target) {
                    Some(place) => taken.unique(place),
                    None => taken.unique(&format!("L{target}")),
                };
                (target, name)
            })
            .collect()
    }
}

/// True if the first word of a block can be written as source.
fn is_plain_head(word: u32, sizes: Sizes) -> bool {
    let reserved = Opcode::of(word).format().get(word, Field::Reserved);
    (reserved == 0 || sizes == Sizes::Written) && instruction(word, &[], Letters::Used, &Nameless).is_ok()
}

/// Stub names, to test if a line can be written.
struct Nameless;

impl Words for Nameless {
    fn destination(&self, _: u8, _: u8) -> String {
        String::new()
    }

    fn source(&self, _: u8, _: glassbox_pica::register::Index) -> String {
        String::new()
    }

    fn boolean(&self, _: u8) -> String {
        String::new()
    }

    fn integer(&self, _: u8) -> String {
        String::new()
    }

    fn procedure(&self, _: usize, _: usize) -> Option<&str> {
        None
    }

    fn label(&self, _: usize) -> Option<&str> {
        None
    }
}

/// Word range of each source file. Code that does not divide by executable becomes one file without an
/// executable.
fn file_ranges(program: &Program<'_>, structure: &Structure) -> Vec<(Option<usize>, Range<usize>)> {
    let words = program.code.len();
    if program.units.len() <= 1 {
        let unit = (!program.units.is_empty()).then_some(0);
        return vec![(unit, 0..words)];
    }
    let shared = || {
        let executables = (0..program.units.len()).map(|unit| (Some(unit), words..words));
        std::iter::once((None, 0..words)).chain(executables).collect()
    };
    let mains = program.units.iter().map(|unit| unit.main);
    let ascending = program.units.windows(2).all(|pair| pair[0].main < pair[1].main);
    let many = program.units.len() > MAX_TRACED;
    if many || !ascending || mains.max().is_none_or(|last| last >= words) {
        return shared();
    }
    let reach = program.reachable();
    let mut cuts = vec![0];
    for (unit, pair) in program.units.windows(2).enumerate() {
        let Some(cut) = cut(structure, pair[0].main, pair[1].main, &reach[unit], &reach[unit + 1]) else {
            return shared();
        };
        cuts.push(cut);
    }
    cuts.push(words);
    let parts: Vec<(Option<usize>, Range<usize>)> =
        cuts.windows(2).enumerate().map(|(unit, pair)| (Some(unit), pair[0]..pair[1])).collect();
    // Labels are local to a file.
    let mut part = 0;
    for (at, &word) in program.code.iter().enumerate() {
        while at >= parts[part].1.end && part + 1 < parts.len() {
            part += 1;
        }
        let info = Opcode::of(word).info();
        let target = info.format.get(word, Field::Target) as usize;
        let own = parts[part].1.start..=parts[part].1.end;
        let can_run = reach.iter().any(|words| words.contains(at));
        if info.flow == Flow::Jump && !own.contains(&target) && can_run {
            return shared();
        }
    }
    parts
}

/// Boundary between the files of two executables: after the code that only the first one runs.
fn cut(structure: &Structure, main: usize, next: usize, first: &WordSet, second: &WordSet) -> Option<usize> {
    let nodes = &structure.nodes;
    let outermost = |word: usize| {
        let children = &nodes[0].children;
        let after = children.partition_point(|&child| nodes[child].start <= word);
        let child = after.checked_sub(1).map(|at| &nodes[children[at]]);
        match child.filter(|node| word < node.end) {
            Some(node) => node.start..node.end,
            None => word..word + 1,
        }
    };
    let limit = outermost(next).start;
    let mut at = outermost(main).end;
    let mut cut = at;
    if at > limit {
        return None;
    }
    while at < limit {
        let item = outermost(at);
        let mut words = item.clone();
        if words.any(|word| first.contains(word) && !second.contains(word)) {
            cut = item.end;
        }
        at = item.end;
    }
    Some(cut)
}

/// True if a node is a procedure.
pub(crate) fn is_procedure(structure: &Structure, node: usize) -> bool {
    structure.nodes.get(node).is_some_and(|node| node.kind == Kind::Procedure)
}

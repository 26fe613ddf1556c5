//! Counts instructions on the shortest and longest paths through a program.
//!
//! Counts follow the nesting of the code: a loop costs its body times its iterations, a condition its cheaper
//! and its dearer part. A forward jump inside its block is an ordinary path; any other jump may repeat
//! arbitrary code, so the block that contains it has no longest path.

use std::collections::HashMap;
use std::fmt;
use std::fmt::Write as _;

use glassbox_pica::Opcode;
use glassbox_pica::flow::{Budget, CallDepth, FlowGraph};
use glassbox_pica::format::Field;
use glassbox_pica::opcode::Flow;
use glassbox_pica::structure::{Kind, Structure};
use glassbox_shbin::model::Shbin;
use glassbox_shbin::raw::ConstantKind;

use super::View;
use crate::disassemble::program::MAX_TRACED;

/// Most iterations of a loop: its register holds a byte, plus one.
const MAX_ITERATIONS: u64 = 256;

/// Instructions on the shortest and the longest path; `None` if unbounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Count {
    least: u64,
    most: Option<u64>,
}

impl Count {
    const ZERO: Count = Count { least: 0, most: Some(0) };

    fn plus(self, other: Count) -> Count {
        Count {
            least: self.least.saturating_add(other.least),
            most: self.most.zip(other.most).map(|(one, other)| one.saturating_add(other)),
        }
    }

    fn step(self) -> Count {
        self.plus(Count { least: 1, most: Some(1) })
    }

    /// Either of two paths.
    fn or(self, other: Count) -> Count {
        Count {
            least: self.least.min(other.least),
            most: self.most.zip(other.most).map(|(one, other)| one.max(other)),
        }
    }

    fn times(self, least: u64, most: u64) -> Count {
        Count {
            least: self.least.saturating_mul(least),
            most: self.most.map(|count| count.saturating_mul(most)),
        }
    }

    fn unlimited(self) -> Count {
        Count { most: None, ..self }
    }
}

/// Formats as `12`, `12 to 40` or `12 or more, without limit`.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            Some(most) if most == self.least => write!(f, "{most}"),
            Some(most) => write!(f, "{} to {most}", self.least),
            None => write!(f, "{} or more, without limit", self.least),
        }
    }
}

fn join(slot: &mut Option<Count>, count: Count) {
    *slot = Some(slot.map_or(count, |known| known.or(count)));
}

/// Paths through some words, by destination.
#[derive(Clone, Copy, Default, Debug)]
struct Paths {
    /// To the following word.
    through: Option<Count>,
    /// To END.
    end: Option<Count>,
    /// Out of the enclosing loop.
    leaves: Option<Count>,
}

impl Paths {
    /// All paths that leave.
    fn all(&self) -> Option<Count> {
        let mut all = self.through;
        for count in [self.end, self.leaves].into_iter().flatten() {
            join(&mut all, count);
        }
        all
    }
}

/// A counted loop.
struct Looped {
    word: usize,
    register: u32,
    /// Fewest and most iterations.
    iterations: (u64, u64),
    body: Option<Count>,
}

/// Writes the cost of each executable and its procedures.
#[must_use]
pub fn cost(model: &Shbin<'_>) -> String {
    let view = View::new(model);
    let mut out =
        "; instructions of the shortest and the longest path; how many cycles one takes is not known\n"
            .to_owned();
    let mut budget = Budget::for_code(view.program.code.len());
    for unit in 0..view.program.units.len().min(MAX_TRACED) {
        executable(&view, unit, &mut budget, &mut out);
    }
    if view.program.units.len() > MAX_TRACED {
        let _ =
            writeln!(out, "\n; the other {} executables are left out", view.program.units.len() - MAX_TRACED);
    }
    out
}

fn executable(view: &View<'_>, unit: usize, budget: &mut Budget, out: &mut String) {
    let program = &view.program;
    let Some(of_unit) = program.units.get(unit) else {
        return;
    };
    let mut iterations = HashMap::new();
    for constant in of_unit.tables.constants.iter() {
        if constant.kind == ConstantKind::INT {
            let [count, ..] = constant.data[0].0.to_le_bytes();
            iterations.insert(u32::from(constant.register), u64::from(count) + 1);
        }
    }
    let graph = FlowGraph::new(&program.code, of_unit.main, budget);
    let structure = &view.plan.structure;
    let mut counter = Counter {
        code: &program.code,
        structure,
        iterations,
        nodes: HashMap::new(),
        procedures: HashMap::new(),
        loops: HashMap::new(),
        words_left: 64 * 4096 + 16 * program.code.len(),
    };
    let recursive = matches!(graph.call_depth, CallDepth::Recursive(_));
    for &region in &graph.callees_first {
        let region = &graph.regions[region];
        let node = region.end.and_then(|end| structure.procedure(region.start, end));
        if let (Some(node), Some(end)) = (node, region.end) {
            let paths = counter.subtree(node);
            counter.procedures.insert((region.start, end), paths);
        }
    }
    let paths = counter.from(of_unit.main);
    let _ = write!(out, "\n{}: ", view.unit(unit));
    match paths.all() {
        _ if counter.words_left == 0 || graph.truncated => out.push_str("too much code to count\n"),
        Some(count) if recursive => {
            let _ = writeln!(out, "{}; a procedure calls itself", count.unlimited());
        }
        Some(count) => {
            let _ = writeln!(out, "{count}");
        }
        None => out.push_str("no path leads to its end\n"),
    }
    if paths.through.is_some() {
        out.push_str("    some path runs past the end of the code\n");
    }
    let mut procedures: Vec<_> = counter.procedures.iter().collect();
    procedures.sort_by_key(|(range, _)| **range);
    for (&(start, end), paths) in procedures {
        let name = view.plan.procedure(start, end).unwrap_or("procedure");
        let count =
            paths.all().map_or_else(|| "no path leads to its end".to_owned(), |count| count.to_string());
        let _ = writeln!(out, "    {name}, words {start} to {end}: {count}");
    }
    let mut loops: Vec<&Looped> =
        counter.loops.values().filter(|looped| graph.reachable.contains(looped.word)).collect();
    loops.sort_by_key(|looped| looped.word);
    for looped in loops {
        let register = looped.register;
        let iterations = match looped.iterations {
            (1, 1) => format!("1 iteration, i{register} is a constant"),
            (one, other) if one == other => format!("{one} iterations, i{register} is a constant"),
            (least, most) => format!("{least} to {most} iterations, i{register} is not a constant"),
        };
        let body = looped.body.map_or_else(|| "no path through it".to_owned(), |body| format!("{body} each"));
        let _ = writeln!(out, "    loop at word {}: {iterations}, {body}", looped.word);
    }
}

struct Counter<'c> {
    code: &'c [u32],
    structure: &'c Structure,
    /// Iterations by integer register, where constant.
    iterations: HashMap<u32, u64>,
    /// Paths through each node.
    nodes: HashMap<usize, Paths>,
    /// Paths through each procedure, by range.
    procedures: HashMap<(usize, usize), Paths>,
    loops: HashMap<usize, Looped>,
    words_left: usize,
}

impl Counter<'_> {
    /// Counts a node and its descendants.
    fn subtree(&mut self, node: usize) -> Paths {
        let end = self.structure.nodes[node].end;
        let start = self.structure.nodes[node].start;
        // Parents precede their children, so this goes inside out.
        let inside = self.structure.nodes[node..]
            .iter()
            .take_while(|inner| inner.start < end || inner.start == start)
            .count();
        for inner in (node..node + inside).rev() {
            self.words_left = self.words_left.saturating_sub(1);
            if self.words_left == 0 {
                break;
            }
            let paths = self.node(inner);
            self.nodes.insert(inner, paths);
        }
        self.nodes.get(&node).copied().unwrap_or_default()
    }

    /// Counts from an entry to the end of the program. The end of an enclosing block ends the path.
    fn from(&mut self, entry: usize) -> Paths {
        let mut around = self.structure.innermost(entry);
        while self.structure.nodes[around].kind == Kind::Procedure
            && self.structure.nodes[around].start == entry
            && let Some(parent) = self.structure.nodes[around].parent
        {
            around = parent;
        }
        // A block contains its first instruction.
        if self.structure.nodes[around].start == entry
            && let Some(parent) = self.structure.nodes[around].parent
        {
            around = parent;
            while self.structure.nodes[around].start == entry
                && let Some(parent) = self.structure.nodes[around].parent
            {
                around = parent;
            }
        }
        for child in self.structure.nodes[around].children.clone() {
            self.subtree(child);
        }
        let node = &self.structure.nodes[around];
        let part = match node.else_part() {
            part if part.contains(&entry) => part,
            _ => node.body(),
        };
        self.part(around, part.start, part.end, entry)
    }

    fn node(&mut self, at: usize) -> Paths {
        let node = &self.structure.nodes[at];
        let (body, otherwise) = (node.body(), node.else_part());
        let inner = self.part(at, body.start, body.end, body.start);
        match node.kind {
            Kind::Code | Kind::Procedure => inner,
            Kind::If { .. } => {
                let other = if otherwise.is_empty() {
                    Paths { through: Some(Count::ZERO), ..Paths::default() }
                } else {
                    self.part(at, otherwise.start, otherwise.end, otherwise.start)
                };
                let either = |one: Option<Count>, other: Option<Count>| {
                    let mut both = one;
                    if let Some(other) = other {
                        join(&mut both, other);
                    }
                    both.map(Count::step)
                };
                Paths {
                    through: either(inner.through, other.through),
                    end: either(inner.end, other.end),
                    leaves: either(inner.leaves, other.leaves),
                }
            }
            Kind::Loop => self.looped(node.start, inner),
        }
    }

    fn looped(&mut self, word: usize, body: Paths) -> Paths {
        let bits = self.code.get(word).copied().unwrap_or(0);
        let register = Opcode::of(bits).format().get(bits, Field::Register) & 3;
        let iterations = match self.iterations.get(&register) {
            Some(&count) => (count, count),
            None => (1, MAX_ITERATIONS),
        };
        let (least, most) = iterations;
        self.loops.insert(word, Looped { word, register, iterations, body: body.all() });
        // A path may leave in any iteration.
        let early = |count: Option<Count>| {
            let count = count?;
            let whole = body.through.map_or(Count::ZERO, |whole| whole.times(0, most - 1));
            Some(whole.plus(count).step())
        };
        let mut through = body.through.map(|body| body.times(least, most).step());
        if let Some(left) = early(body.leaves) {
            join(&mut through, left);
        }
        Paths { through, end: early(body.end), leaves: None }
    }

    /// Counts the words of a part of a node, starting at `entry`.
    fn part(&mut self, node: usize, start: usize, end: usize, entry: usize) -> Paths {
        let structure = self.structure;
        let children = &structure.nodes[node].children;
        let mut child = children.partition_point(|&child| structure.nodes[child].start < entry);
        let mut paths = Paths::default();
        // Paths to later words; all paths go forward.
        let mut arrive: HashMap<usize, Count> = HashMap::from([(entry, Count::ZERO)]);
        let mut at = entry;
        while at < end {
            if self.words_left == 0 {
                return paths;
            }
            self.words_left -= 1;
            let here = arrive.remove(&at);
            let inner = children.get(child).copied().filter(|&inner| structure.nodes[inner].start == at);
            let Some(inner) = inner else {
                if let Some(here) = here {
                    let place = Place { node, at, start, end };
                    self.word(&place, here, &mut arrive, &mut paths);
                }
                at += 1;
                continue;
            };
            child += 1;
            let next = structure.nodes[inner].end;
            if let (Some(here), Some(inner)) = (here, self.nodes.get(&inner)) {
                for (slot, count) in [(&mut paths.end, inner.end), (&mut paths.leaves, inner.leaves)] {
                    if let Some(count) = count {
                        join(slot, here.plus(count));
                    }
                }
                if let Some(count) = inner.through {
                    arrives(&mut arrive, next, here.plus(count));
                }
            }
            // Jump targets inside a node are not visible here; its own paths are marked.
            arrive.retain(|&word, _| word >= next);
            at = next;
        }
        paths.through = arrive.remove(&end);
        paths
    }

    /// True if a later word belongs to the part itself rather than to a nested block.
    fn is_direct(&self, place: &Place, target: usize) -> bool {
        let nodes = &self.structure.nodes;
        let children = &nodes[place.node].children;
        let begins_child = || {
            let at = children.partition_point(|&child| nodes[child].start < target);
            children.get(at).is_some_and(|&child| nodes[child].start == target)
        };
        target == place.end
            || ((place.start..place.end).contains(&target)
                && (begins_child() || self.structure.innermost(target) == place.node))
    }

    fn word(&mut self, place: &Place, here: Count, arrive: &mut HashMap<usize, Count>, paths: &mut Paths) {
        let at = place.at;
        let word = self.code.get(at).copied().unwrap_or(0);
        let info = Opcode::of(word).info();
        let target = info.format.get(word, Field::Target) as usize;
        let count = info.format.get(word, Field::Count) as usize;
        let here = here.step();
        match info.flow {
            Flow::End => join(&mut paths.end, here),
            Flow::Break => join(&mut paths.leaves, here),
            Flow::BreakIf => {
                join(&mut paths.leaves, here);
                arrives(arrive, at + 1, here);
            }
            Flow::Jump if target > at && self.is_direct(place, target) => {
                arrives(arrive, target, here);
                arrives(arrive, at + 1, here);
            }
            // A backward jump or one out of the part: the following code may repeat.
            Flow::Jump => arrives(arrive, at + 1, here.unlimited()),
            Flow::Call => {
                let called = self.procedures.get(&(target, target + count)).copied();
                match called {
                    Some(called) => {
                        if let Some(end) = called.end {
                            join(&mut paths.end, here.plus(end));
                        }
                        if let Some(through) = called.through {
                            arrives(arrive, at + 1, here.plus(through));
                        }
                    }
                    None => arrives(arrive, at + 1, here.unlimited()),
                }
                if Opcode::of(word) != Opcode::CALL {
                    arrives(arrive, at + 1, here);
                }
            }
            // A block that does not nest.
            Flow::If | Flow::Loop => arrives(arrive, at + 1, here.unlimited()),
            Flow::Next => arrives(arrive, at + 1, here),
        }
    }
}

/// A word, and the part of a node that contains it.
struct Place {
    node: usize,
    at: usize,
    start: usize,
    end: usize,
}

fn arrives(arrive: &mut HashMap<usize, Count>, word: usize, count: Count) {
    let known = arrive.get(&word).map_or(count, |known| known.or(count));
    arrive.insert(word, known);
}

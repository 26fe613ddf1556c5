//! Views of a file's code: listing, control-flow graph, path costs.
//!
//! | file | holds |
//! | --- | --- |
//! | `listing.rs` | address, word, instruction, descriptor |
//! | `graph.rs` | basic blocks and the edges between them, as DOT |
//! | `cost.rs` | instruction counts of the shortest and longest paths |

mod cost;
mod graph;
mod listing;

use std::collections::{BTreeMap, HashMap};

use glassbox_pica::assembly::{Swizzles, pretty};
use glassbox_pica::register::Index;
use glassbox_pica::structure::Sizes;
use glassbox_shbin::model::Shbin;
use glassbox_shbin::raw::Stage;

use crate::disassemble::Problems;
use crate::disassemble::body::Registers;
use crate::disassemble::declare::{Allocated, Declared, declare};
use crate::disassemble::instruction::{Letters, Words, instruction};
use crate::disassemble::plan::Plan;
use crate::disassemble::program::Program;
use crate::disassemble::registers::{Named, Numbered};

pub use cost::cost;
pub use graph::graph;
pub use listing::listing;

/// A program with names for everything in it.
struct View<'m> {
    program: Program<'m>,
    plan: Plan,
    /// Declarations of each executable.
    declared: Vec<Declared>,
    /// First executable that reaches each word.
    owners: HashMap<usize, usize>,
    labels: BTreeMap<usize, String>,
}

impl<'m> View<'m> {
    fn new(model: &'m Shbin<'m>) -> View<'m> {
        let program = Program::new(model);
        let plan = Plan::new(&program, Sizes::Machine, false);
        let mut shared = Allocated::new(&program.units);
        let mut problems = Problems::default();
        let units = program.units.iter().zip(&plan.entries);
        let declared =
            units.map(|(unit, entry)| declare(unit, entry.as_deref(), &mut shared, &mut problems)).collect();
        let labels = plan.parts.first().map_or_else(BTreeMap::new, |part| plan.labels(part));
        let mut owners = HashMap::new();
        for (unit, words) in program.reachable().iter().enumerate() {
            for word in words.iter() {
                owners.entry(word).or_insert(unit);
            }
        }
        View { owners, program, plan, declared, labels }
    }

    /// First executable that reaches a word.
    fn owner(&self, at: usize) -> Option<usize> {
        self.owners.get(&at).copied()
    }

    /// Formats a word as an instruction, with the names of an executable.
    fn text(&self, at: usize, owner: Option<usize>) -> String {
        let Some(&word) = self.program.code.get(at) else {
            return String::new();
        };
        let none = Declared::default();
        let speaker = Speaker {
            view: self,
            registers: Named {
                declared: owner.and_then(|owner| self.declared.get(owner)).unwrap_or(&none),
                numbered: Numbered::new(false),
            },
        };
        match instruction(word, &self.program.descriptors, Letters::Used, &speaker) {
            Ok(text) => text,
            Err(_) => pretty(word, &self.program.descriptors, Swizzles::Used),
        }
    }

    /// Describes an executable, such as `dvle[0], vertex, entry main`.
    fn unit(&self, unit: usize) -> String {
        let stage = match self.program.units.get(unit).map(|unit| unit.stage) {
            Some(Stage::VERTEX) => "vertex",
            Some(Stage::GEOMETRY) => "geometry",
            _ => "unknown stage",
        };
        let entry = match self.plan.entries.get(unit) {
            Some(Some(entry)) => format!("entry {entry}"),
            _ => format!("entry at {}", self.program.units.get(unit).map_or(0, |unit| unit.main)),
        };
        format!("dvle[{unit}], {stage}, {entry}")
    }
}

struct Speaker<'v, 'm> {
    view: &'v View<'m>,
    registers: Named<'v>,
}

impl Words for Speaker<'_, '_> {
    fn destination(&self, field: u8, mask: u8) -> String {
        self.registers.destination(field, mask)
    }

    fn source(&self, field: u8, index: Index) -> String {
        self.registers.source(field, index)
    }

    fn boolean(&self, number: u8) -> String {
        self.registers.boolean(number)
    }

    fn integer(&self, number: u8) -> String {
        self.registers.integer(number)
    }

    fn procedure(&self, start: usize, size: usize) -> Option<&str> {
        self.view.plan.procedure(start, start + size)
    }

    fn label(&self, word: usize) -> Option<&str> {
        self.view.labels.get(&word).map(String::as_str)
    }
}

//! Collects the input of a disassembly: the code of a file and its entry points.

use glassbox_pica::flow::{Budget, FlowGraph, WordSet};
use glassbox_pica::structure::{Entry, Sizes, Structure};
use glassbox_shbin::model::{Geometry, Shbin, Tables};
use glassbox_shbin::raw::{GeometryMode, PICASSO_VERSION, Stage};

/// Most executables whose paths are followed; known files have two.
pub(crate) const MAX_TRACED: usize = 64;

/// A program and the executables that share it. An object is a program with one executable.
pub(crate) struct Program<'m> {
    pub(crate) code: Vec<u32>,
    /// First words of the descriptor table's entries.
    pub(crate) descriptors: Vec<u32>,
    pub(crate) units: Vec<Unit<'m>>,
}

/// An executable and its entry procedure.
pub(crate) struct Unit<'m> {
    pub(crate) stage: Stage,
    pub(crate) merge: u8,
    /// First word of the entry procedure.
    pub(crate) main: usize,
    /// End of the entry procedure, exclusive, if known.
    pub(crate) end: Option<usize>,
    pub(crate) geometry: Geometry,
    pub(crate) tables: &'m Tables<'m>,
}

impl<'m> Program<'m> {
    pub(crate) fn new(model: &'m Shbin<'m>) -> Program<'m> {
        match model {
            Shbin::Binary(binary) => {
                let code: Vec<u32> = binary.program.code.iter().collect();
                let units = binary.executables.iter().map(|executable| {
                    let main = executable.main as usize;
                    let end = executable.end_main as usize;
                    // Zero may mean unknown, except in picasso's files.
                    let is_known = end != 0 || executable.version == PICASSO_VERSION;
                    Unit {
                        stage: executable.stage,
                        merge: executable.merge,
                        main,
                        end: Some(end).filter(|&end| is_known && main <= end && end <= code.len()),
                        geometry: executable.geometry,
                        tables: &executable.tables,
                    }
                });
                let units = units.collect();
                let descriptors = &binary.program.descriptors;
                Program {
                    descriptors: descriptors.iter().map(|entry| entry.operands.0).collect(),
                    code,
                    units,
                }
            }
            Shbin::Object(object) => {
                let [mode, fixed_start, full_vertices, fixed_vertices] = match object.geometry {
                    u32::MAX => [0; 4],
                    geometry => geometry.to_le_bytes(),
                };
                let unit = Unit {
                    stage: object.stage,
                    merge: object.merge,
                    main: 0,
                    end: None,
                    geometry: Geometry {
                        mode: GeometryMode(mode),
                        fixed_start,
                        full_vertices,
                        fixed_vertices,
                    },
                    tables: &object.tables,
                };
                Program {
                    code: object.code.iter().collect(),
                    descriptors: object.descriptors.iter().map(|entry| entry.operands.0).collect(),
                    units: vec![unit],
                }
            }
        }
    }

    /// Nesting of the code, with entries as procedures.
    pub(crate) fn structure(&self, sizes: Sizes) -> Structure {
        let entries: Vec<Entry> = self
            .units
            .iter()
            .filter(|unit| unit.main <= self.code.len())
            .map(|unit| Entry { start: unit.main, end: unit.end })
            .collect();
        Structure::new(&self.code, &entries, sizes)
    }

    /// Words reachable from each executable, within a common budget: with very many executables, only the
    /// first ones.
    pub(crate) fn reachable(&self) -> Vec<WordSet> {
        let mut budget = Budget::for_code(self.code.len());
        let reach = |unit: &Unit<'_>| FlowGraph::new(&self.code, unit.main, &mut budget).reachable;
        self.units.iter().take(MAX_TRACED).map(reach).collect()
    }
}

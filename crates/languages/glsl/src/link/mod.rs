//! What the stages of a program share: places of resources, locations, and OpenGL's interface as Vulkan has it.
//!
//! Each pass edits the typed programs: afterwards they hold what the emitter writes as it stands. `gl_FragCoord`, the direction
//! of its rows and the range of depth are left as the text has them: they are what the API makes of the module.

mod access;
mod arrays;
mod columns;
mod copies;
mod counters;
mod entry;
mod extract;
mod flatten;
mod legacy;
mod locations;
mod names;
mod parameters;
mod ports;
mod rectangles;
mod resources;
mod root;
pub(crate) mod same;
mod samplers;
mod stated;
mod subroutines;
mod walk;

use foldhash::HashSet;
use glassbox_syntax::report::Reports;
use glassbox_syntax::token::{Word, Words};

use crate::compile::{Interface, Options};
use crate::language::Api;
use crate::model::Program;
use crate::stage::{CombinedSampler, Place};

use extract::Kind;
use names::Names;

/// What linking says of a stage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Linked {
    /// Samplers that were one with their textures.
    pub(crate) combined: Vec<CombinedSampler>,
    /// Places that the source gave itself.
    pub(crate) explicit: Vec<Place>,
}

/// Joins the stages of a program, and edits each so that it is what Vulkan takes. One for each stage.
pub(crate) fn link(
    programs: &mut [Program],
    options: &Options,
    words: &mut Words,
    reports: &mut Reports,
) -> Vec<Linked> {
    let linked = vec![Linked::default(); programs.len()];
    let names = Names::of(programs, words);
    let mut linker = Linker { programs, options, reports, names, linked, counters: HashSet::default() };
    linker.run();
    linker.linked
}

/// The programs while they are joined.
struct Linker<'a> {
    programs: &'a mut [Program],
    options: &'a Options,
    reports: &'a mut Reports,
    names: Names<'a>,
    linked: Vec<Linked>,
    /// Names of the blocks that hold atomic counters.
    counters: HashSet<Word>,
}

impl Linker<'_> {
    fn run(&mut self) {
        if self.options.interface == Interface::Stated || self.options.api == Api::Vulkan {
            (0..self.programs.len()).for_each(|stage| self.check_stated(stage));
        }
        if self.options.interface == Interface::Stated {
            self.size_arrays();
            self.compare_resources();
            self.place_ports();
            return;
        }
        for stage in 0..self.programs.len() {
            self.modernize(stage);
        }
        self.size_arrays();
        for stage in 0..self.programs.len() {
            self.extract(stage, Kind::OPAQUE);
            self.flatten_rectangles(stage);
            self.choose_subroutines(stage);
            self.copy_functions(stage);
            self.flatten_arrays(stage);
        }
        self.replace_counters();
        let root = self.make_root();
        let resources = self.place_resources(&root);
        if self.options.interface == Interface::Separated {
            for stage in 0..self.programs.len() {
                self.split_samplers(stage, &resources);
            }
        }
        self.write_places(&resources);
        self.place_ports();
        if self.options.interface == Interface::Separated {
            (0..self.programs.len()).for_each(|stage| self.split_columns(stage));
        }
    }
}

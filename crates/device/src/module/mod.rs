//! Inputs and outputs of any module with a vertex, fragment or compute stage, as its reflection states them.
//!
//! | module | holds |
//! | --- | --- |
//! | [`layout`] | the numbers in a block: where each is, and seeded contents |
//! | [`resources`] | descriptors and push constants, with what each holds |
//! | [`loose`] | modules of OpenGL: uniforms outside of blocks |
//! | [`stages`] | the vertex stage that gives a fragment stage its inputs |
//! | [`capture`] | outputs of a vertex stage, captured by transform feedback |
//! | [`compare`] | what two runs show |
//! | [`rows`] | places of inputs, outputs and counters as a Direct3D container has them |
//! | [`vary`] | the module with other values where its meaning leaves them open |
//!
//! Contents are seeded by where the *original* module has a resource, so that a module with other bindings, made from a text of
//! the original, is given the same.

pub mod capture;
pub mod compare;
pub mod layout;
pub mod loose;
pub mod resources;
pub mod rows;
pub mod stages;
pub mod vary;

use std::collections::BTreeMap;

use glassbox_core::stage::Stage;
use glassbox_spirv::reflect::{EntryPoint, Location, Reflection, ScalarClass, reflect};
use glassbox_spirv::stage_of;

/// Locations that a stage may have here.
const LOCATIONS: u32 = 32;

/// Number in every component of a target before anything is drawn: one that programs hardly write.
pub const CLEAR_FLOAT: f32 = 0.710_937_5;
/// The same for targets of integers.
pub const CLEAR_INTEGER: u32 = 7001;

/// Class of number and number of components, by location and first component.
pub type Pieces = BTreeMap<(u32, u32), (ScalarClass, u32)>;

/// A module and one of its entry points.
pub struct Subject {
    /// The words of the module.
    pub words: Vec<u32>,
    /// What it declares.
    pub reflection: Reflection,
    /// Stage of the entry point.
    pub stage: Stage,
    entry: usize,
}

impl Subject {
    /// The first entry point that can be run; the name narrows it.
    ///
    /// # Errors
    /// Says that there is none.
    pub fn of(words: Vec<u32>, name: Option<&str>) -> Result<Subject, String> {
        let runs = |stage: Stage| matches!(stage, Stage::Vertex | Stage::Fragment | Stage::Compute);
        Subject::of_stage(words, name, runs)
    }

    /// The first entry point of a stage that is wanted; the name narrows it.
    ///
    /// # Errors
    /// Says that there is none.
    pub fn of_stage(
        words: Vec<u32>,
        name: Option<&str>,
        is_wanted: impl Fn(Stage) -> bool,
    ) -> Result<Subject, String> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let reflection = reflect(&bytes).map_err(|_| "not a module".to_owned())?;
        let runs = |entry: &EntryPoint| {
            let stage = stage_of(entry.model)?;
            (is_wanted(stage) && name.is_none_or(|name| name == entry.name)).then_some(stage)
        };
        let mut entries = reflection.entry_points.iter().enumerate();
        let found = entries.find_map(|(index, entry)| Some((index, runs(entry)?)));
        let (entry, stage) = found.ok_or("no such stage")?;
        Ok(Subject { words, reflection, stage, entry })
    }

    /// The entry point.
    pub fn entry(&self) -> &EntryPoint {
        &self.reflection.entry_points[self.entry]
    }

    /// Class of number and number of components of each location of the inputs.
    ///
    /// # Errors
    /// Names what vertex buffers and attachments cannot hold.
    pub fn inputs(&self) -> Result<BTreeMap<u32, (ScalarClass, u32)>, String> {
        self.spread(self.reflection.input_locations(self.entry()))
    }

    /// The inputs by location and first component: a location may hold several vectors.
    ///
    /// # Errors
    /// As of [`inputs`](Subject::inputs).
    pub fn input_pieces(&self) -> Result<Pieces, String> {
        let mut found = Pieces::new();
        for one in self.reflection.input_locations(self.entry()) {
            check(&one)?;
            for location in one.location..one.location + one.locations {
                found.insert((location, one.component), (one.class, one.components));
            }
        }
        Ok(found)
    }

    /// The same of the outputs that the stage writes.
    ///
    /// # Errors
    /// As of [`inputs`](Subject::inputs).
    pub fn outputs(&self) -> Result<BTreeMap<u32, (ScalarClass, u32)>, String> {
        let mut locations = self.reflection.output_locations(self.entry());
        locations.retain(|one| self.writes(one.variable));
        self.spread(locations)
    }

    /// Whether the stage refers to a variable, as far as known.
    pub fn is_used(&self, variable: u32) -> bool {
        self.entry().truncated || self.entry().use_of(variable).is_some()
    }

    /// Whether the stage writes a variable, as far as known: compilers leave out what is never written.
    pub(crate) fn writes(&self, variable: u32) -> bool {
        self.entry().truncated || self.entry().use_of(variable).is_some_and(|one| one.written)
    }

    fn spread(&self, locations: Vec<Location>) -> Result<BTreeMap<u32, (ScalarClass, u32)>, String> {
        let mut found = BTreeMap::new();
        for one in locations {
            check(&one)?;
            for location in one.location..one.location + one.locations {
                let end = one.component + one.components;
                let all = found.entry(location).or_insert((one.class, end));
                if all.0 != one.class {
                    return Err(format!("location {location} has numbers of two classes"));
                }
                all.1 = all.1.max(end);
            }
        }
        Ok(found)
    }
}

fn check(one: &Location) -> Result<(), String> {
    if one.width != 32 || one.locations > LOCATIONS {
        return Err(format!("location {} is not made of numbers of 32 bits", one.location));
    }
    if one.location >= LOCATIONS {
        return Err(format!("location {}", one.location));
    }
    Ok(())
}

/// Spreads a seed and an index over 64 bits.
pub(crate) fn mix(seed: u64, index: u64) -> u64 {
    let mut word = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index.wrapping_mul(0xd1b5_4a32_d192_ed03);
    for _ in 0..2 {
        word = (word ^ (word >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
    word ^ (word >> 29)
}

/// A float moved by its last bits, for inputs that show where a rounding decides; seed 0 leaves it.
pub(crate) fn nudged(value: f32, seed: u64, index: u64) -> f32 {
    if seed == 0 || !value.is_normal() {
        return value;
    }
    let moves = mix(seed, index) % 5;
    f32::from_bits(value.to_bits().wrapping_add(moves as u32).wrapping_sub(2))
}

/// A float of sixteenths.
pub(crate) fn float(seed: u64, index: u64) -> f64 {
    (2 + mix(seed, index) % 31) as f64 / 16.0
}

/// A number that may count loops and select elements.
pub(crate) fn integer(seed: u64, index: u64) -> u64 {
    mix(seed, index) % 4
}

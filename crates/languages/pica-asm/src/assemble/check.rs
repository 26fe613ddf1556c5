//! Checks names and the finished program for errors that do not prevent assembly.

mod effects;
mod names;
mod program;
mod reads;

use super::state::Assembler;
use crate::rules;

/// Capacity of the vertex unit, words.
const VERTEX_WORDS: usize = 512;
/// Capacity of the geometry unit, words.
const GEOMETRY_WORDS: usize = 4096;

impl Assembler<'_> {
    /// Runs all checks of the finished program.
    pub(crate) fn check(&mut self) {
        if self.is_compatible() || self.exact.is_on {
            return;
        }
        // Locations are those of words from here on; line markers apply to the line read last.
        self.scope.is_marked = false;
        self.check_size();
        if self.options.lints && !self.failed {
            self.check_program();
        }
    }

    /// Reports a program too large for a unit.
    fn check_size(&mut self) {
        let is_vertex = |input: u32| {
            let of_input = self.executables.iter().find(|executable| executable.input == input);
            of_input.is_some_and(|executable| !executable.is_geometry)
        };
        let mut late = self.sources.iter().skip(VERTEX_WORDS);
        let vertex = late.find(|word| is_vertex(word.input));
        let (word, unit, limit) = match (vertex, self.sources.get(GEOMETRY_WORDS)) {
            (Some(word), _) => (word, "vertex", VERTEX_WORDS),
            (None, Some(word)) => (word, "geometry", GEOMETRY_WORDS),
            (None, None) => return,
        };
        let message = format!(
            "the {unit} unit holds {limit} words, and this is the first one past them; the program has {}",
            self.code.len()
        );
        self.remark_at(&rules::CODE_SIZE, self.place_of(word), message)
            .help("move repeated code into procedures or loops; the NOPs that the assembler adds count too");
    }
}

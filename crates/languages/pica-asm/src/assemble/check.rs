//! Checks of names and of the finished program.

use super::state::Assembler;
use crate::rules;

/// Words of the vertex unit.
const VERTEX_WORDS: usize = 512;
/// Words of the geometry unit.
const GEOMETRY_WORDS: usize = 4096;

impl Assembler<'_> {
    /// Says which names of the file are never used.
    pub(crate) fn unused_names(&mut self) {}

    /// Checks the finished program.
    pub(crate) fn check_program(&mut self) {
        if self.is_compatible() {
            return;
        }
        self.scope.is_marked = false;
        self.check_size();
    }

    fn check_size(&mut self) {
        let is_vertex = |input: u32| {
            let of_input = self
                .executables
                .iter()
                .find(|executable| executable.input == input);
            of_input.is_some_and(|executable| !executable.is_geometry)
        };
        let vertex = self
            .sources
            .iter()
            .skip(VERTEX_WORDS)
            .find(|word| is_vertex(word.input));
        let (word, unit, limit) = match (vertex, self.sources.get(GEOMETRY_WORDS)) {
            (Some(word), _) => (word, "vertex", VERTEX_WORDS),
            (None, Some(word)) => (word, "geometry", GEOMETRY_WORDS),
            (None, None) => return,
        };
        let (words, place) = (self.code.len(), self.place_of(word));
        let message = format!(
            "the program has {words} words, this is the first one that the {unit} unit has no room for: it holds {limit}"
        );
        let finding = glassbox_core::diagnostic::Diagnostic::new(&rules::CODE_SIZE, place, message);
        self.remark(
            finding
                .help("move what is repeated to procedures or loops; NOPs that the assembler adds count too"),
        );
    }
}

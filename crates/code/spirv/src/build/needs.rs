//! Declares the capabilities and extensions that a module uses.

use super::function::Body;
use super::{Builder, words};
use crate::grammar::Section;

impl Builder {
    /// Declares what the instructions so far need and no declared capability or extension gives: capabilities, the
    /// first where one of several would do, and extensions.
    pub fn declare_needs(&mut self) {
        let mut needs = crate::module::Declared::of(&self.module);
        for &at in &self.sections[Section::of(super::op::EXTENSION) as usize] {
            needs.declare_extension(self.module.string(at, 0));
        }
        self.capabilities.iter().for_each(|capability| needs.declare_with_extension(*capability));
        for &at in self.sections.iter().flatten() {
            needs.instruction(&self.module, at);
        }
        let functions = self.module.functions.iter();
        for function in functions.chain(self.body.as_ref().map(Body::function)) {
            for at in function.walk() {
                needs.instruction(&self.module, at);
            }
        }
        for at in self.body.iter().flat_map(Body::waiting) {
            needs.instruction(&self.module, at);
        }
        let (capabilities, extensions) = needs.added();
        self.capabilities.extend(capabilities);
        for name in extensions {
            self.declare(super::op::EXTENSION, words::literals(words::string(name)));
        }
    }
}

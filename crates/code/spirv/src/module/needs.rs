//! Determines the capabilities and extensions that instructions need.

use std::collections::BTreeSet;

use super::{At, Module, Type};
use crate::disassemble::set_bits;
use crate::grammar::value::{built_in, capability};
use crate::grammar::{self, Kind, Needs, enums, op};

/// Capabilities and extensions, declared and needed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    /// Minor version of SPIR-V 1.
    minor: u8,
    /// Declared, or implied by one that is.
    capabilities: BTreeSet<u32>,
    extensions: BTreeSet<String>,
    new_capabilities: BTreeSet<u32>,
    new_extensions: BTreeSet<&'static str>,
}

impl Declared {
    /// What a module declares.
    pub(crate) fn of(module: &Module) -> Declared {
        let mut declared = Declared { minor: (module.version >> 8) as u8, ..Declared::default() };
        for &at in &module.globals {
            match module.opcode(at) {
                op::CAPABILITY => declared.declare(module.word(at, 0)),
                op::EXTENSION => drop(declared.extensions.insert(module.string(at, 0))),
                _ => {}
            }
        }
        declared
    }

    /// Notes a declared capability and those that it implies.
    pub(crate) fn declare(&mut self, capability: u32) {
        let mut worklist = vec![capability];
        while let Some(capability) = worklist.pop() {
            if self.capabilities.insert(capability)
                && let Some(row) = enumerant(enums::CAPABILITY, capability)
            {
                worklist.extend(row.needs.capabilities);
            }
        }
    }

    /// Notes a declared extension.
    pub(crate) fn declare_extension(&mut self, name: String) {
        self.extensions.insert(name);
    }

    /// True for a capability that is declared, or implied by one that is.
    pub(crate) fn has(&self, capability: u32) -> bool {
        self.capabilities.contains(&capability)
    }

    /// Notes that one of these extensions is needed.
    pub(crate) fn extension(&mut self, names: &[&'static str]) {
        let Some(first) = names.first() else { return };
        if !names.iter().any(|name| self.extensions.contains(*name)) {
            self.extensions.insert((*first).to_owned());
            self.new_extensions.insert(first);
        }
    }

    #[inline]
    fn needs(&mut self, needs: Needs) {
        if needs.version > self.minor {
            self.extension(needs.extensions);
        }
        if !needs.capabilities.is_empty() {
            self.one_of(needs);
        }
    }

    /// Notes that one of some capabilities is needed.
    fn one_of(&mut self, needs: Needs) {
        if needs.capabilities.iter().any(|one| self.capabilities.contains(one)) {
            return;
        }
        let is_possible = |one: &&u32| self.is_possible(**one);
        if let Some(&one) = needs.capabilities.iter().find(is_possible).or(needs.capabilities.first()) {
            self.capability(one);
        }
    }

    /// True if the version or an extension has a capability, and it is not one for kernels in a shader.
    fn is_possible(&self, one: u32) -> bool {
        let is_foreign = one == capability::KERNEL && self.capabilities.contains(&capability::SHADER);
        let row = enumerant(enums::CAPABILITY, one);
        let is_known =
            |row: &grammar::Enumerant| row.needs.version <= self.minor || !row.needs.extensions.is_empty();
        !is_foreign && row.is_some_and(is_known)
    }

    fn capability(&mut self, capability: u32) {
        if self.capabilities.contains(&capability) {
            return;
        }
        self.new_capabilities.insert(capability);
        self.declare_with_extension(capability);
    }

    /// Notes a declared capability, and that its extension is needed where the version lacks it.
    pub(crate) fn declare_with_extension(&mut self, capability: u32) {
        self.declare(capability);
        if let Some(row) = enumerant(enums::CAPABILITY, capability)
            && row.needs.version > self.minor
        {
            self.extension(row.needs.extensions);
        }
    }

    /// Notes what an instruction needs.
    pub(crate) fn instruction(&mut self, module: &Module, at: At) {
        let opcode = module.opcode(at);
        if let Some(row) = grammar::opcode(opcode) {
            self.needs(row.needs);
        }
        if let op::TYPE_INT | op::TYPE_FLOAT = opcode {
            self.number_type(module.type_at(at));
        }
        if !grammar::has_enumerants(opcode) {
            return;
        }
        // Most reads and writes say nothing of memory.
        if let (op::LOAD, 1) | (op::STORE, 2) = (opcode, module.operands(at).len()) {
            return;
        }
        if let Some((index, place)) = grammar::only_enumeration(opcode) {
            let word = module.word(at, place);
            if grammar::plain_parameters(index, word).is_some() {
                self.operand(opcode, index, word);
                return;
            }
        }
        module.each_operand(at, |operand, range| {
            if let Kind::Enum(index) = operand.kind {
                self.operand(opcode, index, module.word(at, range.start));
            }
        });
    }

    fn number_type(&mut self, ty: Option<Type<'_>>) {
        match ty {
            Some(Type::Int { width: 8, .. }) => self.capability(capability::INT8),
            Some(Type::Int { width: 16, .. }) => self.capability(capability::INT16),
            Some(Type::Int { width: 64, .. }) => self.capability(capability::INT64),
            Some(Type::Float { width: 16, encoding: None }) => self.capability(capability::FLOAT16),
            Some(Type::Float { width: 64, .. }) => self.capability(capability::FLOAT64),
            _ => {}
        }
    }

    /// Notes what an operand of an enumeration needs.
    fn operand(&mut self, opcode: u16, index: u8, word: u32) {
        if index == enums::CAPABILITY {
            let row = enumerant(index, word).filter(|row| row.needs.version > self.minor);
            self.extension(row.map_or(&[], |row| row.needs.extensions));
            return;
        }
        let is_of_group = (op::GROUP_I_ADD..=op::GROUP_S_MAX).contains(&opcode)
            || (op::GROUP_I_ADD_NON_UNIFORM_AMD..=op::GROUP_S_MAX_NON_UNIFORM_AMD).contains(&opcode);
        if index == enums::GROUP_OPERATION && is_of_group && !self.has(capability::KERNEL) {
            // The extension lets shaders have the operations of groups, which the grammar does not say.
            self.extension(&["SPV_AMD_shader_ballot"]);
            return;
        }
        let Some(enumeration) = grammar::enumeration(index) else { return };
        if index == enums::BUILT_IN
            && opcode == op::MEMBER_DECORATE
            && matches!(word, built_in::CLIP_DISTANCE | built_in::CULL_DISTANCE)
        {
            // A block of built-ins has these members whether they are used or not; only a use needs the capability.
            return;
        }
        if !enumeration.bits {
            enumeration.enumerant(word).into_iter().for_each(|found| self.needs(found.needs));
            return;
        }
        for found in set_bits(word).filter_map(|bit| enumeration.enumerant(bit)) {
            self.needs(found.needs);
        }
    }

    /// Capabilities and extensions that are needed and were not declared.
    pub(crate) fn added(self) -> (BTreeSet<u32>, BTreeSet<&'static str>) {
        (self.new_capabilities, self.new_extensions)
    }
}

fn enumerant(index: u8, value: u32) -> Option<&'static grammar::Enumerant> {
    grammar::enumeration(index)?.enumerant(value)
}

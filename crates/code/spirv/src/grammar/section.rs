//! Orders the instructions before the functions: the sections of the logical layout of a module (SPIR-V 2.4).

use super::{LAST, is_constant, is_type, op};

/// A section of a module, in the order of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Section {
    Capabilities,
    Extensions,
    Imports,
    MemoryModel,
    SamplerAddressing,
    EntryPoints,
    ExecutionModes,
    Sources,
    Names,
    Processing,
    Decorations,
    /// Types, constants and global variables.
    Types,
}

/// Section by opcode.
static SECTIONS: [Option<Section>; LAST + 1] = {
    let mut sections = [None; LAST + 1];
    let mut opcode = 0;
    while opcode < sections.len() {
        sections[opcode] = Section::find(opcode as u16);
        opcode += 1;
    }
    sections
};

impl Section {
    /// Number of sections.
    pub(crate) const COUNT: usize = Section::Types as usize + 1;

    /// Section of an instruction outside of functions; [`Section::Types`] for those that may stand in functions too.
    pub(crate) fn of(opcode: u16) -> Section {
        Section::only(opcode).unwrap_or(Section::Types)
    }

    /// Section of an instruction that stands in it only; `None` for variables, debug lines and the code of functions.
    #[inline]
    pub(crate) fn only(opcode: u16) -> Option<Section> {
        *SECTIONS.get(usize::from(opcode))?
    }

    /// As [`only`](Self::only), for the table.
    pub(crate) const fn find(opcode: u16) -> Option<Section> {
        Some(match opcode {
            op::CAPABILITY | op::CONDITIONAL_CAPABILITY_INTEL => Section::Capabilities,
            op::EXTENSION | op::CONDITIONAL_EXTENSION_INTEL => Section::Extensions,
            op::EXT_INST_IMPORT => Section::Imports,
            op::MEMORY_MODEL => Section::MemoryModel,
            op::SAMPLER_IMAGE_ADDRESSING_MODE_NV => Section::SamplerAddressing,
            op::ENTRY_POINT | op::CONDITIONAL_ENTRY_POINT_INTEL => Section::EntryPoints,
            op::EXECUTION_MODE | op::EXECUTION_MODE_ID => Section::ExecutionModes,
            op::SOURCE | op::SOURCE_CONTINUED | op::SOURCE_EXTENSION | op::STRING => Section::Sources,
            op::NAME | op::MEMBER_NAME => Section::Names,
            op::MODULE_PROCESSED => Section::Processing,
            op::DECORATE..=op::GROUP_MEMBER_DECORATE
            | op::DECORATE_ID
            | op::DECORATE_STRING
            | op::MEMBER_DECORATE_STRING
            | op::MEMBER_DECORATE_ID_EXT => Section::Decorations,
            op::TYPE_FORWARD_POINTER => Section::Types,
            _ if is_type(opcode) || is_constant(opcode) && opcode != op::UNDEF => Section::Types,
            _ => return None,
        })
    }

    /// What the section holds, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Section::Capabilities => "capabilities",
            Section::Extensions => "extensions",
            Section::Imports => "imports",
            Section::MemoryModel => "memory model",
            Section::SamplerAddressing => "sampler addressing mode",
            Section::EntryPoints => "entry points",
            Section::ExecutionModes => "execution modes",
            Section::Sources => "sources and strings",
            Section::Names => "names",
            Section::Processing => "processing",
            Section::Decorations => "decorations",
            Section::Types => "types",
        }
    }
}

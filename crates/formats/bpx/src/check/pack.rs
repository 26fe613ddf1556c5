//! Checks a shader package's type extension and set of sections.

use super::Check;
use crate::file::{Numbering, Role};
use crate::raw::{DraftTarget, MainHeader, PackType, SectionHeader, SectionType, ShaderExt, Target};
use crate::rules;

impl Check<'_, '_> {
    pub(super) fn pack(&mut self) {
        self.extension();
        self.unique(SectionType::SYMBOL_TABLE, &rules::SYMBOL_TABLE_COUNT, "symbol table", true);
        self.unique(SectionType::STRINGS, &rules::STRINGS_SECTION_COUNT, "strings section", true);
        self.unique(SectionType::EXTENDED_DATA, &rules::EXTENDED_DATA_COUNT, "extended data section", false);
        self.shader_sections();
        self.other_sections();
    }

    pub(super) fn other_container(&mut self) {
        let ty = self.file.header.container_type;
        let what = match ty.name() {
            Some(name) => name.to_owned(),
            None => format!("{:#04x}", ty.0),
        };
        let location = self.file.main_field(MainHeader::container_type);
        let message = format!("found a container of type {what}, expected S, shader package");
        self.report(&rules::PACKAGE_TYPE, location, message)
            .note("headers, strings and structured data were read as in any container; other sections are kept as they are")
            .help("check that this is the right file");
    }

    fn extension(&mut self) {
        let file = self.file;
        let ext = file.shader_ext();
        let target = file.ext_field(ShaderExt::target);
        let is_known = match file.numbering {
            Numbering::Released => ext.target.name().is_some(),
            Numbering::Draft => DraftTarget(ext.target.0).name().is_some(),
        };
        if !is_known {
            let expected = match file.numbering {
                Numbering::Released => "0x01 to 0x11, or 0xff",
                Numbering::Draft => "0x01 to 0x05, or 0xff",
            };
            let message = format!("found the target {:#04x}, expected {expected}", ext.target.0);
            self.report(&rules::TARGET, target.clone(), message)
                .help("set the target that the shaders are written for");
        }
        if ext.pack_type.name().is_none() {
            let message =
                format!("found the package type {:#04x}, expected 0x41 `A` or 0x50 `P`", ext.pack_type.0);
            let location = file.ext_field(ShaderExt::pack_type);
            self.report(&rules::PACK_TYPE, location, message)
                .help("write P for a pipeline, A for shared symbols");
        }
        if ext.reserved != 0 {
            let message = format!("found {:#010x} in the reserved bytes, expected 0", ext.reserved);
            let location = file.ext_field(ShaderExt::reserved);
            self.report(&rules::RESERVED_BYTES, location, message)
                .help("set them to 0 and recompute the header checksum");
        }
        match ext.pack_type {
            PackType::ASSEMBLY if ext.target != Target::ANY => {
                let message = format!("found the target {} in an assembly, expected Any", file.target_name());
                self.report(&rules::ASSEMBLY_TARGET, target, message).help("set the target to 0xff");
            }
            PackType::PROGRAM if ext.target == Target::ANY => {
                let message = "found the target Any in a program, expected the one of its shaders";
                self.report(&rules::PROGRAM_TARGET, target, message)
                    .help("set the target that the shaders are written for");
            }
            _ => {}
        }
    }

    fn unique(
        &mut self,
        ty: SectionType,
        rule: &'static glassbox_core::diagnostic::Rule,
        what: &str,
        required: bool,
    ) {
        let file = self.file;
        let mut all = file.sections.iter().filter(|section| section.header.section_type == ty);
        let Some(first) = all.next() else {
            if required {
                let location = file.main_field(MainHeader::section_count);
                let message = format!("found no {what} in {} sections, expected one", file.sections.len());
                self.report(rule, location, message).help(format!("add a {what}; it may be empty"));
            }
            return;
        };
        let label = file.header_field(first.index, SectionHeader::section_type);
        let again: Vec<u32> = all.map(|section| section.index).collect();
        for index in again {
            let location = file.header_field(index, SectionHeader::section_type);
            let message = format!("found a second {what} in section {index}, expected one");
            self.report(rule, location, message)
                .label(label.clone(), "the first one, which readers take")
                .help("write one section with the content of both");
        }
    }

    fn shader_sections(&mut self) {
        let file = self.file;
        let is_shader = |section: &&crate::file::Section<'_>| matches!(section.role, Role::Shader(_));
        if file.is_program() && !file.sections.iter().any(|section| is_shader(&section)) {
            let location = file.main_field(MainHeader::section_count);
            let message =
                format!("found no shader in {} sections, expected at least one", file.sections.len());
            self.report(&rules::PROGRAM_WITHOUT_SHADER, location, message)
                .label(file.ext_field(ShaderExt::pack_type), "states that this is a program")
                .help("add the shaders of the pipeline");
        }
        if file.is_assembly() {
            for section in file.sections.iter().filter(is_shader) {
                let location = file.header_field(section.index, SectionHeader::section_type);
                let message =
                    format!("found a shader in section {} of an assembly, expected none", section.index);
                self.report(&rules::ASSEMBLY_WITH_SHADER, location, message)
                    .label(file.ext_field(ShaderExt::pack_type), "states that this is an assembly")
                    .help("remove the section, or make the package a program");
            }
        }
    }

    fn other_sections(&mut self) {
        let file = self.file;
        for section in &file.sections {
            let location = file.header_field(section.index, SectionHeader::section_type);
            if section.role == Role::Parent {
                let parent = file.parent().unwrap_or_default();
                let message = format!(
                    "found the parent assembly {parent:#018x}, which no version of the specification describes"
                );
                self.report(&rules::NAMED_PARENT, location, message).help("no action is needed");
            } else if section.role == Role::Other && !is_pack_type(section.header.section_type) {
                let ty = section.header.section_type;
                let message =
                    format!("found a section of type {:#04x}, expected one that the format knows", ty.0);
                self.report(&rules::CUSTOM_SECTION, location, message).help("no action is needed");
            }
        }
    }
}

const fn is_pack_type(ty: SectionType) -> bool {
    matches!(
        ty,
        SectionType::SHADER
            | SectionType::SYMBOL_TABLE
            | SectionType::EXTENDED_DATA
            | SectionType::STRINGS
            | SectionType::STRUCTURED_DATA
    )
}

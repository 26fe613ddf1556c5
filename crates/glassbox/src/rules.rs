//! Every rule there is: those of the formats, those of the text form, and the few that belong to no format.

use glassbox_core::diagnostic::{Examples, Rule};
use glassbox_core::suggest::distance;

/// Violating and conforming examples of the crate's rules, from the test cases of the command.
pub(crate) static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "docs/commands.md",
    examples: &EXAMPLES,

    UNKNOWN_DATA = "GLASSBOX-01" Error "the format of the data is unknown" {
        cause: "The file is not a compiled shader of a format that Glassbox reads, it is compressed or encrypted, or its first \
                bytes were damaged. It contains no whole file of a known format either.",
        effect: "No format's rules can be applied, and nothing but its bytes can be shown.",
        cure: "Check that this is the right file. Use --as to see what a reader of that format objects to.",
    }
    MISNAMED = "GLASSBOX-12" Error "the file does not have the format that its name implies" {
        cause: "The name ends like those of one kind of compiled shader, but the bytes are of another kind, of none, or \
                missing: a build or a download ended early, the file is encrypted or compressed, or another file was written \
                under the name.",
        effect: "Programs that load the file by its name refuse it, or misread its bytes.",
        cure: "Get a complete copy of the file, rebuild it, or rename it to match its content. Use --as to see what a reader of that format \
               objects to.",
    }
    ASSEMBLY = "GLASSBOX-02" Error "the assembly cannot be assembled" {
        cause: "A line of the assembly is misspelt, or an operand is missing, unknown or out of range.",
        cure: "Fix the place that the message shows. A disassembly of similar code shows the spelling.",
    }
    NOT_THERE = "GLASSBOX-03" Error "the file has none of the requested items" {
        cause: "A part, a stage, a function, a table or a style was named, and the file has none of that name or kind.",
        effect: "Nothing is shown or written for the file.",
        cure: "Request something that exists: `glassbox info` and the lists of `part list` and `extract --list` name \
               it.",
    }
    REFUSED_EDIT = "GLASSBOX-04" Error "the file cannot be changed in this way" {
        cause: "The format has no such parts, or the change would leave a file that no reader accepts.",
        effect: "Readers would refuse the changed file, or nothing would change.",
        cure: "Choose another change, or edit the text form that `glassbox print` writes and `glassbox parse` reads.",
    }
    NOT_SHOWN = "GLASSBOX-05" Error "the code cannot be shown" {
        cause: "The bytes of the code are damaged, or are code of a kind that has no disassembler.",
        effect: "The listing lacks this code.",
        cure: "Check the file with `glassbox validate`; `glassbox dump` shows the bytes of the code.",
    }
    GAVE_UP = "GLASSBOX-06" Error "the search ended early" {
        cause: "More places in the data look like the start of a file than can be examined.",
        effect: "Files may be missing from the list.",
        cure: "Search a part of the data, for instance a file that an unpacker extracted from it.",
    }
    NO_LANGUAGE = "GLASSBOX-07" Error "the language of the source is unknown" {
        cause: "Neither the name nor the text of the source belongs to a language that can be compiled or assembled.",
        cure: "State the language with --language.",
    }
    NOT_RUN = "GLASSBOX-08" Error "the file is not an executable program" {
        cause: "The file's format has no interpreter here, or is not known.",
        effect: "Nothing runs.",
        cure: "Run SHBIN files and SkSL effects, or the sources of either.",
    }
    LIBRARY_REFUSED = "GLASSBOX-09" Error "the dxcompiler library reported an error" {
        cause: "The library rejected the request to link or validate; its message is shown.",
        cure: "Fix what its message names, or link with Glassbox's own linker: leave out --linker.",
    }
    NO_OPTION = "GLASSBOX-10" Error "an option does not apply to the source" {
        cause: "A switch was given that the language of the source does not have, its value is unknown, or a switch that \
                the source needs is missing.",
        cure: "Use the option as stated in the message, or remove it.",
    }
    FAILED = "GLASSBOX-11" Error "the command failed without a reason" {
        cause: "A reader or compiler refused the input without a finding: a defect of Glassbox.",
        cure: "Report it with the input and the command line.",
    }
    LEADING_BYTES = "GLASSBOX-13" Error "bytes of unknown format precede a file" {
        cause: "A download or tool prepended a header of its own, a file was cut out of an archive at the wrong place, or the \
                data is an archive or a memory dump that was opened on purpose.",
        effect: "Programs that expect the file look at its first bytes and refuse the data. Glassbox reads the files inside. \
                 If they are one file at the end of the data this is an error, otherwise an info.",
        cure: "Remove the bytes in front: `glassbox scan --extract FOLDER` writes each file inside to a file of its own. In an \
               archive or a dump nothing is wrong.",
        affects: ["GLASSBOX-12"],
    }
    BINDING_FILE = "GLASSBOX-14" Error "the file of bindings cannot be read" {
        cause: "The file given with `--bindings` is no JSON, a field of it is misspelt, or a value is of another kind than its schema says.",
        effect: "Nothing is written: a resource would be bound elsewhere than was asked.",
        cure: "Correct the field that the message names; docs/schema/bindings.json describes the file.",
    }
}

/// Format or language of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Id of the format, or `text`, `glassbox` and the like.
    pub id: &'static str,
    /// Full name.
    pub title: &'static str,
}

/// Every rule with its origin, grouped by origin.
pub fn rules() -> impl Iterator<Item = (Origin, &'static Rule)> {
    let own = Origin { id: "glassbox", title: "Any file" };
    let formats = crate::formats().iter().flat_map(|format| {
        let origin = Origin { id: format.id(), title: format.title() };
        format.rules().iter().map(move |&rule| (origin, rule))
    });
    let text = Origin { id: "text", title: "The text form" };
    let formats = formats.chain(glassbox_core::text::RULES.iter().map(move |&rule| (text, rule)));
    let others = [
        ("pica-asm", "PICA200 assembly", glassbox_pica_asm::rules::RULES),
        ("dxbc-asm", "Assembly of shader model 4 and 5", glassbox_dxbc::assemble::rules::RULES),
        ("dxil-asm", "Assembly of DXIL", glassbox_dx_asm::dxil::assemble::rules::RULES),
        ("link", "Linking PICA200 objects", glassbox_pica_link::rules::RULES),
        ("bpx-link", "Assembling and linking BPX shader packages", glassbox_bpx_link::rules::RULES),
        ("dxcontainer-build", "Building DirectX containers", glassbox_dxcontainer::rules::build::RULES),
        ("dx-link", "Linking DXIL libraries", glassbox_dx_link::rules::RULES),
        ("glsl", "The OpenGL Shading Language", glassbox_glsl::rules::RULES),
        ("wgsl", "The WebGPU Shading Language", glassbox_lower_wgsl::rules::RULES),
        ("vsl", "The Vega shader language", glassbox_vsl::rules::RULES),
        ("sksl-source", "Skia's shading language", glassbox_sksl_lang::rules::RULES),
        ("sksl-lower", "SkSL as SPIR-V", glassbox_lower_sksl::rules::RULES),
        ("sksl-run", "Running SkSL programs", glassbox_sksl_eval::rules::RULES),
        ("gpu-commands", "Commands for the graphics chip of the 3DS", crate::conversions::RULES),
        ("translate-files", "Converting files of shaders", crate::conversions::SHADER_RULES),
        ("pica-lower", "PICA200 programs as SPIR-V", glassbox_lower_pica::rules::RULES),
        ("dx-lower", "DirectX programs as SPIR-V", glassbox_lower_dxil::rules::RULES),
        ("decompile", "Writing modules as source", glassbox_decompile::rules::RULES),
        ("translate-targets", "Writing shaders for targets", glassbox_bpx_build::code::rules::RULES),
        ("translate-front", "Reading shaders to translate them", glassbox_bpx_build::read::rules::RULES),
        ("bpxs-build", "Building BPXS programs", glassbox_bpx_build::rules::RULES),
        ("sal", "Declarations in the sources of BPXS programs", glassbox_bpx_build::sal::rules::RULES),
        ("build", "Building programs", glassbox_programs::rules::RULES),
        ("run", "Running shaders", crate::run::RULES),
        ("vertices", "Files of vertices", glassbox_vertices::RULES),
        ("pica-run", "Running PICA200 programs", glassbox_pica_sim::rules::RULES),
    ];
    let others = others.into_iter().flat_map(|(id, title, rules)| {
        let origin = Origin { id, title };
        rules.iter().map(move |&rule| (origin, rule))
    });
    formats.chain(others).chain(RULES.iter().map(move |&rule| (own, rule)))
}

/// The rule of an id; capitals do not matter.
pub fn rule(id: &str) -> Option<(Origin, &'static Rule)> {
    rules().find(|(_, rule)| rule.id.eq_ignore_ascii_case(id))
}

/// Ids like one that does not exist, the most similar first, five at most.
pub fn similar_rules(id: &str) -> Vec<&'static str> {
    // Ids are short; user input need not be.
    let wanted: String = id.to_ascii_uppercase().chars().take(64).collect();
    let mut ranked: Vec<(usize, &'static str)> = rules()
        .filter_map(|(_, rule)| {
            let distance = distance(wanted.as_bytes(), rule.id.as_bytes());
            let close = distance <= rule.id.len() / 3 || (wanted.len() >= 3 && rule.id.contains(&wanted));
            close.then_some((distance, rule.id))
        })
        .collect();
    ranked.sort();
    ranked.dedup();
    ranked.into_iter().take(5).map(|(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::{rule, rules, similar_rules};

    /// The cure is the default help of a finding.
    #[test]
    fn every_rule_has_a_cure() {
        for (_, rule) in rules() {
            assert!(rule.cure.len() > 10 && rule.cure.ends_with('.'), "{}: {:?}", rule.id, rule.cure);
        }
    }

    #[test]
    fn ids_are_found_in_any_case_and_suggested_when_misspelt() {
        assert!(rule("glassbox-01").is_some());
        assert!(rule("GLASSBOX-99").is_none());
        assert!(similar_rules("GLASBOX-01").contains(&"GLASSBOX-01"));
        assert!(similar_rules("").is_empty());
    }
}

//! Every rule there is: those of the formats, those of the text form, and the few that belong to no format.

use glassbox_core::diagnostic::Rule;
use glassbox_core::suggest::distance;

glassbox_core::rules! {
    UNKNOWN_DATA = "GLASSBOX-01" Error "the data is of no known kind" {
        cause: "The file is not a compiled shader of a format that Glassbox reads, it is compressed or encrypted, or its \
                first bytes were damaged. No whole file of a known format stands inside it either.",
        effect: "No format's rules can be applied, and nothing but its bytes can be shown.",
        cure: "Check which file was meant. State the format with --as to see what a reader of that format objects to.",
    }
    ASSEMBLY = "GLASSBOX-02" Error "the assembly cannot be assembled" {
        cause: "A line of the assembly is misspelt, or an operand is missing, unknown or out of range.",
        effect: "No code is written.",
        cure: "Mend the place that the message shows. A disassembly of similar code shows the spelling.",
    }
}

/// Where a rule belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Id of the format, or `text`, `glassbox` and the like.
    pub id: &'static str,
    /// Full name.
    pub title: &'static str,
}

/// Every rule with its origin, grouped by origin.
pub fn rules() -> impl Iterator<Item = (Origin, &'static Rule)> {
    let own = Origin {
        id: "glassbox",
        title: "Any file",
    };
    let formats = crate::formats().iter().flat_map(|format| {
        let origin = Origin {
            id: format.id(),
            title: format.title(),
        };
        format.rules().iter().map(move |&rule| (origin, rule))
    });
    let text = Origin {
        id: "text",
        title: "The text form",
    };
    let formats = formats.chain(glassbox_core::text::RULES.iter().map(move |&rule| (text, rule)));
    let others = [
        ("pica-asm", "PICA200 assembly", glassbox_pica_asm::rules::RULES),
        (
            "dxbc-asm",
            "Assembly of shader model 4 and 5",
            glassbox_dxbc::assemble::rules::RULES,
        ),
        (
            "link",
            "Linking PICA200 objects",
            glassbox_pica_link::rules::RULES,
        ),
        (
            "bpx-link",
            "Assembling and linking BPX shader packages",
            glassbox_bpx_link::rules::RULES,
        ),
        (
            "dxcontainer-build",
            "Building DirectX containers",
            glassbox_dxcontainer::rules::build::RULES,
        ),
        (
            "dx-link",
            "Linking DXIL libraries",
            glassbox_dx_link::rules::RULES,
        ),
        (
            "glsl",
            "The OpenGL Shading Language",
            glassbox_translate::front::GLSL_RULES,
        ),
        ("vsl", "The Vega shader language", glassbox_vsl::rules::RULES),
        (
            "sksl-source",
            "Skia's shading language",
            glassbox_sksl_lang::rules::RULES,
        ),
        (
            "sksl-run",
            "Running SkSL programs",
            glassbox_sksl_eval::rules::RULES,
        ),
        (
            "gpu-commands",
            "Commands for the graphics chip of the 3DS",
            crate::conversions::RULES,
        ),
        (
            "translate-files",
            "Converting files of shaders",
            crate::conversions::SHADER_RULES,
        ),
        (
            "translate",
            "Translating shaders",
            glassbox_translate::rules::RULES,
        ),
        (
            "translate-targets",
            "Writing shaders for targets",
            glassbox_translate::back::rules::RULES,
        ),
        (
            "translate-stages",
            "Geometry and tessellation shaders",
            glassbox_translate::khronos::rules::RULES,
        ),
        (
            "translate-front",
            "Reading shaders to translate them",
            glassbox_translate::front::rules::RULES,
        ),
        (
            "bpxs-build",
            "Building BPXS programs",
            glassbox_bpx_build::rules::RULES,
        ),
        (
            "sal",
            "Declarations in the sources of BPXS programs",
            glassbox_bpx_build::sal::rules::RULES,
        ),
        ("run", "Running shaders", crate::run::RULES),
        ("vertices", "Files of vertices", glassbox_vertices::RULES),
        (
            "pica-run",
            "Running PICA200 programs",
            glassbox_pica_sim::rules::RULES,
        ),
    ];
    let others = others.into_iter().flat_map(|(id, title, rules)| {
        let origin = Origin { id, title };
        rules.iter().map(move |&rule| (origin, rule))
    });
    formats
        .chain(others)
        .chain(RULES.iter().map(move |&rule| (own, rule)))
}

/// The rule of an id; capitals do not matter.
pub fn rule(id: &str) -> Option<(Origin, &'static Rule)> {
    rules().find(|(_, rule)| rule.id.eq_ignore_ascii_case(id))
}

/// Ids like one that does not exist, the most similar first, five at most.
pub fn similar_rules(id: &str) -> Vec<&'static str> {
    // Ids are short; what somebody types need not be.
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
    use super::{rule, similar_rules};

    #[test]
    fn ids_are_found_in_any_case_and_suggested_when_misspelt() {
        assert!(rule("glassbox-01").is_some());
        assert!(rule("GLASSBOX-99").is_none());
        assert!(similar_rules("GLASBOX-01").contains(&"GLASSBOX-01"));
        assert!(similar_rules("").is_empty());
    }
}

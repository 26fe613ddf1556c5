//! Spells execution modes, and the head of a text.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, execution_mode};
use glassbox_spirv::module::ConstantValue;

use super::Glsl;
use super::features::{Dialect, NEVER};
use crate::refusal::Reason;
use crate::text::{Writer, append, joined};

impl Writer<'_, '_, Glsl> {
    /// Execution modes as layout qualifiers.
    pub(super) fn modes(&mut self) -> String {
        let mut text = String::new();
        if self.stage.has_workgroups() {
            text.push_str(&self.local_size());
        }
        match self.stage {
            Stage::Geometry => text.push_str(&self.geometry_modes()),
            Stage::TessellationControl => {
                let count = self.mode(execution_mode::OUTPUT_VERTICES).unwrap_or(1);
                append!(text, "\nlayout(vertices = ", count, ") out;\n");
            }
            Stage::TessellationEvaluation => text.push_str(&self.evaluation_modes()),
            Stage::Mesh => text.push_str(&self.mesh_modes()),
            _ => {}
        }
        text.push_str(&self.vertices_text());
        let modes = &self.entry.modes;
        if self.stage == Stage::Fragment {
            if modes.contains_key(&execution_mode::EARLY_FRAGMENT_TESTS) {
                let writes_depth = self.language.built_ins.values().any(|found| found.name == "gl_FragDepth");
                if writes_depth && self.language.features.is_es() {
                    self.refuse(Reason::Interface, "GLSL ES has no depth to write with early tests");
                }
                text.push_str("\nlayout(early_fragment_tests) in;\n");
                if !self.language.features.has(420, 310) {
                    self.refuse_version(Reason::Interface, "early depth and stencil tests");
                }
            }
            let interlock = self.mode_words(&[
                (execution_mode::PIXEL_INTERLOCK_ORDERED_EXT, "pixel_interlock_ordered"),
                (execution_mode::PIXEL_INTERLOCK_UNORDERED_EXT, "pixel_interlock_unordered"),
                (execution_mode::SAMPLE_INTERLOCK_ORDERED_EXT, "sample_interlock_ordered"),
                (execution_mode::SAMPLE_INTERLOCK_UNORDERED_EXT, "sample_interlock_unordered"),
            ]);
            if let [word] = interlock.as_slice() {
                self.language.features.require("GL_ARB_fragment_shader_interlock");
                append!(text, "\nlayout(", word, ") in;\n");
            }
            let modes = &self.entry.modes;
            // OpenGL counts rows from below unless told otherwise.
            let reads_place = self.language.built_ins.values().any(|found| found.name == "gl_FragCoord");
            let features = &self.language.features;
            let words: Vec<&str> = [
                (execution_mode::ORIGIN_UPPER_LEFT, "origin_upper_left"),
                (execution_mode::PIXEL_CENTER_INTEGER, "pixel_center_integer"),
            ]
            .into_iter()
            .filter_map(|(mode, word)| modes.contains_key(&mode).then_some(word))
            .collect();
            if !words.is_empty() && reads_place && !features.is_vulkan() && features.has(150, NEVER) {
                append!(text, "\nlayout(", words.join(", "), ") in vec4 gl_FragCoord;\n");
            }
            let depth = [
                (execution_mode::DEPTH_GREATER, "depth_greater"),
                (execution_mode::DEPTH_LESS, "depth_less"),
                (execution_mode::DEPTH_UNCHANGED, "depth_unchanged"),
            ];
            let writes_depth = self.language.built_ins.values().any(|found| found.name == "gl_FragDepth");
            for (mode, word) in depth {
                if modes.contains_key(&mode) && writes_depth && self.language.features.has(420, NEVER) {
                    append!(text, "\nlayout(", word, ") out float gl_FragDepth;\n");
                }
            }
        }
        text
    }

    /// First operand of an execution mode.
    fn mode(&self, mode: u32) -> Option<u32> {
        self.entry.modes.get(&mode)?.first().copied()
    }

    /// The words of those modes that the entry point has.
    fn mode_words(&self, words: &[(u32, &'static str)]) -> Vec<String> {
        let has = words.iter().filter(|(mode, _)| self.entry.modes.contains_key(mode));
        has.map(|(_, word)| (*word).to_owned()).collect()
    }

    fn geometry_modes(&self) -> String {
        let mut inputs = self.mode_words(&[
            (execution_mode::INPUT_POINTS, "points"),
            (execution_mode::INPUT_LINES, "lines"),
            (execution_mode::INPUT_LINES_ADJACENCY, "lines_adjacency"),
            (execution_mode::TRIANGLES, "triangles"),
            (execution_mode::INPUT_TRIANGLES_ADJACENCY, "triangles_adjacency"),
        ]);
        if let Some(count) = self.mode(execution_mode::INVOCATIONS).filter(|count| *count > 1) {
            inputs.push(joined!("invocations = ", count));
        }
        let mut outputs = self.mode_words(&[
            (execution_mode::OUTPUT_POINTS, "points"),
            (execution_mode::OUTPUT_LINE_STRIP, "line_strip"),
            (execution_mode::OUTPUT_TRIANGLE_STRIP, "triangle_strip"),
        ]);
        let count = self.mode(execution_mode::OUTPUT_VERTICES).unwrap_or(0);
        outputs.push(joined!("max_vertices = ", count));
        joined!("\nlayout(", inputs.join(", "), ") in;\nlayout(", outputs.join(", "), ") out;\n")
    }

    fn mesh_modes(&mut self) -> String {
        let mut words = self.mode_words(&[
            (execution_mode::OUTPUT_POINTS, "points"),
            (execution_mode::OUTPUT_LINES_EXT, "lines"),
            (execution_mode::OUTPUT_TRIANGLES_EXT, "triangles"),
        ]);
        let vertices = self.mode(execution_mode::OUTPUT_VERTICES).unwrap_or(0);
        let primitives = self.mode(execution_mode::OUTPUT_PRIMITIVES_EXT).unwrap_or(0);
        words.push(joined!("max_vertices = ", vertices, ", max_primitives = ", primitives));
        joined!("layout(", words.join(", "), ") out;\n")
    }

    fn evaluation_modes(&self) -> String {
        let words = self.mode_words(&[
            (execution_mode::TRIANGLES, "triangles"),
            (execution_mode::QUADS, "quads"),
            (execution_mode::ISOLINES, "isolines"),
            (execution_mode::SPACING_EQUAL, "equal_spacing"),
            (execution_mode::SPACING_FRACTIONAL_EVEN, "fractional_even_spacing"),
            (execution_mode::SPACING_FRACTIONAL_ODD, "fractional_odd_spacing"),
            (execution_mode::VERTEX_ORDER_CW, "cw"),
            (execution_mode::VERTEX_ORDER_CCW, "ccw"),
            (execution_mode::POINT_MODE, "point_mode"),
        ]);
        if words.is_empty() { String::new() } else { joined!("\nlayout(", words.join(", "), ") in;\n") }
    }

    fn local_size(&mut self) -> String {
        let modes = self.entry.modes.clone();
        let names = ["local_size_x", "local_size_y", "local_size_z"];
        // The built-in constant wins over the mode.
        let constant = self.module.globals.iter().map(|at| self.module.get(*at).result).find(|id| {
            *id != 0 && self.annotations.value(*id, decoration::BUILT_IN) == Some(built_in::WORKGROUP_SIZE)
        });
        let ids = match constant.and_then(|id| self.module.constant(id)).map(|constant| constant.value) {
            Some(ConstantValue::Composite(parts)) => Some(parts.to_vec()),
            _ => modes.get(&execution_mode::LOCAL_SIZE_ID).cloned(),
        };
        let mut parts = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let Some(ids) = &ids else {
                let size = modes
                    .get(&execution_mode::LOCAL_SIZE)
                    .and_then(|sizes| sizes.get(index))
                    .copied()
                    .unwrap_or(1);
                parts.push(joined!(name, " = ", size));
                continue;
            };
            let id = ids.get(index).copied().unwrap_or(0);
            let number = self.annotations.value(id, decoration::SPEC_ID);
            let default = match self.module.constant(id).map(|constant| constant.value) {
                Some(ConstantValue::Number(bits)) => bits,
                _ => 1,
            };
            match number {
                Some(number)
                    if self.language.features.is_vulkan()
                        && !self.options.constants.contains_key(&number) =>
                {
                    parts.push(joined!(name, "_id = ", number));
                    parts.push(joined!(name, " = ", default));
                }
                Some(number) => {
                    let value = self.options.constants.get(&number).copied().unwrap_or(default);
                    parts.push(joined!(name, " = ", value));
                }
                None => parts.push(joined!(name, " = ", default)),
            }
        }
        // One is the default; the first size is always stated.
        let stated = parts.iter().enumerate().filter(|(index, part)| {
            *index == 0 || !matches!(part.as_str(), "local_size_y = 1" | "local_size_z = 1")
        });
        let stated: Vec<&str> = stated.map(|(_, part)| part.as_str()).collect();
        joined!("\nlayout(", stated.join(", "), ") in;\n")
    }

    /// Version, extensions, precisions.
    pub(super) fn header_text(&mut self) -> String {
        let version = self.language.features.version;
        let suffix = match self.language.features.dialect {
            Dialect::Es if version >= 300 => " es",
            _ => "",
        };
        let mut text = joined!("#version ", version, suffix, "\n");
        for extension in &self.language.features.extensions {
            append!(text, "#extension ", extension, " : require\n");
        }
        if self.language.features.is_es() && self.stage == Stage::Fragment {
            text.push_str("\nprecision highp float;\n");
            if version >= 300 {
                text.push_str("precision highp int;\n");
            }
        }
        text
    }
}

//! Spells patches, as hull and domain shaders have them: numbers of control points, tessellation levels, attributes.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::built_in;

use super::Hlsl;
use super::elements::{MAX_POINTS, Of};
use crate::interface::Level;
use crate::refusal::Reason;
use crate::text::{Writer, joined};
use crate::tree::{Kind, Step, Var};
use crate::{Domain, Tessellation};

/// Members of `PatchConstants` for the levels.
const EDGES: &str = "edges";
const INSIDE: &str = "inside";

impl Domain {
    fn word(self) -> &'static str {
        match self {
            Domain::Triangles => "tri",
            Domain::Quads => "quad",
            Domain::Isolines => "isoline",
        }
    }

    /// Number of levels.
    fn levels(self, level: Level) -> u32 {
        match (self, level) {
            (Domain::Triangles, Level::Outer) => 3,
            (Domain::Triangles, Level::Inner) => 1,
            (Domain::Quads, Level::Outer) => 4,
            (Domain::Quads, Level::Inner) | (Domain::Isolines, Level::Outer) => 2,
            (Domain::Isolines, Level::Inner) => 0,
        }
    }
}

impl Writer<'_, '_, Hlsl> {
    pub(super) fn tessellation(&self) -> Tessellation {
        Tessellation::of(self.module).or(self.options.tessellation)
    }

    /// What the patches are.
    pub(super) fn domain(&mut self) -> Domain {
        self.tessellation().domain.unwrap_or_else(|| {
            self.at = self.entry.at;
            self.refuse(
                Reason::Interface,
                "the module does not state the domain of its patches, which both stages declare in HLSL; state it",
            );
            Domain::Triangles
        })
    }

    /// Number of input control points.
    pub(super) fn patch_points(&mut self) -> u32 {
        let known = self.tessellation();
        let declared = self.declared_points();
        self.stated_points(match self.stage {
            Stage::TessellationControl => {
                let needed = self.needed_points();
                known.input_points.or(declared).or(known.control_points.map(|count| count.max(needed)))
            }
            _ => known.control_points.or(declared),
        })
    }

    /// Number of input points that constant indices need.
    fn needed_points(&self) -> u32 {
        let paths = self.tree.nodes().filter_map(|node| match self.tree.kind(node) {
            Kind::Path(base, steps) => Some((self.tree.variable_of(base)?, self.tree.steps(steps).first()?)),
            _ => None,
        });
        let indices =
            paths.filter(|(var, _)| self.element_of(*var) == Some(Of::Point)).filter_map(|(_, step)| {
                match step {
                    Step::Part(index) => Some(index.saturating_add(1)),
                    Step::Index(_) => None,
                }
            });
        indices.max().unwrap_or(0)
    }

    /// Length of the arrays of input points; none if it is 32, which GLSL gives all of them.
    fn declared_points(&self) -> Option<u32> {
        let mut vars = self.roles.keys().filter(|var| self.element_of(**var) == Some(Of::Point));
        let length = vars.find_map(|var| self.module.component_count(self.tree.variable(*var).ty))?;
        (length < MAX_POINTS).then_some(length)
    }

    /// Number of output control points of the hull shader.
    pub(super) fn control_points(&mut self) -> u32 {
        self.stated_points(self.tessellation().control_points)
    }

    fn stated_points(&mut self, count: Option<u32>) -> u32 {
        match count {
            Some(count @ 1..=MAX_POINTS) => count,
            Some(_) => {
                self.at = self.entry.at;
                self.refuse(Reason::Interface, "patches have 1 to 32 control points in HLSL");
                MAX_POINTS
            }
            None => {
                self.at = self.entry.at;
                self.refuse(
                    Reason::Interface,
                    "the module does not state how many control points a patch has, which both stages declare in HLSL; state it",
                );
                MAX_POINTS
            }
        }
    }

    /// The level that an input or output is.
    pub(super) fn level_of(&self, var: Var) -> Option<Level> {
        let number = self.language.ports.built_ins.iter().find(|found| found.0 == var)?.1;
        match number {
            built_in::TESS_LEVEL_OUTER => Some(Level::Outer),
            built_in::TESS_LEVEL_INNER => Some(Level::Inner),
            _ => None,
        }
    }

    /// Writes the start of a path in levels; the number of steps that it took.
    pub(super) fn level_path(&mut self, level: Level, (var, steps): (Var, &[Step])) -> usize {
        let count = self.levels(level);
        let Some(&step) = steps.first() else {
            let ty = self.tree.variable(var).ty;
            let length = self.module.component_count(ty).unwrap_or(0).min(4);
            let parts: Vec<String> = (0..length).map(|index| self.level_text(level, index)).collect();
            let text = self.construct_text(ty, &parts);
            self.out.push_str(&text);
            return 0;
        };
        match step {
            Step::Part(index) => {
                let text = self.level_text(level, index);
                self.out.push_str(&text);
            }
            Step::Index(_) if count < 2 => {
                self.refuse(
                    Reason::BuiltIn,
                    "a tessellation level has a dynamic index, but the domain has one level at most",
                );
            }
            // Before shader model 6 inputs have no dynamic index.
            Step::Index(index)
                if self.language.version < 60 && self.stage == Stage::TessellationEvaluation =>
            {
                let index = self.text_of(index);
                let mut text = self.level_text(level, count - 1);
                for part in (0..count - 1).rev() {
                    text = joined!(
                        "(",
                        index,
                        " == ",
                        part,
                        " ? ",
                        self.level_text(level, part),
                        " : ",
                        text,
                        ")"
                    );
                }
                self.out.push_str(&text);
            }
            Step::Index(index) => {
                let name = self.level_name(level);
                self.out.push_str(&joined!(name, "["));
                self.write_index(index);
                self.out.push(']');
            }
        }
        1
    }

    /// Expression for the levels.
    pub(super) fn level_name(&mut self, level: Level) -> String {
        let name = if level == Level::Outer { EDGES } else { INSIDE };
        joined!(self.holder_of(Of::Patch, name), ".", name)
    }

    /// Number of levels that the domain has.
    pub(super) fn levels(&mut self, level: Level) -> u32 {
        self.domain().levels(level)
    }

    /// A level as a value; zero if the domain does not have it.
    fn level_text(&mut self, level: Level, index: u32) -> String {
        let count = self.levels(level);
        let name = self.level_name(level);
        match (level, count) {
            _ if index >= count => "0.0".to_owned(),
            (Level::Inner, 1) => name,
            _ => joined!(name, "[", index, "]"),
        }
    }

    /// Members of `PatchConstants` for the levels.
    pub(super) fn level_lines(&mut self) -> String {
        if self.stage == Stage::Geometry {
            return String::new();
        }
        let domain = self.domain();
        let inside = match domain.levels(Level::Inner) {
            0 => String::new(),
            1 => joined!("    float ", INSIDE, " : SV_InsideTessFactor;\n"),
            count => joined!("    float ", INSIDE, "[", count, "] : SV_InsideTessFactor;\n"),
        };
        joined!("    float ", EDGES, "[", domain.levels(Level::Outer), "] : SV_TessFactor;\n", inside)
    }

    /// Attribute of a domain shader.
    pub(super) fn domain_attribute(&mut self) -> String {
        joined!("[domain(\"", self.domain().word(), "\")]\n")
    }

    /// True if a domain location has three components.
    pub(super) fn has_three_coordinates(&self) -> bool {
        self.tessellation().domain == Some(Domain::Triangles)
    }
}

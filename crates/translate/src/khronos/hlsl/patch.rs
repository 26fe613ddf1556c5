//! What hull and domain shader have to agree on, from the two tessellation stages of a program.

use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::reflect::EntryPoint;

use super::ports::Port;
use super::{Parts, mode_of};
use crate::back::refusal::Refusal;
use crate::back::rules as back;
use crate::back::words::bytes;
use crate::khronos::rules;
use crate::shader::{Shader, Stage};
use glassbox_spirv::build::value::built_in as builtin;

/// Execution modes, as SPIR-V numbers them.
mod mode {
    pub(super) const SPACING_FRACTIONAL_EVEN: u32 = 2;
    pub(super) const SPACING_FRACTIONAL_ODD: u32 = 3;
    pub(super) const VERTEX_ORDER_CW: u32 = 4;
    pub(super) const POINT_MODE: u32 = 10;
    pub(super) const TRIANGLES: u32 = 22;
    pub(super) const QUADS: u32 = 24;
    pub(super) const OUTPUT_VERTICES: u32 = 26;
}

/// The facts.
pub(super) struct Facts {
    /// `tri` or `quad`.
    pub(super) domain: &'static str,
    /// `integer`, `fractional_even` or `fractional_odd`.
    pub(super) partitioning: &'static str,
    /// `triangle_cw`, `triangle_ccw` or `point`.
    pub(super) topology: &'static str,
    /// Points that the control stage writes.
    pub(super) points: u32,
}

impl Facts {
    /// From the stage that is written and its partners.
    pub(super) fn read(parts: &Parts<'_>, partners: &[&Shader]) -> Result<Facts, Refusal> {
        let other = match parts.stage {
            Stage::TessellationControl => Stage::TessellationEvaluation,
            _ => Stage::TessellationControl,
        };
        let Some(partner) = partners.iter().find(|partner| partner.stage == other) else {
            return Err(Refusal::new(
                &rules::PARTNER,
                format!(
                    "found a {} shader alone, expected the {other} shader of its program beside it",
                    parts.stage
                ),
            ));
        };
        let reflection = glassbox_spirv::reflect(&bytes(&partner.words))
            .map_err(|error| Refusal::new(&back::UNWRITABLE, error.to_string()))?;
        let entry = partner.entry_point(&reflection).ok_or_else(|| {
            Refusal::new(&back::UNWRITABLE, format!("the {other} shader has no entry point"))
        })?;
        match parts.stage {
            Stage::TessellationControl => Facts::of(parts.entry, entry),
            _ => Facts::of(entry, parts.entry),
        }
    }

    fn of(control: &EntryPoint, evaluation: &EntryPoint) -> Result<Facts, Refusal> {
        let has = |mode| mode_of(evaluation, mode).or_else(|| mode_of(control, mode)).is_some();
        let domain = match (has(mode::TRIANGLES), has(mode::QUADS)) {
            (true, _) => "tri",
            (_, true) => "quad",
            _ => {
                return Err(Refusal::new(
                    &rules::CONSTRUCT,
                    "the patch is cut into isolines, expected triangles or quads",
                ));
            }
        };
        let partitioning = match (has(mode::SPACING_FRACTIONAL_EVEN), has(mode::SPACING_FRACTIONAL_ODD)) {
            (true, _) => "fractional_even",
            (_, true) => "fractional_odd",
            _ => "integer",
        };
        let topology = match (has(mode::POINT_MODE), has(mode::VERTEX_ORDER_CW)) {
            (true, _) => "point",
            (_, true) => "triangle_cw",
            _ => "triangle_ccw",
        };
        let points = mode_of(control, mode::OUTPUT_VERTICES).and_then(<[u32]>::first).copied();
        Ok(Facts {
            domain,
            partitioning,
            topology,
            // Direct3D takes 1 to 32, and so does OpenGL.
            points: points.filter(|points| (1..=32).contains(points)).ok_or_else(|| {
                Refusal::new(
                    &back::UNWRITABLE,
                    "the tessellation control shader does not say how many points it writes",
                )
            })?,
        })
    }

    /// How many edges have a factor, and how many factors are inside.
    fn factors(&self) -> (u32, u32) {
        if self.domain == "tri" { (3, 1) } else { (4, 2) }
    }

    /// The structure of what a patch has once.
    pub(super) fn declare(&self, ports: &[Port]) -> String {
        let (edges, inside) = self.factors();
        let inside = if inside == 1 { String::new() } else { format!("[{inside}]") };
        format!(
            "struct StagePatch\n{{\n    float edges[{edges}] : SV_TessFactor;\n    float inside{inside} : SV_InsideTessFactor;\n{}}};\n\n",
            Port::declare(ports)
        )
    }

    /// Pairs of a factor's field and the place of its variable.
    pub(super) fn levels(&self, parts: &Parts<'_>, class: u32) -> Vec<(String, String)> {
        let (edges, inside) = self.factors();
        let mut pairs = Vec::new();
        if let Some(name) = parts.built_in(builtin::TESS_LEVEL_OUTER, class) {
            pairs.extend((0..edges).map(|edge| (format!("edges[{edge}]"), format!("{name}[{edge}]"))));
        }
        if let Some(name) = parts.built_in(builtin::TESS_LEVEL_INNER, class) {
            pairs.extend((0..inside).map(|one| {
                let field = if inside == 1 { "inside".to_owned() } else { format!("inside[{one}]") };
                (field, format!("{name}[{one}]"))
            }));
        }
        pairs
    }

    /// Whether a control shader writes every factor that Direct3D reads.
    pub(super) fn complete(&self, parts: &Parts<'_>) -> bool {
        let (edges, inside) = self.factors();
        self.levels(parts, storage::OUTPUT).len() == (edges + inside) as usize
    }
}

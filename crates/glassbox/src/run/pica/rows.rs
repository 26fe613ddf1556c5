//! Runs a shader over rows of vertices: on the selected engine, or in groups through the geometry unit.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_pica_sim::batch::{Batch, Results};
use glassbox_pica_sim::geometry::{Feed, InputError, Unit, Vertex};
use glassbox_pica_sim::rules::GEOMETRY_INPUT;
use glassbox_pica_sim::{Inputs, Machine};
use glassbox_shbin::raw::GeometryMode;

use super::Shader;
use super::watch::Watch;
use crate::run::rules::ENGINE;
use crate::run::{Engine, Run, Slot};

/// Vertices that are run together; their inputs and outputs take half a megabyte.
const TOGETHER: usize = 1024;

impl Shader {
    /// Runs a vertex program for each row.
    pub(super) fn vertices(
        &self,
        slots: &[Slot],
        rows: &[[f32; 4]],
        watch: &mut Watch<'_, '_, '_>,
    ) -> Result<Vec<Run>, Box<Diagnostic>> {
        let rows = rows.chunks(slots.len().max(1));
        let inputs = |row: &[[f32; 4]]| {
            let mut inputs = self.input_values;
            for (slot, value) in slots.iter().zip(row) {
                if let Some(input) = inputs.get_mut(slot.id as usize) {
                    *input = *value;
                }
            }
            inputs
        };
        let mut machine = Machine::new(&self.program, &self.uniform_values, self.precision());
        // Only the interpreter can be watched.
        let engine = match (&watch.observer, self.options.engine) {
            (Some(_), _) | (None, Engine::Interpreter) => {
                return Ok(rows.map(|row| self.once(&mut machine, &inputs(row), watch)).collect());
            }
            (None, engine) => self.fast(engine)?,
        };
        let mut runs = Vec::new();
        let mut results = Results::default();
        let rows: Vec<&[[f32; 4]]> = rows.collect();
        let mut explained = false;
        for rows in rows.chunks(TOGETHER) {
            let all: Vec<Inputs> = rows.iter().map(|row| inputs(row)).collect();
            engine(&all, &mut results);
            for ((inputs, outputs), ended) in all.iter().zip(&results.outputs).zip(&results.ended) {
                // Only the interpreter records the path of a run; one path is enough.
                let failure = ended.stop.diagnostic(&self.program, &[]);
                if failure.is_some() && !std::mem::replace(&mut explained, true) {
                    runs.push(self.once(&mut machine, inputs, watch));
                    continue;
                }
                runs.push(Run {
                    outputs: self.picked(outputs),
                    triangles: Vec::new(),
                    steps: ended.steps,
                    failure: failure.map(Box::new),
                });
            }
        }
        Ok(runs)
    }

    /// The engine that runs many vertices at once.
    fn fast(&self, engine: Engine) -> Result<Many<'_>, Box<Diagnostic>> {
        let limits = self.limits();
        match engine {
            #[cfg(feature = "jit")]
            Engine::Jit => {
                let jit = glassbox_pica_sim::jit::Jit::new(&self.program, self.precision())
                    .map_err(|reason| unavailable(engine, reason.to_string()))?;
                Ok(Box::new(move |inputs, results| {
                    jit.run_into(&self.uniform_values, inputs, &limits, results);
                }))
            }
            #[cfg(not(feature = "jit"))]
            Engine::Jit => Err(unavailable(engine, "this program was built without it".to_owned())),
            _ => {
                let batch = Batch::new(&self.program, self.precision());
                Ok(Box::new(move |inputs, results| {
                    batch.run_into(&self.uniform_values, inputs, &limits, results);
                }))
            }
        }
    }

    /// Feeds rows to a geometry program as the vertices of its primitives. A single vertex per run goes to the
    /// registers of the columns; several fill the registers consecutively.
    pub(super) fn primitives(
        &self,
        slots: &[Slot],
        rows: &[[f32; 4]],
        watch: &mut Watch<'_, '_, '_>,
    ) -> Result<Vec<Run>, Box<Diagnostic>> {
        let wrong = |message: String, help: &str| {
            let finding = Diagnostic::new(&GEOMETRY_INPUT, Location::default(), message);
            Err(Box::new(finding.help(help)))
        };
        if self.options.engine != Engine::Interpreter {
            let reason = "geometry programs run on the interpreter only".to_owned();
            return Err(unavailable(self.options.engine, reason));
        }
        let layout = self.program.geometry();
        let group = match (layout.mode, self.options.group) {
            (GeometryMode::FIXED, None) => usize::from(layout.fixed_vertices),
            (GeometryMode::FIXED, Some(group)) if group != usize::from(layout.fixed_vertices) => {
                let message = format!(
                    "found groups of {group} vertices, but the program takes {}",
                    layout.fixed_vertices
                );
                return wrong(message, "leave out --group");
            }
            (GeometryMode::VARIABLE, None) => {
                let message = "the program takes primitives of any number of vertices".to_owned();
                return wrong(message, "state the number of vertices in a primitive with --group");
            }
            (_, group) => group.unwrap_or(1),
        };
        let count = rows.len() / slots.len().max(1);
        if group == 0 || !count.is_multiple_of(group) {
            let message = format!("found {count} vertices, which are not whole groups of {group}");
            return wrong(message, "give as many vertices as whole primitives have");
        }
        let mut feed = Feed::of(slots.len());
        feed.input_count = slots.len() * group;
        if group == 1 {
            for (register, slot) in feed.permutation.iter_mut().zip(slots) {
                *register = slot.id as u8;
            }
        }
        let failed = |error: InputError| Box::new(error.diagnostic());
        let mut unit =
            Unit::new(&self.program, &self.uniform_values, self.precision(), feed).map_err(failed)?;
        let mut runs = Vec::new();
        for primitive in rows.chunks(slots.len().max(1) * group) {
            watch.begin();
            if layout.mode == GeometryMode::VARIABLE {
                unit.begin(u8::try_from(group).unwrap_or(u8::MAX)).map_err(failed)?;
            }
            for vertex in primitive.chunks(slots.len().max(1)) {
                let vertex = Vertex::new(vertex);
                let stop = match &mut watch.observer {
                    Some(observer) => unit.push_observed(&vertex, &self.limits(), observer),
                    None => unit.push(&vertex, &self.limits()),
                };
                if let Some(stop) = stop.map_err(failed)? {
                    let triangles = unit.take_triangles();
                    runs.push(self.result(unit.machine(), &triangles, stop));
                }
            }
        }
        Ok(runs)
    }
}

/// An engine that runs many vertices.
type Many<'a> = Box<dyn Fn(&[Inputs], &mut Results) + 'a>;

fn unavailable(engine: Engine, reason: String) -> Box<Diagnostic> {
    let message = format!("the engine {} does not run this: {reason}", engine.name());
    let finding = Diagnostic::new(&ENGINE, Location::default(), message);
    Box::new(finding.help("leave out --engine: the interpreter gives the same bits"))
}

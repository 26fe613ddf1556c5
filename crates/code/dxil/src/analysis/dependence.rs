//! Derives `dx.viewIdState` from the instructions: the dependence of outputs on inputs and on the view id.
//!
//! For each output scalar, contributing instructions are gathered: producers of the value; branches that
//! control them; for phis, the branches that select the edge; for loads, all stores to that memory; for
//! calls, the callee's return values. Those that read inputs or the view id are the result.

mod gather;
mod memory;

use std::collections::BTreeMap;
use std::fmt;

use super::opcode;
use super::program::Program;
use super::usage::{SignatureKind, signature};
use crate::ir::{Body, FunctionId, Instruction, InstructionId, ValueId};
use crate::shader::entry::Entry;
use crate::shader::signature::{Element, scalars};
use crate::shader::view_state::{Dependence, Mask, Shape, ViewState};
use gather::Gather;

/// An instruction of the module.
type Place = (FunctionId, InstructionId);
/// Maximum number of scalars in a signature.
const MAX_SCALARS: u32 = 1024;

/// Tracing the instructions exceeds the work limit, which grows with the size of the module; compiled shaders
/// use a small part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DependenceError;

impl fmt::Display for DependenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("found more paths between instructions than can be followed, expected a few for each")
    }
}

impl std::error::Error for DependenceError {}

/// The view state of a shader. `None` for kinds without signatures and for entries without a function.
///
/// # Errors
///
/// If the work limit is exceeded.
pub fn view_state(
    program: &Program<'_>,
    kind: u16,
    entry: &Entry,
    uses_view: bool,
) -> Result<Option<ViewState>, DependenceError> {
    let (Some(shape), Some(main)) = (Shape::of(kind), entry.function) else {
        return Ok(None);
    };
    let main = FunctionId::at(main);
    let patch = match shape {
        Shape::Mesh => Some(main),
        Shape::Hull => entry.properties.hull.and_then(|hull| hull.patch_function).map(FunctionId::at),
        _ => None,
    };
    let signatures = &entry.signatures;
    let streams = if shape == Shape::Geometry { 4 } else { 1 };
    let mut gather = Gather::new(program);
    let written = stores(program, &mut gather, entry, main, false)?;
    let reader = Reader { program, entry, shape };
    let inputs = scalars(&signatures.inputs, 0);
    let mut state = ViewState { inputs, ..ViewState::default() };
    let none = BTreeMap::new();
    for stream in 0..streams {
        let count = scalars(&signatures.outputs, stream);
        let stores = written.get(&stream).unwrap_or(&none);
        let facts = reader.facts(&mut gather, stores, count, false, None)?;
        state.outputs.push(facts.dependence(inputs, uses_view));
    }
    let patches = scalars(&signatures.patches, 0);
    match shape {
        Shape::Hull | Shape::Mesh => {
            let written = match patch {
                Some(patch) => stores(program, &mut gather, entry, patch, true)?,
                None => Stores::new(),
            };
            let stores = written.get(&0).unwrap_or(&none);
            let facts = reader.facts(&mut gather, stores, patches, true, state.outputs.first())?;
            let inputs = if shape == Shape::Mesh { 0 } else { inputs };
            state.patches = Some(facts.dependence(inputs, uses_view));
        }
        Shape::Domain => {
            let count = state.outputs.first().map_or(0, |outputs| outputs.scalars);
            let stores = written.get(&0).unwrap_or(&none);
            let facts = reader.facts(&mut gather, stores, count, true, None)?;
            let mut dependence = facts.dependence(patches, false);
            dependence.scalars = patches;
            state.patches = Some(dependence);
        }
        Shape::Plain | Shape::Geometry => {}
    }
    if shape == Shape::Mesh {
        for outputs in &mut state.outputs {
            outputs.contributions.clear();
        }
    }
    Ok(Some(state))
}

/// A value stored to an output.
#[derive(Clone, Copy, Debug)]
struct Store {
    function: FunctionId,
    block: u32,
    value: ValueId,
}

/// Stores by stream and scalar.
type Stores = BTreeMap<u32, BTreeMap<u32, Vec<Store>>>;

/// Arguments of a signature operation: element, rows, column of the scalar.
struct Access<'e> {
    element: &'e Element,
    rows: std::ops::Range<u32>,
    column: u8,
}

fn access<'e>(
    program: &Program<'_>,
    body: &Body,
    arguments: &[ValueId],
    elements: &'e [Element],
) -> Option<Access<'e>> {
    let number = |place: usize| program.unsigned(body, *arguments.get(place)?);
    let id = number(1)?;
    let element = elements.iter().find(|element| element.id == id)?;
    let rows = match number(2) {
        Some(row) if row < element.rows => row..row + 1,
        Some(_) => return None,
        None => 0..element.rows,
    };
    let column = u8::try_from(number(3)?).ok()?;
    Some(Access { element, rows, column })
}

/// Stores in the functions reachable from an entry.
fn stores(
    program: &Program<'_>,
    gather: &mut Gather<'_, '_>,
    entry: &Entry,
    from: FunctionId,
    for_patches: bool,
) -> Result<Stores, DependenceError> {
    let functions = program.reachable(from);
    gather.enter(&functions)?;
    let mut stores = Stores::new();
    for &function in &functions {
        let Some(body) = program.body(function) else {
            continue;
        };
        for (block, range) in (0u32..).zip(&body.blocks) {
            for index in range.clone() {
                let Some(instruction) = body.instruction(InstructionId(index)) else {
                    continue;
                };
                let Some((access, value)) = written(program, body, instruction, entry, for_patches) else {
                    continue;
                };
                let stream = stores.entry(access.element.stream).or_default();
                // A row that is not constant may be any row.
                for row in access.rows {
                    gather.spend(1)?;
                    let scalar = access.element.scalar(row, access.column);
                    if let Some(scalar) = scalar.filter(|&scalar| scalar < MAX_SCALARS) {
                        let store = Store { function, block, value };
                        stream.entry(scalar).or_default().push(store);
                    }
                }
            }
        }
    }
    Ok(stores)
}

/// Scalars that an instruction stores to the given signature, and the value; `None` if it stores none.
fn written<'e>(
    program: &Program<'_>,
    body: &Body,
    instruction: &Instruction,
    entry: &'e Entry,
    for_patches: bool,
) -> Option<(Access<'e>, ValueId)> {
    let operation = program.operation(body, instruction)?;
    let stores = [
        opcode::STORE_OUTPUT,
        opcode::STORE_VERTEX_OUTPUT,
        opcode::STORE_PATCH_CONSTANT,
        opcode::STORE_PRIMITIVE_OUTPUT,
    ];
    if !stores.contains(&operation.code) {
        return None;
    }
    let is_patch = signature(operation.code)? == SignatureKind::Patches;
    if is_patch != for_patches {
        return None;
    }
    let elements = if for_patches { &entry.signatures.patches } else { &entry.signatures.outputs };
    let access = access(program, body, operation.arguments, elements)?;
    access.element.place?;
    Some((access, operation.argument(4)?))
}

/// Dependence of outputs on inputs and the view id.
struct Facts {
    scalars: u32,
    view: Mask,
    /// Outputs by input.
    inputs: BTreeMap<u32, Mask>,
}

impl Facts {
    fn add(&mut self, input: u32, output: u32) {
        let scalars = self.scalars;
        self.inputs.entry(input).or_insert_with(|| Mask::new(scalars)).insert(output);
    }

    fn dependence(mut self, inputs: u32, uses_view: bool) -> Dependence {
        let scalars = self.scalars;
        Dependence {
            scalars,
            view: (uses_view && scalars > 0).then_some(self.view),
            contributions: match scalars {
                0 => Vec::new(),
                _ => (0..inputs)
                    .map(|input| self.inputs.remove(&input).unwrap_or_else(|| Mask::new(scalars)))
                    .collect(),
            },
        }
    }
}

/// Finds input reads among contributing instructions.
struct Reader<'p, 'm> {
    program: &'p Program<'m>,
    entry: &'p Entry,
    shape: Shape,
}

impl Reader<'_, '_> {
    /// Dependence of the stored values. `for_patches`: patch constants, written by hull and read by domain
    /// shaders. `outputs`: dependence of a hull shader's outputs, which its patch constants may read.
    fn facts(
        &self,
        gather: &mut Gather<'_, '_>,
        stores: &BTreeMap<u32, Vec<Store>>,
        scalars: u32,
        for_patches: bool,
        outputs: Option<&Dependence>,
    ) -> Result<Facts, DependenceError> {
        let mut facts = Facts { scalars, view: Mask::new(scalars), inputs: BTreeMap::new() };
        for (&output, stores) in stores {
            for (function, id) in gather.contributing(stores)? {
                self.read(function, id, output, for_patches, outputs, &mut facts);
            }
        }
        Ok(facts)
    }

    fn read(
        &self,
        function: FunctionId,
        id: InstructionId,
        output: u32,
        for_patches: bool,
        outputs: Option<&Dependence>,
        facts: &mut Facts,
    ) -> Option<()> {
        let body = self.program.body(function)?;
        let operation = self.program.operation(body, body.instruction(id)?)?;
        let signatures = &self.entry.signatures;
        let domain_patches = self.shape == Shape::Domain && for_patches;
        let (elements, through_outputs) = match operation.code {
            opcode::VIEW_ID => {
                facts.view.insert(output);
                return None;
            }
            opcode::LOAD_INPUT if !domain_patches => (&signatures.inputs, false),
            opcode::LOAD_OUTPUT_CONTROL_POINT if self.shape == Shape::Hull => (&signatures.outputs, true),
            opcode::LOAD_OUTPUT_CONTROL_POINT if self.shape == Shape::Domain && !for_patches => {
                (&signatures.inputs, false)
            }
            opcode::LOAD_PATCH_CONSTANT if domain_patches => (&signatures.patches, false),
            _ => return None,
        };
        let access = access(self.program, body, operation.arguments, elements)?;
        for row in access.rows {
            let Some(input) = access.element.scalar(row, access.column) else {
                continue;
            };
            match outputs.filter(|_| through_outputs) {
                None => facts.add(input, output),
                // The value read is a control-point output: its inputs are inputs here.
                Some(outputs) => {
                    if outputs.view.as_ref().is_some_and(|view| view.contains(input)) {
                        facts.view.insert(output);
                    }
                    for (number, mask) in (0..).zip(&outputs.contributions) {
                        if mask.contains(input) {
                            facts.add(number, output);
                        }
                    }
                }
            }
        }
        Some(())
    }
}

//! Checks the calls that mesh and amplification shaders make once.

use super::context::{Validator, kind};
use super::flow::Flow;
use super::{Subject, rules};
use crate::analysis::opcode;
use crate::ir::{Body, FunctionId, InstructionId, LabelId};

/// Bytes of payload between amplification and mesh shaders.
const MAX_PAYLOAD: u64 = 16 * 1024;

/// Calls of one function.
#[derive(Clone, Debug, Default)]
pub(super) struct MeshCalls {
    counts: Vec<InstructionId>,
    payloads: Vec<InstructionId>,
    dispatches: Vec<InstructionId>,
    outputs: Vec<InstructionId>,
}

impl MeshCalls {
    /// Notes a call.
    pub(super) fn add(&mut self, code: u32, id: InstructionId) {
        match code {
            opcode::SET_MESH_OUTPUT_COUNTS => self.counts.push(id),
            opcode::GET_MESH_PAYLOAD => self.payloads.push(id),
            opcode::DISPATCH_MESH => self.dispatches.push(id),
            opcode::STORE_VERTEX_OUTPUT | opcode::STORE_PRIMITIVE_OUTPUT | opcode::EMIT_INDICES => {
                self.outputs.push(id);
            }
            _ => {}
        }
    }

    /// Checks the calls of a function.
    pub(super) fn check(
        &self,
        validator: &mut Validator<'_>,
        function: FunctionId,
        body: &Body,
        flow: &Flow,
    ) {
        let role = validator.role(function);
        let (Some(entry), shader) = (role.entry, role.kind) else { return };
        for (name, calls) in [
            ("SetMeshOutputCounts", &self.counts),
            ("GetMeshPayload", &self.payloads),
            ("DispatchMesh", &self.dispatches),
        ] {
            for &id in calls.iter().skip(1) {
                let message = format!("found {name} again, expected one call");
                validator.report(&rules::MESH_CALLS, Subject::Instruction(function, id), message);
            }
        }
        match shader {
            kind::MESH => self.mesh(validator, function, body, flow, entry),
            kind::AMPLIFICATION => self.amplification(validator, function, body, flow, entry),
            _ => {}
        }
    }

    fn mesh(
        &self,
        validator: &mut Validator<'_>,
        function: FunctionId,
        body: &Body,
        flow: &Flow,
        entry: usize,
    ) {
        // The last call counts, as in the validator.
        let counts = self.counts.last().copied();
        for &id in &self.outputs {
            let message = match counts {
                None => "found an output without SetMeshOutputCounts, expected that call before it",
                // The order within a block is not looked at.
                Some(counts) if !flow.passes_block_of(body, counts, id) => {
                    "found an output that SetMeshOutputCounts does not always precede"
                }
                Some(_) => continue,
            };
            validator.report(&rules::MESH_CALLS, Subject::Instruction(function, id), message);
        }
        let stated = validator.shader.entries.get(entry).and_then(|entry| entry.properties.mesh);
        let stated = stated.map_or(0, |mesh| u64::from(mesh.payload));
        if let Some(size) = self.payloads.last().and_then(|&id| result_size(validator, body, id)) {
            payload(validator, entry, crate::shader::entry::tag::MESH, size, stated);
        }
    }

    fn amplification(
        &self,
        validator: &mut Validator<'_>,
        function: FunctionId,
        body: &Body,
        flow: &Flow,
        entry: usize,
    ) {
        let Some(&dispatch) = self.dispatches.last() else {
            let message = "found no DispatchMesh, expected one call";
            validator.report(&rules::MESH_CALLS, Subject::Function(function), message);
            return;
        };
        let block = block_of(body, dispatch);
        if block.is_some_and(|block| !flow.is_on_every_path(body, block)) {
            let message = "found DispatchMesh on some paths, expected it on every path";
            validator.report(&rules::MESH_CALLS, Subject::Instruction(function, dispatch), message);
        }
        let stated = validator.shader.entries.get(entry).and_then(|entry| entry.properties.amplification);
        let stated = stated.map_or(0, |amplification| u64::from(amplification.payload));
        if let Some(size) = argument_size(validator, body, dispatch) {
            payload(validator, entry, crate::shader::entry::tag::AMPLIFICATION, size, stated);
        }
    }
}

/// Block of an instruction.
pub(super) fn block_of(body: &Body, id: InstructionId) -> Option<LabelId> {
    // Blocks follow each other.
    let after = body.blocks.partition_point(|range| range.start <= id.0);
    after.checked_sub(1).map(LabelId::at)
}

fn result_size(validator: &Validator<'_>, body: &Body, id: InstructionId) -> Option<u64> {
    let ty = validator.types.pointee(body.instruction(id)?.ty)?;
    Some(validator.layout.allocation(validator.program.module, ty))
}

fn argument_size(validator: &Validator<'_>, body: &Body, id: InstructionId) -> Option<u64> {
    let payload = *body.operands(body.instruction(id)?).last()?;
    let ty = validator.types.pointee(validator.program.scope(body).type_of(payload)?)?;
    Some(validator.layout.allocation(validator.program.module, ty))
}

fn payload(validator: &mut Validator<'_>, entry: usize, tag: u32, size: u64, stated: u64) {
    let message = if stated < size {
        format!("found a payload of {size} bytes, expected at most the {stated} that are stated")
    } else if stated > MAX_PAYLOAD || size > MAX_PAYLOAD {
        format!("found a payload of {} bytes, expected at most {MAX_PAYLOAD}", stated.max(size))
    } else {
        return;
    };
    validator.report(&rules::MESH, Subject::Property(entry, tag), message);
}

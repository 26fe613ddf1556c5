//! Spells the stream that geometry shaders append vertices to.

use std::collections::HashSet;

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::execution_mode;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Module};

use super::Hlsl;
use crate::refusal::Reason;
use crate::text::{Operation, Writer};

/// The stream of a geometry shader.
#[derive(Default)]
pub(super) struct Geometry {
    stream: String,
    /// Functions that emit vertices or end primitives, directly or by calls.
    emitters: HashSet<Id>,
    /// True if the vertex is a static variable.
    shares_vertex: bool,
}

impl Writer<'_, '_, Hlsl> {
    /// Finds the functions that take the stream.
    pub(super) fn name_stream(&mut self) {
        if self.stage != Stage::Geometry {
            return;
        }
        if !emitters(self.module).contains(&self.entry.function) {
            self.at = self.entry.at;
            self.refuse(
                Reason::Interface,
                "the geometry shader emits no vertex, but HLSL compilers require its outputs to be written",
            );
        }
        let geometry = Geometry {
            stream: self.names.take("stream"),
            emitters: emitters(self.module),
            shares_vertex: false,
        };
        self.language.geometry = geometry;
    }

    /// Called where the vertex is used.
    pub(super) fn use_output(&mut self) {
        if !self.in_entry() {
            self.language.geometry.shares_vertex = true;
        }
    }

    /// Writes an operation that emits a vertex or ends a primitive; false for others.
    pub(super) fn stream_operation(&mut self, operation: &Operation<'_>) -> bool {
        let call = match operation.opcode {
            op::EMIT_VERTEX | op::EMIT_STREAM_VERTEX => {
                if let Some(position) = self.position() {
                    let lines = self.position_changes(&position);
                    self.insert_lines(&lines);
                }
                self.use_output();
                format!("Append({})", self.language.ports.output)
            }
            op::END_PRIMITIVE | op::END_STREAM_PRIMITIVE => "RestartStrip()".to_owned(),
            _ => return false,
        };
        let stream = operation.operands.first().and_then(|stream| self.constant_of(*stream));
        if stream.is_some_and(|stream| stream != 0) {
            self.lacks(Reason::Instruction, "a second stream of vertices");
        }
        let text = format!("{}.{call}", self.language.geometry.stream);
        self.out.push_str(&text);
        true
    }

    /// The parameter for the stream.
    pub(super) fn stream_parameter(&mut self) -> Option<String> {
        if self.stage != Stage::Geometry {
            return None;
        }
        let kinds = [
            (execution_mode::OUTPUT_POINTS, "PointStream"),
            (execution_mode::OUTPUT_LINE_STRIP, "LineStream"),
            (execution_mode::OUTPUT_TRIANGLE_STRIP, "TriangleStream"),
        ];
        let Some((_, kind)) = kinds.into_iter().find(|kind| self.entry.modes.contains_key(&kind.0)) else {
            self.at = self.entry.at;
            self.refuse(Reason::Interface, "the geometry shader has no mode for its output primitives");
            return None;
        };
        let ty = &self.language.ports.output_type;
        Some(format!("inout {kind}<{ty}> {}", self.language.geometry.stream))
    }

    /// The parameter for the stream of a function that emits vertices.
    pub(super) fn passed_stream(&mut self, function: Id) -> Option<String> {
        self.takes_stream(function).then(|| self.stream_parameter()).flatten()
    }

    /// The stream, as an argument for a function that takes it.
    pub(super) fn stream_argument(&self, function: Id) -> Option<String> {
        self.takes_stream(function).then(|| self.language.geometry.stream.clone())
    }

    fn takes_stream(&self, function: Id) -> bool {
        self.language.geometry.emitters.contains(&function)
    }

    /// Declaration of the vertex, if it is a static variable.
    pub(super) fn shared_vertex(&self) -> String {
        if !self.language.geometry.shares_vertex {
            return String::new();
        }
        let ports = &self.language.ports;
        format!("\nstatic {0} {1} = ({0})0;\n", ports.output_type, ports.output)
    }

    pub(super) fn shares_vertex(&self) -> bool {
        self.language.geometry.shares_vertex
    }

    /// Attributes of the entry point.
    pub(super) fn geometry_attributes(&mut self) -> String {
        let first = |mode: u32| self.entry.modes.get(&mode).and_then(|operands| operands.first()).copied();
        let (count, instances) =
            (first(execution_mode::OUTPUT_VERTICES), first(execution_mode::INVOCATIONS).unwrap_or(1));
        let Some(count) = count else {
            self.at = self.entry.at;
            self.refuse(Reason::Interface, "the geometry shader has no OutputVertices mode");
            return String::new();
        };
        let mut text = format!("[maxvertexcount({count})]\n");
        if instances > 1 {
            self.since(50, Reason::Interface, "instances of geometry shaders");
            text.push_str(&format!("[instance({instances})]\n"));
        }
        text
    }
}

/// Functions that emit vertices or end primitives, directly or by calls.
fn emitters(module: &Module) -> HashSet<Id> {
    let mut found = HashSet::new();
    loop {
        let before = found.len();
        for function in &module.functions {
            let emits =
                function.blocks.iter().flat_map(|block| &block.body).any(|&at| match module.opcode(at) {
                    op::EMIT_VERTEX
                    | op::END_PRIMITIVE
                    | op::EMIT_STREAM_VERTEX
                    | op::END_STREAM_PRIMITIVE => true,
                    op::FUNCTION_CALL => found.contains(&module.word(at, 0)),
                    _ => false,
                });
            if emits {
                found.insert(function.id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

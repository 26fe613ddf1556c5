//! Spells what geometry shaders give: streams of vertices.

use std::collections::HashSet;

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::execution_mode;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Module};

use super::Hlsl;
use crate::refusal::Reason;
use crate::text::{Operation, Writer};

/// What a geometry shader gives.
#[derive(Default)]
pub(super) struct Geometry {
    stream: String,
    /// Functions that give vertices or end primitives, by themselves or in what they call.
    givers: HashSet<Id>,
    /// True if the vertex is a variable of all functions.
    shares_vertex: bool,
}

impl Writer<'_, '_, Hlsl> {
    /// Finds the functions that take the stream.
    pub(super) fn name_stream(&mut self) {
        if self.stage != Stage::Geometry {
            return;
        }
        if !givers(self.module).contains(&self.entry.function) {
            self.at = self.entry.at;
            self.refuse(
                Reason::Interface,
                "the geometry shader gives no vertex, and compilers of HLSL want its outputs written",
            );
        }
        let geometry =
            Geometry { stream: self.names.take("stream"), givers: givers(self.module), shares_vertex: false };
        self.language.geometry = geometry;
    }

    /// Called where the vertex is used.
    pub(super) fn use_output(&mut self) {
        if !self.in_entry() {
            self.language.geometry.shares_vertex = true;
        }
    }

    /// Writes what gives a vertex or ends a primitive; false for other operations.
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

    /// The parameter for the stream, if there is something to give.
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
            self.refuse(Reason::Interface, "the geometry shader does not say what primitives it gives");
            return None;
        };
        let ty = &self.language.ports.output_type;
        Some(format!("inout {kind}<{ty}> {}", self.language.geometry.stream))
    }

    /// The parameter for the stream of a function besides the entry point that gives vertices.
    pub(super) fn passed_stream(&mut self, function: Id) -> Option<String> {
        self.takes_stream(function).then(|| self.stream_parameter()).flatten()
    }

    /// The stream, as an argument for a function that takes it.
    pub(super) fn stream_argument(&self, function: Id) -> Option<String> {
        self.takes_stream(function).then(|| self.language.geometry.stream.clone())
    }

    fn takes_stream(&self, function: Id) -> bool {
        self.language.geometry.givers.contains(&function)
    }

    /// The vertex that is filled, where it is a variable of all functions.
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
            self.refuse(Reason::Interface, "the geometry shader does not say how many vertices it gives");
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

/// Functions that give vertices or end primitives, by themselves or in what they call.
fn givers(module: &Module) -> HashSet<Id> {
    let mut found = HashSet::new();
    loop {
        let before = found.len();
        for function in &module.functions {
            let gives =
                function.blocks.iter().flat_map(|block| &block.body).any(|&at| match module.opcode(at) {
                    op::EMIT_VERTEX
                    | op::END_PRIMITIVE
                    | op::EMIT_STREAM_VERTEX
                    | op::END_STREAM_PRIMITIVE => true,
                    op::FUNCTION_CALL => found.contains(&module.word(at, 0)),
                    _ => false,
                });
            if gives {
                found.insert(function.id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

//! Spells the streams that geometry shaders append vertices to.

use std::collections::BTreeSet;

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{decoration, execution_mode};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Module};

use super::Hlsl;
use super::ports::{Key, WHOLE};
use crate::interface::element;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Empty, Operation, Writer, append, joined};

/// Most streams of a geometry shader.
const MAX_STREAMS: u32 = 4;

/// A stream of vertices.
#[derive(Clone)]
struct Stream {
    /// The parameter.
    name: Name,
    /// The variable of the vertex that is appended, and its type.
    vertex: Name,
    ty: Name,
    /// True if vertices are appended to it.
    is_fed: bool,
}

/// The streams of a geometry shader.
#[derive(Default)]
pub(super) struct Geometry {
    /// By number: parameters are numbered in their order.
    streams: Vec<Stream>,
    /// Type of the vertices of streams that none is appended to; empty if there are none.
    nothing: Name,
    /// Functions that emit vertices or end primitives, directly or by calls.
    emitters: BTreeSet<Id>,
    /// True if the vertices are static variables.
    shares_vertex: bool,
}

impl Empty for Geometry {
    const EMPTY: &'static Self = &Geometry {
        streams: Vec::new(),
        nothing: Name::new_static(""),
        emitters: BTreeSet::new(),
        shares_vertex: false,
    };
}

impl Writer<'_, '_, Hlsl> {
    /// Names the streams, and finds the functions that take them.
    pub(super) fn name_streams(&mut self) {
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
        let fed = self.fed_streams();
        let of_ports = self.language.ports.all.values().map(|port| port.stream);
        let count = of_ports.chain(fed.iter().copied()).max().unwrap_or(0).saturating_add(1);
        if count > MAX_STREAMS {
            self.at = self.entry.at;
            self.refuse(Reason::Interface, "HLSL has four streams of vertices");
        }
        if count > 1 {
            self.at = self.entry.at;
            self.since(50, Reason::Interface, "streams of vertices besides the first");
            if !self.entry.modes.contains_key(&execution_mode::OUTPUT_POINTS) {
                self.refuse(Reason::Interface, "several streams of vertices are points in HLSL");
            }
        }
        let mut streams = Vec::new();
        for number in 0..count.min(MAX_STREAMS) {
            let suffix = if number == 0 { String::new() } else { number.to_string() };
            let mut take = |word: &str| self.names.take(&joined!(word, suffix));
            let name = take("stream");
            let (vertex, ty) = match number {
                0 => (self.language.ports.output.clone(), self.language.ports.output_type.clone()),
                _ => (take("output"), take("GeometryOutput")),
            };
            streams.push(Stream { name, vertex, ty, is_fed: fed.contains(&number) });
        }
        let has_all = streams.iter().all(|stream| stream.is_fed);
        let nothing = if has_all { Name::default() } else { self.names.take("Nothing") };
        let emitters = emitters(self.module);
        self.language.geometry = Geometry { streams, nothing, emitters, shares_vertex: false }.into();
    }

    /// Numbers of the streams that vertices are appended to.
    fn fed_streams(&self) -> BTreeSet<u32> {
        let code = self.module.functions.iter().flat_map(|function| function.walk());
        let stream = |at| match self.module.opcode(at) {
            op::EMIT_VERTEX => Some(0),
            op::EMIT_STREAM_VERTEX => self.module.constant_u32(self.module.word(at, 0)),
            _ => None,
        };
        code.filter_map(stream).collect()
    }

    /// The stream that an output belongs to.
    pub(super) fn stream_of(&self, (var, member): Key) -> u32 {
        if self.stage != Stage::Geometry {
            return 0;
        }
        let variable = self.tree.variable(var);
        let of_member = || {
            let inner = element(self.module, variable.ty);
            let member = if member == WHOLE { 0 } else { member };
            self.annotations.member_value(inner, member, decoration::STREAM)
        };
        self.annotations.value(variable.id, decoration::STREAM).or_else(of_member).unwrap_or(0)
    }

    /// The variable of the vertex of a stream.
    pub(super) fn vertex_of(&self, stream: u32) -> Name {
        let known = self.language.geometry.streams.get(stream as usize);
        known.map_or_else(|| self.language.ports.output.clone(), |stream| stream.vertex.clone())
    }

    /// Streams whose vertices are declared: those with outputs, and those that one is appended to.
    fn declared_streams(&self) -> impl Iterator<Item = (u32, &Stream)> {
        let has_ports = |number| {
            let mut ports = self.language.ports.all.values();
            ports.any(|port| port.is_output && port.stream == number)
        };
        let streams = (0..).zip(&self.language.geometry.streams);
        streams.filter(move |(number, stream)| stream.is_fed || has_ports(*number))
    }

    /// Types of the vertices of a geometry shader, with the numbers of their streams.
    pub(super) fn vertex_types(&self) -> Vec<(u32, Name)> {
        self.declared_streams().map(|(number, stream)| (number, stream.ty.clone())).collect()
    }

    /// The structure for streams that no vertex is appended to.
    pub(super) fn no_vertex(&self) -> String {
        match self.language.geometry.nothing.as_str() {
            "" => String::new(),
            name => joined!("\nstruct ", name, " {\n    uint nothing : NOTHING;\n};\n"),
        }
    }

    /// Called where the vertex is used.
    pub(super) fn use_output(&mut self) {
        if !self.in_entry() {
            self.language.geometry.shares_vertex = true;
        }
    }

    /// Writes an operation that emits a vertex or ends a primitive; false for others.
    pub(super) fn stream_operation(&mut self, operation: &Operation<'_>) -> bool {
        let stream = operation.operands.first().map_or(Some(0), |stream| self.constant_of(*stream));
        let known = stream.and_then(|stream| self.language.geometry.streams.get(stream as usize)).cloned();
        let call = match operation.opcode {
            op::EMIT_VERTEX | op::EMIT_STREAM_VERTEX => {
                // Only vertices of the first stream are rasterized.
                if let Some(position) = self.position().filter(|_| stream == Some(0)) {
                    let lines = self.position_changes(&position);
                    self.insert_lines(&lines);
                }
                self.use_output();
                joined!("Append(", known.as_ref().map_or("", |stream| &stream.vertex), ")")
            }
            op::END_PRIMITIVE | op::END_STREAM_PRIMITIVE => "RestartStrip()".to_owned(),
            _ => return false,
        };
        // A stream that nothing is appended to has no primitive to end.
        let Some(known) = known else { return operation.opcode == op::END_STREAM_PRIMITIVE };
        self.out.push_str(&joined!(known.name, ".", call));
        true
    }

    /// The parameters for the streams.
    pub(super) fn stream_parameters(&mut self) -> Option<String> {
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
        let streams = self.language.geometry.streams.iter();
        let parameters = streams.map(|stream| {
            let ty = if stream.is_fed { &stream.ty } else { &self.language.geometry.nothing };
            joined!("inout ", kind, "<", ty, "> ", stream.name)
        });
        Some(parameters.collect::<Vec<_>>().join(", "))
    }

    /// The parameters for the streams of a function that emits vertices.
    pub(super) fn passed_streams(&mut self, function: Id) -> Option<String> {
        self.takes_streams(function).then(|| self.stream_parameters()).flatten()
    }

    /// The streams, as arguments for a function that takes them.
    pub(super) fn stream_arguments(&self, function: Id) -> Option<String> {
        let streams = self.language.geometry.streams.iter().map(|stream| stream.name.as_str());
        self.takes_streams(function).then(|| streams.collect::<Vec<_>>().join(", "))
    }

    fn takes_streams(&self, function: Id) -> bool {
        self.language.geometry.emitters.contains(&function)
    }

    /// Declarations of the vertices.
    pub(super) fn vertices(&self) -> Vec<String> {
        let streams = self.declared_streams();
        streams.map(|(_, stream)| format!("{0} {1} = ({0})0;", stream.ty, stream.vertex)).collect()
    }

    /// Declarations of the vertices, if they are static variables.
    pub(super) fn shared_vertices(&self) -> String {
        if !self.language.geometry.shares_vertex {
            return String::new();
        }
        let lines: String = self.vertices().iter().map(|line| joined!("static ", line, "\n")).collect();
        joined!("\n", lines)
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
        // The language has none that give no vertex.
        let mut text = joined!("[maxvertexcount(", count.max(1), ")]\n");
        if instances > 1 {
            self.since(50, Reason::Interface, "instances of geometry shaders");
            append!(text, "[instance(", instances, ")]\n");
        }
        text
    }
}

/// Functions that emit vertices or end primitives, directly or by calls.
fn emitters(module: &Module) -> BTreeSet<Id> {
    let mut found = BTreeSet::new();
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

//! Arrays of inputs and outputs for the vertices of a primitive: their size follows from the layout of the stage.

use glassbox_core::stage::Stage;

use crate::model::{At, GlobalId, Primitive, Storage, flag};
use crate::parse::Parser;
use crate::rules::{DECLARATION, INTERFACE};
use crate::types::{Length, Type};

/// `gl_MaxPatchVertices`
pub(crate) const MAX_PATCH_VERTICES: u32 = 32;

impl Primitive {
    /// Vertices of a primitive.
    pub(crate) fn vertices(self) -> u32 {
        match self {
            Primitive::Points => 1,
            Primitive::Lines | Primitive::LineStrip | Primitive::Isolines => 2,
            Primitive::Triangles | Primitive::TriangleStrip => 3,
            Primitive::LinesAdjacency | Primitive::Quads => 4,
            Primitive::TrianglesAdjacency => 6,
        }
    }
}

impl Parser<'_> {
    /// How many elements the outermost dimension of a variable has, where the layout of the stage says so.
    pub(crate) fn implied_size(&self, id: GlobalId) -> Option<u32> {
        let global = self.program.global(id);
        let modes = &self.program.modes;
        let vertices = modes.vertices.map(|(vertices, _)| vertices);
        match self.program.stage() {
            Stage::Geometry => modes.input_primitive.map(|(primitive, _)| primitive.vertices()),
            Stage::TessellationControl => vertices,
            Stage::Fragment => Some(3),
            Stage::Mesh => {
                let name: &str = &global.name;
                let output = modes.output_primitive.map(|(primitive, _)| primitive.vertices());
                match name {
                    "gl_PrimitiveIndicesNV" => Some(modes.primitives? * output?),
                    "gl_PrimitivePointIndicesEXT"
                    | "gl_PrimitiveLineIndicesEXT"
                    | "gl_PrimitiveTriangleIndicesEXT" => modes.primitives,
                    _ if self.is_per_primitive(id) => modes.primitives,
                    _ => vertices,
                }
            }
            _ => None,
        }
    }

    fn is_per_primitive(&self, id: GlobalId) -> bool {
        let global = self.program.global(id);
        let types = &self.program.types;
        let members = types.as_structure(types.innermost(global.ty)).filter(|structure| structure.is_block);
        let first = members.and_then(|structure| structure.members.first());
        global.qualifiers.has(flag::PER_PRIMITIVE)
            || first.is_some_and(|member| member.qualifiers.has(flag::PER_PRIMITIVE))
    }

    /// Whether the layout of the stage says the size of a variable.
    fn is_sized_by_layout(&self, id: GlobalId) -> bool {
        let global = self.program.global(id);
        let is_array = matches!(global.ty, Type::Array(_));
        let is_input = global.storage == Storage::In;
        let is_output = global.storage == Storage::Out;
        is_array
            && match self.program.stage() {
                Stage::Geometry => is_input,
                Stage::TessellationControl => is_output && !global.qualifiers.has(flag::PATCH),
                Stage::Fragment => is_input && global.qualifiers.has(flag::PER_VERTEX),
                Stage::Mesh => is_output && !global.qualifiers.has(flag::PER_TASK),
                _ => false,
            }
    }

    /// Sizes a new input or output, or remembers it until the layout is known.
    pub(crate) fn add_io_array(&mut self, id: GlobalId, at: At) {
        if self.is_sized_by_layout(id) {
            self.declared.io_arrays.push(id);
            self.size_io_array(id, at);
            return;
        }
        let global = self.program.global(id);
        let is_patch = global.qualifiers.has(flag::PATCH);
        let is_input = global.storage == Storage::In && !is_patch;
        let stage = self.program.stage();
        let is_tessellation = matches!(stage, Stage::TessellationControl | Stage::TessellationEvaluation);
        let Type::Array(array) = global.ty else {
            let needs_array = self.is_arrayed_interface(global.storage, &global.qualifiers)
                && !global.qualifiers.layout().other.contains(&"passthrough");
            if needs_array && global.built_in.is_none() && global.ty != Type::Error {
                let message = "found a variable that is no array, expected an array over the vertices";
                let finding = self.finding(&DECLARATION, at, message);
                self.add(finding.help("write `[]` behind the name"));
            }
            return;
        };
        if !is_input || !is_tessellation {
            return;
        }
        match self.program.types.array_of(array).length {
            Length::Unsized => {
                self.program.types.set_length(array, Length::Fixed(MAX_PATCH_VERTICES));
            }
            Length::Fixed(MAX_PATCH_VERTICES) => {}
            _ => {
                let message = format!(
                    "found another size of an input than {MAX_PATCH_VERTICES}, expected `gl_MaxPatchVertices` or none"
                );
                let finding = self.finding(&INTERFACE, at, message);
                self.add(finding.help("write `[]`"));
            }
        }
    }

    /// Sizes all inputs and outputs anew, after the layout has said more.
    pub(crate) fn size_io_arrays(&mut self, at: At) {
        for id in self.declared.io_arrays.clone() {
            self.size_io_array(id, at);
        }
    }

    fn size_io_array(&mut self, id: GlobalId, at: At) {
        let (Some(size), Type::Array(array)) = (self.implied_size(id), self.program.global(id).ty) else {
            return;
        };
        let stated = self.program.types.array_of(array).length;
        match stated {
            Length::Unsized => self.program.types.set_length(array, Length::Fixed(size)),
            Length::Fixed(length) => {
                let is_fragment = self.program.stage() == Stage::Fragment;
                let is_wrong = if is_fragment { length > size } else { length != size };
                if is_wrong {
                    let first = self.program.global(id).at;
                    let message = format!(
                        "found an array of {length}, expected {size} as the layout of the stage says"
                    );
                    let finding = self.finding_with(&INTERFACE, at, message, (first, "the array"));
                    self.add(finding.help("write `[]`, or the number that the layout says"));
                }
            }
            Length::Specialized(_) => {}
        }
    }
}

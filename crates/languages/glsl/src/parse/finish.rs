//! The end of a text: sizes that are still open, and what the stage has to state.

use foldhash::HashMap;
use glassbox_core::stage::Stage;

use super::require::{GEOMETRY, MESH, Since, TESSELLATION};
use crate::model::{At, ExpressionKind, GlobalId, Layout, Storage};
use crate::parse::Parser;
use crate::rules::{FUNCTION, INTERFACE, STAGE_LAYOUT};
use crate::types::{ArrayId, Length, Type};

/// Variables and members of blocks that expressions name, where they do first.
type Accesses = HashMap<(GlobalId, Option<u32>), At>;

impl Parser<'_> {
    /// Checks a text.
    pub(super) fn end_text(&mut self) {
        self.declared.precisions.truncate(1);
        self.check_stage_version();
        self.check_inner_function();
        self.check_joined_flags();
        self.join_local_size();
        self.check_coordinates();
    }

    /// Checks and completes the program.
    pub(super) fn finish(&mut self) {
        self.check_main();
        self.check_calls();
        self.size_open_arrays();
        let accesses = self.accesses();
        self.check_accesses(&accesses);
        self.check_outputs(&accesses);
        self.finish_captures();
        self.check_stage_layout();
        self.check_workgroup();
        self.check_shared();
        self.warn_unused();
    }

    /// Which versions have the stage.
    fn check_stage_version(&mut self) {
        let end = self.last_token();
        let is_embedded = self.program.environment.is_embedded();
        match self.program.stage() {
            Stage::Geometry if is_embedded => {
                self.needs(end, "a geometry shader", Since(0, 320), &GEOMETRY);
            }
            Stage::TessellationControl | Stage::TessellationEvaluation if is_embedded => {
                self.needs(end, "a tessellation shader", Since(0, 320), &TESSELLATION);
            }
            Stage::TessellationControl | Stage::TessellationEvaluation => {
                self.needs(end, "a tessellation shader", Since(400, 0), &["GL_ARB_tessellation_shader"]);
            }
            Stage::Compute => {
                self.needs(end, "a compute shader", Since(430, 310), &["GL_ARB_compute_shader"]);
            }
            Stage::Task | Stage::Mesh => {
                self.needs_extension(end, "a mesh or task shader", &MESH);
            }
            _ => {}
        }
    }

    fn check_main(&mut self) {
        if self.program.main.is_none() {
            let end = self.last_token();
            let finding = self.finding(&FUNCTION, end, "found no function `main` with a body, expected one");
            self.add(finding.help("write `void main() { … }`"));
        }
    }

    /// A function in a function: an error of its own, unless a brace is missing.
    fn check_inner_function(&mut self) {
        if let Some(at) = self.declared.inner_function
            && !self.declared.is_open_reported
        {
            let finding = self.finding(&FUNCTION, at, "found a function in a function, expected it outside");
            self.add(finding.help("move the function out"));
        }
    }

    /// Sizes arrays that the text leaves without a size, by their largest index.
    fn size_open_arrays(&mut self) {
        let mut open = Vec::new();
        let has_descriptors = self.program.environment.has("GL_EXT_nonuniform_qualifier");
        for global in &self.program.globals {
            let types = &self.program.types;
            let innermost = types.innermost(global.ty);
            let is_resource = innermost.is_opaque()
                || types.as_structure(innermost).is_some_and(|structure| structure.is_block)
                    && matches!(global.storage, Storage::Uniform | Storage::Buffer);
            if let Type::Array(id) = global.ty
                && !(is_resource && has_descriptors)
            {
                open.push(id);
            }
            let is_buffer =
                global.storage.is_heap() || matches!(global.storage, Storage::Buffer | Storage::ShaderRecord);
            let is_open_uniform = global.storage == Storage::Uniform
                && self.program.environment.has("GL_EXT_uniform_buffer_unsized_array");
            if let Some(structure) = types.as_structure(innermost).filter(|structure| structure.is_block) {
                let last = structure.members.len().saturating_sub(1);
                for (number, member) in structure.members.iter().enumerate() {
                    let may_stay = number == last && (is_buffer || is_open_uniform);
                    if let Type::Array(id) = member.ty
                        && !may_stay
                    {
                        open.push(id);
                    }
                }
            }
        }
        let locals = self.program.functions.iter().flat_map(|function| &function.locals);
        open.extend(locals.filter_map(|local| match local.ty {
            Type::Array(id) => Some(id),
            _ => None,
        }));
        for id in open {
            self.size_open_array(id);
        }
    }

    fn size_open_array(&mut self, id: ArrayId) {
        if self.program.types.array_of(id).length == Length::Unsized {
            let used = self.program.types.indexed.get(&id).copied().unwrap_or(0).max(1);
            self.program.types.set_length(id, Length::Fixed(used));
            // Linking may find that another stage has a larger one.
            self.program.types.indexed.insert(id, used);
        }
    }

    /// What expressions name.
    fn accesses(&self) -> Accesses {
        let mut accesses = Accesses::default();
        for expression in &self.program.expressions {
            match expression.kind {
                ExpressionKind::Global(id) => {
                    accesses.entry((id, None)).or_insert(expression.at);
                }
                ExpressionKind::Field(of, member) => {
                    if let Some(id) = self.global_of(of) {
                        accesses.entry((id, Some(member))).or_insert(expression.at);
                    }
                }
                _ => {}
            }
        }
        accesses
    }

    /// The global that an expression names, or an element of it.
    fn global_of(&self, id: crate::model::ExpressionId) -> Option<GlobalId> {
        let mut id = id;
        // Chains of indexes are as long as arrays nest.
        for _ in 0..8 {
            match self.program.expression(id).kind {
                ExpressionKind::Global(global) => return Some(global),
                ExpressionKind::Index(of, _) => id = of,
                _ => return None,
            }
        }
        None
    }

    /// Where an expression of this text names a global first.
    pub(crate) fn first_access(&self, id: GlobalId, member: Option<u32>) -> Option<At> {
        let own = self.program.expressions.get(self.text.expressions..).unwrap_or_default();
        own.iter().find_map(|expression| match (&expression.kind, member) {
            (ExpressionKind::Global(global), None) if *global == id => Some(expression.at),
            (ExpressionKind::Field(of, index), Some(member))
                if *index == member && self.global_of(*of) == Some(id) =>
            {
                Some(expression.at)
            }
            _ => None,
        })
    }

    /// Where a built-in variable is named.
    fn accessed(&self, accesses: &Accesses, name: &str) -> Option<At> {
        accesses.iter().find_map(|((id, member), at)| {
            let global = self.program.global(*id);
            let types = &self.program.types;
            let found = match member {
                None => global.built_in.is_some() && &*global.name == name,
                Some(member) => types
                    .as_structure(types.innermost(global.ty))
                    .and_then(|structure| structure.members.get(*member as usize))
                    .is_some_and(|member| member.built_in.is_some() && &*member.name == name),
            };
            found.then_some(*at)
        })
    }

    /// Built-in variables that exclude each other.
    fn check_accesses(&mut self, accesses: &Accesses) {
        const PAIRS: [(&str, &str); 8] = [
            ("gl_ClipDistance", "gl_ClipVertex"),
            ("gl_CullDistance", "gl_ClipVertex"),
            ("gl_FragColor", "gl_FragData"),
            ("gl_Position", "gl_PositionPerViewNV"),
            ("gl_ClipDistance", "gl_ClipDistancePerViewNV"),
            ("gl_CullDistance", "gl_CullDistancePerViewNV"),
            ("gl_Layer", "gl_LayerPerViewNV"),
            ("gl_ViewportMask", "gl_ViewportMaskPerViewNV"),
        ];
        for (first, second) in PAIRS {
            if second.ends_with("PerViewNV") && self.program.stage() != Stage::Mesh {
                continue;
            }
            let (Some(a), Some(b)) = (self.accessed(accesses, first), self.accessed(accesses, second)) else {
                continue;
            };
            let message = format!("found `{second}` beside `{first}`, expected one of them");
            let finding = self.finding_with(&INTERFACE, b.max(a), message, (a.min(b), "the other one"));
            self.add(finding.help(format!("use `{first}` alone")));
        }
    }

    /// Outputs of fragment shaders: one's own, or those of the language.
    fn check_outputs(&mut self, accesses: &Accesses) {
        if self.program.stage() != Stage::Fragment {
            return;
        }
        let mut own = Vec::new();
        for (number, global) in self.program.globals.iter().enumerate() {
            if global.storage == Storage::Out && global.built_in.is_none() {
                let layout: &Layout = global.qualifiers.layout();
                own.push((GlobalId(number as u32), global.at, layout.location.is_some()));
            }
        }
        let legacy =
            self.accessed(accesses, "gl_FragColor").or_else(|| self.accessed(accesses, "gl_FragData"));
        let used = own.iter().find(|(id, ..)| accesses.contains_key(&(*id, None)));
        if let (Some(legacy), Some((_, at, _))) = (legacy, used) {
            let message =
                "found `gl_FragColor` or `gl_FragData` beside an output of the text, expected one kind";
            let finding = self.finding_with(&INTERFACE, legacy, message, (*at, "the output"));
            self.add(finding.help("write to the outputs of the text alone"));
        }
        let missing = own.iter().find(|(_, _, has_location)| !has_location);
        if self.program.environment.is_embedded()
            && own.len() > 1
            && let Some((_, at, _)) = missing
        {
            let message = "found an output without a location beside others, expected one on each";
            let finding = self.finding(&INTERFACE, *at, message);
            self.add(finding.help("write `layout(location = N)`"));
        }
    }

    /// What the stage has to state.
    fn check_stage_layout(&mut self) {
        let modes = &self.program.modes;
        let has_input = modes.input_primitive.is_some();
        let has_output = modes.output_primitive.is_some();
        let has_vertices = modes.vertices.is_some();
        let is_passthrough = self.program.environment.has("GL_NV_geometry_shader_passthrough");
        match self.program.stage() {
            Stage::TessellationControl if !has_vertices => {
                self.report_missing_layout("the number of vertices", "layout(vertices = N) out;");
            }
            Stage::TessellationEvaluation if !has_input => {
                self.report_missing_layout("a primitive", "layout(triangles) in;");
            }
            Stage::Geometry => {
                if !has_input {
                    self.report_missing_layout("the primitive that is read", "layout(triangles) in;");
                }
                if !has_output && !is_passthrough {
                    self.report_missing_layout(
                        "the primitive that is written",
                        "layout(triangle_strip) out;",
                    );
                }
                if !has_vertices && !is_passthrough {
                    self.report_missing_layout("the number of vertices", "layout(max_vertices = N) out;");
                }
            }
            Stage::Mesh => {
                let has_primitives = modes.primitives.is_some();
                if !has_output {
                    self.report_missing_layout("the primitive that is written", "layout(triangles) out;");
                }
                if !has_vertices {
                    self.report_missing_layout("the number of vertices", "layout(max_vertices = N) out;");
                }
                if !has_primitives {
                    self.report_missing_layout("the number of primitives", "layout(max_primitives = N) out;");
                }
            }
            Stage::Fragment => {
                let is_early = modes.early_fragment_tests;
                if let Some(at) = self.declared.post_depth_coverage
                    && !is_early
                {
                    let message = "found `post_depth_coverage` without `early_fragment_tests`, expected both";
                    let finding = self.finding(&STAGE_LAYOUT, at, message);
                    self.add(finding.help("write `layout(early_fragment_tests) in;` too"));
                }
            }
            _ => {}
        }
    }

    fn report_missing_layout(&mut self, what: &str, example: &str) {
        let at = self.program.main.map_or(self.last_token(), |main| self.program.function(main).at);
        let stage = self.program.stage();
        let message = format!("found a {stage} shader that does not state {what}");
        let finding = self.finding(&STAGE_LAYOUT, at, message);
        self.add(finding.help(format!("write `{example}`")));
    }

    /// Shared variables stand in blocks, or outside of them: their places would overlap otherwise.
    fn check_shared(&mut self) {
        let shared = || self.program.globals.iter().filter(|global| global.storage == Storage::Shared);
        let is_block = |global: &&crate::model::Global| {
            let types = &self.program.types;
            types.as_structure(types.innermost(global.ty)).is_some_and(|structure| structure.is_block)
        };
        let block = shared().find(is_block).map(|global| global.at);
        let loose = shared().find(|global| !is_block(global)).map(|global| global.at);
        if let (Some(block), Some(loose)) = (block, loose) {
            let message = "found a shared variable beside a shared block, expected one kind";
            let finding = self.finding_with(&INTERFACE, loose, message, (block, "the block"));
            self.add(finding.help("put the variable into a block"));
        }
    }

    /// Workgroups of shaders with derivatives.
    fn check_workgroup(&mut self) {
        if !self.has_workgroup() {
            return;
        }
        let end = self.last_token();
        let sizes = self.program.modes.local_size.map_or([1; 3], |(sizes, _)| sizes);
        let mut at = self.program.modes.local_size.map_or(end, |(_, at)| at);
        let has_id = |axis: usize| self.program.modes.local_size_id.get(axis).copied().flatten().is_some();
        let problem = match self.declared.derivative_group {
            Some(true) => {
                let is_odd = |axis: usize| !has_id(axis) && sizes.get(axis).is_some_and(|size| size % 2 == 1);
                (is_odd(0) || is_odd(1)).then_some("an odd size in x or y, expected multiples of 2")
            }
            Some(false) => {
                let total: u64 = sizes.iter().map(|size| u64::from(*size)).product();
                let is_known = !(0..3).any(has_id);
                (is_known && !total.is_multiple_of(4)).then_some("a workgroup that is no multiple of 4")
            }
            None => {
                let needs = self.program.environment.has("GL_KHR_compute_shader_derivatives");
                at = end;
                needs.then_some("no derivative group, which GL_KHR_compute_shader_derivatives needs")
            }
        };
        if let Some(problem) = problem {
            let finding = self.finding(&STAGE_LAYOUT, at, format!("found {problem}"));
            self.add(finding.help("change `local_size_x`, or write `layout(derivative_group_quadsKHR) in;`"));
        }
    }
}

//! The entry point: `main`, what the stage states, and what the module is.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::{
    Builder, Id, op, value, value::built_in, value::capability, value::execution_mode as mode,
};
use glassbox_spirv::module::Operand;

use super::Emitter;
use super::global::Variable;
use crate::model::{FunctionId, GlobalId, Primitive, Spacing, Storage};
use crate::vocabulary::variables;

impl Emitter<'_> {
    /// Emits the whole stage.
    pub(super) fn stage(&mut self) {
        self.sources();
        self.stage_capabilities();
        if self.options.debug {
            self.begin_debug();
        }
        self.specialize_globals();
        self.declare_interface();
        let Some(main) = self.program.main else { return };
        let entry = self.main(main);
        self.emit_waiting();
        self.execution_modes(entry);
        let model = self.execution_model();
        let interface = std::mem::take(&mut self.interface);
        self.module.entry_point(model, entry, "main", &interface);
        self.memory_model();
    }

    /// Language, version and extensions.
    fn sources(&mut self) {
        use value::source_language as language;
        let version = self.program.environment.version;
        let language = if version.is_embedded { language::ESSL } else { language::GLSL };
        let number = u32::from(version.number);
        self.module.declaration(op::SOURCE, [Operand::Literal(language), Operand::Literal(number)]);
        for extension in &self.program.extensions {
            self.module.declaration(op::SOURCE_EXTENSION, Builder::text_operands(extension));
        }
    }

    fn stage_capabilities(&mut self) {
        let is_nv = self.has("GL_NV_ray_tracing");
        let one = match self.program.stage() {
            Stage::TessellationControl | Stage::TessellationEvaluation => capability::TESSELLATION,
            Stage::Geometry => capability::GEOMETRY,
            Stage::Task | Stage::Mesh if self.is_mesh_nv() => capability::MESH_SHADING_NV,
            Stage::Task | Stage::Mesh => capability::MESH_SHADING_EXT,
            Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => {
                if is_nv {
                    capability::RAY_TRACING_NV
                } else {
                    capability::RAY_TRACING_KHR
                }
            }
            _ => capability::SHADER,
        };
        self.module.capability(capability::SHADER);
        self.module.capability(one);
        let extension = match one {
            capability::MESH_SHADING_NV => "SPV_NV_mesh_shader",
            capability::MESH_SHADING_EXT => "SPV_EXT_mesh_shader",
            capability::RAY_TRACING_NV => "SPV_NV_ray_tracing",
            capability::RAY_TRACING_KHR => "SPV_KHR_ray_tracing",
            _ => return,
        };
        self.module.extension(extension);
    }

    /// Whether mesh shaders are those of NV, which the extension says.
    pub(crate) fn is_mesh_nv(&self) -> bool {
        self.has("GL_NV_mesh_shader") && !self.has("GL_EXT_mesh_shader")
    }

    fn execution_model(&self) -> u32 {
        use value::execution_model as model;
        match self.program.stage() {
            Stage::Vertex => model::VERTEX,
            Stage::TessellationControl => model::TESSELLATION_CONTROL,
            Stage::TessellationEvaluation => model::TESSELLATION_EVALUATION,
            Stage::Geometry => model::GEOMETRY,
            Stage::Fragment => model::FRAGMENT,
            Stage::Compute => model::GL_COMPUTE,
            Stage::Task if self.is_mesh_nv() => model::TASK_NV,
            Stage::Mesh if self.is_mesh_nv() => model::MESH_NV,
            Stage::Task => model::TASK_EXT,
            Stage::Mesh => model::MESH_EXT,
            Stage::RayGeneration => model::RAY_GENERATION_KHR,
            Stage::Intersection => model::INTERSECTION_KHR,
            Stage::AnyHit => model::ANY_HIT_KHR,
            Stage::ClosestHit => model::CLOSEST_HIT_KHR,
            Stage::Miss => model::MISS_KHR,
            Stage::Callable => model::CALLABLE_KHR,
        }
    }

    /// `main`, with the values of private variables that are not constant before its body.
    fn main(&mut self, id: FunctionId) -> Id {
        let function = self.program.function(id);
        self.at(function.at);
        let void = self.module.void();
        let signature = self.module.function_type(void, &[]);
        let entry = self.module.begin_function(void, signature);
        self.module.name(entry, "main");
        self.begin_frame(id);
        self.debug_function(id, entry);
        // A variable that several texts declare has its value where one of them states it.
        let mut globals: Vec<usize> = (0..self.program.globals.len()).collect();
        globals.sort_by_key(|number| self.program.globals[*number].at);
        for number in globals {
            self.initialize(GlobalId(number as u32));
        }
        if let Some(body) = &function.body {
            self.block(body);
        }
        self.end_body(crate::types::Type::Void);
        entry
    }

    fn initialize(&mut self, id: GlobalId) {
        let global = self.program.global(id);
        let is_variable = match global.storage {
            Storage::Private => true,
            Storage::Const => !matches!(self.globals.get(id.0 as usize), Some(Some(Variable::Constant(_)))),
            _ => false,
        };
        let Some(value) = global.initializer.filter(|_| is_variable && self.survey.globals.contains(&id))
        else {
            return;
        };
        let place = self.global_place(id);
        if !self.is_constant(value) || global.storage == Storage::Const {
            self.at(global.at);
            let value = self.value(value);
            self.store(&place, value);
        }
    }

    fn memory_model(&mut self) {
        use value::{addressing_model as addressing, memory_model as memory};
        let mut model = memory::GLSL450;
        let mut addresses = addressing::LOGICAL;
        if self.uses_references {
            addresses = addressing::PHYSICAL_STORAGE_BUFFER64;
            self.module.capability(capability::PHYSICAL_STORAGE_BUFFER_ADDRESSES);
            if self.minor < 5 {
                self.module.extension("SPV_KHR_physical_storage_buffer");
            }
        }
        if self.uses_vulkan_memory() {
            model = memory::VULKAN;
            self.module.capability(capability::VULKAN_MEMORY_MODEL);
            if self.minor < 5 {
                self.module.extension("SPV_KHR_vulkan_memory_model");
            }
        }
        if self.program.modes.uses_variable_pointers {
            self.module.capability(capability::VARIABLE_POINTERS);
        }
        if self.minor < 3 && self.uses_storage_buffer() {
            self.module.extension("SPV_KHR_storage_buffer_storage_class");
        }
        self.module.memory_model(addresses, model);
        if self.uses_handles {
            // How wide handles are.
            self.module.declaration(op::SAMPLER_IMAGE_ADDRESSING_MODE_NV, [Operand::Literal(64)]);
        }
    }

    fn execution_modes(&mut self, entry: Id) {
        let modes = &self.program.modes;
        match self.program.stage() {
            Stage::Fragment => self.fragment_modes(entry),
            Stage::Compute | Stage::Task | Stage::Mesh => self.workgroup_modes(entry),
            Stage::Geometry => {
                let invocations = modes.invocations.unwrap_or(1);
                self.module.execution_mode_with(entry, mode::INVOCATIONS, &[invocations]);
            }
            Stage::TessellationControl | Stage::TessellationEvaluation => self.tessellation_modes(entry),
            _ => {}
        }
        self.primitive_modes(entry);
        if modes.is_captured {
            self.module.capability(capability::TRANSFORM_FEEDBACK);
            if !modes.others.contains(&mode::XFB) {
                self.module.execution_mode(entry, mode::XFB);
            }
        }
        if modes.culls_primitives {
            self.module.capability(capability::RAY_TRAVERSAL_PRIMITIVE_CULLING_KHR);
        }
        if modes.uses_64bit_indexing {
            self.module.execution_mode(entry, mode::SHADER64_BIT_INDEXING_EXT);
        }
        for other in &modes.others {
            self.module.execution_mode(entry, *other);
        }
        let interlocks = mode::PIXEL_INTERLOCK_ORDERED_EXT..=mode::SHADING_RATE_INTERLOCK_UNORDERED_EXT;
        if self.survey.has_interlock && !modes.others.iter().any(|other| interlocks.contains(other)) {
            self.module.execution_mode(entry, mode::PIXEL_INTERLOCK_ORDERED_EXT);
        }
        for (number, operands) in &modes.spirv_modes {
            self.module.execution_mode_with(entry, *number, operands);
        }
        for (number, operands) in &modes.spirv_mode_ids {
            let ids: Vec<Operand> = operands.iter().map(|id| self.stated_id(*id).operand()).collect();
            let head = [entry.operand(), Operand::Literal(*number)];
            self.module.declaration(op::EXECUTION_MODE_ID, head.into_iter().chain(ids));
        }
        self.declare_stated(&modes.spirv_needs);
    }

    fn fragment_modes(&mut self, entry: Id) {
        let modes = &self.program.modes;
        let is_lower = self.options.environment.is_open_gl() && !modes.is_origin_upper_left;
        let origin = if is_lower { mode::ORIGIN_LOWER_LEFT } else { mode::ORIGIN_UPPER_LEFT };
        self.module.execution_mode(entry, origin);
        if modes.is_pixel_center_integer && !self.is_centered() {
            self.module.execution_mode(entry, mode::PIXEL_CENTER_INTEGER);
        }
        if modes.early_fragment_tests {
            self.module.execution_mode(entry, mode::EARLY_FRAGMENT_TESTS);
        }
        if self.declares(built_in::FRAG_DEPTH) {
            self.module.execution_mode(entry, mode::DEPTH_REPLACING);
        }
        if self.declares(built_in::FRAG_STENCIL_REF_EXT) {
            self.module.execution_mode(entry, mode::STENCIL_REF_REPLACING_EXT);
        }
    }

    /// Whether the module has a built-in variable that is written.
    fn declares(&self, number: u32) -> bool {
        self.globals.iter().zip(&self.program.globals).any(|(variable, global)| {
            variable.is_some()
                && global.storage == Storage::Out
                && global.built_in.and_then(|row| variables::row(row).number) == Some(number)
        })
    }

    fn workgroup_modes(&mut self, entry: Id) {
        let modes = &self.program.modes;
        let is_specialized = modes.local_size_id.iter().any(Option::is_some);
        let stated = modes.local_size.map_or([1; 3], |(sizes, _)| sizes);
        if is_specialized && self.minor >= 6 {
            let sizes = self.workgroup_sizes().map(Id::operand);
            let head = [entry.operand(), Operand::Literal(mode::LOCAL_SIZE_ID)];
            self.module.declaration(op::EXECUTION_MODE_ID, head.into_iter().chain(sizes));
        } else if !modes.spirv_modes.iter().any(|(number, _)| *number == mode::TILE_SHADING_RATE_QCOM) {
            self.module.execution_mode_with(entry, mode::LOCAL_SIZE, &stated);
            if is_specialized {
                self.workgroup_size();
            }
        }
        if self.program.stage() == Stage::Mesh {
            let primitives = modes.primitives.unwrap_or(1);
            self.module.execution_mode_with(entry, mode::OUTPUT_PRIMITIVES_EXT, &[primitives]);
        }
    }

    fn tessellation_modes(&mut self, entry: Id) {
        let modes = &self.program.modes;
        let spacing = modes.spacing.map(|spacing| match spacing {
            Spacing::Equal => mode::SPACING_EQUAL,
            Spacing::FractionalEven => mode::SPACING_FRACTIONAL_EVEN,
            Spacing::FractionalOdd => mode::SPACING_FRACTIONAL_ODD,
        });
        let order = modes
            .is_clockwise
            .map(|is_clockwise| if is_clockwise { mode::VERTEX_ORDER_CW } else { mode::VERTEX_ORDER_CCW });
        let is_evaluation = self.program.stage() == Stage::TessellationEvaluation;
        let defaults = [mode::SPACING_EQUAL, mode::VERTEX_ORDER_CCW].map(|one| is_evaluation.then_some(one));
        for one in [spacing.or(defaults[0]), order.or(defaults[1])].into_iter().flatten() {
            self.module.execution_mode(entry, one);
        }
        if modes.is_point_mode {
            self.module.execution_mode(entry, mode::POINT_MODE);
        }
    }

    /// Primitives that are read and written, and how many vertices.
    fn primitive_modes(&mut self, entry: Id) {
        let modes = &self.program.modes;
        let stage = self.program.stage();
        let is_mesh = stage == Stage::Mesh;
        let input = modes.input_primitive.and_then(|(primitive, _)| match primitive {
            Primitive::Points => Some(mode::INPUT_POINTS),
            Primitive::Lines => Some(mode::INPUT_LINES),
            Primitive::LinesAdjacency => Some(mode::INPUT_LINES_ADJACENCY),
            Primitive::Triangles => Some(mode::TRIANGLES),
            Primitive::TrianglesAdjacency => Some(mode::INPUT_TRIANGLES_ADJACENCY),
            Primitive::Quads => Some(mode::QUADS),
            Primitive::Isolines => Some(mode::ISOLINES),
            Primitive::LineStrip | Primitive::TriangleStrip => None,
        });
        let output = modes.output_primitive.and_then(|(primitive, _)| match primitive {
            Primitive::Points => Some(mode::OUTPUT_POINTS),
            Primitive::Lines if is_mesh => Some(mode::OUTPUT_LINES_EXT),
            Primitive::Triangles if is_mesh => Some(mode::OUTPUT_TRIANGLES_EXT),
            Primitive::LineStrip => Some(mode::OUTPUT_LINE_STRIP),
            Primitive::TriangleStrip => Some(mode::OUTPUT_TRIANGLE_STRIP),
            _ => None,
        });
        let output = output.or_else(|| self.passed_primitive());
        for one in [input, output].into_iter().flatten() {
            self.module.execution_mode(entry, one);
        }
        let has_vertices = matches!(stage, Stage::Geometry | Stage::TessellationControl | Stage::Mesh);
        let stated = modes.vertices.map(|(vertices, _)| vertices);
        if let Some(vertices) = stated.or_else(|| self.passed_vertices()).filter(|_| has_vertices) {
            self.module.execution_mode_with(entry, mode::OUTPUT_VERTICES, &[vertices]);
        }
    }

    /// The primitive that a geometry shader writes which passes vertices on and states none.
    fn passed_primitive(&self) -> Option<u32> {
        match self.passed_through()? {
            Primitive::Points => Some(mode::OUTPUT_POINTS),
            Primitive::Lines | Primitive::LinesAdjacency => Some(mode::OUTPUT_LINE_STRIP),
            _ => Some(mode::OUTPUT_TRIANGLE_STRIP),
        }
    }

    /// How many vertices it writes.
    fn passed_vertices(&self) -> Option<u32> {
        match self.passed_through()? {
            Primitive::Points => Some(1),
            Primitive::Lines | Primitive::LinesAdjacency => Some(2),
            _ => Some(3),
        }
    }

    fn passed_through(&self) -> Option<Primitive> {
        let is_passing = self.has("GL_NV_geometry_shader_passthrough");
        let (primitive, _) = self.program.modes.input_primitive?;
        (is_passing && self.program.stage() == Stage::Geometry).then_some(primitive)
    }
}

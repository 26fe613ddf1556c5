//! Checks built-ins against the table of Vulkan, where they are defined and wherever they are used.

use std::collections::HashSet;

use super::applied::{Applied, WHOLE};
use super::built_in_table::{self as table, Row, Shape, When};
use super::entries::Models;
use super::values::{integer, is_constant};
use super::{Checker, rules};
use crate::grammar::value::{
    built_in, capability as cap, decoration as dec, execution_mode as mode, execution_model as model,
    storage_class as class,
};
use crate::grammar::{self, op};
use crate::module::{At, Id, Module, Type};

/// Checks every built-in of the module.
pub(super) fn check(checker: &mut Checker<'_>) {
    let is_built_in = |applied: &&Applied| applied.kind == dec::BUILT_IN;
    let sites: Vec<Applied> = checker.facts.decorations.all().iter().filter(is_built_in).copied().collect();
    let mut uses = Uses::new(checker.module);
    for site in sites {
        if checker.module.definition(site.target).is_none() {
            continue;
        }
        if site.value == built_in::WORKGROUP_SIZE {
            workgroup_size(checker, site);
            if checker.environment.is_vulkan()
                && let Some(row) = table::row(site.value)
            {
                uses.seed(checker, site, row, 0);
            }
        } else if checker.environment.is_vulkan() {
            definition(checker, site, &mut uses);
        }
    }
    uses.check(checker);
}

fn name(built_in: u32) -> &'static str {
    grammar::value_name("BuiltIn", built_in).unwrap_or("?")
}

fn model_name(model: u32) -> &'static str {
    grammar::value_name("ExecutionModel", model).unwrap_or("?")
}

/// The statement of the Vulkan specification, for messages.
fn statement(built_in: u32, number: u32) -> String {
    match number {
        0 => String::new(),
        _ => format!(" (VUID-{0}-{0}-{number:05})", name(built_in)),
    }
}

/// Type of a decorated variable, constant or member.
fn type_of(module: &Module, site: Applied) -> Option<Id> {
    let at = module.definition(site.target)?;
    if site.member != WHOLE {
        let Some(Type::Struct { members }) = module.type_at(at) else { return None };
        return members.get(site.member as usize).copied();
    }
    let ty = module.get(at).ty;
    if is_constant(module.opcode(at)) { Some(ty) } else { module.pointer(ty).map(|(pointee, _)| pointee) }
}

/// Element type of an array.
fn element(module: &Module, ty: Id) -> Option<Id> {
    match module.ty(ty)? {
        Type::Array { element, .. } => Some(element),
        _ => None,
    }
}

/// True if a type is an array of this many elements; 0 for any.
fn is_array_of(module: &Module, ty: Id, count: u32) -> bool {
    match module.ty(ty) {
        Some(Type::Array { length, .. }) => count == 0 || integer(module, length) == Some(u64::from(count)),
        _ => false,
    }
}

fn is_float32(module: &Module, ty: Id) -> bool {
    matches!(module.ty(ty), Some(Type::Float { width: 32, .. }))
}

fn is_int32(module: &Module, ty: Id) -> bool {
    matches!(module.ty(ty), Some(Type::Int { width: 32, .. }))
}

/// Component type of a vector of this size.
fn component(module: &Module, ty: Id, size: u32) -> Option<Id> {
    match module.ty(ty)? {
        Type::Vector { component, count } => (count == size).then_some(component),
        _ => None,
    }
}

/// True if a type is what a built-in has.
fn fits(module: &Module, shape: Shape, ty: Id) -> bool {
    let vector = |ty: Id, size, is: fn(&Module, Id) -> bool| {
        component(module, ty, size).is_some_and(|component| is(module, component))
    };
    match shape {
        Shape::Any => true,
        Shape::Bool => module.ty(ty) == Some(Type::Bool),
        Shape::Int => matches!(module.ty(ty), Some(Type::Int { .. })),
        Shape::Int32 => is_int32(module, ty),
        Shape::IntVector(size) => vector(ty, size, is_int32),
        Shape::UnsignedVector(size) => {
            let component = component(module, ty, size).and_then(|component| module.ty(component));
            component == Some(Type::Int { width: 32, signed: false })
        }
        Shape::IntArray => element(module, ty).is_some_and(|element| is_int32(module, element)),
        Shape::IntVectorArray(size) => {
            element(module, ty).is_some_and(|element| vector(element, size, is_int32))
        }
        Shape::Float => is_float32(module, ty),
        Shape::FloatVector(size) => vector(ty, size, is_float32),
        Shape::FloatArray(count) => {
            is_array_of(module, ty, count)
                && element(module, ty).is_some_and(|element| is_float32(module, element))
        }
        Shape::FloatVectorArray(size, count) => {
            is_array_of(module, ty, count)
                && element(module, ty).is_some_and(|element| vector(element, size, is_float32))
        }
        Shape::FloatMatrix(rows, columns) => match module.ty(ty) {
            Some(Type::Matrix { column, count }) => count == columns && vector(column, rows, is_float32),
            _ => false,
        },
    }
}

/// True if a type is what a built-in has for each vertex: itself or an array of it.
fn fits_per_vertex(module: &Module, shape: Shape, ty: Id) -> bool {
    let inner = element(module, ty);
    match shape {
        Shape::FloatArray(_) => match inner.filter(|inner| element(module, *inner).is_some()) {
            Some(inner) => fits(module, shape, inner),
            None => fits(module, shape, ty),
        },
        _ => fits(module, shape, inner.unwrap_or(ty)),
    }
}

/// The type of a built-in, for messages.
fn describe(shape: Shape) -> String {
    match shape {
        Shape::Any => "any type".into(),
        Shape::Bool => "a boolean".into(),
        Shape::Int => "an integer".into(),
        Shape::Int32 => "a 32-bit integer".into(),
        Shape::IntVector(size) => format!("a vector of {size} 32-bit integers"),
        Shape::UnsignedVector(size) => format!("a vector of {size} unsigned 32-bit integers"),
        Shape::IntArray => "an array of 32-bit integers".into(),
        Shape::IntVectorArray(size) => format!("an array of vectors of {size} 32-bit integers"),
        Shape::Float => "a 32-bit float".into(),
        Shape::FloatVector(size) => format!("a vector of {size} 32-bit floats"),
        Shape::FloatArray(0) => "an array of 32-bit floats".into(),
        Shape::FloatArray(count) => format!("an array of {count} 32-bit floats"),
        Shape::FloatVectorArray(size, count) => {
            format!("an array of {count} vectors of {size} 32-bit floats")
        }
        Shape::FloatMatrix(rows, columns) => format!("a matrix of {columns} columns of {rows} 32-bit floats"),
    }
}

fn wrong_type(checker: &mut Checker<'_>, at: At, row: &Row) {
    let number = row.statements[2];
    let message =
        format!("{} is {}{}", name(row.built_in), describe(row.shape), statement(row.built_in, number));
    checker.report(&rules::BUILT_IN_TYPE, at, message);
}

/// Built-ins that are variables of their own.
fn is_never_member(built_in: u32) -> bool {
    matches!(
        built_in,
        built_in::SUBGROUP_ID
            | built_in::NUM_SUBGROUPS
            | built_in::SUBGROUP_LOCAL_INVOCATION_ID
            | built_in::SUBGROUP_SIZE
            | built_in::SUBGROUP_EQ_MASK
            | built_in::SUBGROUP_GE_MASK
            | built_in::SUBGROUP_GT_MASK
            | built_in::SUBGROUP_LE_MASK
            | built_in::SUBGROUP_LT_MASK
            | built_in::SAMPLER_HEAP_EXT
            | built_in::RESOURCE_HEAP_EXT
    )
}

/// Checks a built-in where it is defined, and notes it for its uses.
fn definition(checker: &mut Checker<'_>, site: Applied, uses: &mut Uses) {
    let built_in = site.value;
    if built_in == built_in::VERTEX_ID {
        let message = "Vulkan has no VertexId; it has VertexIndex";
        checker.report(&rules::BUILT_IN_ENVIRONMENT, site.at, message.into());
    } else if site.member != WHOLE && is_never_member(built_in) {
        let message = format!("{} is a variable, not a member", name(built_in));
        checker.report(&rules::BUILT_IN_TYPE, site.at, message);
    } else if let Some(row) = table::row(built_in) {
        let Some(ty) = type_of(checker.module, site) else { return };
        if row.when == When::Definition && !fits(checker.module, row.shape, ty) {
            wrong_type(checker, site.at, row);
            return;
        }
        let is_level = matches!(built_in, built_in::TESS_LEVEL_INNER | built_in::TESS_LEVEL_OUTER);
        if is_level && !checker.facts.decorations.any(site.target, dec::PATCH) {
            let message = format!("{} is decorated with Patch", name(built_in));
            checker.report(&rules::BUILT_IN_TYPE, site.at, message);
            return;
        }
        if built_in == built_in::CULL_PRIMITIVE_EXT {
            cull_primitives(checker, site, uses);
        }
        uses.seed(checker, site, row, ty);
    }
}

/// Entry points of mesh shaders, with the variable of their interface that is a decorated id or holds it.
fn mesh_interfaces(checker: &Checker<'_>, target: Id) -> Vec<(Id, Id)> {
    let module = checker.module;
    let is_type = module.opcode_of(target) == op::TYPE_STRUCT;
    let holds = |variable: Id| {
        let mut ty = module.pointer(module.type_of(variable)).map_or(0, |(pointee, _)| pointee);
        while let Some(inner) = module.array_element(ty) {
            ty = inner;
        }
        ty == target
    };
    let models = Models::of(&[model::MESH_EXT, model::MESH_NV]);
    let meshes = checker
        .facts
        .entries
        .list
        .iter()
        .filter(|entry| !checker.facts.entries.models_of(entry.function).intersect(models).is_empty());
    meshes
        .filter_map(|entry| {
            let mut interface = checker.facts.entries.interface(module, entry).iter().copied();
            let found = interface.find(|id| if is_type { holds(*id) } else { *id == target })?;
            Some((entry.function, found))
        })
        .collect()
}

/// Checks that a mesh shader has one `CullPrimitiveEXT`.
fn cull_primitives(checker: &mut Checker<'_>, site: Applied, uses: &mut Uses) {
    for (function, _) in mesh_interfaces(checker, site.target) {
        if !uses.culling.insert(function) {
            let message = format!("{} has two CullPrimitiveEXT", checker.id(function));
            checker.report(&rules::INTERFACE_BUILT_IN, site.at, message);
        }
    }
}

/// What is wrong with a built-in of a mesh shader.
fn mesh_fault(checker: &Checker<'_>, site: Applied, ty: Id) -> Option<String> {
    let module = checker.module;
    let interfaces = mesh_interfaces(checker, site.target);
    let topology = match site.value {
        built_in::PRIMITIVE_TRIANGLE_INDICES_EXT => mode::OUTPUT_TRIANGLES_EXT,
        built_in::PRIMITIVE_LINE_INDICES_EXT => mode::OUTPUT_LINES_EXT,
        built_in::PRIMITIVE_POINT_INDICES_EXT => mode::OUTPUT_POINTS,
        _ => return primitive_fault(checker, site, ty, &interfaces),
    };
    let length = match module.ty(ty) {
        Some(Type::Array { length, .. }) => integer(module, length).filter(|length| *length != 0),
        _ => None,
    };
    interfaces.iter().find_map(|(function, _)| {
        if checker.facts.entries.mode(*function, topology).is_none() {
            let mode = grammar::value_name("ExecutionMode", topology).unwrap_or("?");
            return Some(format!("it requires the mode {mode}"));
        }
        let count = primitives(checker, *function);
        let differs = length.is_some_and(|length| length != count);
        differs.then(|| format!("it has {count} elements, as OutputPrimitivesEXT states"))
    })
}

/// Number of primitives that a mesh shader states.
fn primitives(checker: &Checker<'_>, function: Id) -> u64 {
    let at = checker.facts.entries.mode(function, mode::OUTPUT_PRIMITIVES_EXT);
    at.map_or(0, |at| u64::from(checker.module.word(at, 2)))
}

/// What is wrong with a built-in that a mesh shader writes for each primitive.
fn primitive_fault(checker: &Checker<'_>, site: Applied, ty: Id, interfaces: &[(Id, Id)]) -> Option<String> {
    let module = checker.module;
    let scalar = match module.ty(ty) {
        Some(Type::Array { element, length }) => {
            integer(module, length)?;
            element
        }
        _ if checker.facts.decorations.any(site.target, dec::BLOCK) => ty,
        _ => return Some("it is an array or a member of a block".into()),
    };
    let fits = match site.value {
        built_in::CULL_PRIMITIVE_EXT => module.ty(scalar) == Some(Type::Bool),
        _ => matches!(module.ty(scalar), Some(Type::Int { .. })),
    };
    if !fits {
        return Some("its type does not fit a primitive".into());
    }
    if !checker.facts.decorations.any(site.target, dec::PER_PRIMITIVE_EXT) {
        return Some("it is decorated with PerPrimitiveEXT".into());
    }
    let length = |variable: Id| {
        let ty = module.pointer(module.type_of(variable)).map_or(0, |(pointee, _)| pointee);
        match module.ty(ty) {
            Some(Type::Array { length, .. }) => integer(module, length).unwrap_or(0),
            _ => u64::MAX,
        }
    };
    let differs = |(function, variable): &(Id, Id)| length(*variable) != primitives(checker, *function);
    interfaces
        .iter()
        .any(differs)
        .then(|| "it has an element for each primitive of OutputPrimitivesEXT".into())
}

/// Checks the size of workgroups.
fn workgroup_size(checker: &mut Checker<'_>, site: Applied) {
    let module = checker.module;
    let Some(at) = module.definition(site.target) else { return };
    if checker.environment.is_vulkan() {
        let ty = type_of(module, site);
        if !ty.is_some_and(|ty| fits(module, Shape::IntVector(3), ty)) {
            let message =
                "WorkgroupSize is a vector of 3 32-bit integers (VUID-WorkgroupSize-WorkgroupSize-04427)";
            checker.report(&rules::BUILT_IN_TYPE, site.at, message.into());
            return;
        }
        if !is_constant(module.opcode(at)) {
            let message = "WorkgroupSize is a constant (VUID-WorkgroupSize-WorkgroupSize-04426)";
            checker.report(&rules::BUILT_IN_TYPE, site.at, message.into());
            return;
        }
    }
    let is_fixed = |id: &Id| module.opcode_of(*id) == op::CONSTANT;
    let parts = module.operands(at);
    if module.opcode(at) != op::CONSTANT_COMPOSITE || parts.len() != 3 || !parts.iter().all(is_fixed) {
        return;
    }
    let sizes: Option<Vec<u64>> = parts.iter().map(|id| integer(module, *id)).collect();
    let Some([x, y, z]) = sizes.as_deref().and_then(<[u64]>::as_array) else { return };
    let product = x.wrapping_mul(*y).wrapping_mul(*z);
    let is_stated = |mode| {
        checker
            .facts
            .entries
            .functions
            .iter()
            .any(|function| checker.facts.entries.mode(*function, mode).is_some())
    };
    let message = if product == 0 {
        format!("a workgroup of {x} x {y} x {z} is empty")
    } else if is_stated(mode::DERIVATIVE_GROUP_QUADS_KHR) && (x % 2 != 0 || y % 2 != 0) {
        format!("DerivativeGroupQuadsKHR requires even width and height, not {x} x {y}")
    } else if is_stated(mode::DERIVATIVE_GROUP_LINEAR_KHR) && product % 4 != 0 {
        format!("DerivativeGroupLinearKHR requires a multiple of 4 invocations, not {product}")
    } else {
        return;
    };
    checker.report(&rules::LOCAL_SIZE, at, message);
}

/// How an id depends on a built-in: on its definition, or on a pointer of these storage classes too.
const DEFINED: u8 = 1;
const AS_INPUT: u8 = 2;
const AS_OUTPUT: u8 = 4;

/// Variables and members that are checked alike.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Class {
    row: &'static Row,
    is_member: bool,
    fits: bool,
    fits_per_vertex: bool,
    /// What is wrong with it in a mesh shader.
    mesh: Option<String>,
}

/// Ids that depend on built-ins.
struct Uses {
    classes: Vec<Class>,
    /// By id, one more than the index in `lists`.
    index: Vec<u32>,
    /// Classes and how an id depends on them. Their number is bounded by the table.
    lists: Vec<Vec<(u32, u8)>>,
    /// What was reported: class and statement.
    reported: HashSet<(u32, u32)>,
    /// Mesh shaders with `CullPrimitiveEXT`.
    culling: HashSet<Id>,
}

impl Uses {
    fn new(module: &Module) -> Uses {
        Uses {
            classes: Vec::new(),
            index: vec![0; module.bound()],
            lists: Vec::new(),
            reported: HashSet::new(),
            culling: HashSet::new(),
        }
    }

    /// Notes a built-in that fits its definition.
    fn seed(&mut self, checker: &mut Checker<'_>, site: Applied, row: &'static Row, ty: Id) {
        let module = checker.module;
        let has_rules = row.when == When::OutsideMesh || row.models == Models::of(&[model::MESH_EXT]);
        let has_mesh = checker.facts.entries.list.iter().any(|entry| entry.model == model::MESH_EXT);
        let class = Class {
            row,
            is_member: site.member != WHOLE,
            fits: fits(module, row.shape, ty),
            fits_per_vertex: fits_per_vertex(module, row.shape, ty),
            mesh: (has_rules && has_mesh).then(|| mesh_fault(checker, site, ty)).flatten(),
        };
        let known = self.classes.iter().position(|known| *known == class);
        let class = known.unwrap_or_else(|| {
            self.classes.push(class);
            self.classes.len() - 1
        });
        if let Some(at) = module.definition(site.target) {
            self.depend(checker, at, (class as u32, DEFINED));
        }
    }

    fn add(&mut self, id: Id, (class, how): (u32, u8)) {
        let index = &mut self.index[id as usize];
        if *index == 0 {
            self.lists.push(Vec::new());
            *index = self.lists.len() as u32;
        }
        let list = &mut self.lists[*index as usize - 1];
        match list.iter_mut().find(|entry| entry.0 == class) {
            Some(entry) => entry.1 |= how,
            None => list.push((class, how)),
        }
    }

    /// Notes that an instruction outside of functions depends on a built-in.
    fn depend(&mut self, checker: &mut Checker<'_>, at: At, (class, how): (u32, u8)) {
        let row = self.classes[class as usize].row;
        let mut how = how;
        if how & DEFINED != 0
            && let Some(storage) = storage_of(checker.module, at)
        {
            if !row.has_class(storage) {
                self.wrong_class(checker, at, (class, row), storage);
            }
            how |= match storage {
                class::INPUT => AS_INPUT,
                class::OUTPUT => AS_OUTPUT,
                _ => 0,
            };
        }
        let result = checker.module.get(at).result;
        if result != 0 {
            self.add(result, (class, how));
        }
    }

    fn wrong_class(&mut self, checker: &mut Checker<'_>, at: At, (class, row): (u32, &Row), storage: u32) {
        if self.reported.insert((class, row.statements[1])) {
            let storage = grammar::value_name("StorageClass", storage).unwrap_or("?");
            let statement = statement(row.built_in, row.statements[1]);
            let message = format!("{} is not in the storage class {storage}{statement}", name(row.built_in));
            checker.report(&rules::BUILT_IN_STORAGE, at, message);
        }
    }

    /// Follows the uses of all built-ins.
    fn check(&mut self, checker: &mut Checker<'_>) {
        let module = checker.module;
        if self.lists.is_empty() {
            return;
        }
        let mut found: Vec<(u32, u8)> = Vec::new();
        for &at in &checker.facts.order.all {
            found.clear();
            let instruction = module.get(at);
            for id in module.used_ids(at).chain((instruction.ty != 0).then_some(instruction.ty)) {
                if id != instruction.result
                    && let Some(index) = self.index[id as usize].checked_sub(1)
                {
                    found.extend(&self.lists[index as usize]);
                }
            }
            for &(class, how) in &found {
                if checker.facts.order.owner(at).is_some() {
                    self.use_in_function(checker, at, (class, how));
                } else {
                    self.depend(checker, at, (class, how));
                }
            }
        }
    }

    /// Checks an instruction that depends on a built-in against the models that execute it.
    fn use_in_function(&mut self, checker: &mut Checker<'_>, at: At, (class, how): (u32, u8)) {
        let row = self.classes[class as usize].row;
        let models = checker.facts.models(at);
        let mut not_allowed = Models::NONE;
        let mut number = row.statements[0];
        if how & DEFINED != 0 {
            if let Some(storage) = storage_of(checker.module, at)
                && !row.has_class(storage)
            {
                self.wrong_class(checker, at, (class, row), storage);
            }
            not_allowed = models.without(allowed(checker, row));
            self.used_type(checker, at, (class, row), models);
            self.depth(checker, at, (class, row));
        }
        if not_allowed.is_empty() && how & AS_INPUT != 0 {
            (not_allowed, number) = (models.intersect(row.not_input), row.statements[3]);
        }
        if not_allowed.is_empty() && how & AS_OUTPUT != 0 {
            (not_allowed, number) = (models.intersect(row.not_output), row.statements[4]);
        }
        if let Some(other) = not_allowed.iter().next()
            && self.reported.insert((class, number))
        {
            let (other, statement) = (model_name(other), statement(row.built_in, number));
            let message = format!("{other} shaders do not use {} like this{statement}", name(row.built_in));
            checker.report(&rules::BUILT_IN_MODEL, at, message);
        }
    }

    /// Checks the type where it depends on the model.
    fn used_type(&mut self, checker: &mut Checker<'_>, at: At, (class, row): (u32, &Row), models: Models) {
        let known = &self.classes[class as usize];
        let plain = Models::of(&[model::VERTEX, model::FRAGMENT]);
        let is_mesh = models.has(model::MESH_EXT);
        let wants_plain = known.is_member || row.built_in == built_in::PRIMITIVE_SHADING_RATE_KHR;
        let fits = match row.when {
            When::Definition => true,
            When::OutsideMesh => is_mesh || if wants_plain { known.fits } else { known.fits_per_vertex },
            When::Models => {
                let used = models.intersect(row.models);
                let (once, many) = (used.intersect(plain), used.without(plain));
                (once.is_empty() || known.fits)
                    && (many.is_empty() || if known.is_member { known.fits } else { known.fits_per_vertex })
            }
        };
        let mesh = known.mesh.clone().filter(|_| is_mesh);
        if !fits && self.reported.insert((class, row.statements[2])) {
            wrong_type(checker, at, row);
        } else if let Some(problem) = mesh
            && self.reported.insert((class, u32::MAX))
        {
            checker.report(&rules::BUILT_IN_MESH, at, format!("{}: {problem}", name(row.built_in)));
        }
    }

    /// Checks that a shader that writes the depth says so.
    fn depth(&mut self, checker: &mut Checker<'_>, at: At, (class, row): (u32, &Row)) {
        if row.built_in != built_in::FRAG_DEPTH {
            return;
        }
        let lacks = |function: Id| checker.facts.entries.mode(function, mode::DEPTH_REPLACING).is_none();
        let Some(function) = checker.facts.callers(at).find(|function| lacks(*function)) else {
            return;
        };
        if self.reported.insert((class, 4216)) {
            let message =
                format!("{} writes FragDepth without the mode DepthReplacing", checker.id(function));
            checker.report(&rules::BUILT_IN_MODEL, at, message);
        }
    }
}

/// Models that may use a built-in, given the capabilities of the module.
fn allowed(checker: &Checker<'_>, row: &Row) -> Models {
    let has_any = |capabilities: &[u32]| capabilities.iter().any(|capability| checker.has(*capability));
    let early = Models::of(&[model::VERTEX, model::TESSELLATION_EVALUATION]);
    match row.built_in {
        built_in::PRIMITIVE_ID
            if !has_any(&[cap::MESH_SHADING_EXT, cap::MESH_SHADING_NV, cap::GEOMETRY, cap::TESSELLATION]) =>
        {
            row.models.without(Models::of(&[model::FRAGMENT]))
        }
        built_in::LAYER if !has_any(&[cap::SHADER_VIEWPORT_INDEX_LAYER_EXT, cap::SHADER_LAYER]) => {
            row.models.without(early)
        }
        built_in::VIEWPORT_INDEX
            if !has_any(&[cap::SHADER_VIEWPORT_INDEX_LAYER_EXT, cap::SHADER_VIEWPORT_INDEX]) =>
        {
            row.models.without(early)
        }
        _ => row.models,
    }
}

/// Storage class that an instruction states.
fn storage_of(module: &Module, at: At) -> Option<u32> {
    match module.opcode(at) {
        op::TYPE_POINTER | op::TYPE_UNTYPED_POINTER_KHR | op::VARIABLE => Some(module.word(at, 0)),
        op::TYPE_FORWARD_POINTER | op::GENERIC_CAST_TO_PTR_EXPLICIT => Some(module.word(at, 1)),
        _ => None,
    }
}

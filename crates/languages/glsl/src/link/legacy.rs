//! Built-in variables of OpenGL that SPIR-V for Vulkan does not have: they become variables of their own, or others.

use glassbox_core::stage::Stage;

use super::Linker;
use super::access::{expression, global};
use super::entry::run_behind_main;
use super::extract::Kind;
use super::walk;
use crate::model::{
    At, BinaryOperator, BuiltIn, ExpressionId, ExpressionKind, GlobalId, Program, Qualifiers, Statement,
    StatementKind, Storage,
};
use crate::rules::{INSTANCE, LEGACY};
use crate::types::{Length, Type};
use crate::vocabulary::functions::Intrinsic;
use crate::vocabulary::variables;

/// Elements of `gl_ClipPlane` that are looked at: devices clip by as many distances at least.
const CLIP_PLANES: u32 = 6;

/// Render targets that `gl_FragData` has where its elements are chosen while the shader runs: as many as devices have.
const MOST_OUTPUTS: u32 = 8;

/// Whether SPIR-V has nothing for a built-in variable.
pub(super) fn is_without_form(built_in: BuiltIn) -> bool {
    variables::row(built_in).number.is_none()
}

/// Variables that stand for the state of the pixel before this one, which no module can read.
const UNREADABLE: [&str; 5] = [
    "gl_LastFragData",
    "gl_LastFragColorARM",
    "gl_LastFragDepthARM",
    "gl_LastFragStencilARM",
    "gl_LastFragColor",
];

impl Linker<'_> {
    /// Replaces the built-in variables of a stage that Vulkan does not have.
    pub(super) fn modernize(&mut self, stage: usize) {
        self.extract(stage, Kind::LEGACY);
        self.expand_transform(stage);
        for number in 0..self.programs[stage].globals.len() {
            let id = GlobalId(number as u32);
            let own = self.programs[stage].global(id);
            let name = own.name.clone();
            let is_vertex = self.programs[stage].stage() == Stage::Vertex;
            let is_legacy = own.built_in.is_some_and(is_without_form);
            match &*name {
                "gl_VertexID" if own.built_in.is_some() && is_vertex => {
                    self.rename(stage, id, "gl_VertexIndex")
                }
                "gl_InstanceID" if own.built_in.is_some() && is_vertex => self.rename_instance(stage, id),
                "gl_FragColor" if is_legacy => self.output(stage, id, "FragColor", (0, 0)),
                "gl_FragData" if is_legacy => self.fragment_data(stage, id, "FragData", 0),
                "gl_SecondaryFragColorEXT" if is_legacy => {
                    self.output(stage, id, "SecondaryFragColor", (0, 1))
                }
                "gl_SecondaryFragDataEXT" if is_legacy => {
                    self.fragment_data(stage, id, "SecondaryFragData", 1)
                }
                "gl_ClipVertex" if is_legacy || self.is_extracted(stage, id) => self.clip(stage, id),
                "gl_BoundingBox" | "gl_BoundingBoxEXT" | "gl_BoundingBoxOES" if is_legacy => {
                    self.keep_private(stage, id);
                }
                name if is_legacy && UNREADABLE.contains(&name) => {
                    let at = self.place_of(stage, id);
                    self.refuse_legacy(stage, name, at);
                }
                _ if is_legacy => self.programs[stage].globals[number].built_in = None,
                _ => {}
            }
        }
    }

    /// Whether a variable was a member of a built-in block.
    fn is_extracted(&self, stage: usize, id: GlobalId) -> bool {
        let own = self.programs[stage].global(id);
        own.storage == Storage::Out && own.built_in.is_none()
    }

    /// Makes a variable one of the stage alone: what it says has no effect.
    fn keep_private(&mut self, stage: usize, id: GlobalId) {
        let own = &mut self.programs[stage].globals[id.0 as usize];
        own.storage = Storage::Private;
        own.built_in = None;
        own.qualifiers = Qualifiers { precision: own.qualifiers.precision, ..Qualifiers::default() };
    }

    /// Where a variable is declared, or named first if the language declares it.
    pub(super) fn place_of(&self, stage: usize, id: GlobalId) -> At {
        let own = self.programs[stage].global(id);
        if own.at == At::NONE { self.first_use(stage, id) } else { own.at }
    }

    fn refuse_legacy(&mut self, stage: usize, name: &str, at: At) {
        let message = format!("found `{name}`, expected a name of one's own: no target has this state");
        let finding = self.reports.of(&LEGACY, self.programs[stage].from(at), message);
        self.reports.add(finding.help("declare a uniform, an input or an output and use that"));
    }

    fn rename(&mut self, stage: usize, id: GlobalId, name: &str) {
        if let Some(row) = variables::named(name) {
            let word = self.names.word(name);
            let own = &mut self.programs[stage].globals[id.0 as usize];
            own.built_in = Some(row);
            own.name = word;
        }
    }

    fn rename_instance(&mut self, stage: usize, id: GlobalId) {
        let at = self.place_of(stage, id);
        let message = "found `gl_InstanceID`, which becomes `gl_InstanceIndex`";
        let finding = self.reports.of(&INSTANCE, self.programs[stage].from(at), message);
        self.reports.add(finding.help("draw with base instance 0"));
        self.rename(stage, id, "gl_InstanceIndex");
    }

    /// The token where a variable is named first.
    fn first_use(&self, stage: usize, id: GlobalId) -> At {
        let program = &self.programs[stage];
        let named = walk::all_expressions(program).into_iter().filter_map(|expression| {
            let expression = program.expression(expression);
            matches!(expression.kind, ExpressionKind::Global(own) if own == id).then_some(expression.at)
        });
        named.min().unwrap_or(program.global(id).at)
    }

    /// Makes a variable an output at a location.
    fn output(&mut self, stage: usize, id: GlobalId, name: &str, place: (u32, u32)) {
        let name = self.names.shared(name);
        let own = &mut self.programs[stage].globals[id.0 as usize];
        own.built_in = None;
        own.name = name;
        set_place(&mut own.qualifiers, place);
    }

    /// `gl_FragData`: an output for each element that is named by a number, or all of them as an array.
    fn fragment_data(&mut self, stage: usize, id: GlobalId, name: &str, index: u32) {
        let program = &self.programs[stage];
        let mut elements: Vec<(ExpressionId, u64)> = Vec::new();
        let mut whole = 0_i64;
        for expression in walk::all_expressions(program) {
            match program.expression(expression).kind {
                ExpressionKind::Global(own) if own == id => whole += 1,
                ExpressionKind::Index(base, number) => {
                    let is_own =
                        matches!(program.expression(base).kind, ExpressionKind::Global(own) if own == id);
                    let number = program.constant(number).and_then(|scalars| scalars.first().copied());
                    if let Some(number) = number.filter(|number| is_own && *number < 64) {
                        elements.push((expression, number));
                        whole -= 1;
                    }
                }
                _ => {}
            }
        }
        if whole != 0 {
            self.fragment_array(stage, id, name, index);
            return;
        }
        let own = self.programs[stage].global(id).clone();
        let mut outputs: std::collections::BTreeMap<u64, GlobalId> = Default::default();
        elements.sort_by_key(|(_, number)| *number);
        for (expression, number) in elements {
            let output = match outputs.get(&number) {
                Some(output) => *output,
                None => {
                    let name = self.names.shared(&format!("{name}{number}"));
                    let program = &mut self.programs[stage];
                    let element = program.types.as_array(own.ty).map_or(own.ty, |array| array.element);
                    let mut output = global(name, own.at, element, Storage::Out, own.qualifiers.clone());
                    output.is_written = true;
                    set_place(&mut output.qualifiers, (number as u32, index));
                    let output = program.add_global(output);
                    outputs.insert(number, output);
                    output
                }
            };
            self.programs[stage].expressions[expression.0 as usize].kind = ExpressionKind::Global(output);
        }
        self.programs[stage].drop_global(id);
    }

    /// The same as an array: its elements are chosen while the shader runs.
    fn fragment_array(&mut self, stage: usize, id: GlobalId, name: &str, index: u32) {
        let program = &mut self.programs[stage];
        let ty = program.global(id).ty;
        if let Some(array) = program.types.as_array(ty) {
            let count = match array.length {
                Length::Fixed(count) => count.min(MOST_OUTPUTS),
                _ => MOST_OUTPUTS,
            };
            let ty = program.types.array(array.element, Length::Fixed(count));
            program.globals[id.0 as usize].ty = ty;
            for expression in &mut program.expressions {
                if matches!(expression.kind, ExpressionKind::Global(own) if own == id) {
                    expression.ty = ty;
                }
            }
        }
        self.output(stage, id, name, (0, index));
    }

    /// `ftransform()` is the product of the matrix and the position of the fixed pipeline.
    fn expand_transform(&mut self, stage: usize) {
        let program = &self.programs[stage];
        let is_call =
            |kind: &ExpressionKind| matches!(kind, ExpressionKind::Intrinsic(Intrinsic::Ftransform, _));
        if !program.expressions.iter().any(|own| is_call(&own.kind)) {
            return;
        }
        let calls: Vec<ExpressionId> = walk::all_expressions(program)
            .into_iter()
            .filter(|id| is_call(&program.expression(*id).kind))
            .collect();
        let Some(first) = calls.first() else {
            return;
        };
        let at = program.expression(*first).at;
        let float = crate::types::Scalar::Float;
        let (matrix_type, vector_type) = (Type::Matrix(float, 4, 4), Type::Vector(float, 4));
        let matrix = self.built_in(stage, "gl_ModelViewProjectionMatrix", matrix_type, Storage::Uniform, at);
        let vertex = self.built_in(stage, "gl_Vertex", vector_type, Storage::In, at);
        let program = &mut self.programs[stage];
        for id in calls {
            let at = program.expression(id).at;
            let left = program.add(expression(ExpressionKind::Global(matrix), matrix_type, at));
            let right = program.add(expression(ExpressionKind::Global(vertex), vector_type, at));
            let kind = ExpressionKind::Binary(BinaryOperator::Multiply, left, right);
            program.expressions[id.0 as usize].kind = kind;
        }
    }

    /// A variable of the fixed pipeline: the one that the stage names, or a new one.
    fn built_in(&mut self, stage: usize, name: &str, ty: Type, storage: Storage, at: At) -> GlobalId {
        let name = self.names.word(name);
        let program = &mut self.programs[stage];
        let known = program.globals.iter_mut().enumerate().find(|(_, own)| own.name == name);
        if let Some((number, own)) = known {
            own.is_used = true;
            return GlobalId(number as u32);
        }
        program.add_global(global(name, at, ty, storage, Qualifiers::default()))
    }

    /// `gl_ClipVertex`: the distances of what it holds at the end from the planes of `gl_ClipPlane`. A plane that is not set is
    /// all 0, and clips nothing.
    fn clip(&mut self, stage: usize, id: GlobalId) {
        let at = self.place_of(stage, id);
        if !matches!(self.programs[stage].stage(), Stage::Vertex | Stage::TessellationEvaluation) {
            self.refuse_legacy(stage, "gl_ClipVertex", at);
            return;
        }
        let own = self.programs[stage].global(id);
        if !own.is_written && !own.is_used {
            self.programs[stage].drop_global(id);
            return;
        }
        let Some(row) = variables::named("gl_ClipDistance") else {
            self.refuse_legacy(stage, "gl_ClipVertex", at);
            return;
        };
        let float = crate::types::Scalar::Float;
        let vector = Type::Vector(float, 4);
        let types = &mut self.programs[stage].types;
        let planes_type = types.array(vector, Length::Fixed(CLIP_PLANES));
        let distances_type = types.array(Type::FLOAT, Length::Fixed(CLIP_PLANES));
        let planes = self.built_in(stage, "gl_ClipPlane", planes_type, Storage::Uniform, at);
        let name = self.names.word("gl_ClipDistance");
        let inner = self.names.fresh("main_");
        let program = &mut self.programs[stage];
        let mut variable = global(name, at, distances_type, Storage::Out, Qualifiers::default());
        variable.built_in = Some(row);
        variable.is_written = true;
        let distances = program.add_global(variable);
        let mut behind = Vec::new();
        for number in 0..CLIP_PLANES {
            let kind = clip_distance(program, (id, planes, distances), number, at);
            behind.push(Statement { kind: StatementKind::Expression(kind), at });
        }
        run_behind_main(program, inner, behind);
        self.keep_private(stage, id);
    }
}

/// The assignment of one distance.
fn clip_distance(
    program: &mut Program,
    (vertex, planes, distances): (GlobalId, GlobalId, GlobalId),
    number: u32,
    at: At,
) -> ExpressionId {
    let vector = Type::Vector(crate::types::Scalar::Float, 4);
    let constant = crate::model::ConstantId(program.constants.len() as u32);
    program.constants.push([u64::from(number)].into_iter().collect());
    let mut element = |global: GlobalId, ty: Type| {
        let whole = program.global(global).ty;
        let base = program.add(expression(ExpressionKind::Global(global), whole, at));
        let index = program.add(expression(ExpressionKind::Constant(constant), Type::INT, at));
        program.add(expression(ExpressionKind::Index(base, index), ty, at))
    };
    let plane = element(planes, vector);
    let distance = element(distances, Type::FLOAT);
    let vertex = program.add(expression(ExpressionKind::Global(vertex), vector, at));
    let dot = ExpressionKind::Intrinsic(Intrinsic::Dot, vec![plane, vertex]);
    let dot = program.add(expression(dot, Type::FLOAT, at));
    program.add(expression(ExpressionKind::Assign(distance, dot), Type::FLOAT, at))
}

fn set_place(qualifiers: &mut Qualifiers, (location, index): (u32, u32)) {
    let layout = qualifiers.layout_mut();
    layout.location = Some(location);
    layout.index = (index > 0).then_some(index);
}

//! Combined samplers, taken apart into textures and samplers.

use foldhash::HashMap;
use glassbox_core::stage::Stage;
use glassbox_syntax::token::Word;

use super::Linker;
use super::access::{Access, access, expression, global, indexed, local, repeatable};
use super::extract::{array_of, dimensions};
use super::parameters::replace_parameters;
use super::resources::{Class, Resources};
use super::walk;
use crate::compile::Interface;
use crate::model::{
    ExpressionId, ExpressionKind, FunctionId, Global, GlobalId, Program, Qualifiers, Storage,
};
use crate::rules::NOT_EMITTED;
use crate::stage::CombinedSampler;
use crate::types::{Dim, ImageKind, Length, Type, Types};

/// Most elements of an array of samplers that become resources of their own: no target has more registers.
const MOST_ELEMENTS: u32 = 32;

/// Whether a type is, or is an array of, combined samplers that are taken apart: those of buffers have no sampler.
pub(super) fn is_split(types: &Types, ty: Type) -> bool {
    matches!(types.innermost(ty), Type::Sampled(kind) if kind.dim != Dim::Buffer)
}

/// The texture and the sampler in place of a combined one.
#[derive(Clone, Debug)]
struct Halves {
    texture: (ExpressionKind, Type),
    sampler: (ExpressionKind, Type),
}

/// What a stage has in place of combined samplers.
#[derive(Default)]
struct Split {
    whole: HashMap<GlobalId, Halves>,
    elements: HashMap<GlobalId, Vec<Halves>>,
    /// By function and texture.
    parameters: HashMap<(FunctionId, u32), Halves>,
}

fn halves_of(types: &mut Types, ty: Type) -> Option<(Type, Type)> {
    let Type::Sampled(kind) = types.innermost(ty) else {
        return None;
    };
    let lengths = dimensions(types, ty);
    let dim = if kind.dim == Dim::External { Dim::Two } else { kind.dim };
    let texture = array_of(types, Type::Texture(ImageKind { is_shadow: false, dim, ..kind }), &lengths);
    let sampler = array_of(types, Type::Sampler(kind.is_shadow), &lengths);
    Some((texture, sampler))
}

impl Linker<'_> {
    /// The arrays of combined samplers whose elements become resources of their own, with the names of these: those whose
    /// elements constants choose wherever they are used.
    pub(super) fn sampler_elements(&mut self) -> HashMap<Word, Vec<Word>> {
        let mut counts: HashMap<Word, Option<u32>> = HashMap::default();
        if self.options.interface != Interface::Separated {
            return HashMap::default();
        }
        let mut order: Vec<Word> = Vec::new();
        for program in self.programs.iter() {
            let chosen = chosen_by_constants(program);
            for (number, global) in program.globals.iter().enumerate() {
                let is_array = program.types.as_array(global.ty).is_some();
                if global.storage != Storage::Uniform || !is_array || !is_split(&program.types, global.ty) {
                    continue;
                }
                let count = chosen.get(&GlobalId(number as u32)).copied().flatten();
                if !counts.contains_key(&global.name) {
                    order.push(global.name.clone());
                }
                let known = counts.entry(global.name.clone()).or_insert(count);
                if *known != count {
                    *known = None;
                }
            }
        }
        let mut elements = HashMap::default();
        for name in order {
            let Some(count) = counts.get(&name).copied().flatten() else {
                continue;
            };
            let names = (0..count).map(|number| self.names.shared(&format!("{name}_{number}"))).collect();
            elements.insert(name, names);
        }
        elements
    }

    /// Takes the combined samplers of a stage apart.
    pub(super) fn split_samplers(&mut self, stage: usize, resources: &Resources) {
        let mut split = Split::default();
        self.split_globals(stage, resources, &mut split);
        self.split_parameters(stage, &mut split);
        if split.whole.is_empty() && split.elements.is_empty() && split.parameters.is_empty() {
            return;
        }
        let name = self.names.word("index");
        for (function, ids) in walk::by_function(&self.programs[stage]) {
            // Operands stand behind what they are operands of: calls see arguments as they were written.
            for id in ids {
                self.split_use(stage, function, id, &split, &name);
            }
        }
    }

    fn split_globals(&mut self, stage: usize, resources: &Resources, split: &mut Split) {
        let program = &mut self.programs[stage];
        for number in 0..program.globals.len() {
            let id = GlobalId(number as u32);
            let own = program.global(id).clone();
            if own.storage != Storage::Uniform || !is_split(&program.types, own.ty) {
                continue;
            }
            let combined = &mut self.linked[stage].combined;
            if let Some(elements) = resources.elements.get(&own.name) {
                let one = program.types.innermost(own.ty);
                let halves = elements
                    .iter()
                    .filter_map(|name| declare(program, &own, name, one, resources, combined))
                    .collect();
                split.elements.insert(id, halves);
            } else if let Some(halves) = declare(program, &own, &own.name, own.ty, resources, combined) {
                split.whole.insert(id, halves);
            }
            program.drop_global(id);
        }
    }

    fn split_parameters(&mut self, stage: usize, split: &mut Split) {
        let program = &mut self.programs[stage];
        for number in 0..program.functions.len() {
            let function = FunctionId(number as u32);
            let own = program.function(function);
            let parameters: Vec<_> = own.locals.iter().take(own.parameters as usize).cloned().collect();
            if !parameters.iter().any(|parameter| is_split(&program.types, parameter.ty)) {
                continue;
            }
            let mut changes = Vec::new();
            for parameter in &parameters {
                let is_one = is_split(&program.types, parameter.ty);
                let halves = if is_one { halves_of(&mut program.types, parameter.ty) } else { None };
                changes.push(halves.map(|(texture, sampler)| {
                    let name = self.names.shared(&format!("{}_sampler", parameter.name));
                    let mut first = parameter.clone();
                    first.ty = texture;
                    vec![first, local(name, parameter.at, sampler, Qualifiers::default())]
                }));
            }
            let new = replace_parameters(program, function, changes);
            for ids in new {
                let [texture, sampler] = ids.as_slice() else { continue };
                let ty = |id: &crate::model::LocalId| program.function(function).locals[id.0 as usize].ty;
                let halves = Halves {
                    texture: (ExpressionKind::Local(*texture), ty(texture)),
                    sampler: (ExpressionKind::Local(*sampler), ty(sampler)),
                };
                split.parameters.insert((function, texture.0), halves);
            }
        }
    }

    /// Replaces the use of a combined sampler by its halves.
    fn split_use(
        &mut self,
        stage: usize,
        function: FunctionId,
        id: ExpressionId,
        split: &Split,
        name: &Word,
    ) {
        let program = &mut self.programs[stage];
        let own = program.expression(id);
        match &own.kind {
            ExpressionKind::Call(callee, arguments) => {
                let (callee, arguments) = (*callee, arguments.clone());
                let mut new = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    let program = &mut self.programs[stage];
                    match halves(program, function, argument, split, name) {
                        Some((texture, sampler)) => new.extend([texture, sampler]),
                        None => self.push_halves(stage, argument, &mut new),
                    }
                }
                self.programs[stage].expressions[id.0 as usize].kind = ExpressionKind::Call(callee, new);
            }
            ExpressionKind::Global(_) | ExpressionKind::Local(_) | ExpressionKind::Index(..)
                if matches!(own.ty, Type::Sampled(_)) =>
            {
                if let Some((texture, sampler)) = halves(program, function, id, split, name) {
                    let kind = ExpressionKind::Construct(vec![texture, sampler]);
                    program.expressions[id.0 as usize].kind = kind;
                }
            }
            _ => {}
        }
    }

    /// Arguments that are no named sampler: those that are built of halves already, and others, which stay.
    fn push_halves(&mut self, stage: usize, argument: ExpressionId, new: &mut Vec<ExpressionId>) {
        let program = &self.programs[stage];
        let own = program.expression(argument);
        if !is_split(&program.types, own.ty) {
            return new.push(argument);
        }
        if let ExpressionKind::Construct(parts) = &own.kind
            && parts.len() == 2
        {
            return new.extend(parts);
        }
        let message = "found a sampler that is computed, expected its name";
        let finding = self.reports.of(&NOT_EMITTED, program.from(own.at), message);
        self.reports.add(finding.help("name the sampler in the call that reads it"));
    }
}

/// Declares the halves of a combined sampler.
fn declare(
    program: &mut Program,
    own: &Global,
    name: &Word,
    ty: Type,
    resources: &Resources,
    combined: &mut Vec<CombinedSampler>,
) -> Option<Halves> {
    let (texture_type, sampler_type) = halves_of(&mut program.types, ty)?;
    let sampler_name = resources.samplers.get(name)?.clone();
    let texture_place = resources.places.get(&(Class::Texture, name.clone()))?.place;
    let sampler_place = resources.places.get(&(Class::Sampler, sampler_name.clone()))?.place;
    combined.push(CombinedSampler {
        name: name.to_string(),
        sampler: sampler_name.to_string(),
        texture_place,
        sampler_place,
    });
    let mut texture = global(name.clone(), own.at, texture_type, Storage::Uniform, own.qualifiers.clone());
    let mut sampler = global(sampler_name, own.at, sampler_type, Storage::Uniform, Qualifiers::default());
    (texture.is_used, sampler.is_used) = (own.is_used, own.is_used);
    let texture = program.add_global(texture);
    let sampler = program.add_global(sampler);
    Some(Halves {
        texture: (ExpressionKind::Global(texture), texture_type),
        sampler: (ExpressionKind::Global(sampler), sampler_type),
    })
}

/// The texture and the sampler that an expression of combined samplers stands for.
fn halves(
    program: &mut Program,
    function: FunctionId,
    id: ExpressionId,
    split: &Split,
    name: &Word,
) -> Option<(ExpressionId, ExpressionId)> {
    let access = access(program, id);
    let (found, indices) = match program.expression(access.root).kind {
        ExpressionKind::Global(global) => match split.elements.get(&global) {
            Some(elements) => (element(program, &access, elements)?, &[][..]),
            None => (split.whole.get(&global)?.clone(), &access.indices[..]),
        },
        ExpressionKind::Local(local) => {
            (split.parameters.get(&(function, local.0))?.clone(), &access.indices[..])
        }
        _ => return None,
    };
    let at = program.expression(id).at;
    let (first, later) = repeatable(program, function, indices, name);
    let texture = indexed(program, expression(found.texture.0, found.texture.1, at), &first);
    let sampler = indexed(program, expression(found.sampler.0, found.sampler.1, at), &later);
    Some((texture, sampler))
}

/// The element of an array that a constant chooses.
fn element(program: &Program, access: &Access, elements: &[Halves]) -> Option<Halves> {
    let [index] = access.indices.as_slice() else {
        return None;
    };
    let number = program.constant(index.value)?.first().copied()?;
    elements.get(usize::try_from(number).ok()?).cloned()
}

/// For each array of combined samplers whose elements constants alone choose, in a stage whose targets know no arrays of
/// textures: their number.
fn chosen_by_constants(program: &Program) -> HashMap<GlobalId, Option<u32>> {
    let mut counts = HashMap::default();
    if !matches!(program.stage(), Stage::Vertex | Stage::Fragment | Stage::Compute) {
        return counts;
    }
    for (number, global) in program.globals.iter().enumerate() {
        let Some(array) = program.types.as_array(global.ty) else {
            continue;
        };
        if let (Length::Fixed(count @ 1..=MOST_ELEMENTS), Type::Sampled(_)) = (array.length, array.element) {
            counts.insert(GlobalId(number as u32), Some(count));
        }
    }
    if counts.is_empty() {
        return counts;
    }
    let mut uses: HashMap<GlobalId, i64> = HashMap::default();
    for id in walk::all_expressions(program) {
        match program.expression(id).kind {
            ExpressionKind::Global(global) => *uses.entry(global).or_default() += 1,
            ExpressionKind::Index(base, index) => {
                let ExpressionKind::Global(global) = program.expression(base).kind else {
                    continue;
                };
                let number = program.constant(index).and_then(|scalars| scalars.first());
                let count = counts.get(&global).copied().flatten().map(u64::from);
                if number.zip(count).is_some_and(|(number, count)| *number < count) {
                    *uses.entry(global).or_default() -= 1;
                }
            }
            _ => {}
        }
    }
    for (global, left) in uses {
        if left != 0
            && let Some(count) = counts.get_mut(&global)
        {
            *count = None;
        }
    }
    counts
}

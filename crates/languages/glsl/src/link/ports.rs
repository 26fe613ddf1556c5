//! Locations of inputs and outputs. Where a stage states none, names join what goes from one stage to the next.

use foldhash::HashMap;
use glassbox_core::stage::Stage;
use glassbox_syntax::token::Word;

use super::Linker;
use super::locations::{Widths, without_views};
use super::same::Comparison;
use super::walk;
use crate::compile::Interface;
use crate::model::{At, ExpressionKind, Global, GlobalId, Program, Storage, flag};
use crate::rules::{LOCATION, UNMATCHED};
use crate::types::{Scalar, Structure, Type};

/// More locations than any device has.
const MOST: u32 = 4096;

/// An input or an output.
#[derive(Clone, Debug)]
struct Port {
    global: GlobalId,
    /// What joins it with one of the next stage.
    key: Word,
    /// What messages call it.
    name: Word,
    at: At,
    /// Its type, without the array that stands for the vertices of a primitive.
    ty: Type,
    width: u32,
    location: Option<u32>,
    /// The first component, and the one behind the last, where it does not take its locations as a whole.
    components: Option<(u32, u32)>,
    /// Second source of a blend.
    index: u32,
    /// Whether members of the block state locations, each for itself.
    has_own_members: bool,
    /// Locations that they take, from the first to behind the last.
    own: Vec<(u32, u32)>,
    is_used: bool,
    is_block: bool,
    is_patch: bool,
}

/// Whether there is one of a variable for each vertex or primitive, in an array that takes no locations.
pub(super) fn is_per_vertex(program: &Program, global: &Global) -> bool {
    let is_input = global.storage == Storage::In;
    if global.qualifiers.has(flag::PATCH | flag::PER_TASK) {
        return false;
    }
    match program.stage() {
        Stage::TessellationControl => true,
        Stage::TessellationEvaluation | Stage::Geometry => is_input,
        Stage::Mesh => !is_input,
        Stage::Fragment => is_input && global.qualifiers.has(flag::PER_VERTEX),
        _ => false,
    }
}

/// The type of a variable that goes from stage to stage, as one vertex has it.
pub(super) fn passed_type(program: &Program, global: &Global) -> Type {
    match program.types.as_array(global.ty) {
        Some(array) if is_per_vertex(program, global) => array.element,
        _ => global.ty,
    }
}

/// The stages that pass something on by locations, in the order in which they run.
pub(super) fn in_order(programs: &[Program]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..programs.len()).collect();
    let stage = |number: &usize| programs.get(*number).map(Program::stage);
    order.sort_by_key(stage);
    order.retain(|number| {
        stage(number).is_some_and(|stage| stage != Stage::Compute && !stage.is_ray_tracing())
    });
    order
}

impl Linker<'_> {
    /// Gives inputs and outputs their locations.
    pub(super) fn place_ports(&mut self) {
        let mut before: Option<(usize, Vec<Port>)> = None;
        for stage in in_order(self.programs) {
            let mut inputs = self.ports(stage, true);
            match before.take() {
                Some((producer, mut outputs)) => {
                    self.join(stage, producer, &mut outputs, &mut inputs);
                    self.finish(producer, &outputs);
                }
                None => fill(&mut inputs, &mut Vec::new()),
            }
            self.finish(stage, &inputs);
            before = Some((stage, self.ports(stage, false)));
        }
        if let Some((producer, mut outputs)) = before {
            fill(&mut outputs, &mut Vec::new());
            self.finish(producer, &outputs);
        }
    }

    /// Writes the locations into a stage, and reports those that overlap.
    fn finish(&mut self, stage: usize, ports: &[Port]) {
        if self.options.interface != Interface::Stated {
            for port in ports {
                let Some(location) = port.location else { continue };
                let global = &mut self.programs[stage].globals[port.global.0 as usize];
                global.qualifiers.layout_mut().location = Some(location);
            }
        }
        self.check_overlap(stage, ports);
    }

    /// Joins the inputs of a stage with the outputs of the one before, by their names where one of the two states no location.
    fn join(&mut self, stage: usize, producer: usize, outputs: &mut [Port], inputs: &mut [Port]) {
        let by_name: HashMap<Word, usize> =
            outputs.iter().enumerate().map(|(number, port)| (port.key.clone(), number)).collect();
        for input in inputs.iter_mut() {
            let output = by_name.get(&input.key).and_then(|number| outputs.get(*number));
            let Some(output) = output else {
                let is_missed = input.location.is_none()
                    && !input.has_own_members
                    && (input.is_block || input.is_used && self.is_reached(stage, input.global));
                if is_missed {
                    self.unmatched(stage, input, outputs);
                }
                continue;
            };
            let are_located = input.location.is_some() && output.location.is_some();
            if are_located && (input.location != output.location || is_part(input.ty, output.ty)) {
                continue;
            }
            self.compare_ports(stage, producer, input, output);
            if are_located {
                continue;
            }
            let location = input.location.or(output.location);
            input.location = location;
            if let Some(output) = by_name.get(&input.key).and_then(|number| outputs.get_mut(*number)) {
                output.location = location;
            }
        }
        if self.options.interface == Interface::Stated {
            return;
        }
        // What neither states: the outputs are numbered, and the inputs of their names follow.
        let mut taken = ranges(inputs);
        fill(outputs, &mut taken);
        for input in inputs.iter_mut().filter(|input| input.location.is_none()) {
            let output = by_name.get(&input.key).and_then(|number| outputs.get(*number));
            input.location = output.and_then(|output| output.location);
        }
        fill(inputs, &mut ranges(outputs));
    }

    /// Whether `main`, or what it calls, names a variable.
    fn is_reached(&self, stage: usize, global: GlobalId) -> bool {
        let program = &self.programs[stage];
        walk::reached_expressions(program).iter().any(
            |id| matches!(program.expression(*id).kind, ExpressionKind::Global(named) if named == global),
        )
    }

    fn unmatched(&mut self, stage: usize, input: &Port, outputs: &[Port]) {
        let message = format!("found `{}`, expected an output of this name in the stage before", input.name);
        let known = outputs.iter().map(|port| &*port.name);
        let help = match glassbox_core::suggest::similar(&input.name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it as an output of the stage before, or state a location".to_owned(),
        };
        let finding = self.reports.of(&UNMATCHED, self.programs[stage].from(input.at), message);
        self.reports.add(finding.help(help));
    }

    fn compare_ports(&mut self, stage: usize, producer: usize, input: &Port, output: &Port) {
        let (own, other) = (&self.programs[stage], &self.programs[producer]);
        let mut comparison = Comparison::new(own, other);
        let message = if !comparison.is_same(input.ty, output.ty) {
            let (found, expected) = comparison.difference(input.ty, output.ty);
            let found = found.strip_prefix("the type ").unwrap_or(&found);
            format!("found `{}` of the type {found}, expected {expected} as in the stage before", input.name)
        } else if input.is_patch != output.is_patch {
            let word = |is_patch: bool| if is_patch { "with `patch`" } else { "without `patch`" };
            format!(
                "found `{}` {}, expected it {} as in the stage before",
                input.name,
                word(input.is_patch),
                word(output.is_patch)
            )
        } else {
            return;
        };
        let place = self.reports.sources.unplaced(other.from(output.at).primary());
        let finding = self.reports.of(&UNMATCHED, own.from(input.at), message);
        self.reports.add(finding.label(place, "it is written here").help("declare both with one type"));
    }

    /// Says which ports overlap.
    fn check_overlap(&mut self, stage: usize, ports: &[Port]) {
        let mut sorted: Vec<&Port> =
            ports.iter().filter(|port| port.location.is_some() && !port.has_own_members).collect();
        sorted.sort_by_key(|port| (port.index, port.location, port.at));
        // The farthest reaching ones so far, by component.
        let mut ends: [Option<&Port>; 4] = [None; 4];
        let mut index = 0;
        for port in sorted {
            if std::mem::replace(&mut index, port.index) != port.index {
                ends = [None; 4];
            }
            let Some(next) = port.location else { continue };
            let (first, behind) = port.components.unwrap_or((0, 4));
            let taken = first as usize..(behind as usize).min(4);
            let end = |other: &Port| other.location.unwrap_or(0).saturating_add(other.width);
            let clash =
                ends.get(taken.clone()).into_iter().flatten().flatten().find(|other| end(other) > next);
            if let Some(clash) = clash {
                let start = clash.location.unwrap_or(0);
                let message = format!(
                    "found `{}` at location {next}, expected {} or more: `{}` ends there",
                    port.name,
                    end(clash),
                    clash.name
                );
                let program = &self.programs[stage];
                let place = self.reports.sources.unplaced(program.from(clash.at).primary());
                let finding = self.reports.of(&LOCATION, program.from(port.at), message);
                let finding = finding.label(place, format!("this takes {} from {start}", clash.width));
                self.reports.add(finding.help("state another location, or none"));
            }
            for slot in ends.get_mut(taken).into_iter().flatten() {
                if slot.is_none_or(|other| end(other) < end(port)) {
                    *slot = Some(port);
                }
            }
        }
    }

    /// The inputs or the outputs of a stage.
    fn ports(&mut self, stage: usize, is_input: bool) -> Vec<Port> {
        let wanted = if is_input { Storage::In } else { Storage::Out };
        let mut ports = Vec::new();
        let mut widths = Widths::default();
        let keys =
            Keys { color: self.names.word("gl_Color"), secondary: self.names.word("gl_SecondaryColor") };
        let program = &self.programs[stage];
        for (number, global) in program.globals.iter().enumerate() {
            let block = program.block_of(global);
            let is_built_in = global.built_in.is_some() || block.is_some_and(|block| block.is_built_in);
            if global.storage != wanted || is_built_in {
                continue;
            }
            let ty = passed_type(program, global);
            let is_per_view = block.is_none() && global.qualifiers.has(flag::PER_VIEW);
            let layout = global.qualifiers.layout();
            let name = program.linked_name(global).clone();
            ports.push(Port {
                global: GlobalId(number as u32),
                key: keys.of(&name),
                name,
                at: self.place_of(stage, GlobalId(number as u32)),
                ty,
                width: widths.of(&program.types, without_views(&program.types, ty, is_per_view)).min(MOST),
                location: layout.location,
                components: layout.location.map(|_| {
                    let first = layout.component.unwrap_or(0);
                    (first, first.saturating_add(components(program, ty)))
                }),
                index: layout.index.unwrap_or(0),
                has_own_members: block.is_some_and(|block| {
                    block.members.iter().any(|member| member.qualifiers.layout().location.is_some())
                }),
                own: block.map(|block| own_ranges(program, block, &mut widths)).unwrap_or_default(),
                is_used: global.is_used || global.is_written,
                is_block: block.is_some(),
                is_patch: global.qualifiers.has(flag::PATCH),
            });
        }
        let too_far = |port: &&Port| port.location.is_some_and(|location| location > MOST);
        if let Some(port) = ports.iter().find(too_far) {
            let message = format!("found `{}` behind location {MOST}, expected fewer", port.name);
            let finding = self.reports.of(&LOCATION, program.from(port.at), message);
            self.reports.add(finding.help("state a smaller location"));
        }
        ports
    }
}

/// Names under which colours of the fixed pipeline arrive at the next stage.
struct Keys {
    color: Word,
    secondary: Word,
}

impl Keys {
    fn of(&self, name: &Word) -> Word {
        match &**name {
            "gl_FrontColor" => self.color.clone(),
            "gl_FrontSecondaryColor" => self.secondary.clone(),
            _ => name.clone(),
        }
    }
}

/// Whether an input takes the first components of an output: where both state the location, it may.
fn is_part(input: Type, output: Type) -> bool {
    let is_plain = |ty: Type| ty.is_scalar() || ty.is_vector();
    is_plain(input)
        && is_plain(output)
        && input.scalar() == output.scalar()
        && input.components() <= output.components()
}

/// How many components a variable takes in each of its locations.
fn components(program: &Program, ty: Type) -> u32 {
    let (scalar, count) = match program.types.innermost(ty) {
        Type::Scalar(scalar) => (scalar, 1),
        Type::Vector(scalar, count) => (scalar, u32::from(count)),
        _ => return 4,
    };
    let is_wide = matches!(scalar, Scalar::Double | Scalar::Int64 | Scalar::Uint64);
    if is_wide { count * 2 } else { count }
}

/// The locations that are taken, from the first to behind the last.
fn ranges(ports: &[Port]) -> Vec<(u32, u32)> {
    let stated = ports
        .iter()
        .filter_map(|port| port.location.map(|location| (location, location.saturating_add(port.width))));
    stated.chain(ports.iter().flat_map(|port| port.own.iter().copied())).collect()
}

/// The locations that members of a block state.
fn own_ranges(program: &Program, block: &Structure, widths: &mut Widths) -> Vec<(u32, u32)> {
    let types = &program.types;
    let stated = block.members.iter().filter_map(|member| {
        let location = member.qualifiers.layout().location?;
        let ty = without_views(types, member.ty, member.qualifiers.has(flag::PER_VIEW));
        Some((location, location.saturating_add(widths.of(types, ty))))
    });
    stated.collect()
}

/// Numbers what has no location, in order, each behind the last one that fits.
fn fill(ports: &mut [Port], taken: &mut Vec<(u32, u32)>) {
    taken.extend(ranges(ports));
    taken.sort_unstable();
    let (mut at, mut passed) = (0, 0);
    for port in ports.iter_mut().filter(|port| port.location.is_none() && !port.has_own_members) {
        let width = port.width.max(1);
        // Both what is taken and what is given ascend: each range is passed once.
        while let Some((start, end)) = taken.get(passed)
            && at + width > *start
        {
            at = at.max(*end);
            passed += 1;
        }
        if at > MOST {
            return;
        }
        port.location = Some(at);
        at += width;
    }
}

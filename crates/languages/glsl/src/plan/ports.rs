//! Locations of inputs and outputs. Where a stage states none, names join what goes from one stage to the next.

use std::collections::HashMap;
use std::rc::Rc;

use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::{Reports, shown};

use super::spelt;
use crate::rules::{LOCATION, UNMATCHED};
use crate::stage::Stage;
use crate::stage_text::StageText;
use crate::syntax::{ItemKind, Qualifiers, Tokens, TypeUse};

/// More locations than any device has.
const MOST: u32 = 4096;

/// An input or an output.
#[derive(Debug)]
struct Port {
    /// The token of its name; of a block, the name of the block.
    at: usize,
    name: Rc<str>,
    /// Its type, without the brackets that stand for the vertices of a primitive.
    spelt: String,
    width: u32,
    location: Option<u32>,
    /// Whether it shares its location with another one: the second source of a blend, a part of a vector.
    is_sharing: bool,
    from: Provenance,
}

/// The locations of every stage, by the tokens of names.
pub(super) fn settle(stages: &[StageText], reports: &mut Reports) -> Vec<HashMap<usize, u32>> {
    let mut order: Vec<usize> = (0..stages.len()).collect();
    order.sort_by_key(|number| stages.get(*number).map(|stage| stage.stage));
    order.retain(|number| stages.get(*number).is_some_and(|stage| stage.stage != Stage::Compute));
    let mut out = vec![HashMap::new(); stages.len()];
    let mut before: Option<(usize, Vec<Port>)> = None;
    for number in order {
        let Some(stage) = stages.get(number) else {
            continue;
        };
        let mut inputs = ports(stage, true, reports);
        match &mut before {
            Some((_, outputs)) => {
                join(stage, outputs, &mut inputs, reports);
            }
            None => fill(&mut inputs, &mut Vec::new()),
        }
        if let Some((producer, outputs)) = before.take() {
            note(&outputs, out.get_mut(producer));
            check(&outputs, reports);
        }
        note(&inputs, out.get_mut(number));
        check(&inputs, reports);
        before = Some((number, ports(stage, false, reports)));
    }
    if let Some((producer, mut outputs)) = before {
        fill(&mut outputs, &mut Vec::new());
        note(&outputs, out.get_mut(producer));
        check(&outputs, reports);
    }
    out
}

fn note(ports: &[Port], locations: Option<&mut HashMap<usize, u32>>) {
    if let Some(locations) = locations {
        locations.extend(ports.iter().filter_map(|port| Some((port.at, port.location?))));
    }
}

/// Joins the inputs of a stage with the outputs of the one before, by their names where one of the two states no location.
fn join(stage: &StageText, outputs: &mut [Port], inputs: &mut [Port], reports: &mut Reports) {
    let by_name: HashMap<Rc<str>, usize> =
        outputs.iter().enumerate().map(|(number, port)| (port.name.clone(), number)).collect();
    for input in inputs.iter_mut() {
        let output = by_name.get(&input.name).and_then(|number| outputs.get_mut(*number));
        let Some(output) = output else {
            let is_used =
                stage.words.get(&input.name).is_some_and(|count| *count > 1) || stage.is(input.at + 1, "{");
            if input.location.is_none() && is_used {
                let message =
                    format!("found `{}`, expected an output of this name in the stage before", input.name);
                let known = outputs.iter().map(|port| &*port.name);
                let help = match glassbox_core::suggest::similar(&input.name, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "declare it as an output of the stage before, or state a location".to_owned(),
                };
                let finding = reports.of(&UNMATCHED, input.from, message);
                reports.add(finding.help(help));
            }
            continue;
        };
        if input.location.is_some() && output.location.is_some() {
            continue;
        }
        if input.spelt != output.spelt {
            let message = format!(
                "found `{}` of the type {}, expected {} as in the stage before",
                input.name,
                shown(&input.spelt),
                shown(&output.spelt)
            );
            let place = reports.sources.location(output.from.primary());
            let finding = reports.of(&UNMATCHED, input.from, message);
            let finding = finding.label(place, "it is written here");
            reports.add(finding.help("declare both with one type"));
        }
        let location = input.location.or(output.location);
        (input.location, output.location) = (location, location);
    }
    // What neither states: the outputs are numbered, and the inputs of their names follow.
    let mut taken = ranges(inputs);
    fill(outputs, &mut taken);
    for input in inputs.iter_mut().filter(|input| input.location.is_none()) {
        let output = by_name.get(&input.name).and_then(|number| outputs.get(*number));
        input.location = output.and_then(|output| output.location);
    }
    fill(inputs, &mut ranges(outputs));
}

/// The locations that are taken, from the first to behind the last.
fn ranges(ports: &[Port]) -> Vec<(u32, u32)> {
    let stated = ports
        .iter()
        .filter_map(|port| port.location.map(|location| (location, location.saturating_add(port.width))));
    stated.collect()
}

/// Numbers what has no location, in order, each behind the last one that fits.
fn fill(ports: &mut [Port], taken: &mut Vec<(u32, u32)>) {
    taken.extend(ranges(ports));
    taken.sort_unstable();
    let (mut at, mut passed) = (0, 0);
    for port in ports.iter_mut().filter(|port| port.location.is_none()) {
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

/// Says which ports overlap.
fn check(ports: &[Port], reports: &mut Reports) {
    let mut sorted: Vec<&Port> =
        ports.iter().filter(|port| port.location.is_some() && !port.is_sharing).collect();
    sorted.sort_by_key(|port| (port.location, port.at));
    for pair in sorted.windows(2) {
        let [first, second] = pair else { continue };
        let (Some(start), Some(next)) = (first.location, second.location) else {
            continue;
        };
        if start.saturating_add(first.width) > next {
            let message = format!(
                "found `{}` at location {next}, expected {} or more: `{}` ends there",
                second.name,
                start.saturating_add(first.width),
                first.name
            );
            let place = reports.sources.location(first.from.primary());
            let finding = reports.of(&LOCATION, second.from, message);
            let finding = finding.label(place, format!("this takes {} from {start}", first.width));
            reports.add(finding.help("state another location, or none"));
        }
    }
}

/// The inputs or the outputs of a stage.
fn ports(stage: &StageText, is_input: bool, reports: &mut Reports) -> Vec<Port> {
    let mut ports = Vec::new();
    for item in &stage.items {
        match &item.kind {
            ItemKind::Block { qualifiers, name, members, instance } => {
                if direction(stage, qualifiers) != Some(is_input) || stage.word(*name).starts_with("gl_") {
                    continue;
                }
                let drops = is_per_vertex(stage, qualifiers, is_input);
                let dimensions = instance.as_ref().map_or(&[][..], |instance| &instance.dimensions);
                let counted = dimensions.get(usize::from(drops)..).unwrap_or_default();
                let width = stage.locations_of(members).saturating_mul(stage.elements(counted));
                let spelt = super::spelt_members(stage, members).join("; ");
                ports.push(port(stage, *name, qualifiers, width, spelt));
            }
            ItemKind::Variables { qualifiers, ty, declarators } => {
                if direction(stage, qualifiers) != Some(is_input) {
                    continue;
                }
                let drops = is_per_vertex(stage, qualifiers, is_input);
                for declarator in declarators {
                    if stage.word(declarator.name).starts_with("gl_") {
                        continue;
                    }
                    let mut all: Vec<Tokens> = declarator.dimensions.clone();
                    all.extend(ty.dimensions.iter().cloned());
                    let own = all.get(usize::from(drops && !all.is_empty())..).unwrap_or_default();
                    let width = stage.locations(ty).saturating_mul(stage.elements(own));
                    let bare = TypeUse { dimensions: Vec::new(), ..ty.clone() };
                    let spelt = spelt(stage, &bare, own);
                    ports.push(port(stage, declarator.name, qualifiers, width, spelt));
                }
            }
            _ => {}
        }
    }
    let too_far = |port: &&Port| port.location.is_some_and(|location| location > MOST);
    if let Some(port) = ports.iter().find(too_far) {
        let message = format!("found `{}` behind location {MOST}, expected fewer", port.name);
        let finding = reports.of(&LOCATION, port.from, message);
        reports.add(finding.help("state a smaller location"));
    }
    ports
}

fn port(stage: &StageText, at: usize, qualifiers: &Qualifiers, width: u32, spelt: String) -> Port {
    Port {
        at,
        name: stage.text(at),
        spelt,
        width: width.min(MOST),
        location: stage.layout_number(qualifiers, "location").map(|(number, _)| number),
        is_sharing: stage.layout(qualifiers, "index").is_some()
            || stage.layout(qualifiers, "component").is_some(),
        from: stage.from(at),
    }
}

/// Whether qualifiers say input or output, in the words of any version.
pub(crate) fn direction(stage: &StageText, qualifiers: &Qualifiers) -> Option<bool> {
    match () {
        () if stage.has(qualifiers, "in") || stage.has(qualifiers, "attribute") => Some(true),
        () if stage.has(qualifiers, "out") => Some(false),
        () if stage.has(qualifiers, "varying") => Some(stage.stage != Stage::Vertex),
        () => None,
    }
}

/// Whether there is one for each vertex of a primitive, in an array that takes no locations.
fn is_per_vertex(stage: &StageText, qualifiers: &Qualifiers, is_input: bool) -> bool {
    if stage.has(qualifiers, "patch") {
        return false;
    }
    match stage.stage {
        Stage::TessellationControl => true,
        Stage::TessellationEvaluation | Stage::Geometry => is_input,
        _ => false,
    }
}

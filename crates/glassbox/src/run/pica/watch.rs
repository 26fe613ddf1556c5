//! Runs that somebody watches: a line for every instruction, and how often each ran.

use std::fmt::Write as _;

use glassbox_pica::assembly::{Swizzles, pretty};
use glassbox_pica_sim::control::LoopEnd;
use glassbox_pica_sim::observe::{Event, Observer};
use glassbox_pica_sim::operation::Action;
use glassbox_pica_sim::{Limits, Machine, Stop};

use crate::run::{Step, Watcher};

/// Runs to the end and tells what the watcher wants to know.
pub(super) fn run(machine: &mut Machine<'_>, limits: &Limits, watcher: &mut dyn Watcher) -> Stop {
    let words = machine.program().operations().len();
    let mut watch = Watch {
        descriptors: machine.program().descriptors(),
        counts: vec![0; if watcher.wants_counts() { words } else { 0 }],
        steps: watcher.wants_steps(),
        watcher,
    };
    if !watch.steps && watch.counts.is_empty() {
        return machine.run(limits);
    }
    let stop = machine.run_observed(limits, &mut watch);
    for (place, &times) in (0..).zip(&watch.counts) {
        watch.watcher.count(place, times);
    }
    stop
}

struct Watch<'a> {
    descriptors: &'a [u32],
    counts: Vec<u64>,
    steps: bool,
    watcher: &'a mut dyn Watcher,
}

impl Observer for Watch<'_> {
    fn executed(&mut self, event: &Event<'_>) {
        if let Some(count) = self.counts.get_mut(event.word as usize) {
            *count += 1;
        }
        if self.steps {
            let text = pretty(event.operation.word, self.descriptors, Swizzles::Used);
            self.watcher.step(&Step {
                place: event.word,
                line: line(&text, event),
            });
        }
    }
}

/// Width that the instruction takes in a line; a longer one pushes its values to the right.
const TEXT_WIDTH: usize = 28;

/// An instruction and what it did, such as `add r0, c0, v0   (1, 2, 3, 4) (0, 0, 0, 1) → r0 = (1, 2, 3, 5)`.
fn line(text: &str, event: &Event<'_>) -> String {
    let mut line = format!("{text:<TEXT_WIDTH$}");
    let result = event.result.unwrap_or_default();
    match event.operation.action {
        Action::Compute {
            destination,
            mask,
            count,
            ..
        } => {
            sources(&mut line, &event.sources, usize::from(count));
            let written = (0..4u8).filter(|&component| mask.contains(component));
            let values: Vec<String> = written
                .clone()
                .map(|component| number(result.get(usize::from(component)).copied().unwrap_or_default()))
                .collect();
            let letters: String = written
                .map(|component| ['x', 'y', 'z', 'w'][usize::from(component & 3)])
                .collect();
            let _ = match (letters.as_str(), values.as_slice()) {
                ("xyzw", _) => write!(line, " → {destination} = ({})", values.join(", ")),
                (_, [one]) => write!(line, " → {destination}.{letters} = {one}"),
                _ => write!(line, " → {destination}.{letters} = ({})", values.join(", ")),
            };
        }
        Action::Address { .. } => {
            sources(&mut line, &event.sources, 1);
            let [x, y] = event.state.address;
            let _ = write!(line, " → a0 = ({x}, {y})");
        }
        Action::Compare { .. } => {
            sources(&mut line, &event.sources, 2);
            let [x, y] = event.state.flags;
            let _ = write!(line, " → cmp = ({x}, {y})");
        }
        _ => flow(&mut line, event),
    }
    if let Some(index) = event.index {
        let _ = write!(line, "; index {index}");
    }
    closings(&mut line, event);
    line.truncate(line.trim_end().len());
    line
}

fn sources(line: &mut String, sources: &[[f32; 4]; 3], count: usize) {
    for source in sources.iter().take(count) {
        let _ = write!(line, " ({})", source.map(number).join(", "));
    }
}

/// What an instruction of the control flow decided.
fn flow(line: &mut String, event: &Event<'_>) {
    if event.flow.taken == Some(false) {
        line.push_str(" not taken");
    }
    match event.flow.target {
        Some(target) => {
            let _ = write!(line, " → {target}");
        }
        None if matches!(event.operation.action, Action::If { .. }) => line.push_str(" holds"),
        None => {}
    }
    if let Action::Loop { register, .. } = event.operation.action {
        let _ = write!(line, " i{register}, aL = {}", event.state.control.counter);
    }
    if event.flow.dropped {
        line.push_str("; the stack is full, its oldest entry is lost");
    }
}

/// What closed behind an instruction.
fn closings(line: &mut String, event: &Event<'_>) {
    let next = event.state.control.next;
    match event.flow.returns {
        0 => {}
        1 => {
            let _ = write!(line, "; returns → {next}");
        }
        several => {
            let _ = write!(line, "; {several} calls return → {next}");
        }
    }
    if event.flow.if_closed {
        let _ = write!(line, "; the block ends → {next}");
    }
    let _ = match event.flow.loop_end {
        LoopEnd::None => Ok(()),
        LoopEnd::Repeated => write!(line, "; repeats → {next}, aL = {}", event.state.control.counter),
        LoopEnd::Finished => write!(line, "; the loop is done → {next}"),
        LoopEnd::Broken => write!(line, "; leaves the loop → {next}"),
    };
}

/// A number in its shortest spelling.
fn number(value: f32) -> String {
    value.to_string()
}

//! Traces: every instruction with its values, as text.
//!
//! ```text
//!    0  mov r0, c4                            (1, 2, 3, 4) -> r0 = (1, 2, 3, 4)
//!    1  cmp r0, gt, lt, v0                    (1, 2), (0, 3) -> cmp = (true, true)
//!    2  ifc cmp.x, else at 5                  holds; opens an if
//! ```

use std::fmt::{self, Write};

use glassbox_pica::assembly::{Swizzles, pretty};
use glassbox_pica::descriptor::Mask;

use super::{Event, Observer};
use crate::control::{Flow, LoopEnd, Stack};
use crate::geometry::Latch;
use crate::operation::{Action, Compute};
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;

/// Writes one line per instruction to a sink, up to a maximum.
#[derive(Debug)]
pub struct Trace<'p, W> {
    program: &'p Program,
    out: W,
    left: u64,
    failed: bool,
}

/// Width of the instruction column in characters.
const COLUMN: usize = 36;

impl<'p, W: Write> Trace<'p, W> {
    /// Creates a trace of at most `lines` instructions. Further ones are omitted, with a note.
    pub fn new(program: &'p Program, out: W, lines: u64) -> Trace<'p, W> {
        Trace { program, out, left: lines, failed: false }
    }

    /// Returns the sink and whether all writes succeeded.
    pub fn finish(self) -> (W, bool) {
        (self.out, !self.failed)
    }

    fn line(&mut self, event: &Event<'_>) -> fmt::Result {
        let text = pretty(event.operation.word, self.program.descriptors(), Swizzles::Used);
        let mut line = format!("{:4}  {text:COLUMN$}", event.word);
        let mut separator = "  ";
        if let Some(index) = event.index {
            write!(line, "{separator}index {index}")?;
            separator = "; ";
        }
        let values = Values { event };
        if values.count() > 0 {
            write!(line, "{separator}{values}")?;
            separator = "; ";
        }
        if event.operation.action == Action::Emit && event.stop.is_none() {
            let Latch { vertex, primitive, invert } = event.latch;
            write!(line, "{separator}writes slot {vertex}")?;
            match (primitive, invert) {
                (false, _) => {}
                (true, false) => line.push_str("; submits a triangle"),
                (true, true) => line.push_str("; submits an inverted triangle"),
            }
            separator = "; ";
        }
        effects(&mut line, event, &mut separator)?;
        writeln!(self.out, "{}", line.trim_end())
    }
}

impl<W: Write> Observer for Trace<'_, W> {
    fn executed(&mut self, event: &Event<'_>) {
        if self.failed {
            return;
        }
        let result = match self.left {
            0 => Ok(()),
            1 => self
                .line(event)
                .and_then(|()| self.out.write_str("      the trace ends here: its limit is reached\n")),
            _ => self.line(event),
        };
        self.left = self.left.saturating_sub(1);
        self.failed = result.is_err();
    }

    fn stopped(&mut self, stop: Stop, _: &State) {
        let text = match stop {
            Stop::End => return,
            Stop::StepLimit => "the step limit is reached".to_owned(),
            Stop::TriangleLimit => "the limit of triangles is reached".to_owned(),
            Stop::Trap(trap) => format!("word {}: {}", trap.word, trap.kind.rule().title),
        };
        self.failed |= writeln!(self.out, "      stopped: {text}").is_err();
    }
}

/// Operands and results.
struct Values<'e> {
    event: &'e Event<'e>,
}

impl Values<'_> {
    fn count(&self) -> usize {
        match self.event.operation.action {
            Action::Compute { count, .. } => usize::from(count),
            Action::Address { .. } => 1,
            Action::Compare { .. } => 2,
            _ => 0,
        }
    }
}

impl fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let event = self.event;
        let state = event.state;
        // Omit components that cannot affect the result.
        let mask = match event.operation.action {
            Action::Compute { mask, .. } | Action::Address { mask, .. } => mask,
            _ => Mask::ALL,
        };
        let lanes = event.operation.opcode().info().lanes;
        for (at, (source, lanes)) in event.sources.iter().zip(lanes).take(self.count()).enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{}", Vector(&components(source, Mask(lanes.under(mask.0)))))?;
        }
        f.write_str(" -> ")?;
        match event.operation.action {
            Action::Compute { compute, destination, mask, .. } => {
                let result = event.result.unwrap_or_default();
                let written = components(&result, mask);
                match mask {
                    Mask(0) => f.write_str("nothing")?,
                    Mask(0xF) => write!(f, "{destination} = {}", Vector(&written))?,
                    _ => write!(f, "{destination}.{mask} = {}", Vector(&written))?,
                }
                if compute == Compute::Litp {
                    write!(f, ", cmp = ({}, {})", state.flags[0], state.flags[1])?;
                }
                Ok(())
            }
            Action::Address { .. } => write!(f, "a0 = ({}, {})", state.address[0], state.address[1]),
            _ => write!(f, "cmp = ({}, {})", state.flags[0], state.flags[1]),
        }
    }
}

/// Components of a mask, in order.
fn components(vector: &[f32; 4], mask: Mask) -> Vec<f32> {
    let named = vector.iter().zip(0..).filter(|&(_, component)| mask.contains(component));
    named.map(|(&value, _)| value).collect()
}

/// Numbers in parentheses; a single one without.
struct Vector<'v>(&'v [f32]);

impl fmt::Display for Vector<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [single] = self.0 {
            return write!(f, "{single}");
        }
        f.write_str("(")?;
        for (at, value) in self.0.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{value}")?;
        }
        f.write_str(")")
    }
}

/// Writes the instruction's effect on control flow.
fn effects(out: &mut impl Write, event: &Event<'_>, separator: &mut &'static str) -> fmt::Result {
    let Flow { taken, target, pushed, dropped, returns, if_closed, loop_end } = event.flow;
    let mut say = |text: fmt::Arguments<'_>| {
        let result = write!(out, "{separator}{text}");
        *separator = "; ";
        result
    };
    match taken {
        Some(true) if pushed.is_none() && target.is_none() => say(format_args!("holds"))?,
        Some(false) => say(format_args!("does not hold"))?,
        _ => {}
    }
    if let Some(stack) = pushed {
        let article = if stack == Stack::If { "an" } else { "a" };
        say(format_args!("opens {article} {}", stack.name()))?;
        if dropped {
            say(format_args!("the oldest of {} is lost", stack.depth()))?;
        }
    }
    if let Some(target) = target
        && !event.flow.is_target_lost()
    {
        say(format_args!("goes to {target}"))?;
    }
    let next = event.state.control.next;
    match returns {
        0 => {}
        1 => say(format_args!("returns to {next}"))?,
        _ => say(format_args!("{returns} calls return, to {next}"))?,
    }
    if if_closed {
        say(format_args!("closes an if, goes to {next}"))?;
    }
    let counter = event.state.control.counter;
    match loop_end {
        LoopEnd::None => {}
        LoopEnd::Repeated => say(format_args!("repeats from {next}, aL = {counter}"))?,
        LoopEnd::Finished => say(format_args!("the loop ends, aL = {counter}"))?,
        LoopEnd::Broken => say(format_args!("leaves the loop to {next}, aL = {counter}"))?,
    }
    Ok(())
}

//! Reports the results of a shader run: a short list for one vertex, a table for many, JSON, or CSV.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::Serializer;

use crate::terminal::{Painted, Style, clean};

/// Result of running an entry point.
#[derive(Serialize, Debug)]
pub struct RunReport<'a> {
    /// Name of the file, as it was given.
    pub file: &'a str,
    /// Id of its format.
    pub format: Option<&'a str>,
    /// Entry point that was run.
    pub entry: RunEntry<'a>,
    /// `float24` or `float32`.
    pub precision: &'a str,
    /// Name of the engine.
    pub engine: &'a str,
    /// Outputs, in the order of the values.
    pub outputs: Vec<RunOutput>,
    /// The runs: one a vertex, or one a group of vertices of a geometry program.
    pub runs: Vec<RunResult>,
    /// Execution counts of instructions, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Vec<ProfileLine>>,
    /// Every instruction executed, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<TraceLine>>,
}

/// An entry point.
#[derive(Serialize, Debug)]
pub struct RunEntry<'a> {
    /// Its number in the file.
    pub number: usize,
    /// Name of the entry point.
    pub name: &'a str,
    /// Stage of the entry point.
    pub stage: &'a str,
}

/// One output of the run.
#[derive(Serialize, Clone, Debug)]
pub struct RunOutput {
    /// Semantic, or else the register.
    pub name: String,
    /// Its register with its components.
    pub register: String,
    /// Letters of its components, such as `xy`.
    pub components: String,
}

/// Result of one run.
#[derive(Serialize, Debug)]
pub struct RunResult {
    /// Number of its vertex, or of its group of vertices.
    pub number: usize,
    /// A list of components for each output.
    pub outputs: Vec<Vec<Number>>,
    /// Triangles: three corners, each as `outputs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangles: Option<Vec<[Vec<Vec<Number>>; 3]>>,
    /// Instructions that ran.
    pub steps: u64,
    /// Rule and message of why it ended before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<RunFailure>,
}

/// Reason a run stopped early.
#[derive(Serialize, Clone, Debug)]
pub struct RunFailure {
    /// Id of the rule.
    pub rule: &'static str,
    /// Message for people.
    pub message: String,
}

/// Execution count of an instruction.
#[derive(Serialize, Debug)]
pub struct ProfileLine {
    /// Position of the instruction.
    pub place: u32,
    /// The label there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The instruction as text.
    pub text: String,
    /// Number of times it ran.
    pub times: u64,
}

/// An instruction that ran.
#[derive(Serialize, Clone, Debug)]
pub struct TraceLine {
    /// Number of the run, from 0.
    pub run: usize,
    /// Position of the instruction; `None` for a remark about the run.
    pub place: Option<u32>,
    /// Effect, as text.
    pub text: String,
}

/// A number and its format.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// The number itself.
    pub value: f32,
    /// Show its bits in hexadecimal.
    pub hex: bool,
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.hex {
            f.pad(&format!("{:#010x}", self.value.to_bits()))
        } else {
            // The shortest digits that round-trip.
            f.pad(&self.value.to_string())
        }
    }
}

impl Serialize for Number {
    /// Serialises a number; bit patterns, and numbers JSON cannot represent, as strings.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.hex && self.value.is_finite() {
            // As 64-bit digits 0.1 would not look like itself.
            match serde_json::from_str::<serde_json::Number>(&self.value.to_string()) {
                Ok(number) => number.serialize(serializer),
                Err(_) => serializer.serialize_f32(self.value),
            }
        } else {
            serializer.collect_str(self)
        }
    }
}

impl RunReport<'_> {
    /// For people: a line an output for a single run, a table for several, triangles corner by corner.
    pub fn text(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let triangles = self.runs.iter().any(|run| run.triangles.is_some());
        match self.runs.as_slice() {
            [run] if !triangles => self.list(out, &run.outputs, style)?,
            _ => self.table(out, style)?,
        }
        let steps: u64 = self.runs.iter().map(|run| run.steps).sum();
        let count = |count: usize, one: &str, many: &str| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {many}"),
        };
        let mut facts = Vec::new();
        if triangles {
            let made = self.runs.iter().filter_map(|run| run.triangles.as_ref());
            facts.push(count(made.map(Vec::len).sum(), "triangle", "triangles"));
        }
        if self.runs.len() != 1 {
            facts.push(count(self.runs.len(), "run", "runs"));
        }
        facts.push(count(steps as usize, "instruction", "instructions"));
        match self.runs.iter().filter(|run| run.failure.is_some()).count() {
            0 => {}
            _ if self.runs.len() == 1 => facts.push("did not end".to_owned()),
            failed => facts.push(format!("{failed} did not end")),
        }
        writeln!(
            out,
            "{}",
            Painted(style.dim, format!("{}, {}, {}", facts.join(", "), self.precision, self.engine))
        )?;
        if let Some(profile) = &self.profile {
            self::profile(out, profile, style)?;
        }
        Ok(())
    }

    /// An output a line.
    fn list(&self, out: &mut dyn Write, values: &[Vec<Number>], style: &Style) -> io::Result<()> {
        let width = |text: fn(&RunOutput) -> &str| {
            let widths = self.outputs.iter().map(|output| text(output).chars().count());
            widths.max().unwrap_or(0)
        };
        let (name, register) = (width(|output| &output.name), width(|output| &output.register));
        for (output, values) in self.outputs.iter().zip(values) {
            let values: Vec<String> = values.iter().map(Number::to_string).collect();
            writeln!(
                out,
                "{}  {}  {}",
                Painted(style.strong, format!("{:<name$}", clean(&output.name))),
                Painted(style.dim, format!("{:<register$}", clean(&output.register))),
                values.join(" ")
            )?;
        }
        Ok(())
    }

    /// Column names: the row numbers first, then one per component.
    fn heads(&self) -> Vec<String> {
        let triangles = self.runs.iter().any(|run| run.triangles.is_some());
        let mut heads: Vec<String> = if triangles {
            ["run", "triangle", "corner"].map(str::to_owned).to_vec()
        } else {
            vec!["vertex".to_owned()]
        };
        for output in &self.outputs {
            heads.extend(output.components.chars().map(|letter| format!("{}.{letter}", output.name)));
        }
        heads
    }

    /// The rows below the heads.
    fn rows(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        let numbers = |values: &[Vec<Number>]| -> Vec<String> {
            values.iter().flatten().map(Number::to_string).collect()
        };
        self.runs.iter().flat_map(move |run| {
            let number = run.number;
            let mut rows = Vec::new();
            match &run.triangles {
                None => {
                    let mut row = vec![number.to_string()];
                    row.extend(numbers(&run.outputs));
                    rows.push(row);
                }
                Some(triangles) => {
                    for (triangle, corners) in triangles.iter().enumerate() {
                        for (corner, values) in corners.iter().enumerate() {
                            let mut row =
                                [number, triangle, corner].map(|number| number.to_string()).to_vec();
                            row.extend(numbers(values));
                            rows.push(row);
                        }
                    }
                }
            }
            rows
        })
    }

    /// A table with aligned columns.
    fn table(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let heads = self.heads();
        let mut widths: Vec<usize> = heads.iter().map(|head| head.chars().count()).collect();
        for row in self.rows() {
            for (width, cell) in widths.iter_mut().zip(&row) {
                *width = (*width).max(cell.len());
            }
        }
        let line = |cells: &[String]| {
            let cells: Vec<String> =
                cells.iter().zip(&widths).map(|(cell, &width)| format!("{:>width$}", clean(cell))).collect();
            cells.join("  ")
        };
        writeln!(out, "{}", Painted(style.strong, line(&heads)))?;
        for row in self.rows() {
            writeln!(out, "{}", line(&row))?;
        }
        Ok(())
    }

    /// Comma-separated values, with a line of names.
    pub fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let heads: Vec<String> = self.heads().iter().map(|head| cell(head)).collect();
        writeln!(out, "{}", heads.join(","))?;
        for row in self.rows() {
            writeln!(out, "{}", row.join(","))?;
        }
        Ok(())
    }
}

/// A cell of a CSV file, quoted if necessary.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Instructions with their execution counts.
fn profile(out: &mut dyn Write, lines: &[ProfileLine], style: &Style) -> io::Result<()> {
    let total: u64 = lines.iter().map(|line| line.times).sum();
    let width = lines.iter().map(|line| line.times.to_string().len()).max().unwrap_or(0).max(5);
    writeln!(out, "{}", Painted(style.strong, format!("\n{:>width$}  share  word  instruction", "times")))?;
    for line in lines {
        if let Some(label) = &line.label {
            writeln!(out, "{}:", clean(label))?;
        }
        let share = match line.times {
            0 => String::new(),
            times => format!("{:.1}%", times as f64 * 100.0 / total.max(1) as f64),
        };
        writeln!(out, "{:>width$}  {share:>5}  {:>4}  {}", line.times, line.place, clean(&line.text))?;
    }
    Ok(())
}

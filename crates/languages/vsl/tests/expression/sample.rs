//! Programs of many expressions, one per line.

use std::fs;
use std::path::Path;

/// An expression and its columns in a table.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// True if it belongs in the vertex stage.
    pub(crate) is_vertex: bool,
    /// The expression.
    pub(crate) expression: String,
    /// The remaining columns.
    pub(crate) columns: Vec<String>,
}

impl Case {
    /// An expression of the fragment stage, without columns.
    pub(crate) fn new(expression: String) -> Case {
        Case { is_vertex: false, expression, columns: Vec::new() }
    }
}

/// The lines of a table.
pub(crate) fn cases(table: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expression").join(table);
    let text = fs::read_to_string(path).expect("the table is there");
    text.lines()
        .filter(|line| !line.starts_with("# ") && !line.is_empty())
        .map(|line| {
            let mut columns = line.split('\t').map(str::to_owned);
            let first = columns.next().unwrap_or_default();
            let rest = first.strip_prefix("@vert ");
            Case {
                is_vertex: rest.is_some(),
                expression: rest.unwrap_or(&first).to_owned(),
                columns: columns.collect(),
            }
        })
        .collect()
}

/// All value types, each with the name of a variable.
pub(crate) fn all_types() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for scalar in ["bool", "int", "uint", "float"] {
        for count in 1..=4 {
            let digit = if count == 1 { String::new() } else { count.to_string() };
            all.push((format!("{}{count}", &scalar[..1]), format!("{scalar}{digit}")));
        }
    }
    for columns in 2..=4 {
        for rows in 2..=4 {
            all.push((format!("m{columns}{rows}"), format!("float{columns}x{rows}")));
        }
    }
    all
}

/// A generated program.
pub(crate) struct Sample<'c> {
    /// Its text.
    pub(crate) text: String,
    cases: &'c [Case],
    /// Line of each case, from 1.
    lines: Vec<u32>,
}

impl<'c> Sample<'c> {
    /// A program that assigns each expression to a variable, numbered in the order of the cases.
    pub(crate) fn new(cases: &'c [Case], declaration: impl Fn(&Case) -> String) -> Sample<'c> {
        let variables: String = all_types().iter().map(|(name, ty)| format!("{ty} {name}; ")).collect();
        let mut sample = Sample { text: String::new(), cases, lines: vec![0; cases.len()] };
        let mut line = 1;
        for model in include_str!("samples.vsl").lines() {
            let vertex = match model {
                "VARIABLES" => {
                    sample.text.push_str(&variables);
                    None
                }
                "VERTEX" => Some(true),
                "FRAGMENT" => Some(false),
                other => {
                    sample.text.push_str(other);
                    None
                }
            };
            for (at, case) in cases.iter().enumerate() {
                if vertex == Some(case.is_vertex) {
                    let declaration = declaration(case);
                    sample.text.push_str(&format!("{declaration}{at}_ = {};\n", case.expression));
                    sample.lines[at] = line;
                    line += 1;
                }
            }
            sample.text.push('\n');
            line += 1;
        }
        sample
    }

    /// The number of the case on a line.
    pub(crate) fn number(&self, line: u32) -> Option<usize> {
        self.lines.iter().position(|&found| found == line)
    }

    /// The case on a line.
    pub(crate) fn case(&self, line: u32) -> Option<&'c Case> {
        self.cases.get(self.number(line)?)
    }

    /// The case of a variable.
    pub(crate) fn named(&self, variable: &str) -> &'c Case {
        let number = variable.trim_matches(['v', '_']);
        &self.cases[number.parse::<usize>().expect("variables are numbered")]
    }
}

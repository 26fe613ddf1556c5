//! Checks that hold for every run.

use glassbox_core::printable::is_control;
use serde_json::Value;

use crate::commands::{Form, Task};
use crate::json_schema;
use crate::process::Done;

/// Maximum number of characters of an output shown in a problem.
const MAX_SHOWN: usize = 300;

/// Adds the problems of a run.
pub(crate) fn check(task: &Task, done: &Done, problems: &mut Vec<String>) {
    let name = task.to_string();
    let mut problem = |text: &str| problems.push(format!("{name}: {text}"));
    let errors = String::from_utf8_lossy(&done.errors);
    let Some(status @ 0..=2) = done.status else {
        problem(&format!("ended with {:?}: {}", done.status, cut(&errors)));
        return;
    };
    let document = match task.form {
        Form::Json(_) | Form::Sarif => match serde_json::from_slice::<Value>(&done.out) {
            Ok(document) => Some(document),
            Err(_) if status == 2 && done.out.is_empty() => None,
            Err(error) => {
                problem(&format!("status {status}, no JSON: {error}: {}", cut(&errors)));
                return;
            }
        },
        _ => None,
    };
    if status == 1 && !task.is_comparison {
        let is_explained = match &document {
            Some(document) => has_error(document),
            None => [&done.out, &done.errors].iter().any(|text| has_error_line(text)),
        };
        if !is_explained {
            problem(&format!("status 1 without an error: {}", cut(&errors)));
        }
    }
    if let (Form::Json(schema), Some(document)) = (task.form, &document) {
        let (schema, mut found) = (json_schema::read(schema), Vec::new());
        json_schema::check(schema, schema, document, "$", &mut found);
        // A command that refuses its only input may have only findings to write.
        if !found.is_empty() && status > 0 {
            let findings = json_schema::read("diagnostics");
            let mut of_findings = Vec::new();
            json_schema::check(findings, findings, document, "$", &mut of_findings);
            if of_findings.is_empty() {
                found.clear();
            }
        }
        if !found.is_empty() {
            problem(&format!("does not follow its schema: {}", cut(&found.join("; "))));
        }
    }
    controls(&done.errors, Form::Text, &name, problems);
    controls(&done.out, task.form, &name, problems);
}

/// Adds a problem for the first control character in output for people.
pub(crate) fn controls(bytes: &[u8], form: Form, name: &str, problems: &mut Vec<String>) {
    if !matches!(form, Form::Text | Form::Listing) {
        return;
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let shown = String::from_utf8_lossy(&bytes[error.valid_up_to()..]);
            problems.push(format!("{name}: printed bytes that are no UTF-8: {}", cut(&shown)));
            return;
        }
    };
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let is_fine = match c {
            '\n' | '\t' => true,
            // Source text in a listing keeps the ends of its lines.
            '\r' => form == Form::Listing && matches!(characters.peek(), Some((_, '\n'))),
            c => !is_control(c),
        };
        if !is_fine {
            let before = text[..at].rfind('\n').map_or(0, |end| end + 1);
            problems.push(format!("{name}: printed {c:?} in: {}", cut(&text[before..])));
            return;
        }
    }
}

/// True if a line reports an error.
fn has_error_line(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').map(String::from_utf8_lossy).any(|line| {
        // picasso prints the location first.
        line.starts_with("error[") || line.starts_with("error: ") || line.contains(": error: ")
    })
}

/// True if a document contains an error: a finding of ours, or a SARIF result.
fn has_error(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_error),
        Value::Object(fields) => {
            let is_error = |name: &str| fields.get(name).is_some_and(|value| value == "error");
            (fields.contains_key("rule") && is_error("severity"))
                || (fields.contains_key("ruleId") && is_error("level"))
                || fields.values().any(has_error)
        }
        _ => false,
    }
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_SHOWN).flat_map(char::escape_debug).collect()
}

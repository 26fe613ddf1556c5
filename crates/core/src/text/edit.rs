//! Applies edits to a text form, addressed by label.

use super::assemble::{LabelSpan, locate};
use crate::diagnostic::{Diagnostic, Location};
use crate::error::ErrorList;
use crate::language::Registry;

/// One edit. Labels are paths; texts are lines of the text form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Sets the value of a field.
    Set {
        /// Label of the field.
        label: String,
        /// New text after its `=`.
        value: String,
    },
    /// Inserts lines after a node or field.
    InsertAfter {
        /// The node or field.
        label: String,
        /// Lines to insert.
        text: String,
    },
    /// Puts lines before a node or field.
    InsertBefore {
        /// The node or field.
        label: String,
        /// Lines to insert.
        text: String,
    },
    /// Removes a node or field.
    Remove {
        /// The node or field.
        label: String,
    },
    /// Replaces a node or field with lines.
    Replace {
        /// The node or field.
        label: String,
        /// Replacement lines.
        text: String,
    },
}

impl Edit {
    /// The label that the edit is about.
    pub fn label(&self) -> &str {
        match self {
            Edit::Set { label, .. }
            | Edit::InsertAfter { label, .. }
            | Edit::InsertBefore { label, .. }
            | Edit::Remove { label }
            | Edit::Replace { label, .. } => label,
        }
    }
}

/// Applies edits in order. `Err` lists the mistakes in the text before the failed edit, or names a missing
/// label.
pub fn edit(source: &str, edits: &[Edit], registry: &Registry) -> Result<String, ErrorList<Diagnostic>> {
    let mut text = source.to_owned();
    for edit in edits {
        let Some(mark) = locate(&text, registry, edit.label())? else {
            let message = format!("no node or field is called `{}`", edit.label());
            let location = Location::in_text(&text, 0..0);
            return Err(Diagnostic::new(&super::LABEL, location, message).into());
        };
        apply(&mut text, &mark, edit);
    }
    Ok(text)
}

fn apply(text: &mut String, mark: &LabelSpan, edit: &Edit) {
    let line_start = text[..mark.span.start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[mark.span.end..].find('\n').map_or(text.len(), |at| mark.span.end + at + 1);
    match edit {
        Edit::Set { value, .. } => text.replace_range(mark.value.clone(), value),
        Edit::InsertAfter { text: lines, .. } => text.insert_str(line_end, &whole_lines(lines)),
        Edit::InsertBefore { text: lines, .. } => text.insert_str(line_start, &whole_lines(lines)),
        Edit::Remove { .. } => text.replace_range(line_start..line_end, ""),
        Edit::Replace { text: lines, .. } => text.replace_range(line_start..line_end, &whole_lines(lines)),
    }
}

fn whole_lines(lines: &str) -> String {
    format!("{}\n", lines.trim_end_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_an_element_leaves_its_neighbours() {
        let source = "glassbox 1\na u32[] = {\n  @a ; here\n  @a + 4\n  3, 4\n}\n";
        let set =
            |index: u32, value: &str| Edit::Set { label: format!("a[{index}]"), value: value.to_owned() };
        let edits = [set(0, "64"), set(1, "80"), set(2, "5")];
        let text = edit(source, &edits, &Registry::default()).expect("the labels are there");
        assert_eq!(text, "glassbox 1\na u32[] = {\n  64 ; here\n  80\n  5, 4\n}\n");
    }
}

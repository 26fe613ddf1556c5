//! The words of naga in ours: values that it prints as Rust has them become types and names of shading languages.
//!
//! `Vector { size: Tri, scalar: Scalar { kind: Float, width: 4 } }` becomes `vec3<f32>`, and a value of another kind its name
//! in words. What is no such value stays as it is.

/// Words of naga in the form of ours: on one line, no full stop, no values as Rust has them.
#[must_use]
pub fn sentence(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    plain(words.join(" ").trim_end_matches('.'))
}

/// A sentence without values as Rust has them.
#[must_use]
pub fn plain(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut budget = MAX_VALUES;
    let mut at = 0;
    while let Some(rest) = message.get(at..) {
        let Some(first) = rest.chars().next() else { break };
        let is_inside = message[..at]
            .chars()
            .next_back()
            .is_some_and(|before| before.is_alphanumeric() || matches!(before, '_' | '`' | '\'' | '"'));
        if first.is_ascii_uppercase()
            && !is_inside
            && let Some((value, end)) = structured(rest, 0, &mut budget)
        {
            out.push_str(&value.spell());
            at += end;
            continue;
        }
        out.push(first);
        at += first.len_utf8();
    }
    out
}

/// A value as `Debug` prints it.
enum Value<'t> {
    /// `Name { field: value }`
    Record(&'t str, Vec<(&'t str, Value<'t>)>),
    /// `Name(value)`
    Tuple(&'t str, Vec<Value<'t>>),
    /// A name, a number, a string.
    Word(&'t str),
    /// `[value]` or `(value)`
    List,
}

/// Deepest value that is read.
const MAX_DEPTH: usize = 64;

/// Most values that are read in one message; what is behind them stays as it is.
const MAX_VALUES: usize = 4096;

/// A record or tuple at the beginning of a text, with its length.
fn structured<'t>(text: &'t str, depth: usize, budget: &mut usize) -> Option<(Value<'t>, usize)> {
    *budget = budget.checked_sub(1)?;
    let length = word(text)?;
    let (name, rest) = text.split_at(length);
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) || depth > MAX_DEPTH {
        return None;
    }
    if let Some(inside) = rest.strip_prefix(" {") {
        let (fields, used) = fields(inside, depth, budget)?;
        return Some((Value::Record(name, fields), length + 2 + used));
    }
    let inside = rest.strip_prefix('(')?;
    let (values, used) = values(inside, ')', depth, budget)?;
    Some((Value::Tuple(name, values), length + 1 + used))
}

/// Any value at the beginning of a text.
fn value<'t>(text: &'t str, depth: usize, budget: &mut usize) -> Option<(Value<'t>, usize)> {
    *budget = budget.checked_sub(1)?;
    if depth > MAX_DEPTH {
        return None;
    }
    // What begins as a record or tuple is one or nothing: trying it as something else would take time without bounds.
    let after = word(text).and_then(|length| text.get(length..));
    if text.starts_with(|c: char| c.is_ascii_uppercase())
        && after.is_some_and(|after| after.starts_with('(') || after.starts_with(" {"))
    {
        return structured(text, depth, budget);
    }
    match text.chars().next()? {
        open @ ('[' | '(' | '{') => {
            let close = match open {
                '[' => ']',
                '(' => ')',
                _ => '}',
            };
            let (_, used) = values(&text[1..], close, depth + 1, budget)?;
            Some((Value::List, 1 + used))
        }
        '"' => {
            let mut escaped = false;
            let end = text[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            })?;
            Some((Value::Word(&text[..end + 2]), end + 2))
        }
        _ => {
            let length = text.find([',', ')', ']', '}', ' ', '(', '{'])?;
            (length > 0).then(|| (Value::Word(&text[..length]), length))
        }
    }
}

/// `name: value, … }` behind the brace.
fn fields<'t>(text: &'t str, depth: usize, budget: &mut usize) -> Option<(Vec<(&'t str, Value<'t>)>, usize)> {
    let mut fields = Vec::new();
    let mut at = 0;
    loop {
        at += blanks(&text[at..]);
        if text[at..].starts_with('}') {
            return Some((fields, at + 1));
        }
        if text[at..].starts_with("..") {
            at += 2;
            continue;
        }
        let length = word(&text[at..])?;
        let name = &text[at..at + length];
        at += length;
        at += text[at..].strip_prefix(':').map(|rest| 1 + blanks(rest))?;
        let (found, used) = value(&text[at..], depth + 1, budget)?;
        fields.push((name, found));
        at += used;
        at += usize::from(text[at..].starts_with(','));
    }
}

/// `value, … )` behind the bracket.
fn values<'t>(
    text: &'t str,
    close: char,
    depth: usize,
    budget: &mut usize,
) -> Option<(Vec<Value<'t>>, usize)> {
    let mut values = Vec::new();
    let mut at = 0;
    loop {
        at += blanks(&text[at..]);
        if text[at..].starts_with(close) {
            return Some((values, at + 1));
        }
        let (found, used) = value(&text[at..], depth + 1, budget)?;
        values.push(found);
        at += used;
        // Maps are lists of pairs.
        at += usize::from(text[at..].starts_with([',', ':']));
    }
}

fn word(text: &str) -> Option<usize> {
    let length = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    (length > 0).then_some(length)
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

impl Value<'_> {
    fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Value::Record(_, fields) => {
                fields.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    fn spell(&self) -> String {
        let field = |name: &str| self.field(name).map(Value::spell).unwrap_or_default();
        match self {
            Value::Word("Bi") => "2".to_owned(),
            Value::Word("Tri") => "3".to_owned(),
            Value::Word("Quad") => "4".to_owned(),
            Value::Word(word) => (*word).to_owned(),
            Value::List => "a list".to_owned(),
            Value::Record("Scalar", _) => scalar(&field("kind"), &field("width")),
            Value::Record("Vector", _) => format!("vec{}<{}>", field("size"), field("scalar")),
            Value::Record("Matrix", _) => {
                format!("mat{}x{}<{}>", field("columns"), field("rows"), field("scalar"))
            }
            Value::Record("HirExpr", _) => "an expression".to_owned(),
            Value::Record("Array", _) => "an array".to_owned(),
            Value::Record("Struct", _) => "a structure".to_owned(),
            Value::Record("Pointer" | "ValuePointer", _) => "a pointer".to_owned(),
            Value::Record("Image", _) => "an image".to_owned(),
            Value::Record("Sampler", _) => "a sampler".to_owned(),
            Value::Tuple("Atomic", inner) => match inner.as_slice() {
                [inner] => format!("atomic<{}>", inner.spell()),
                _ => "an atomic".to_owned(),
            },
            // What only wraps another value.
            Value::Tuple("Some" | "Ok" | "Err" | "Value" | "Scalar" | "Handle", inner) => {
                match inner.as_slice() {
                    [inner] => inner.spell(),
                    _ => "a value".to_owned(),
                }
            }
            Value::Record(name, _) | Value::Tuple(name, _) => in_words(name),
        }
    }
}

/// `f32` of `Float` and 4.
fn scalar(kind: &str, width: &str) -> String {
    let bits = width.parse::<u32>().map(|bytes| bytes * 8).unwrap_or(32);
    match kind {
        "Float" => format!("f{bits}"),
        "Sint" => format!("i{bits}"),
        "Uint" => format!("u{bits}"),
        "Bool" => "bool".to_owned(),
        "AbstractInt" => "an integer constant".to_owned(),
        "AbstractFloat" => "a float constant".to_owned(),
        other => in_words(other),
    }
}

/// `image load` of `ImageLoad`.
fn in_words(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn values_are_spelled_and_words_stay() {
        for (message, expected) in [
            (
                "Cannot apply operation to Vector { size: Tri, scalar: Scalar { kind: Float, width: 4 } } and \
                 Scalar(Scalar { kind: Bool, width: 1 })",
                "Cannot apply operation to vec3<f32> and bool",
            ),
            (
                "HirExpr { kind: Call(FunctionCall { kind: Function(\"f(}\"), args: [[3]] }), meta: Span { start: 1, end: 2 } } \
                 cannot be in the left hand side",
                "an expression cannot be in the left hand side",
            ),
            (
                "Type Matrix { columns: Quad, rows: Bi, scalar: Scalar { kind: Sint, width: 2 } } is wrong",
                "Type mat4x2<i16> is wrong",
            ),
            ("Needs to be an image instead of [5]", "Needs to be an image instead of [5]"),
            ("Unknown function 'Shade' (see Main)", "Unknown function 'Shade' (see Main)"),
            ("ImageLoad { image: [2], .. } is odd", "image load is odd"),
            ("Unfinished { a: ", "Unfinished { a: "),
            ("größer als Grenze", "größer als Grenze"),
        ] {
            assert_eq!(plain(message), expected);
        }
        let deep = format!("Some({}1{})", "Some(".repeat(10_000), ")".repeat(10_000));
        assert_eq!(plain(&deep).len(), deep.len());
    }
}

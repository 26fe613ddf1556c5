//! Search in names, values, bytes and texts.

use glassbox_core::reader::{NodeId, NodeKind};
use glassbox_core::show;
use glassbox_core::walk::leaf_fields;
use serde::Serialize;

use crate::lines::Text;
use crate::outline::Outline;

/// Fields, lines or bytes that one request looks at.
const STEPS: u64 = 1 << 20;
/// Characters of a line that a hit shows.
const LONGEST: usize = 200;

/// A place where a text was found.
#[derive(Serialize, Debug)]
pub(crate) struct Hit {
    id: Option<String>,
    path: String,
    start: u64,
    end: u64,
    line: Option<usize>,
    text: String,
}

/// Some places, and where the search goes on.
#[derive(Serialize, Default, Debug)]
pub(crate) struct Hits {
    hits: Vec<Hit>,
    next: Option<u64>,
}

/// True if a text has another one in it, whatever the case of ASCII letters.
fn has(text: &str, wanted: &str) -> bool {
    let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
    wanted.is_empty() || text.windows(wanted.len()).any(|window| window.eq_ignore_ascii_case(wanted))
}

/// Lines of a text, from a line on.
pub(crate) fn in_text(text: &Text, wanted: &str, from: u64, count: usize) -> Hits {
    let mut hits = Hits::default();
    for line in from..text.count() as u64 {
        if line - from >= STEPS || hits.hits.len() == count {
            hits.next = Some(line);
            break;
        }
        let shown = String::from_utf8_lossy(text.line(line as usize));
        if has(&shown, wanted) {
            let place = text.place(line as usize).unwrap_or(0..0);
            hits.hits.push(Hit {
                id: None,
                path: String::new(),
                start: place.start,
                end: place.end,
                line: Some(line as usize),
                text: shown.trim().chars().take(LONGEST).collect(),
            });
        }
    }
    hits
}

/// Bytes from an address on: those of hexadecimal digits in pairs, else those of the text itself.
pub(crate) fn in_bytes(
    outline: &Outline,
    bytes: &[u8],
    wanted: &str,
    from: u64,
    count: usize,
) -> Result<Hits, String> {
    let whole = outline.whole(bytes);
    let wanted = digits(wanted).unwrap_or_else(|| wanted.as_bytes().to_vec());
    if wanted.is_empty() {
        return Err("found nothing to look for, expected hexadecimal digits in pairs or a text".to_owned());
    }
    let mut hits = Hits::default();
    let mut at = usize::try_from(from).unwrap_or(usize::MAX).min(whole.len());
    let stop = at.saturating_add((STEPS as usize) << 6).min(whole.len());
    while at < stop && hits.hits.len() < count {
        let Some(next) = whole[at..].iter().position(|byte| *byte == wanted[0]) else {
            return Ok(hits);
        };
        at += next;
        if whole[at..].starts_with(&wanted) {
            let owner = outline.tree.owner(at as u64);
            hits.hits.push(Hit {
                id: None,
                path: owner.map_or_else(String::new, |owner| outline.tree.path(owner)),
                start: at as u64,
                end: (at + wanted.len()) as u64,
                line: None,
                text: String::new(),
            });
        }
        at += 1;
    }
    hits.next = (at < whole.len()).then_some(at as u64);
    Ok(hits)
}

/// The bytes that hexadecimal digits in pairs say.
fn digits(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let pairs = digits.as_chunks::<2>();
    if digits.is_empty() || !pairs.1.is_empty() {
        return None;
    }
    let value = |digit: u8| char::from(digit).to_digit(16);
    pairs.0.iter().map(|[high, low]| Some((value(*high)? << 4 | value(*low)?) as u8)).collect()
}

/// Nodes and fields whose paths, or whose values, have a text in them; from a node on.
pub(crate) fn in_tree(
    outline: &Outline,
    bytes: &[u8],
    wanted: &str,
    values: bool,
    from: u64,
    count: usize,
) -> Hits {
    let (tree, whole) = (&outline.tree, outline.whole(bytes));
    let mut hits = Hits::default();
    let mut steps = 0;
    let mut shown = String::new();
    for (number, (id, node)) in (0..).zip(tree.nodes()).skip(usize::try_from(from).unwrap_or(usize::MAX)) {
        if steps >= STEPS || hits.hits.len() >= count {
            hits.next = Some(number);
            break;
        }
        steps += 1;
        if id == NodeId::ROOT {
            continue;
        }
        let path = tree.path(id);
        if !values && has(last(&path), wanted) {
            hits.hits.push(hit(number, None, path.clone(), node.range(), String::new()));
        }
        if matches!(node.kind, NodeKind::Group) {
            continue;
        }
        let mut names = Vec::new();
        for (field, part) in (0u64..).zip(leaf_fields(tree, id, whole)) {
            steps += 1;
            shown.clear();
            if values {
                show::write_field_value(&part, whole, &mut shown);
            } else if let Some(named) = part.field
                && has(named.name, wanted)
                && !names.contains(&named.name)
            {
                // One of each name says enough of a run of records.
                names.push(named.name);
                hits.hits.push(hit(
                    number,
                    Some(field),
                    part.path(&path),
                    part.start..part.end,
                    String::new(),
                ));
            }
            if values && has(&shown, wanted) {
                let text = shown.chars().take(LONGEST).collect();
                hits.hits.push(hit(number, Some(field), part.path(&path), part.start..part.end, text));
            }
            if steps >= STEPS {
                break;
            }
        }
    }
    hits
}

fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

fn hit(node: u64, field: Option<u64>, path: String, range: std::ops::Range<u64>, text: String) -> Hit {
    let id = match field {
        None => node.to_string(),
        Some(field) => format!("{node}:{field}"),
    };
    Hit { id: Some(id), path, start: range.start, end: range.end, line: None, text }
}

#[cfg(test)]
mod tests {
    use super::{digits, has};

    #[test]
    fn digits_are_pairs() {
        assert_eq!(digits("DE ad"), Some(vec![0xde, 0xad]));
        assert_eq!([digits("dea"), digits("main"), digits("")], [None, None, None]);
    }

    #[test]
    fn case_does_not_matter() {
        assert!(has("gl_Position", "position") && !has("a", "ab") && has("a", ""));
    }
}

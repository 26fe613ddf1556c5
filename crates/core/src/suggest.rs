//! Names like one that is not known, for help.

/// Longer names are not compared.
const MAX_LENGTH: usize = 96;
/// How many pairs of letters are compared before the best name so far has to do: a text can declare any number of them.
const MAX_WORK: usize = 2_000_000;

/// The known name that is most like another one, if any is like it; of several the first in the alphabet. Capitals do not
/// count.
///
/// ```
/// use glassbox_core::suggest::similar;
///
/// assert_eq!(similar("trasnform", ["light", "transform"]), Some("transform"));
/// assert_eq!(similar("shade", ["light", "transform"]), None);
/// ```
pub fn similar<'n>(wanted: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    if wanted.is_empty() || wanted.len() > MAX_LENGTH {
        return None;
    }
    let wanted = wanted.to_ascii_lowercase();
    let mut best: Option<(usize, &str)> = None;
    let mut work = MAX_WORK;
    for name in known {
        let allowed = (wanted.len().max(name.len()) / 3).max(1);
        if name.len().abs_diff(wanted.len()) > allowed || name.is_empty() || name.len() > MAX_LENGTH {
            continue;
        }
        let Some(left) = work.checked_sub(wanted.len() * name.len()) else {
            break;
        };
        work = left;
        let distance = distance(wanted.as_bytes(), name.to_ascii_lowercase().as_bytes());
        // A single letter is like every other one.
        let close = distance <= allowed && distance < wanted.len();
        if close && best.is_none_or(|best| (distance, name) < best) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Insertions, deletions, replacements and exchanges of neighbours between two short words.
pub fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &left) in a.iter().enumerate() {
        let mut row = vec![i + 1; b.len() + 1];
        for (j, &right) in b.iter().enumerate() {
            let replaced = above[j] + usize::from(left != right);
            row[j + 1] = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && left == b[j - 1] && a[i - 1] == right {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        before = above;
        above = row;
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn close_names_are_found() {
        let known = ["position", "modelView", "mvp", "add", "mad"];
        assert_eq!(similar("positon", known), Some("position"));
        assert_eq!(similar("MODELVIEW", known), Some("modelView"));
        assert_eq!(similar("mpv", known), Some("mvp"));
        assert_eq!(similar("colour", known), None);
        assert_eq!(similar("", known), None);
        assert_eq!(similar("x", ["y"]), None);
    }
}

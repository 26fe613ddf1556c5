//! Suggests known names similar to an unknown one.

/// Longer names are not compared.
const MAX_LENGTH: usize = 96;
/// Maximum number of letter pairs compared before the best match so far is taken: a text can declare any
/// number of names.
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
    let mut search = Search::new(wanted);
    let mut best = None;
    for name in known {
        if search.consider(name) {
            best = Some(name);
        }
    }
    best
}

/// Finds the most similar of the names passed to [`consider`](Search::consider).
#[derive(Debug)]
pub struct Search {
    /// In lower case; empty if nothing is similar.
    wanted: String,
    best: Option<(usize, String)>,
    work: usize,
}

impl Search {
    /// A search for names like `wanted`.
    pub fn new(wanted: &str) -> Search {
        let comparable = wanted.len() <= MAX_LENGTH;
        Search {
            wanted: if comparable { wanted.to_ascii_lowercase() } else { String::new() },
            best: None,
            work: MAX_WORK,
        }
    }

    /// Compares a name. True if it is the best so far.
    pub fn consider(&mut self, name: &str) -> bool {
        let wanted = &self.wanted;
        let allowed = (wanted.len().max(name.len()) / 3).max(1);
        let comparable = !wanted.is_empty() && !name.is_empty() && name.len() <= MAX_LENGTH;
        if !comparable || name.len().abs_diff(wanted.len()) > allowed {
            return false;
        }
        let Some(left) = self.work.checked_sub(wanted.len() * name.len()) else {
            return false;
        };
        self.work = left;
        let distance = distance(wanted.as_bytes(), name.to_ascii_lowercase().as_bytes());
        // A single letter is like every other one.
        let close = distance <= allowed && distance < wanted.len();
        let best = self.best.as_ref();
        if !close || best.is_some_and(|(least, best)| (*least, best.as_str()) <= (distance, name)) {
            return false;
        }
        self.best = Some((distance, name.to_owned()));
        true
    }

    /// The best name.
    pub fn best(self) -> Option<String> {
        self.best.map(|(_, name)| name)
    }
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

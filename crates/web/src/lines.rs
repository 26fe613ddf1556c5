//! Texts in windows of lines.

use std::ops::Range;

use serde::Serialize;

/// A text, with where its lines end and, if it is known, which addresses each shows.
#[derive(Debug, Default)]
pub(crate) struct Text {
    bytes: Vec<u8>,
    /// Index of the line feed of each line, or of the end of the text.
    ends: Vec<usize>,
    places: Vec<Range<u64>>,
}

/// Some lines of a text.
#[derive(Serialize, Debug)]
pub(crate) struct Window<'t> {
    total: usize,
    from: usize,
    lines: Vec<std::borrow::Cow<'t, str>>,
    places: Vec<Option<[u64; 2]>>,
}

impl Text {
    /// A text; `places` has the addresses of each line, or is empty.
    pub(crate) fn new(bytes: Vec<u8>, places: Vec<Range<u64>>) -> Text {
        let feeds = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let mut ends: Vec<usize> = feeds.map(|(index, _)| index).collect();
        if ends.last().map_or(0, |end| end + 1) < bytes.len() {
            ends.push(bytes.len());
        }
        Text { bytes, ends, places }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Number of lines.
    pub(crate) fn count(&self) -> usize {
        self.ends.len()
    }

    /// Index of the first byte of a line.
    fn start(&self, line: usize) -> usize {
        match line {
            0 => 0,
            line => self.ends[line - 1] + 1,
        }
    }

    /// A line without its line feed.
    pub(crate) fn line(&self, line: usize) -> &[u8] {
        self.ends.get(line).map_or(&[][..], |end| &self.bytes[self.start(line)..*end])
    }

    pub(crate) fn place(&self, line: usize) -> Option<Range<u64>> {
        self.places.get(line).cloned()
    }

    pub(crate) fn window(&self, from: usize, count: usize) -> Window<'_> {
        let from = from.min(self.count());
        let range = from..from.saturating_add(count).min(self.count());
        let place = |line| self.place(line).map(|place| [place.start, place.end]);
        Window {
            total: self.count(),
            from,
            lines: range.clone().map(|line| String::from_utf8_lossy(self.line(line))).collect(),
            places: range.map(place).collect(),
        }
    }

    /// The line that says most exactly what is at an address: of those that show it, the first of the shortest.
    pub(crate) fn line_at(&self, at: u64) -> Option<usize> {
        let shows = self.places.iter().enumerate().filter(|(_, place)| place.contains(&at));
        shows.min_by_key(|(line, place)| (place.end - place.start, *line)).map(|(line, _)| line)
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn lines_end_at_line_feeds_and_at_the_end() {
        for (text, lines) in [
            ("", &[][..]),
            ("\n", &[""]),
            ("a", &["a"]),
            ("a\n", &["a"]),
            ("a\n\nb", &["a", "", "b"]),
            ("a\nbc\n", &["a", "bc"]),
        ] {
            let text = Text::new(text.as_bytes().to_vec(), Vec::new());
            let found: Vec<_> = (0..text.count()).map(|line| text.line(line)).collect();
            assert_eq!(found, lines.iter().map(|line| line.as_bytes()).collect::<Vec<_>>());
            assert_eq!(text.window(0, 10).lines.len(), lines.len());
            assert_eq!(text.window(7, 10).lines.len(), 0);
        }
    }

    #[test]
    fn an_address_is_on_the_line_that_shows_least_around_it() {
        let places = vec![0..100, 0..10, 4..8, 10..10, 4..8];
        let text = Text::new(b"a\nb\nc\nd\ne\n".to_vec(), places);
        for (at, line) in [(0, Some(1)), (4, Some(2)), (8, Some(1)), (10, Some(0)), (100, None)] {
            assert_eq!(text.line_at(at), line, "{at}");
        }
    }
}

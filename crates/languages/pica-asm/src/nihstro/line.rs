//! Splits a line into tokens.

/// A line without its comment, partly consumed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Unconsumed text, trimmed.
    pub(super) text: &'a str,
    /// Whole statement.
    pub(super) statement: &'a str,
}

/// True for a valid name.
pub(super) fn is_name(text: &str) -> bool {
    let good = |(at, byte): (usize, u8)| {
        byte.is_ascii_alphabetic() || byte == b'_' || (at > 0 && byte.is_ascii_digit())
    };
    !text.is_empty() && text.bytes().enumerate().all(good)
}

impl<'a> Line<'a> {
    /// Strips the comment.
    pub(super) fn new(line: &'a str) -> Line<'a> {
        let ends = [line.find("//"), line.find('#'), line.find(';')];
        let end = ends.into_iter().flatten().min().unwrap_or(line.len());
        let text = line[..end].trim();
        Line { text, statement: text }
    }

    /// Peeks the first word.
    pub(super) fn first_word(&self) -> &'a str {
        let end = self.text.find(char::is_whitespace).unwrap_or(self.text.len());
        &self.text[..end]
    }

    /// Takes the first word.
    pub(super) fn word(&mut self) -> &'a str {
        let word = self.first_word();
        self.text = self.text[word.len()..].trim_start();
        word
    }

    /// Takes a name; empty if there is none.
    pub(super) fn name(&mut self) -> &'a str {
        let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
        if !self.text.starts_with(is_first) {
            return &self.text[..0];
        }
        let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.text.find(|c| !is_inside(c)).unwrap_or(self.text.len());
        let name = &self.text[..end];
        self.text = self.text[end..].trim_start();
        name
    }

    /// Takes an unsigned number.
    pub(super) fn number(&mut self) -> Option<i32> {
        let end = self.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.text.len());
        let number = self.text[..end].parse().ok()?;
        self.text = self.text[end..].trim_start();
        Some(number)
    }

    /// Takes `text` if it comes next; true if taken.
    pub(super) fn take(&mut self, text: &str) -> bool {
        match self.text.strip_prefix(text) {
            Some(rest) => {
                self.text = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// Takes `word` if it comes next as a whole word, ignoring case; true if taken.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let mut ahead = *self;
        let is_next = ahead.name().eq_ignore_ascii_case(word);
        if is_next {
            *self = ahead;
        }
        is_next
    }

    /// Empty span at the next character.
    pub(super) fn here(&self) -> &'a str {
        match self.text {
            "" => &self.statement[self.statement.len()..],
            text => &text[..0],
        }
    }
}

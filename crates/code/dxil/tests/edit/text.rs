//! Splits the text of statements.

/// Text that is read word by word; commas separate as blanks do.
pub(crate) struct Text<'t> {
    rest: &'t str,
}

impl<'t> Text<'t> {
    pub(crate) fn new(rest: &'t str) -> Text<'t> {
        Text { rest }
    }

    /// All that is left.
    pub(crate) fn rest(&self) -> &'t str {
        self.rest.trim()
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', ',']);
    }

    /// The next word or bracket; a string with its quotes.
    pub(crate) fn word(&mut self) -> &'t str {
        self.skip();
        let is_single = |character: char| "{}()[]<>*".contains(character);
        let len = match self.rest.chars().next() {
            None => 0,
            Some('"') => 2 + self.rest[1..].find('"').expect("the string ends"),
            Some(first) if is_single(first) => 1,
            Some(_) => {
                let is_end = |character: char| is_single(character) || " ,".contains(character);
                self.rest.find(is_end).unwrap_or(self.rest.len())
            }
        };
        let (word, rest) = self.rest.split_at(len);
        self.rest = rest;
        word
    }

    /// The next word, which is left.
    pub(crate) fn peek(&mut self) -> &'t str {
        Text { rest: self.rest }.word()
    }

    pub(crate) fn accept(&mut self, word: &str) -> bool {
        let accepted = self.peek() == word;
        if accepted {
            self.word();
        }
        accepted
    }

    pub(crate) fn expect(&mut self, word: &str) {
        let found = self.word();
        assert_eq!(found, word, "before {:?}", self.rest);
    }

    pub(crate) fn number(&mut self) -> i64 {
        let word = self.word();
        word.parse().unwrap_or_else(|_| panic!("{word} is no number"))
    }

    pub(crate) fn is_empty(&mut self) -> bool {
        self.skip();
        self.rest.is_empty()
    }
}

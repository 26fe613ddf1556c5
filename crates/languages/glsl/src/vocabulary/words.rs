//! Words of the language: keywords with the versions that have them, reserved words, names of types. The table is `words.txt`.

use std::sync::LazyLock;

use foldhash::HashSet;
use glassbox_syntax::token::{Vocabulary, Word, Words};

use super::condition::{Condition, Conditions};
use super::functions;
use super::type_names::{Named, named};
use crate::language::Environment;
use crate::parse::qualifier_word::{self, QualifierWord};

/// A word that some version knows.
#[derive(Debug)]
pub(crate) struct WordRow {
    pub(crate) text: &'static str,
    /// The type that it names, where it is a keyword.
    pub(crate) named: Option<Named>,
    /// What it qualifies, where it is a keyword or reserved.
    pub(crate) qualifies: Option<QualifierWord>,
    /// Whether only Vulkan has it: texts for OpenGL may use it as a name.
    pub(crate) is_of_vulkan: bool,
    keyword: usize,
    reserved: usize,
}

/// What a word is in a version of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// A name like any other.
    Free,
    /// A word of the grammar, or the name of a type.
    Keyword,
    /// Kept free for later versions: it may not occur.
    Reserved,
}

struct Table {
    rows: Vec<WordRow>,
    conditions: Vec<Condition>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| read(include_str!("words.txt")));

/// The texts of the rows, and behind them the names of functions.
static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let rows = TABLE.rows.iter().map(|row| row.text);
    let known: HashSet<&str> = rows.clone().collect();
    let functions = functions::all_names().filter(|name| !known.contains(name));
    Vocabulary::new(rows.chain(functions).collect())
});

fn read(text: &'static str) -> Table {
    let mut table = Table { rows: Vec::new(), conditions: Vec::new() };
    let mut given = Conditions::default();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((name, condition)) = line.strip_prefix('@').and_then(|rest| rest.split_once(" = ")) {
            given.extend(Condition::read(condition, &given).map(|condition| (name, condition)));
            continue;
        }
        let Some((conditions, words)) = line.split_once(" : ") else { continue };
        let Some((keyword, reserved)) = conditions.split_once(" ; ") else { continue };
        let (Some(keyword), Some(reserved)) =
            (Condition::read(keyword, &given), Condition::read(reserved, &given))
        else {
            continue;
        };
        let first = table.conditions.len();
        table.conditions.extend([keyword, reserved]);
        let plain = words.strip_prefix("~ ");
        for text in plain.unwrap_or(words).split_ascii_whitespace() {
            table.rows.push(WordRow {
                text,
                named: named(text),
                qualifies: qualifier_word::named(text),
                is_of_vulkan: plain.is_some(),
                keyword: first,
                reserved: first + 1,
            });
        }
    }
    table
}

/// Whether a word of [`words`] is in the vocabulary: all names of built-in functions are, and have the same number in every program.
pub(crate) fn is_known(word: &Word) -> bool {
    VOCABULARY.has(word)
}

/// Words that begin with those of the table and with the names of functions.
pub(crate) fn words() -> Words {
    Words::starting_with(&VOCABULARY)
}

/// The row of a word of [`words`].
#[inline]
pub(crate) fn row_of(word: &Word) -> Option<&'static WordRow> {
    TABLE.rows.get(word.number() as usize)
}

/// What a word is where an environment holds.
pub(crate) fn standing(word: &Word, environment: &Environment) -> Standing {
    row_of(word).map_or(Standing::Free, |row| row.standing(environment))
}

impl WordRow {
    pub(crate) fn standing(&self, environment: &Environment) -> Standing {
        if self.keyword().holds(environment) {
            Standing::Keyword
        } else if self.reserved().holds(environment) {
            Standing::Reserved
        } else {
            Standing::Free
        }
    }

    /// Where it is a keyword.
    pub(crate) fn keyword(&self) -> &'static Condition {
        &TABLE.conditions[self.keyword]
    }

    fn reserved(&self) -> &'static Condition {
        &TABLE.conditions[self.reserved]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines = include_str!("words.txt").lines();
        let lines = lines.filter(|line| line.contains(" : ") && !line.starts_with('#'));
        assert_eq!(TABLE.conditions.len(), lines.count() * 2);
        for (number, row) in TABLE.rows.iter().enumerate() {
            assert_eq!(VOCABULARY.number(row.text), Some(number as u32), "{} occurs once", row.text);
        }
    }
}

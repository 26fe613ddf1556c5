//! Extracts examples from documentation pages.

use std::collections::BTreeMap;
use std::path::Path;

/// Code block of a page.
pub struct Block {
    /// Words after the fence, the language first.
    pub tags: Vec<String>,
    /// First line in the page, from 1.
    pub line: usize,
    /// Contents.
    pub text: String,
}

impl Block {
    /// True if one of its tags is this word.
    pub fn is_tagged(&self, word: &str) -> bool {
        self.tags.iter().any(|tag| tag == word)
    }
}

/// Text of a page under `docs/`.
///
/// # Panics
///
/// If it does not exist.
pub fn read(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    std::fs::read_to_string(docs.join(name)).expect("the page is there")
}

/// Blocks of a page, in order.
///
/// # Panics
///
/// If a block is not closed.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.as_mut()) {
            (Some(tags), None) => {
                open = Some(Block {
                    tags: tags.split_whitespace().map(str::to_owned).collect(),
                    line: number + 2,
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// Runs `check` on the blocks in a language of pages under `docs/`.
///
/// # Panics
///
/// If it fails for a block, naming page and line, or if there are at most `least` blocks.
pub fn assert_examples(
    pages: &[&str],
    language: &str,
    least: usize,
    check: impl Fn(&Block) -> Result<(), String>,
) {
    let mut failures = Vec::new();
    let mut count = 0;
    for page in pages {
        for block in blocks(&read(page)) {
            if block.tags.first().is_some_and(|tag| tag == language) {
                count += 1;
                if let Err(message) = check(&block) {
                    failures.push(format!("{page}:{}: {message}", block.line));
                }
            }
        }
    }
    assert!(count > least, "{count} examples");
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Rule ids that start with `prefix` in the comments of a text, by line from 1.
pub fn rules_in_comments(text: &str, comment: &str, prefix: &str) -> BTreeMap<usize, Vec<String>> {
    let mut rules: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let comment = line.split_once(comment).map_or("", |(_, comment)| comment);
        for word in comment.split([' ', ',']).filter(|word| word.starts_with(prefix)) {
            rules.entry(number + 1).or_default().push(word.to_owned());
        }
    }
    rules
}

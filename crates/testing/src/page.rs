//! Pages of documentation: the examples in them.

use std::path::Path;

/// A block of code of a page.
pub struct Block {
    /// The words behind the fence, the language first.
    pub tags: Vec<String>,
    /// Its first line in the page, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

impl Block {
    /// Whether one of its tags is this word.
    pub fn is_tagged(&self, word: &str) -> bool {
        self.tags.iter().any(|tag| tag == word)
    }
}

/// The text of a page under `docs/`.
///
/// # Panics
///
/// When it is not there.
pub fn read(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    std::fs::read_to_string(docs.join(name)).expect("the page is there")
}

/// The blocks of a page, in order.
///
/// # Panics
///
/// When a block is not closed.
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

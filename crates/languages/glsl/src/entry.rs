//! Which of the texts of a stage has its entry point, as far as that shows without compiling them.

use foldhash::HashSet;
use glassbox_syntax::source::Include;
use glassbox_syntax::token::{Kind, Token};

use crate::lex::lex;
use crate::preprocess::include_path;
use crate::vocabulary;

/// Most texts that are looked into.
const MOST: usize = 256;

/// True if a text, or one that it includes, has the word `main`. Of several texts of one stage, one alone has it.
///
/// ```
/// use glassbox_glsl::names_main;
/// use glassbox_glsl::source::IncludeList;
///
/// let includes = IncludeList(vec![("all.glsl".to_owned(), "void main() {}".to_owned())]);
/// assert!(names_main("a.vert", "#define PASS 1\n#include \"all.glsl\"\n", &includes));
/// assert!(!names_main("b.vert", "float twice(float x) { return 2.0 * x; } // for main\n", &includes));
/// ```
#[must_use]
pub fn names_main(name: &str, text: &str, includes: &dyn Include) -> bool {
    let mut words = vocabulary::words::words();
    let mut seen: HashSet<String> = HashSet::default();
    let mut pending = vec![(name.to_owned(), text.to_owned())];
    while let Some((name, text)) = pending.pop() {
        let tokens = lex(&text, 0, &mut words).tokens;
        for (at, token) in tokens.iter().enumerate() {
            if token.kind != Kind::Word {
                continue;
            }
            if token.is("main") {
                return true;
            }
            let is_directive = token.is("include") && at > 0 && tokens[at - 1].is("#");
            if is_directive
                && let Some((path, is_system, _)) = include_path(rest_of_line(&tokens, at + 1))
                && let Some(found) = includes.find(&path, is_system, &name)
                && seen.len() < MOST
                && seen.insert(found.name.clone())
            {
                pending.push((found.name, found.text));
            }
        }
    }
    false
}

fn rest_of_line(tokens: &[Token], from: usize) -> &[Token] {
    let rest = tokens.get(from..).unwrap_or_default();
    let end = rest.iter().position(|token| token.is_first).unwrap_or(rest.len());
    &rest[..end]
}

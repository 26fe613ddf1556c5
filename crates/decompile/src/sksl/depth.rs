//! Measures how deep a text is nested as the parser of Skia counts it.
//!
//! What counts was measured with Skia 144: a block, a statement, each operator of a chain while its right side is read, a
//! parenthesis, and the suffixes of a term, of which the first counts twice.

use super::Sksl;
use crate::refusal::Reason;
use crate::text::Writer;

/// Deepest nesting that Skia reads.
const MAX_DEPTH: u32 = 50;

impl Writer<'_, '_, Sksl> {
    /// Refuses what is nested deeper than Skia reads.
    pub(super) fn check_depth(&mut self, interface: &str) {
        if depth(&self.out).max(depth(interface)) > MAX_DEPTH {
            let what = "the statements and expressions are nested deeper than Skia reads; split them";
            self.refuse(Reason::Depth, what);
        }
    }
}

/// A block: the depths of its statements, and of the statement that it is part of.
struct Block {
    inner: u32,
    own: u32,
}

/// Depth of a text of functions as the writer lays them out, a statement a line.
fn depth(text: &str) -> u32 {
    let mut blocks: Vec<Block> = Vec::new();
    let mut deepest = 0;
    for line in text.lines().map(str::trim) {
        let closed = if line.starts_with('}') { blocks.pop() } else { None };
        let around = blocks.last().map_or(0, |block| block.inner);
        let own = match closed {
            Some(closed) if line.starts_with("} else if ") => closed.own + 1,
            Some(closed) if line.starts_with("} else ") => closed.own,
            _ => around,
        };
        let rest = line.trim_start_matches("} ").trim_end_matches('{');
        let rest =
            ["else ", "return "].iter().fold(rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
        deepest = deepest.max(expression(rest, own));
        if line.ends_with('{') {
            let added = match () {
                () if blocks.is_empty() || line == "{" => 2,
                () if line.starts_with("switch ") => 1,
                () => 3,
            };
            blocks.push(Block { inner: own + added, own });
            deepest = deepest.max(own + added);
        }
    }
    deepest
}

/// Operators from those that bind least, each with the class that its chains are of.
const OPERATORS: [(&str, usize); 31] = [
    ("<<=", 0),
    (">>=", 0),
    ("+=", 0),
    ("-=", 0),
    ("*=", 0),
    ("/=", 0),
    ("%=", 0),
    ("&=", 0),
    ("|=", 0),
    ("^=", 0),
    ("||", 2),
    ("&&", 4),
    ("^^", 3),
    ("==", 8),
    ("!=", 8),
    ("<=", 9),
    (">=", 9),
    ("<<", 10),
    (">>", 10),
    ("=", 0),
    ("?", 1),
    (":", 1),
    ("|", 5),
    ("^", 6),
    ("&", 7),
    ("<", 9),
    (">", 9),
    ("+", 11),
    ("-", 11),
    ("*", 12),
    ("/", 12),
];
const CLASSES: usize = 13;

/// What is open inside of a parenthesis.
#[derive(Clone, Copy, Default)]
struct Frame {
    base: u32,
    /// Operators of the chains that are read, by class.
    chains: [u32; CLASSES],
    /// Operators in front of the term.
    prefixes: u32,
    /// Suffixes of the term; nothing where a term is expected.
    suffixes: Option<u32>,
    /// True after a keyword, whose parenthesis is part of the statement.
    follows_keyword: bool,
}

impl Frame {
    fn depth(&self) -> u32 {
        let suffixes = self.suffixes.filter(|count| *count > 0).map_or(0, |count| count + 1);
        self.base + self.chains.iter().sum::<u32>() + self.prefixes + suffixes
    }

    /// Reads an operator that may have a left side.
    fn operator(&mut self, text: &str, class: usize) {
        if self.suffixes.is_none() {
            self.prefixes += 1;
            return;
        }
        self.chains[class + 1..].fill(0);
        self.chains[class] += u32::from(text != ":");
        self.prefixes = 0;
        self.suffixes = None;
    }

    fn suffix(&mut self) {
        self.suffixes = Some(self.suffixes.unwrap_or(0) + 1);
    }
}

/// Depth of the expressions of a line.
fn expression(line: &str, base: u32) -> u32 {
    let mut frames = vec![Frame { base, ..Frame::default() }];
    let mut deepest = base;
    let mut rest = line;
    while let (Some(first), Some(mut frame)) = (rest.chars().next(), frames.pop()) {
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let number = first.is_ascii_digit();
        let (length, opens) = match first {
            _ if number => (number_length(rest), None),
            _ if word > 0 => (word, None),
            '(' | '[' if frame.suffixes.is_some() => {
                frame.suffix();
                (1, Some(frame.depth()))
            }
            '(' if frame.follows_keyword => (1, Some(frame.depth())),
            '(' => (1, Some(frame.depth() + 1)),
            ')' | ']' => {
                rest = &rest[1..];
                continue;
            }
            '.' => {
                frame.suffix();
                (1, None)
            }
            ',' | ';' => {
                frame = Frame { base: frame.base, ..Frame::default() };
                (1, None)
            }
            _ => (operator(&mut frame, rest), None),
        };
        if word > 0 || number {
            let is_keyword =
                matches!(&rest[..length], "if" | "for" | "while" | "switch" | "do" | "case" | "const");
            frame.suffixes = if is_keyword { None } else { Some(frame.suffixes.unwrap_or(0)) };
            frame.follows_keyword = is_keyword;
        }
        deepest = deepest.max(frame.depth());
        frames.push(frame);
        if let Some(base) = opens {
            if let Some(frame) = frames.last_mut() {
                frame.suffixes = Some(frame.suffixes.unwrap_or(0));
            }
            frames.push(Frame { base, ..Frame::default() });
        }
        rest = &rest[length..];
    }
    deepest
}

/// Reads an operator or a blank; its length.
fn operator(frame: &mut Frame, rest: &str) -> usize {
    if rest.starts_with("++") || rest.starts_with("--") {
        frame.suffix();
        return 2;
    }
    match OPERATORS.iter().find(|(text, _)| rest.starts_with(text)) {
        Some((text, class)) => {
            frame.operator(text, *class);
            text.len()
        }
        None => {
            if rest.starts_with(['!', '~']) {
                frame.prefixes += 1;
            } else if rest.starts_with('%') {
                frame.operator("%", CLASSES - 1);
            }
            rest.chars().next().map_or(1, char::len_utf8)
        }
    }
}

/// Length of a number, its fraction and exponent included.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_part = |index: usize| match bytes[index] {
        b'+' | b'-' => matches!(bytes[index - 1], b'e' | b'E'),
        byte => byte.is_ascii_alphanumeric() || byte == b'.',
    };
    (1..bytes.len()).find(|index| !is_part(*index)).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::depth;

    /// The largest counts that Skia 144 reads, and one more.
    #[test]
    fn depth_is_what_skia_counts() {
        let body = |statement: &str| format!("half4 main(float2 p) {{\n    {statement}\n}}\n");
        let nested = |count: usize, open: &str, inner: &str, close: &str| {
            body(&format!("{}{inner}{}", open.repeat(count), close.repeat(count)))
        };
        type Text<'a> = &'a dyn Fn(usize) -> String;
        let cases: [(&str, usize, Text<'_>); 12] = [
            ("sums", 44, &|n| body(&format!("return half4(p.x{});", " + p.x".repeat(n)))),
            ("products", 44, &|n| body(&format!("return half4(p.x{});", " * p.x".repeat(n)))),
            ("both", 42, &|n| body(&format!("return half4(p.x{});", " + p.x * p.x * p.x".repeat(n)))),
            ("calls", 22, &|n| body(&format!("return half4({}p.x{});", "sin(".repeat(n), ")".repeat(n)))),
            ("parentheses", 44, &|n| body(&format!("return half4({}p.x{});", "(".repeat(n), ")".repeat(n)))),
            ("choices", 45, &|n| body(&format!("return half4({}0.0);", "p.x > 0.0 ? 1.0 : ".repeat(n)))),
            ("swizzles", 43, &|n| body(&format!("return half4(p.xy{}.xyxy);", ".xy".repeat(n)))),
            ("logic", 47, &|n| body(&format!("a = a{};", " && a".repeat(n)))),
            ("ifs", 15, &|n| nested(n, "if (p.x > 0.0) {\n", "p.x = 1.0;\n", "}\n")),
            ("switches", 45, &|n| nested(n, "switch (int(p.x)) {\ncase 0:\n", "p.x = 1.0;\n", "}\n")),
            ("conditions", 44, &|n| {
                body(&format!(
                    "if (p.x > 0.0) {{\n{}p.x = 1.0;\n}}",
                    "} else if (p.x > 0.0) {\n".repeat(n - 1)
                ))
            }),
            ("evaluations", 15, &|n| {
                body(&format!("return {}p.xy{};", "c.eval(".repeat(n), ").xy".repeat(n)))
            }),
        ];
        for (name, count, text) in cases {
            assert!(depth(&text(count)) <= super::MAX_DEPTH, "{name}: {}", depth(&text(count)));
            assert!(depth(&text(count + 1)) > super::MAX_DEPTH, "{name}: {}", depth(&text(count + 1)));
        }
    }
}

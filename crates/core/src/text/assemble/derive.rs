//! Computes bytes derived from other bytes: digests, packed contents, pieces.

use std::ops::Range;

use super::super::expression::{is_content, number, path, sign};
use super::super::{CYCLE, LABEL, LANGUAGE, SIZE, VALUE};
use super::Assembler;
use super::labels::ExpressionError;

/// Bytes that follow from other bytes and are worked out last.
pub(super) struct Derived {
    pub(super) space: usize,
    pub(super) range: Range<usize>,
    pub(super) span: Range<usize>,
    pub(super) how: How,
}

/// Source of derived bytes.
pub(super) enum How {
    /// The digest of the bytes from one node to another.
    Digest { algorithm: String, from: Range<usize>, to: Range<usize> },
    /// The digest of a content.
    ContentDigest { algorithm: String, of: Range<usize> },
    /// The stored form of a content.
    Pack { number: usize, codec: String, stored: Vec<u8>, content: usize },
    /// A piece of a content.
    Piece { of: Range<usize>, offset: u64 },
}

/// Addresses of a content are so far from those of the next.
const SPACE: u64 = 1 << 48;

/// The first address of a content, or of the file.
pub(super) const fn base(space: usize) -> u64 {
    space as u64 * SPACE
}

impl Assembler<'_> {
    /// `(path, offset, size)` after the word `piece`.
    pub(super) fn gathered_piece(&mut self, start: usize) -> Result<(), ExpressionError> {
        sign(&mut self.lexer, b'(')?;
        let of = path(&mut self.lexer)?;
        sign(&mut self.lexer, b',')?;
        let offset = self.lexer.next();
        let from = number(self.lexer.text(&offset.span), &offset.span)?;
        sign(&mut self.lexer, b',')?;
        let size = self.lexer.next();
        let count = number(self.lexer.text(&size.span), &size.span)?;
        let end = sign(&mut self.lexer, b')')?.end;
        let at = self.bytes.len();
        let (Ok(offset), Some(last)) = (
            u64::try_from(from),
            count.checked_add(at as i128).filter(|&last| count >= 0 && last <= i128::from(self.options.size)),
        ) else {
            return Err(self.too_long(count, &size.span));
        };
        self.bytes.resize(last as usize, 0);
        self.derived.push(Derived {
            space: self.here,
            range: at..self.bytes.len(),
            span: start..end,
            how: How::Piece { of, offset },
        });
        Ok(())
    }

    /// `("algorithm", from, to)` or `("algorithm", content(path))` after the word `digest`.
    pub(super) fn digest(&mut self, width: u64) -> Result<(), ExpressionError> {
        let start = self.lexer.next().span.start;
        sign(&mut self.lexer, b'(')?;
        let name = self.lexer.next();
        let algorithm = self.lexer.text(&name.span).trim_matches('"').to_owned();
        sign(&mut self.lexer, b',')?;
        let from = path(&mut self.lexer)?;
        let how = if is_content(&mut self.lexer, &from) {
            sign(&mut self.lexer, b'(')?;
            let of = path(&mut self.lexer)?;
            sign(&mut self.lexer, b')')?;
            How::ContentDigest { algorithm, of }
        } else {
            sign(&mut self.lexer, b',')?;
            let to = path(&mut self.lexer)?;
            How::Digest { algorithm, from, to }
        };
        let span = start..sign(&mut self.lexer, b')')?.end;
        let at = self.bytes.len();
        if width > 1024 {
            return Err(ExpressionError::new(&SIZE, &span, format!("a digest of {width} bytes is too wide")));
        }
        self.bytes.resize(at + width as usize, 0);
        self.derived.push(Derived { space: self.here, range: at..self.bytes.len(), span, how });
        Ok(())
    }

    /// Computes derived bytes from the inside out, starting with those that depend on no pending ones.
    /// Returns the sizes of the packed nodes if one differs from the size the layout assumed.
    pub(super) fn derive(&mut self) -> Option<Vec<usize>> {
        let mut open = Vec::new();
        for derived in std::mem::take(&mut self.derived) {
            match self.reads(&derived) {
                Ok(reads) => open.push((derived, reads)),
                Err(fault) => self.faults.push(fault),
            }
        }
        let mut sizes = vec![0; self.packs];
        let mut changed = false;
        while !open.is_empty() && self.faults.is_empty() {
            let ready = open.iter().position(|(derived, (space, reads))| {
                open.iter().all(|(other, _)| {
                    let own = other.space == derived.space && other.range == derived.range;
                    own || other.space != *space
                        || other.range.end <= reads.start
                        || other.range.start >= reads.end
                })
            });
            let Some(ready) = ready else {
                let (derived, _) = &open[0];
                let message = match derived.how {
                    How::Digest { .. } => "this digest and another cover each other",
                    _ => "these bytes and others follow from each other",
                };
                self.faults.push(ExpressionError::new(&CYCLE, &derived.span, message));
                return None;
            };
            let (derived, (space, reads)) = open.swap_remove(ready);
            let value = match self.value_of(&derived, space, reads) {
                Ok(value) => value,
                Err(fault) => {
                    self.faults.push(fault);
                    return None;
                }
            };
            if let How::Pack { number, .. } = derived.how {
                sizes[number] = value.len();
                changed |= value.len() != derived.range.len();
            }
            let place = &mut self.contents[derived.space][derived.range];
            if value.len() == place.len() {
                place.copy_from_slice(&value);
            }
        }
        changed.then_some(sizes)
    }

    /// Source of derived bytes: index of their content, and the range in it.
    fn reads(&self, derived: &Derived) -> Result<(usize, Range<usize>), ExpressionError> {
        let source = self.lexer.source;
        let place = |range: Range<u64>| {
            let space = (range.start / SPACE) as usize;
            let start = (range.start % SPACE) as usize;
            (space, start..start + (range.end - range.start) as usize)
        };
        match &derived.how {
            How::Digest { from, to, .. } => {
                let start = self.labels.find(source, from)?.start;
                let end = self.labels.whole(source, to)?.end;
                if start / SPACE != end / SPACE {
                    let message = "the two nodes are not in the same content";
                    return Err(ExpressionError::new(&LABEL, &derived.span, message));
                }
                if start > end {
                    let message = "the second node comes before the first";
                    return Err(ExpressionError::new(&LABEL, &derived.span, message));
                }
                Ok(place(start..end))
            }
            How::ContentDigest { of, .. } => self.labels.content(source, of).map(place),
            How::Pack { content, .. } => Ok((*content, 0..self.contents[*content].len())),
            How::Piece { of, offset } => {
                let content = self.labels.content(source, of)?;
                let size = derived.range.len() as u64;
                let held = content.end - content.start;
                if offset.checked_add(size).is_none_or(|end| end > held) {
                    let message = format!("the content holds {held} bytes, not {size} from {offset:#x} on");
                    return Err(ExpressionError::new(&VALUE, &derived.span, message)
                        .help("keep the size of the content, or rewrite its pieces"));
                }
                Ok(place(content.start + offset..content.start + offset + size))
            }
        }
    }

    /// Value of derived bytes.
    fn value_of(
        &self,
        derived: &Derived,
        space: usize,
        reads: Range<usize>,
    ) -> Result<Vec<u8>, ExpressionError> {
        let read = &self.contents[space][reads.clone()];
        match &derived.how {
            How::Piece { .. } => Ok(read.to_vec()),
            How::Pack { codec, stored, .. } => {
                let Some(codec) = self.registry.codec(codec) else {
                    let message = format!("unknown codec `{codec}`");
                    return Err(ExpressionError::new(&LANGUAGE, &derived.span, message));
                };
                // Stored bytes are kept while they decode to the content: no two compressors agree.
                let kept = codec.decode(stored, read.len() as u64).is_ok_and(|old| old == read);
                if kept {
                    return Ok(stored.clone());
                }
                codec
                    .encode(read)
                    .map_err(|error| ExpressionError::new(&VALUE, &derived.span, error.message()))
            }
            How::Digest { algorithm, .. } | How::ContentDigest { algorithm, .. } => {
                let Some(known) = self.registry.digest(algorithm) else {
                    let message = format!("unknown digest `{algorithm}`");
                    return Err(ExpressionError::new(&LANGUAGE, &derived.span, message));
                };
                let own = derived.range.start < reads.end && derived.range.end > reads.start;
                let value = if derived.space == space && own {
                    let mut covered = read.to_vec();
                    let start = derived.range.start.max(reads.start) - reads.start;
                    covered[start..derived.range.end.min(reads.end) - reads.start].fill(0);
                    known.digest(&covered)
                } else {
                    known.digest(read)
                };
                if value.len() != derived.range.len() {
                    let message = format!("`{algorithm}` gives {} bytes", value.len());
                    return Err(ExpressionError::new(&VALUE, &derived.span, message));
                }
                Ok(value)
            }
        }
    }
}

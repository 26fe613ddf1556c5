//! Languages and digests that the text form uses without knowing them.
//!
//! A code block of the text form names its language; the printer and the assembler find it in a [`Registry`], which the
//! crate `glassbox` fills.

use std::io;
use std::ops::Range;

/// A mistake in a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceError {
    /// Where, in bytes of the source.
    pub span: Range<usize>,
    /// One sentence: lower case, found and expected, no full stop.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

/// A language for the code inside containers.
pub trait Language: Sync {
    /// Name of the language, as code blocks state it.
    fn name(&self) -> &'static str;

    /// Writes the exact assembly of `code`: [`assemble`](Self::assemble) gives the same bytes back. No line of it is `}`
    /// alone, and the last one ends with a line feed. `aid` holds bytes that help to explain the code in comments. `false`,
    /// with nothing written, when the language cannot express it.
    fn disassemble(&self, code: &[u8], aid: &[u8], out: &mut dyn io::Write) -> io::Result<bool>;

    /// The bytes that a source stands for.
    fn assemble(&self, source: &str) -> Result<Vec<u8>, Vec<SourceError>>;
}

/// A digest that containers store over their own bytes.
pub trait Digest: Sync {
    /// Name of the algorithm, as `digest(…)` states it.
    fn name(&self) -> &'static str;

    /// The digest of some bytes, in the order in which a file stores it.
    fn digest(&self, bytes: &[u8]) -> Vec<u8>;
}

/// The languages and digests that are known.
#[derive(Clone, Copy, Default)]
pub struct Registry {
    /// Languages.
    pub languages: &'static [&'static dyn Language],
    /// Digests.
    pub digests: &'static [&'static dyn Digest],
}

impl Registry {
    /// The language of a name.
    pub fn language(&self, name: &str) -> Option<&'static dyn Language> {
        self.languages
            .iter()
            .copied()
            .find(|language| language.name() == name)
    }

    /// The digest of a name.
    pub fn digest(&self, name: &str) -> Option<&'static dyn Digest> {
        self.digests.iter().copied().find(|digest| digest.name() == name)
    }
}

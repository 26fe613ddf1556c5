//! Interfaces to languages, codecs and digests that the text form uses without depending on them.
//!
//! A code block of the text form names its language; the printer and the assembler find it in a [`Registry`], which the
//! crate `glassbox` fills.

use std::io;
use std::ops::Range;

use crate::diagnostic::Rule;
use crate::error::ErrorList;
use crate::format::WriteError;
use crate::places::LinePlaces;
use crate::view::View;

/// A mistake in a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceError {
    /// The violated rule of the language; `None` for languages with one rule for all mistakes.
    pub rule: Option<&'static Rule>,
    /// Location, bytes of the source.
    pub span: Range<usize>,
    /// One sentence: lower case, found and expected, no full stop.
    pub message: String,
    /// Fix for this error.
    pub help: Option<String>,
}

/// Writes byte range and message; line and column need the source.
impl std::fmt::Display for SourceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "error at bytes {}..{}: {}", self.span.start, self.span.end, self.message)
    }
}

impl std::error::Error for SourceError {}

/// A language for the code inside containers.
pub trait Language: Sync {
    /// Name of the language, as code blocks state it.
    fn name(&self) -> &'static str;

    /// Writes the exact assembly of `code`, with a line feed after the last line too:
    /// [`assemble`](Self::assemble) gives the same bytes back. `side_table` holds bytes that help to explain the
    /// code in comments. `places` are told which bytes of the code each line shows. `false`, with nothing written or told,
    /// if the language cannot express it.
    fn disassemble(
        &self,
        code: &[u8],
        side_table: &[u8],
        out: &mut dyn io::Write,
        places: &mut dyn LinePlaces,
    ) -> io::Result<bool>;

    /// Assembles a source into bytes.
    fn assemble(&self, source: &str) -> Result<Vec<u8>, ErrorList<SourceError>>;
}

/// A digest that containers store over their own bytes.
pub trait Digest: Sync {
    /// Name of the algorithm, as in `digest(…)`.
    fn name(&self) -> &'static str;

    /// Digest of some bytes, in stored byte order.
    fn digest(&self, bytes: &[u8]) -> Vec<u8>;
}

/// Reason stored bytes could not be decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// They are malformed.
    Malformed,
    /// They end before their content does.
    Truncated,
    /// The content exceeds the limit.
    TooLong,
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            DecodeError::Malformed => "the stored bytes are malformed",
            DecodeError::Truncated => "the stored bytes end too early",
            DecodeError::TooLong => "the content exceeds the limit",
        })
    }
}

impl std::error::Error for DecodeError {}

/// An encoding of stored bytes, such as a compression.
pub trait Codec: Sync {
    /// Name of the codec, as in `packed(…)`.
    fn name(&self) -> &'static str;

    /// Decodes stored bytes. Never produces more than `limit` bytes and a small constant.
    fn decode(&self, stored: &[u8], limit: u64) -> Result<Vec<u8>, DecodeError>;

    /// Encodes `content`, deterministically. `Err` gives the reason it cannot.
    fn encode(&self, content: &[u8]) -> Result<Vec<u8>, WriteError>;
}

/// The languages, digests and codecs that are known.
#[derive(Clone, Copy, Default)]
pub struct Registry {
    /// Languages of code blocks.
    pub languages: &'static [&'static dyn Language],
    /// Digests, grouped as formats offer them.
    pub digests: &'static [&'static [&'static dyn Digest]],
    /// Codecs of packed nodes.
    pub codecs: &'static [&'static dyn Codec],
    /// Views of code.
    pub views: &'static [&'static dyn View],
}

impl Registry {
    /// The language of a name.
    pub fn language(&self, name: &str) -> Option<&'static dyn Language> {
        self.languages.iter().copied().find(|language| language.name() == name)
    }

    /// The view of code in a language.
    pub fn view(&self, language: &str) -> Option<&'static dyn View> {
        self.views.iter().copied().find(|view| view.language() == language)
    }

    /// The codec of a name.
    pub fn codec(&self, name: &str) -> Option<&'static dyn Codec> {
        self.codecs.iter().copied().find(|codec| codec.name() == name)
    }

    /// The digest of a name.
    pub fn digest(&self, name: &str) -> Option<&'static dyn Digest> {
        let mut all = self.digests.iter().copied().flatten().copied();
        all.find(|digest| digest.name() == name)
    }
}

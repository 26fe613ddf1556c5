//! Root signatures as a language: assembled from HLSL, printed as HLSL.
//!
//! `rootsig` takes the version from the profile that a comment names, `rootsig_1_0` to `rootsig_1_2`, as
//! [`listing`](super::listing()) writes it, else 1.1; the others are named as the profiles of DXC.

use std::io;

use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_core::error::ErrorList;
use glassbox_core::language::{Language, SourceError};
use glassbox_core::limits::Limits;
use glassbox_core::places::LinePlaces;
use glassbox_dxcontainer::build::root_signature::Encoded;
use glassbox_dxcontainer::check::root_signature;
use glassbox_dxcontainer::part::rts::parse;
use glassbox_dxcontainer::part::rts::raw::Version;
use glassbox_dxcontainer::rules::rts as rules;

use super::build::Built;
use super::text::mistake;
use super::{build, clause, listing, text};

/// A version of the language.
#[derive(Debug)]
pub struct RootSignatures {
    name: &'static str,
    version: Option<Version>,
}

/// The versions of the language; the first one is for sources that state theirs.
pub static LANGUAGES: [RootSignatures; 4] = [
    RootSignatures { name: "rootsig", version: None },
    RootSignatures { name: "rootsig_1_0", version: Some(Version::V1_0) },
    RootSignatures { name: "rootsig_1_1", version: Some(Version::V1_1) },
    RootSignatures { name: "rootsig_1_2", version: Some(Version::V1_2) },
];

/// True for a name in [`LANGUAGES`].
pub fn is_name(name: &str) -> bool {
    LANGUAGES.iter().any(|language| language.name == name)
}

/// True for a source that looks like a root signature.
pub fn is_source(source: &str) -> bool {
    text::clauses(source).is_ok_and(|text| {
        let first = text.text.trim_start();
        let name = first.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
        let is_clause = build::CLAUSES.iter().any(|clause| clause.eq_ignore_ascii_case(name));
        is_clause && first[name.len()..].trim_start().starts_with('(')
    })
}

impl Language for RootSignatures {
    fn name(&self) -> &'static str {
        self.name
    }

    fn disassemble(
        &self,
        code: &[u8],
        _side_table: &[u8],
        out: &mut dyn io::Write,
        places: &mut dyn LinePlaces,
    ) -> io::Result<bool> {
        let (Some(signature), _) = parse(code, &Limits::default()) else { return Ok(false) };
        let text = listing::text(&signature);
        let is_exact = LANGUAGES[0].assemble(&text).is_ok_and(|same| same == code);
        let is_version = self.version.is_none_or(|version| stated(&text) == Some(version));
        if !is_exact || !is_version {
            return Ok(false);
        }
        out.write_all(text.as_bytes())?;
        places.lines(text.as_bytes(), &(0..code.len() as u64));
        Ok(true)
    }

    fn assemble(&self, source: &str) -> Result<Vec<u8>, ErrorList<SourceError>> {
        let text = text::clauses(source)?;
        let mut errors = Vec::new();
        let clauses = clause::parse(&text, &mut errors);
        if clauses.is_empty() && errors.is_empty() && !text.text.trim().is_empty() {
            errors.push(mistake(0..0, "found no clause").help("begin with RootFlags(0)"));
        }
        let version = self.version.or_else(|| stated(source));
        let built = build::build(&clauses, version, &text, &mut errors);
        let encoded = built.signature.encode();
        if errors.is_empty() {
            errors.extend(found(&built, &encoded, |rule| rule.id != rules::SIZE.id));
        }
        if errors.is_empty() {
            return Ok(encoded.bytes);
        }
        errors.sort_by_key(|error| error.span.start);
        Err(errors.into())
    }
}

/// What a correct source may not have meant: a size that only compilers accept.
pub fn doubts(source: &str) -> Vec<SourceError> {
    let Ok(text) = text::clauses(source) else { return Vec::new() };
    let clauses = clause::parse(&text, &mut Vec::new());
    let built = build::build(&clauses, stated(source), &text, &mut Vec::new());
    found(&built, &built.signature.encode(), |rule| rule.id == rules::SIZE.id).collect()
}

/// Findings of some rules, at their places in the source.
fn found(
    built: &Built,
    encoded: &Encoded,
    is_meant: impl Fn(&Rule) -> bool,
) -> impl Iterator<Item = SourceError> {
    let findings = violations(&encoded.bytes).into_iter().filter(move |finding| is_meant(finding.rule));
    findings.map(|finding| SourceError {
        rule: Some(finding.rule),
        span: built.place(encoded.item(finding.location.start as usize)),
        help: Some(finding.cure().to_owned()),
        message: finding.message,
    })
}

/// The version of the profile that a source names.
fn stated(source: &str) -> Option<Version> {
    let (_, rest) = source.split_once("rootsig_1_")?;
    match rest.as_bytes().first()? {
        b'0' => Some(Version::V1_0),
        b'1' => Some(Version::V1_1),
        b'2' => Some(Version::V1_2),
        _ => None,
    }
}

/// What the rules find in encoded bytes, with offsets in them. The runtime creates no such root signature.
pub(super) fn violations(bytes: &[u8]) -> Vec<Diagnostic> {
    let (_, findings) = root_signature(bytes, &Limits::default());
    // Older runtimes refuse version 1.2, which is what was asked for.
    let findings = findings.items().iter().filter(|finding| finding.rule.id != rules::VERSION.id);
    findings.cloned().collect()
}

//! Clauses to a root signature: which arguments each takes, their defaults and their values.

use std::collections::HashSet;
use std::ops::Range;

use glassbox_core::language::SourceError;
use glassbox_core::suggest::similar;
use glassbox_dxcontainer::build::root_signature::{Content, Item, RootParameter, RootSignature};
use glassbox_dxcontainer::part::rts::hlsl::words::{self, Words};
use glassbox_dxcontainer::part::rts::raw::{
    Address, Border, Comparison, Constants, Count, Descriptor12, DescriptorFlags, Filter, ParameterType,
    Range24, RangeFlags, RangeType, RootFlags, Sampler, SamplerFlags, TableOffset, Version, Visibility,
};

use super::clause::{Argument, Clause, Word};
use super::text::{Text, mistake};

/// A root signature and where its items are in the source.
pub(super) struct Built {
    pub(super) signature: RootSignature,
    /// Place of the flags of the root signature, or of the whole text.
    pub(super) flags: Range<usize>,
    parameters: Vec<(Range<usize>, Vec<Range<usize>>)>,
    samplers: Vec<Range<usize>>,
}

impl Built {
    /// Place of an item in the source.
    pub(super) fn place(&self, item: Option<Item>) -> Range<usize> {
        let place = match item {
            Some(Item::Parameter(index)) => self.parameters.get(index).map(|(place, _)| place),
            Some(Item::Range(index, range)) => {
                self.parameters.get(index).and_then(|(_, ranges)| ranges.get(range))
            }
            Some(Item::Sampler(index)) => self.samplers.get(index),
            None => None,
        };
        place.unwrap_or(&self.flags).clone()
    }
}

/// Gives clauses their meaning. `version` is 1.1 with flags of samplers as 1.2 if `None`.
pub(super) fn build(
    clauses: &[Clause<'_>],
    version: Option<Version>,
    text: &Text,
    errors: &mut Vec<SourceError>,
) -> Built {
    let signature = RootSignature {
        version: version.unwrap_or(Version::V1_1),
        flags: RootFlags(0),
        parameters: Vec::new(),
        samplers: Vec::new(),
    };
    let flags = text.place(&(0..text.text.len()));
    let mut built = Built { signature, flags, parameters: Vec::new(), samplers: Vec::new() };
    let mut builder = Builder { text, version, errors, seen: HashSet::new() };
    let mut has_flags = false;
    for clause in clauses {
        builder.seen.clear();
        builder.clause(clause, &mut built, &mut has_flags);
    }
    if version.is_none() && built.signature.samplers.iter().any(|(_, flags)| flags.0 != 0) {
        built.signature.version = Version::V1_2;
    }
    built
}

/// Maximum number of words that a message lists.
const MAX_LISTED: usize = 8;

/// The names of the clauses at the top.
pub(super) const CLAUSES: [&str; 7] =
    ["RootFlags", "RootConstants", "CBV", "SRV", "UAV", "DescriptorTable", "StaticSampler"];

struct Builder<'t, 'e> {
    text: &'t Text,
    version: Option<Version>,
    errors: &'e mut Vec<SourceError>,
    /// Arguments of the clause so far, in lower case.
    seen: HashSet<String>,
}

impl Builder<'_, '_> {
    fn report(&mut self, span: &Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.errors.push(mistake(self.text.place(span), message).help(help));
    }

    fn clause(&mut self, clause: &Clause<'_>, built: &mut Built, has_flags: &mut bool) {
        let name = clause.name.text;
        let place = self.text.place(&clause.name.span);
        let Some(kind) = CLAUSES.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            let help = match similar(name, CLAUSES) {
                Some(like) => format!("did you mean {like}?"),
                None => format!("the clauses are {}", CLAUSES.join(", ")),
            };
            return self.report(&clause.name.span, format!("found `{name}`, expected a clause"), help);
        };
        match *kind {
            "RootFlags" => {
                if std::mem::replace(has_flags, true) {
                    let help = "put all flags into one clause";
                    return self.report(&clause.name.span, "found RootFlags a second time", help);
                }
                built.flags = place;
                built.signature.flags = self.root_flags(clause);
            }
            "StaticSampler" => {
                built.signature.samplers.push(self.sampler(clause));
                built.samplers.push(place);
            }
            kind => {
                let mut ranges = Vec::new();
                let mut visibility = Visibility::ALL;
                let content = match kind {
                    "RootConstants" => self.constants(clause, &mut visibility),
                    "DescriptorTable" => self.table(clause, &mut visibility, &mut ranges),
                    _ => self.descriptor(kind, clause, &mut visibility),
                };
                built.signature.parameters.push(RootParameter { visibility, content });
                built.parameters.push((place, ranges));
            }
        }
    }

    fn root_flags(&mut self, clause: &Clause<'_>) -> RootFlags {
        match clause.arguments.as_slice() {
            [] => RootFlags(0),
            [Argument::Words(words)] => RootFlags(self.flags(words, words::ROOT_FLAGS)),
            [first, rest @ ..] => {
                let span = rest.first().unwrap_or(first).span();
                self.report(&span, "found another argument, expected flags", "join flags by `|`");
                RootFlags(0)
            }
        }
    }

    fn constants(&mut self, clause: &Clause<'_>, visibility: &mut Visibility) -> Content {
        let mut out = Constants { register: 0, space: 0, count: 0 };
        for argument in &clause.arguments {
            match self.key(argument, "RootConstants", &["num32BitConstants", "space", "visibility"]) {
                Key::Register(word) => out.register = self.register(word, 'b'),
                Key::Named("num32BitConstants", value) => out.count = self.number(value),
                Key::Named("space", value) => out.space = self.number(value),
                Key::Named(_, value) => *visibility = self.visibility(value),
                Key::Other => {}
            }
        }
        self.require(clause, "a register", "state it: b0");
        if !self.seen.contains("num32bitconstants") {
            let help = "state it: num32BitConstants=4";
            self.report(&clause.name.span, "found no number of constants", help);
        }
        Content::Constants(out)
    }

    fn descriptor(&mut self, kind: &str, clause: &Clause<'_>, visibility: &mut Visibility) -> Content {
        let (parameter_type, letter) = match kind {
            "CBV" => (ParameterType::CBV, 'b'),
            "SRV" => (ParameterType::SRV, 't'),
            _ => (ParameterType::UAV, 'u'),
        };
        let mut out = Descriptor12 { register: 0, space: 0, flags: DescriptorFlags(0) };
        for argument in &clause.arguments {
            match self.key(argument, kind, &["space", "flags", "visibility"]) {
                Key::Register(word) => out.register = self.register(word, letter),
                Key::Named("space", value) => out.space = self.number(value),
                Key::Named("flags", value) => {
                    self.needs_flags(argument);
                    out.flags = DescriptorFlags(self.flags(value, words::DATA_FLAGS));
                }
                Key::Named(_, value) => *visibility = self.visibility(value),
                Key::Other => {}
            }
        }
        self.require(clause, "a register", &format!("state it: {letter}0"));
        Content::Descriptor(parameter_type, out)
    }

    fn table(
        &mut self,
        clause: &Clause<'_>,
        visibility: &mut Visibility,
        places: &mut Vec<Range<usize>>,
    ) -> Content {
        let mut ranges = Vec::new();
        let mut has_visibility = false;
        for argument in &clause.arguments {
            match argument {
                Argument::Clause(inner) => {
                    self.seen.clear();
                    if let Some(range) = self.range(inner) {
                        ranges.push(range);
                        places.push(self.text.place(&inner.name.span));
                    }
                }
                Argument::Named(name, value) if name.text.eq_ignore_ascii_case("visibility") => {
                    if std::mem::replace(&mut has_visibility, true) {
                        self.report(&name.span, "found visibility a second time", "remove one of them");
                    }
                    *visibility = self.visibility(value);
                }
                other => {
                    let span = other.span();
                    let help = "a table holds CBV(…), SRV(…), UAV(…), Sampler(…) and visibility=…";
                    self.report(&span, "found an argument that is not a range", help);
                }
            }
        }
        Content::Table(ranges)
    }

    fn range(&mut self, clause: &Clause<'_>) -> Option<Range24> {
        const KINDS: [(&str, RangeType, char); 4] = [
            ("CBV", RangeType::CBV, 'b'),
            ("SRV", RangeType::SRV, 't'),
            ("UAV", RangeType::UAV, 'u'),
            ("Sampler", RangeType::SAMPLER, 's'),
        ];
        let name = clause.name.text;
        let Some((kind, range_type, letter)) =
            KINDS.iter().find(|(kind, ..)| kind.eq_ignore_ascii_case(name))
        else {
            let message = format!("found `{name}`, expected a range of descriptors");
            self.report(&clause.name.span, message, "a table holds CBV, SRV, UAV and Sampler");
            return None;
        };
        let mut out = Range24 {
            range_type: *range_type,
            count: Count(1),
            base: 0,
            space: 0,
            flags: RangeFlags(0),
            offset: TableOffset::APPEND,
        };
        for argument in &clause.arguments {
            match self.key(argument, kind, &["numDescriptors", "space", "flags", "offset"]) {
                Key::Register(word) => out.base = self.register(word, *letter),
                Key::Named("numDescriptors", value) => {
                    out.count = Count(self.number_or(value, ("unbounded", Count::UNBOUNDED.0)));
                }
                Key::Named("space", value) => out.space = self.number(value),
                Key::Named("flags", value) => {
                    self.needs_flags(argument);
                    out.flags = RangeFlags(self.flags(value, words::RANGE_FLAGS));
                }
                Key::Named(_, value) => {
                    let append = ("DESCRIPTOR_RANGE_OFFSET_APPEND", TableOffset::APPEND.0);
                    out.offset = TableOffset(self.number_or(value, append));
                }
                Key::Other => {}
            }
        }
        self.require(clause, "a register", &format!("state it: {letter}0"));
        Some(out)
    }

    fn sampler(&mut self, clause: &Clause<'_>) -> (Sampler, SamplerFlags) {
        const ARGUMENTS: &[&str] = &[
            "filter",
            "addressU",
            "addressV",
            "addressW",
            "mipLODBias",
            "maxAnisotropy",
            "comparisonFunc",
            "borderColor",
            "minLOD",
            "maxLOD",
            "space",
            "visibility",
            "flags",
        ];
        let mut flags = SamplerFlags(0);
        let mut out = Sampler {
            filter: Filter::ANISOTROPIC,
            address_u: Address::WRAP,
            address_v: Address::WRAP,
            address_w: Address::WRAP,
            mip_bias: 0.0,
            max_anisotropy: 16,
            comparison: Comparison::LESS_EQUAL,
            border: Border::OPAQUE_WHITE,
            min_lod: 0.0,
            max_lod: f32::MAX,
            register: 0,
            space: 0,
            visibility: Visibility::ALL,
        };
        for argument in &clause.arguments {
            match self.key(argument, "StaticSampler", ARGUMENTS) {
                Key::Register(word) => out.register = self.register(word, 's'),
                Key::Named("filter", value) => out.filter = Filter(self.value(value, words::FILTERS)),
                Key::Named("addressU", value) => out.address_u = Address(self.value(value, words::ADDRESSES)),
                Key::Named("addressV", value) => out.address_v = Address(self.value(value, words::ADDRESSES)),
                Key::Named("addressW", value) => out.address_w = Address(self.value(value, words::ADDRESSES)),
                Key::Named("mipLODBias", value) => out.mip_bias = self.float(value),
                Key::Named("maxAnisotropy", value) => out.max_anisotropy = self.number(value),
                Key::Named("comparisonFunc", value) => {
                    out.comparison = Comparison(self.value(value, words::COMPARISONS));
                }
                Key::Named("borderColor", value) => out.border = Border(self.value(value, words::BORDERS)),
                Key::Named("minLOD", value) => out.min_lod = self.float(value),
                Key::Named("maxLOD", value) => out.max_lod = self.float(value),
                Key::Named("space", value) => out.space = self.number(value),
                Key::Named("visibility", value) => out.visibility = self.visibility(value),
                Key::Named(_, value) => {
                    if self.version.is_some_and(|version| version != Version::V1_2) {
                        let help = "leave the flags out, or assemble as rootsig_1_2";
                        self.report(
                            &argument.span(),
                            "found flags, which samplers have since version 1.2",
                            help,
                        );
                    }
                    flags = SamplerFlags(self.flags(value, words::SAMPLER_FLAGS));
                }
                Key::Other => {}
            }
        }
        self.require(clause, "a register", "state it: s0");
        (out, flags)
    }

    /// Which argument it is; reports an unknown or repeated one.
    fn key<'w, 't>(
        &mut self,
        argument: &'w Argument<'t>,
        clause: &str,
        known: &[&'static str],
    ) -> Key<'w, 't> {
        let (name, value) = match argument {
            Argument::Words(words) => match words.as_slice() {
                [word] if is_register(word.text) => {
                    if !self.seen.insert("a register".to_owned()) {
                        self.report(&word.span, "found a second register", "remove one of them");
                    }
                    return Key::Register(word);
                }
                _ => (words.first(), None),
            },
            Argument::Named(name, value) => (Some(name), Some(value)),
            Argument::Clause(inner) => (Some(&inner.name), None),
        };
        let Some(name) = name else { return Key::Other };
        let found = known.iter().find(|known| known.eq_ignore_ascii_case(name.text));
        match (found, value) {
            (Some(known), Some(value)) => {
                if !self.seen.insert(known.to_ascii_lowercase()) {
                    self.report(&name.span, format!("found {known} a second time"), "remove one of them");
                }
                Key::Named(known, value)
            }
            (Some(known), None) => {
                let message = format!("found `{known}` without a value");
                self.report(&name.span, message, format!("write {known}=…"));
                Key::Other
            }
            (None, _) => {
                let help = match similar(name.text, known.iter().copied()) {
                    Some(like) => format!("did you mean {like}?"),
                    None => format!("{clause} has a register and {}", known.join(", ")),
                };
                let message = format!("found `{}`, which is no argument of {clause}", name.text);
                self.report(&name.span, message, help);
                Key::Other
            }
        }
    }

    fn require(&mut self, clause: &Clause<'_>, what: &str, help: &str) {
        if !self.seen.contains(what) {
            self.report(&clause.name.span, format!("found no register in {}", clause.name.text), help);
        }
    }

    fn needs_flags(&mut self, argument: &Argument<'_>) {
        if self.version == Some(Version::V1_0) {
            let message = "found flags, which descriptors have since version 1.1";
            self.report(&argument.span(), message, "leave the flags out, or assemble as rootsig_1_1");
        }
    }

    fn register(&mut self, word: &Word<'_>, letter: char) -> u32 {
        if !word.text.starts_with(letter) {
            let message = format!("found register {}, expected one of {letter}", word.text);
            self.report(&word.span, message, "b is for CBV, t for SRV, u for UAV, s for samplers");
        }
        match word.text.get(1..).and_then(|digits| digits.parse().ok()) {
            Some(number) => number,
            None => {
                let message = format!("found register {}, expected a number below 2^32", word.text);
                self.report(&word.span, message, "use a smaller number");
                0
            }
        }
    }

    /// The only word of a value.
    fn single<'w, 't>(&mut self, value: &'w [Word<'t>]) -> Option<&'w Word<'t>> {
        if let Some(second) = value.get(1) {
            self.report(&second.span, "found a second value, expected one", "only flags are joined by `|`");
        }
        value.first()
    }

    fn number(&mut self, value: &[Word<'_>]) -> u32 {
        let Some(word) = self.single(value) else { return 0 };
        integer(word.text).unwrap_or_else(|| {
            let message = format!("found `{}`, expected a number from 0 to 4294967295", word.text);
            self.report(&word.span, message, "write a whole number");
            0
        })
    }

    fn number_or(&mut self, value: &[Word<'_>], (name, named): (&str, u32)) -> u32 {
        match value {
            [word] if word.text.eq_ignore_ascii_case(name) => named,
            _ => self.number(value),
        }
    }

    fn float(&mut self, value: &[Word<'_>]) -> f32 {
        let Some(word) = self.single(value) else { return 0.0 };
        float(word.text).unwrap_or_else(|| {
            let message = format!("found `{}`, expected a number that a 32-bit float holds", word.text);
            self.report(&word.span, message, "write a number such as 1.5f");
            0.0
        })
    }

    fn visibility(&mut self, value: &[Word<'_>]) -> Visibility {
        Visibility(self.value(value, words::VISIBILITIES))
    }

    fn value(&mut self, value: &[Word<'_>], words: Words) -> u32 {
        self.single(value).map_or(0, |word| self.named(word, words))
    }

    fn flags(&mut self, value: &[Word<'_>], words: Words) -> u32 {
        value.iter().fold(0, |flags, word| flags | self.named(word, words))
    }

    /// Value of a word, or a number for which there is none: 0 for no flags, or an undefined value, which the rules refuse.
    fn named(&mut self, word: &Word<'_>, words: Words) -> u32 {
        let found = words.iter().find(|(_, known)| known.eq_ignore_ascii_case(word.text));
        if let Some((value, _)) = found {
            return *value;
        }
        if let Some(value) = integer(word.text) {
            if let Some((_, expected)) = words.iter().find(|(known, _)| *known == value) {
                let message = format!("found `{}`, expected the word {expected}", word.text);
                self.report(&word.span, message, format!("write {expected}"));
            }
            return value;
        }
        let help = meant(word.text, words);
        self.report(&word.span, format!("found `{}`, which has no meaning here", word.text), help);
        0
    }
}

/// What a wrong word may be meant to be: one that is spelled alike, or of which it is a part.
fn meant(word: &str, words: Words) -> String {
    let known = || words.iter().map(|(_, known)| *known);
    let upper = word.to_ascii_uppercase();
    let whole = known().filter(|known| known.contains(&upper)).min_by_key(|known| known.len());
    match whole.or_else(|| similar(word, known())) {
        Some(like) => format!("did you mean {like}?"),
        None => {
            let first: Vec<&str> = known().take(MAX_LISTED).collect();
            let more = if words.len() > MAX_LISTED { ", …" } else { "" };
            format!("the words are {}{more}", first.join(", "))
        }
    }
}

/// An argument that is known.
enum Key<'w, 't> {
    Register(&'w Word<'t>),
    Named(&'static str, &'w [Word<'t>]),
    /// It was reported.
    Other,
}

fn is_register(text: &str) -> bool {
    let digits = text.strip_prefix(['b', 't', 'u', 's']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

fn integer(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.strip_prefix('+').unwrap_or(text).parse().ok(),
    }
}

/// A float as the C library reads it: the nearest double, then the nearest float. Hexadecimal digits are its bits.
fn float(text: &str) -> Option<f32> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).ok().map(f32::from_bits);
    }
    let digits = text.strip_suffix(['f', 'F']).unwrap_or(text);
    let has_digits = digits.bytes().any(|byte| byte.is_ascii_digit());
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let value: f64 = digits.parse().ok().filter(|_| has_digits && is_number)?;
    (value.abs() <= f64::from(f32::MAX)).then_some(value as f32)
}

//! Compares the definitions of a symbol in two packages, field by field.
//!
//! Two definitions are equal if type, register and extended data are, up to the numbering of
//! referenced symbols. Flags, stages, property order and debug names are ignored. Referenced
//! structures are compared the same way, except that their names are ignored.

use std::collections::{HashMap, HashSet};

use glassbox_bpx::extended::{BlendFunction, ExtendedData, Member, MemberType, Plain, Structure};
use glassbox_bpx::interface::modes;
use glassbox_bpx::sd::names::{DEBUG, known};
use glassbox_bpx::sd::{Object, Value};

use crate::unit::{Entry, Unit};

/// A field that differs, with both values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    /// Field name.
    pub(crate) field: String,
    /// Value on the left.
    pub(crate) left: String,
    /// Value on the right.
    pub(crate) right: String,
}

/// Maximum number of differences reported per symbol.
const MOST: usize = 40;
/// Maximum number of members shown in the path to a nested structure.
const MOST_STEPS: usize = 8;

/// Compares symbols of two packages. Pairs found equal are cached.
pub(crate) struct Comparison<'u, 'f> {
    left: &'u Unit<'f>,
    right: &'u Unit<'f>,
    equal: HashSet<(usize, usize)>,
    /// Cached results for pairs of undecoded objects, which symbols may share.
    objects: HashMap<(Option<usize>, Option<usize>), bool>,
    /// Remaining members to compare; bounds the pairs of structures that refer to one another.
    work: usize,
}

/// A pair of symbols under comparison and the member that led to it.
struct Visit<'u> {
    pair: (usize, usize),
    from: Option<(usize, &'u [u8])>,
}

impl<'u, 'f> Comparison<'u, 'f> {
    /// Creates a comparison limited to `work` members.
    pub(crate) fn new(left: &'u Unit<'f>, right: &'u Unit<'f>, work: usize) -> Self {
        Comparison { left, right, equal: HashSet::new(), objects: HashMap::new(), work }
    }

    /// All fields in which two symbols differ; empty if they are equal.
    pub(crate) fn differences(&mut self, pair: (usize, usize)) -> Vec<Difference> {
        let mut out = Vec::new();
        if self.equal.contains(&pair) {
            return out;
        }
        // A pair under comparison is assumed equal, so that cycles terminate.
        let mut seen = HashSet::from([pair]);
        let mut visits = vec![Visit { pair, from: None }];
        let mut next = 0;
        while let Some(visit) = visits.get(next) {
            let ends = (self.left.symbols.get(visit.pair.0), self.right.symbols.get(visit.pair.1));
            let (Some(left), Some(right)) = ends else { break };
            let prefix = path(&visits, next);
            let structures = (self.left.structure(left), self.right.structure(right));
            let members = structures.0.map_or(0, |structure| structure.props.len());
            let Some(rest) = self.work.checked_sub(members + 1) else {
                out.push(Difference {
                    field: "nested structures".to_owned(),
                    left: "more than are compared".to_owned(),
                    right: "more than are compared".to_owned(),
                });
                break;
            };
            self.work = rest;
            self.shallow(left, right, &prefix, &mut out);
            if out.len() > MOST {
                break;
            }
            if let (Some(left), Some(right)) = structures {
                for (left, right) in paired(left, right) {
                    let pair = left.ty.reference().zip(right.ty.reference());
                    let Some(pair) = pair.map(|(left, right)| (usize::from(left), usize::from(right))) else {
                        continue;
                    };
                    if !self.equal.contains(&pair) && seen.insert(pair) {
                        let from = Some((next, &*left.name));
                        visits.push(Visit { pair, from });
                    }
                }
            }
            next += 1;
        }
        if out.is_empty() {
            self.equal.extend(seen);
        }
        out
    }

    /// Differences of two symbols, without referenced structures.
    fn shallow(&mut self, left: &Entry<'f>, right: &Entry<'f>, prefix: &str, out: &mut Vec<Difference>) {
        let mut differ = |field: &str, left: String, right: String| {
            if left != right {
                let field = format!("{prefix}{field}");
                out.push(Difference { field, left, right });
            }
        };
        let register = |entry: &Entry<'_>| entry.register().map_or("none".to_owned(), |at| at.to_string());
        differ("type", left.record.symbol_type.to_string(), right.record.symbol_type.to_string());
        differ("register", register(left), register(right));
        let (a, b) = match (self.left.data(left), self.right.data(right)) {
            (None, None) => return,
            (Some(a), Some(b)) => (a, b),
            (a, b) => {
                let word = |data: Option<&ExtendedData<'_>>| match data {
                    Some(_) => "present".to_owned(),
                    None => "absent".to_owned(),
                };
                return differ("extended data", word(a), word(b));
            }
        };
        match (a, b) {
            (ExtendedData::Structure(a), ExtendedData::Structure(b)) => {
                structures((self.left, a), (self.right, b), prefix, out);
            }
            (ExtendedData::Texture(a), ExtendedData::Texture(b)) => {
                differ("texture", a.ty.to_string(), b.ty.to_string());
                differ("texel type", kind(a.value), kind(b.value));
            }
            (ExtendedData::Constant(a), ExtendedData::Constant(b)) => {
                differ("value type", kind(a.ty), kind(b.ty));
                differ("offset", a.offset.to_string(), b.offset.to_string());
                differ("size", a.size.to_string(), b.size.to_string());
            }
            (ExtendedData::Pipeline(a), ExtendedData::Pipeline(b)) => {
                for ((field, a), (_, b)) in modes(a).into_iter().zip(modes(b)) {
                    differ(&field, a, b);
                }
            }
            (ExtendedData::Output(a), ExtendedData::Output(b)) => {
                differ("value type", kind(a.ty), kind(b.ty));
                differ("blend function", blend(a.blendfunc), blend(b.blendfunc));
            }
            (a, b) => {
                let pair = (left.object(), right.object());
                match self.objects.get(&pair) {
                    Some(true) => {}
                    Some(false) => differ("extended data", "one object".to_owned(), "another".to_owned()),
                    None => {
                        let (a, b) = (plain(&a.to_object()), plain(&b.to_object()));
                        // NaNs compare equal here, unlike in arithmetic.
                        let is_equal = format!("{a:?}") == format!("{b:?}");
                        if !is_equal && !objects(&a, &b, &mut differ) {
                            differ("extended data", "one object".to_owned(), "another".to_owned());
                        }
                        self.objects.insert(pair, is_equal);
                    }
                }
            }
        }
    }
}

/// Differences of two structures, without referenced ones.
fn structures(
    (left, a): (&Unit<'_>, &Structure<'_>),
    (right, b): (&Unit<'_>, &Structure<'_>),
    prefix: &str,
    out: &mut Vec<Difference>,
) {
    let mut differ = |field: String, left: String, right: String| {
        let field = format!("{prefix}{field}");
        out.push(Difference { field, left, right });
    };
    if a.size != b.size {
        differ("size".to_owned(), a.size.to_string(), b.size.to_string());
    }
    for (one, other) in paired(a, b) {
        let name = one.name.escape_ascii();
        if one.offset != other.offset {
            let (one, other) = (one.offset.to_string(), other.offset.to_string());
            differ(format!("offset of member `{name}`"), one, other);
        }
        // Ignore the structure's number; the structures themselves are compared later.
        if one.ty.with_reference(|_| 0) != other.ty.with_reference(|_| 0) {
            let (one, other) = (member_type(one.ty, left), member_type(other.ty, right));
            differ(format!("type of member `{name}`"), one, other);
        }
    }
    if same_names(a, b) {
        return;
    }
    let (only_left, only_right) = (lacked(a, b), lacked(b, a));
    let word = |is: bool| if is { "present" } else { "absent" }.to_owned();
    for (only, is_left) in [(&only_left, true), (&only_right, false)] {
        for name in only.iter().take(MOST) {
            differ(format!("member `{name}`"), word(is_left), word(!is_left));
        }
    }
    if only_left.is_empty() && only_right.is_empty() {
        let order = |structure: &Structure<'_>| {
            let names = structure.props.iter().map(|member| member.name.escape_ascii().to_string());
            names.collect::<Vec<_>>().join(", ")
        };
        differ("order of members".to_owned(), order(a), order(b));
    }
}

/// True if members have the same names in the same order.
fn same_names(a: &Structure<'_>, b: &Structure<'_>) -> bool {
    let (a, b) = (a.props.iter(), b.props.iter());
    a.map(|member| &member.name).eq(b.map(|member| &member.name))
}

/// Names of members missing from the other structure.
fn lacked(of: &Structure<'_>, other: &Structure<'_>) -> Vec<String> {
    let held: HashSet<&[u8]> = other.props.iter().map(|member| &*member.name).collect();
    let names = of.props.iter().filter(|member| !held.contains(&*member.name));
    names.map(|member| member.name.escape_ascii().to_string()).collect()
}

/// Pairs the members of two structures by name, or by position if the names are the same in both.
fn paired<'s, 'f>(
    left: &'s Structure<'f>,
    right: &'s Structure<'f>,
) -> Vec<(&'s Member<'f>, &'s Member<'f>)> {
    if same_names(left, right) {
        return left.props.iter().zip(&right.props).collect();
    }
    let mut known = HashMap::new();
    for member in &right.props {
        known.entry(&*member.name).or_insert(member);
    }
    let pairs = left.props.iter();
    pairs.filter_map(|member| Some((member, *known.get(&*member.name)?))).collect()
}

/// Path of members leading to a pair, with a trailing dot: `light.`.
fn path(visits: &[Visit<'_>], at: usize) -> String {
    let mut steps = Vec::new();
    let mut from = visits.get(at).and_then(|visit| visit.from);
    while let Some((before, member)) = from {
        if steps.len() == MOST_STEPS {
            steps.push("…".to_owned());
            break;
        }
        steps.push(member.escape_ascii().to_string());
        from = visits.get(before).and_then(|visit| visit.from);
    }
    if steps.is_empty() {
        return String::new();
    }
    steps.reverse();
    format!("`{}`: ", steps.join("."))
}

/// Name of a type; distinct for every type, including invalid ones.
fn kind(ty: Plain) -> String {
    let base = ty.base();
    let mut words = match ty {
        Plain::Vector(vector) if vector.size < 2 => format!("vector of {} {}", vector.size, base.scalar()),
        Plain::Matrix(vector) if vector.size < 2 => format!("matrix of {} {}", vector.size, base.scalar()),
        _ => ty.to_string(),
    };
    if base.name().is_none() {
        words.push_str(&format!(" (base type {})", base.0));
    }
    words
}

fn member_type(ty: MemberType, unit: &Unit<'_>) -> String {
    let structure = |index: u16| {
        let entry = unit.symbols.get(usize::from(index));
        entry.map_or("?".to_owned(), Entry::shown)
    };
    match ty {
        MemberType::Plain(ty) => kind(ty),
        MemberType::StructRef(index) => format!("structure `{}`", structure(index)),
        MemberType::Array(size, ty) => format!("{}[{size}]", kind(ty)),
        MemberType::StructArray(size, index) => format!("structure `{}`[{size}]", structure(index)),
    }
}

fn blend(function: Option<BlendFunction>) -> String {
    match function {
        None => "none".to_owned(),
        Some(blend) => format!(
            "colour {} {} {}, alpha {} {} {}",
            blend.src_color,
            blend.color_op,
            blend.dst_color,
            blend.src_alpha,
            blend.alpha_op,
            blend.dst_alpha
        ),
    }
}

/// Normalises an object: properties sorted by hash, name lists removed. Nesting is bounded by the
/// reader.
fn plain<'a>(object: &Object<'a>) -> Object<'a> {
    let mut properties = object.properties.clone();
    properties.retain(|property| property.hash != DEBUG);
    for property in &mut properties {
        property.value = plain_value(&property.value);
    }
    properties.sort_by_key(|property| property.hash);
    Object { properties }
}

fn plain_value<'a>(value: &Value<'a>) -> Value<'a> {
    match value {
        Value::Object(object) => Value::Object(plain(object)),
        Value::Array(items) => Value::Array(items.iter().map(plain_value).collect()),
        other => other.clone(),
    }
}

/// Reports properties in which undecoded objects differ; true if there are any.
fn objects(left: &Object<'_>, right: &Object<'_>, differ: &mut impl FnMut(&str, String, String)) -> bool {
    let value = |object: &Object<'_>, hash: u64| {
        let mut properties = object.properties.iter();
        properties.find(|property| property.hash == hash).map(|property| format!("{:?}", property.value))
    };
    let mut hashes: Vec<u64> = left.properties.iter().chain(&right.properties).map(|p| p.hash).collect();
    hashes.sort_unstable();
    hashes.dedup();
    let mut found = false;
    for hash in hashes {
        let (a, b) = (value(left, hash), value(right, hash));
        if a == b {
            continue;
        }
        found = true;
        let name = known(hash).map_or(format!("{hash:#018x}"), str::to_owned);
        let field = format!("property `{name}` of the extended data");
        match (a, b) {
            (Some(_), Some(_)) => differ(&field, "one value".to_owned(), "another".to_owned()),
            (a, _) => {
                let word = |is: bool| if is { "present" } else { "absent" }.to_owned();
                differ(&field, word(a.is_some()), word(a.is_none()));
            }
        }
    }
    found
}

//! Parses link plans in text form: a request, libraries, and the expected plan.
//!
//! ```text
//! request entry PSMain ps_6_0          # or: request exports NAME… PROFILE, request library PROFILE; request whole … for libraries
//! library main.dxil validator=1.8 compiler=1.9/21d28f72 origin=SYM0
//!   pixel PSMain needs ?Shade@@YAMM@Z calls ?Helper@@YAMM@Z target 6_5 stages pixel,vertex constant ?Patch@@YAXXZ
//!   function ?Shade@@YAMM@Z            # exported; `internal` and `listed` are other visibilities, `listed` is not known
//!   code internal ?Shade@@YAMM@Z       # symbols from the code, where the rest comes from tables
//! unusable picture.png found no DirectX container
//! ```
//!
//! Functions without `needs` have no dependencies; `needs ?` marks them as unknown. Without
//! `calls`, callees are unknown. The byte 0x01 precedes every mangled name.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_dx_link::Export;
use glassbox_dx_link::plan::{Held, Level, Library, Plan, Profile, Request, plan};
use glassbox_dxcontainer::part::feature::Features;
use glassbox_dxcontainer::part::program::ProgramVersion;
use glassbox_dxcontainer::program::{ShaderKind, Version};
use glassbox_dxcontainer::symbols::LibrarySymbols;
use glassbox_dxcontainer::symbols::library::{Compiler, FunctionSymbol, ImportSymbol, Origin, Visibility};

/// Parsed description.
pub(crate) struct Case {
    /// Names of the libraries.
    pub(crate) names: Vec<String>,
    /// The plan, or the error in the request.
    pub(crate) plan: Result<Plan, Box<Diagnostic>>,
    /// All other lines.
    pub(crate) rest: Vec<Vec<String>>,
}

const KINDS: [(&str, ShaderKind); 8] = [
    ("pixel", ShaderKind::PIXEL),
    ("vertex", ShaderKind::VERTEX),
    ("hull", ShaderKind::HULL),
    ("domain", ShaderKind::DOMAIN),
    ("compute", ShaderKind::COMPUTE),
    ("mesh", ShaderKind::MESH),
    ("raygeneration", ShaderKind::RAY_GENERATION),
    ("miss", ShaderKind::MISS),
];

/// A name with its byte 0x01.
fn marked(name: &str) -> Vec<u8> {
    if name.starts_with('?') { [b"\x01", name.as_bytes()].concat() } else { name.as_bytes().to_vec() }
}

fn version(text: &str) -> Version {
    let (major, minor) = text.split_once(['.', '_']).expect("a version has two numbers");
    Version::new(major.parse().expect("a number"), minor.parse().expect("a number"))
}

fn kind(word: &str) -> ShaderKind {
    let found = KINDS.iter().find(|(name, _)| *name == word);
    found.unwrap_or_else(|| panic!("{word} is no kind")).1
}

/// Functions of a library with the names they refer to.
#[derive(Default)]
struct Sketch {
    functions: Vec<FunctionSymbol>,
    imports: Vec<String>,
    /// Function, names of its callees, name of its patch-constant function.
    links: Vec<(usize, Option<Vec<String>>, Option<String>)>,
}

impl Sketch {
    fn line(&mut self, words: &[String]) {
        let visibility = match &*words[0] {
            "internal" => Visibility::Internal,
            "listed" => Visibility::Unknown,
            _ => Visibility::Exported,
        };
        let mut function = FunctionSymbol::named(marked(&words[1]), visibility);
        function.kind = Some(match &*words[0] {
            "function" | "internal" | "listed" => ShaderKind::LIBRARY,
            entry => kind(entry),
        });
        function.needs = Some(Vec::new());
        let (mut calls, mut constant) = (None, None);
        for pair in words[2..].chunks(2) {
            let values: Vec<String> = pair[1].split(',').map(str::to_owned).collect();
            match &*pair[0] {
                "needs" if pair[1] == "?" => function.needs = None,
                "needs" => {
                    let places = values.into_iter().map(|name| {
                        let place = self.imports.iter().position(|other| *other == name);
                        place.unwrap_or_else(|| {
                            self.imports.push(name);
                            self.imports.len() - 1
                        }) as u32
                    });
                    function.needs = Some(places.collect());
                }
                "calls" => calls = Some(values.into_iter().filter(|name| name != "-").collect()),
                "constant" => constant = Some(values[0].clone()),
                "target" => {
                    let kind = function.kind.expect("it has a kind");
                    function.min_target = Some(ProgramVersion::new(kind, version(&values[0])));
                }
                "stages" => {
                    function.stages = Some(values.iter().fold(0, |mask, word| mask | 1 << kind(word).0));
                }
                "features" => function.features = Some(Features(values[0].parse().expect("a number"))),
                other => panic!("{other} is no property"),
            }
        }
        self.links.push((self.functions.len(), calls, constant));
        self.functions.push(function);
    }

    fn finish(mut self, options: &[(String, String)]) -> LibrarySymbols {
        let names: Vec<Vec<u8>> = self.functions.iter().map(|function| function.name.clone()).collect();
        let place = |name: &String| {
            let found = names.iter().position(|other| *other == marked(name));
            found.unwrap_or_else(|| panic!("{name} is not there")) as u32
        };
        for (index, calls, constant) in &self.links {
            let function = &mut self.functions[*index];
            function.calls = calls.as_ref().map(|calls| calls.iter().map(place).collect());
            function.patch_constant = constant.as_ref().map(place);
        }
        let option =
            |key: &str| options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
        LibrarySymbols {
            origin: match option("origin") {
                Some("RDAT") => Origin::RuntimeData,
                Some("DXIL") => Origin::Code,
                _ => Origin::SymbolTable,
            },
            program: None,
            validator: option("validator").map(version),
            compiler: option("compiler").map(|text| {
                let (number, commit) = text.split_once('/').unwrap_or((text, ""));
                Compiler {
                    version: version(number),
                    flags: 0,
                    commits: 0,
                    commit: commit.as_bytes().to_vec(),
                    custom: Vec::new(),
                }
            }),
            functions: self.functions,
            imports: self.imports.iter().map(|name| ImportSymbol { name: marked(name) }).collect(),
            resources: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// Library being parsed: name, options, symbols from tables, symbols from code.
type Open = (String, Vec<(String, String)>, Sketch, Sketch);

fn close(open: Option<Open>, libraries: &mut Vec<Library>) {
    let Some((name, options, tables, code)) = open else {
        return;
    };
    let has_code = !code.functions.is_empty();
    let library = Library::new(name, tables.finish(&options));
    libraries.push(if has_code { library.with_code(code.finish(&options)) } else { library });
}

/// Parses a description and makes its plan.
pub(crate) fn read(text: &str) -> Case {
    let mut request: Option<Result<Request, Box<Diagnostic>>> = None;
    let mut libraries = Vec::new();
    let mut open: Option<Open> = None;
    let mut rest = Vec::new();
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or_default();
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let Some(first) = words.first().filter(|word| !word.starts_with('#')) else {
            continue;
        };
        let is_inside = line.starts_with(' ');
        match &**first {
            "request" => request = Some(asked(&words[1..])),
            "library" => {
                close(open.take(), &mut libraries);
                let options = words[2..].iter().filter_map(|word| word.split_once('='));
                let options = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
                open = Some((words[1].clone(), options.collect(), Sketch::default(), Sketch::default()));
            }
            "unusable" => {
                close(open.take(), &mut libraries);
                libraries.push(Library::unusable(words[1].clone(), words[2..].join(" ")));
            }
            "code" if is_inside => open.as_mut().expect("a library").3.line(&words[1..]),
            _ if is_inside && open.is_some() => open.as_mut().expect("a library").2.line(&words),
            _ => {
                close(open.take(), &mut libraries);
                rest.push(words);
            }
        }
    }
    close(open, &mut libraries);
    let names = libraries.iter().map(|library| library.name.clone()).collect();
    let plan = match request.expect("a case has a request") {
        Ok(request) => Ok(plan(&request, &mut Held::new(libraries)).expect("what is held can be read")),
        Err(finding) => Err(finding),
    };
    Case { names, plan, rest }
}

fn asked(words: &[String]) -> Result<Request, Box<Diagnostic>> {
    let (level, words) = match &*words[0] {
        "whole" => (Level::Libraries, &words[1..]),
        _ => (Level::Functions, words),
    };
    let (profile, names) = words[1..].split_last().expect("a request has a profile");
    let mut request = Request::library(Vec::new(), Profile::parse(profile)?);
    request.level = level;
    let mut names = names.iter().map(|name| name.clone().into_bytes());
    match &*words[0] {
        "entry" => request.entry = names.next_back(),
        "exports" => request.exports = names.map(|name| Export::parse(&name)).collect::<Result<_, _>>()?,
        _ => {}
    }
    Ok(request)
}

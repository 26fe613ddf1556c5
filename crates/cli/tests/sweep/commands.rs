//! Command lines of the sweep.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;

/// Form of standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Text for people.
    Text,
    /// Text that is read back too.
    Listing,
    /// A document of a schema.
    Json(&'static str),
    /// A SARIF log.
    Sarif,
}

/// A single run.
pub(crate) struct Task {
    pub(crate) arguments: Vec<OsString>,
    pub(crate) form: Form,
    /// True if status 1 is a regular result.
    pub(crate) is_comparison: bool,
}

/// The command line in shell syntax, to reproduce a problem.
impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("glassbox")?;
        self.arguments
            .iter()
            .try_for_each(|argument| write!(f, " {}", argument.to_string_lossy().escape_debug()))
    }
}

fn task(form: Form, words: &str, files: &[&Path], more: &str) -> Task {
    let mut arguments: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
    arguments.extend(files.iter().map(OsString::from));
    arguments.extend(more.split_whitespace().map(OsString::from));
    Task { arguments, form, is_comparison: words.starts_with("diff") }
}

/// Commands that take several files.
pub(crate) fn several(files: &[&Path]) -> Vec<Task> {
    if files.is_empty() {
        return Vec::new();
    }
    let lines = [
        (Form::Text, "info --strings"),
        (Form::Json("info"), "info --strings --format json"),
        (Form::Text, "info --needs"),
        (Form::Json("info"), "info --needs --format json"),
        (Form::Text, "interface"),
        (Form::Json("interface"), "interface --format json"),
        (Form::Text, "symbols --demangle --internal --resources"),
        (Form::Json("symbols"), "symbols --internal --format json"),
        (Form::Text, "dump --bits=fields"),
        (Form::Json("tree"), "dump --bits=fields --format json"),
        (Form::Text, "validate --deny info"),
        (Form::Json("diagnostics"), "validate --recursive --format json"),
        (Form::Sarif, "validate --deny warning --format sarif"),
        (Form::Text, "validate --quiet --set"),
        (Form::Text, "symtab verify"),
        (Form::Json("diagnostics"), "symtab verify --format json"),
        (Form::Listing, "disasm"),
        (Form::Listing, "disasm --style words --names numeric"),
        (Form::Text, "compile --check --deny info"),
        (Form::Json("diagnostics"), "compile --check --format json"),
        (Form::Text, "link --check"),
        (Form::Json("diagnostics"), "bpx-assembly --name swept --check --format json"),
    ];
    let mut tasks: Vec<Task> = lines.iter().map(|(form, words)| task(*form, words, files, "")).collect();
    for pair in files.windows(2) {
        tasks.push(task(Form::Text, "diff", pair, ""));
    }
    tasks
}

/// A command line: form of its output, the words before the file and after it; `OUT` stands for an output file.
type Line = (Form, &'static str, &'static str);

const FINDINGS: Form = Form::Json("diagnostics");

/// Commands that take one file, each with its forms of output. A file takes one form of each, files take turns.
const SINGLE: &[&[Line]] = &[
    &[(Form::Text, "scan --recursive", ""), (Form::Json("finds"), "scan --format json", "")],
    &[
        (Form::Text, "extract --list --recursive", ""),
        (Form::Json("pieces"), "extract --list --format json", ""),
    ],
    &[(Form::Text, "extract --kind strings", ""), (FINDINGS, "extract --kind code --format json", "OUT")],
    &[(Form::Text, "part list", ""), (Form::Json("parts"), "part list --format json", "")],
    &[(FINDINGS, "part extract --format json", "DXIL OUT"), (Form::Text, "part remove", "STAT OUT")],
    &[(Form::Text, "repair --list", ""), (Form::Json("repairs"), "repair --list --format json", "")],
    &[(Form::Text, "repair", "OUT"), (FINDINGS, "repair --format json", "OUT")],
    &[(Form::Text, "strip --all", "OUT"), (FINDINGS, "strip --debug --format json", "OUT")],
    &[(FINDINGS, "sign --format json", "OUT"), (Form::Text, "sign", "OUT")],
    &[(Form::Text, "symtab add", "OUT"), (FINDINGS, "symtab remove --format json", "OUT")],
    &[(Form::Text, "parse", "OUT"), (FINDINGS, "parse --format json", "OUT")],
    &[
        (FINDINGS, "disasm --exact --format json", "OUT"),
        (Form::Listing, "disasm --exact", ""),
        (Form::Listing, "disasm --cfg", ""),
    ],
    &[
        (Form::Text, "asm", "OUT"),
        (FINDINGS, "asm --format json", "OUT"),
        (Form::Sarif, "asm --format sarif", "OUT"),
        (Form::Text, "asm --compat picasso", "OUT"),
    ],
    &[
        (Form::Listing, "compile --emit source", "-o -"),
        (Form::Text, "compile --emit interface", "-o -"),
        (FINDINGS, "compile --format json", "OUT"),
    ],
    &[
        (Form::Text, "run --max-steps 1000 --profile", ""),
        (Form::Json("run"), "run --max-steps 1000 --trace --format json", ""),
    ],
    &[
        (Form::Json("run"), "run --size 2x2 --pixel 0,0 --format json", ""),
        (Form::Text, "run --size 2x2 --pixel 0,0", ""),
    ],
    &[(Form::Listing, "convert --to wgsl", "")],
    &[(Form::Listing, "convert --to glsl", "")],
    &[(Form::Listing, "convert --to hlsl", "")],
    &[(Form::Listing, "convert --to msl --precise", "")],
    &[
        (FINDINGS, "convert --to spirv --format json", "OUT"),
        (FINDINGS, "convert --to bpxs --platform GL46 --format json", "OUT"),
    ],
    &[
        (Form::Text, "link --plan --exports main --profile lib_6_3", ""),
        (Form::Json("link-plan"), "link --plan --format json --entry main --profile ps_6_0", ""),
        (FINDINGS, "link --format json", "OUT"),
    ],
];

/// Commands that take one file; their outputs go to `folder`. `number` selects the forms.
pub(crate) fn single(file: &Path, number: usize, folder: &Path) -> Vec<Task> {
    let out = folder.join("out");
    let tasks = SINGLE.iter().enumerate().map(|(at, forms)| {
        let (form, words, more) = forms[(number + at) % forms.len()];
        let mut task = task(form, words, &[file], &more.replace("OUT", "-o OUT"));
        for argument in &mut task.arguments {
            if argument == "OUT" {
                *argument = out.clone().into();
            }
        }
        task
    });
    tasks.collect()
}

/// The text form of a file.
pub(crate) fn print(file: &Path, text: Option<&Path>) -> Task {
    let mut print = task(Form::Listing, "print", &[file], "");
    print.arguments.extend(text.into_iter().flat_map(|text| [OsString::from("-o"), text.into()]));
    print
}

/// The way back.
pub(crate) fn parse(text: &Path, file: &Path) -> Task {
    task(Form::Text, "parse", &[text, Path::new("-o"), file], "")
}

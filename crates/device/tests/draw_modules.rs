//! Compares what modules show before and after they were a text: module, text, SPIR-V again by the compiler of the text's
//! language, on one driver with the same inputs.
//!
//! Versions of GLSL and GLSL ES that no compiler takes for Vulkan run on OpenGL instead, vertices and fragments; fragments in SkSL on
//! Skia.
//! Uniforms outside of blocks, which OpenGL's modules have, are put in a block of the module that runs; the texts are made of the
//! module as it is. Of stages that are not run the interfaces are compared.
//!
//! What differs is run again, with inputs and constants moved by their last bits, and with a value for each variable that has none:
//! numbers that depend on these decide nothing, and are counted apart.
//!
//! `cargo test -p glassbox-device-testing --features gpu --test draw_modules -- --ignored --nocapture`; it needs a Vulkan device
//! and glslangValidator. `GLASSBOX_OTHERS` names a folder with modules of the same names and interfaces, such as those that another
//! compiler made of the same sources: they are run too. HLSL takes part if `GLASSBOX_DXC_SPIRV` names a `dxc` that writes SPIR-V, SkSL if `GLASSBOX_SKIA_PYTHON`
//! names a Python with skia-python. `GLASSBOX_MODULES` names a folder of modules (`.spv`, `.spvasm`) in place of the project's own,
//! `GLASSBOX_JOBS` how many run at once, `GLASSBOX_WAYS` the targets (`glsl,essl,hlsl,wgsl,glsl120,essl300,sksl100` and others). With
//! `GLASSBOX_MODULE` a single module is run, `GLASSBOX_PRINT=1` prints its texts.

#[path = "support/declared.rs"]
mod declared;
#[path = "support/interfaces.rs"]
mod interfaces;
#[path = "support/naga_back.rs"]
mod naga_back;
#[path = "support/old.rs"]
mod old;
#[path = "support/skia.rs"]
mod skia;
#[path = "support/vertices.rs"]
mod vertices;
#[path = "support/ways.rs"]
mod ways;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use glassbox_core::stage::Stage;
use glassbox_device_testing::apart;
use glassbox_device_testing::module::Subject;
use glassbox_device_testing::module::compare::{Part, Undecided, difference, difference_beside, shows};
use glassbox_device_testing::module::loose::{self, prepare};
use glassbox_device_testing::module::resources::{Given, Originals, Source, TOO_MANY};
use glassbox_device_testing::module::stages::vertex_for;
use glassbox_device_testing::module::vary::{with_moved_constants, with_values};
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_device_testing::vulkan::module::Run;
use old::{Obstacle, Old};
use ways::{Failure, Way, Written};

/// What begins the lines in which a process says what it found.
const FOUND: &str = "found ";
/// Runs with inputs moved by their last bits.
const NUDGES: u64 = 4;
/// The last version in which interfaces of entry points list inputs and outputs alone.
const SPIRV_1_3: u32 = 0x0001_0300;
/// Time for one module, after which its driver hangs.
const PATIENCE: Duration = Duration::from_secs(180);

/// Modules of the project that are not compared in some targets: path below `crates/decompile/tests`, targets, and why. What
/// stands here is no mistake of a text.
const LEFT_OUT: [(&str, &[&str], &str); 7] = [
    ("glsl/integers.spvasm", &["hlsl", "wgsl"], SMOD),
    ("glsl/integers.optimized.spvasm", &["hlsl", "wgsl"], SMOD),
    (
        "hlsl/choices.spvasm",
        &["hlsl"],
        "DXC gives `OpGroupNonUniformAllEqual` of a vector a vector of booleans, which SPIR-V has not",
    ),
    (
        "hlsl/blocks.spvasm",
        &["glsl150"],
        "Mesa gives members of blocks that are `noperspective` other values on OpenGL; the module without it draws the same",
    ),
    ("samplers/pairs.spvasm", &["hlsl"], "DXC takes `CalculateLevelOfDetail` for the one without limits"),
    ("stages/blades_frag.spvasm", &["hlsl"], PRIMITIVES),
    ("stages/blades_frag.optimized.spvasm", &["hlsl"], PRIMITIVES),
];

/// Modules of the project that are not run, and why.
const NOT_RUN: [(&str, &str); 27] = [
    ("glsl/attachments.spvasm", "an attachment of several samples"),
    ("glsl/copies.spvasm", "llvmpipe refuses it"),
    ("glsl/lengths.spvasm", "arrays whose length is computed from specialization constants"),
    ("glsl/middles.spvasm", "llvmpipe refuses it"),
    ("glsl/multisampled.spvasm", "an array of cubes"),
    ("glsl/references.optimized.spvasm", POINTERS),
    ("glsl/references.spvasm", POINTERS),
    ("glsl/sparse.spvasm", "llvmpipe has no sparse textures"),
    ("glsl/vendors.spvasm", "instructions of a vendor"),
    ("hlsl/sums.spvasm", "it reads what no one wrote"),
    ("msl/references_made.spvasm", POINTERS),
    ("msl/stages.spvasm", "an array of cubes"),
    ("msl/votes.spvasm", "arrays whose length is computed from specialization constants"),
    ("older/additions.spvasm", COUNTERS),
    ("older/chosen.spvasm", "pointers as values"),
    ("older/copied.spvasm", "members of buffers that begin at any multiple of four bytes"),
    ("older/counters.spvasm", COUNTERS),
    ("older/links.spvasm", POINTERS),
    ("older/reversed.spvasm", POINTERS),
    ("sksl/children.spvasm", "it imports functions"),
    ("stages/corners.spvasm", "llvmpipe has no barycentric coordinates"),
    ("stages/occlusion.optimized.spvasm", SCENES),
    ("stages/occlusion.spvasm", SCENES),
    ("stages/shadows.optimized.spvasm", SCENES),
    ("stages/shadows.spvasm", SCENES),
    ("wgsl/nested.spvasm", STRUCTURES),
    ("wgsl/nested_in.spvasm", STRUCTURES),
];
const COUNTERS: &str = "Vulkan has no atomic counters";
const POINTERS: &str = "pointers in blocks";
const SCENES: &str = "acceleration structures";
const STRUCTURES: &str = "inputs or outputs of structures in structures";
const SMOD: &str = "llvmpipe computes `OpSMod` as a remainder, which has the sign of the dividend; these texts compute it right";
const PRIMITIVES: &str = "llvmpipe interpolates inputs of primitives";

/// How a module and a target ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Equal,
    Different,
    /// The numbers that differ depend on roundings, or on what nobody wrote.
    Undecided,
    /// The stage is not run; its interface is equal.
    Interface,
    ShowsNothing,
    NotRun,
    Refused,
    Rejected,
    /// The compiler of the target lacks a part of its language.
    Lacks,
}

impl Verdict {
    const ALL: [Verdict; 9] = [
        Verdict::Equal,
        Verdict::Different,
        Verdict::Undecided,
        Verdict::Interface,
        Verdict::ShowsNothing,
        Verdict::NotRun,
        Verdict::Refused,
        Verdict::Rejected,
        Verdict::Lacks,
    ];

    fn name(self) -> &'static str {
        match self {
            Verdict::Equal => "equal",
            Verdict::Different => "different",
            Verdict::Undecided => "undecided",
            Verdict::Interface => "interface",
            Verdict::ShowsNothing => "shows-nothing",
            Verdict::NotRun => "not-run",
            Verdict::Refused => "refused",
            Verdict::Rejected => "rejected",
            Verdict::Lacks => "lacks",
        }
    }
}

fn words(path: &Path) -> Result<Vec<u32>, String> {
    let mut bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    if path.extension().is_some_and(|extension| extension == "spvasm") {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        bytes = glassbox_spirv::assemble(&text).map_err(|errors| errors[0].to_string())?;
    }
    let mut words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    if path.extension().is_some_and(|extension| extension == "spvasm") {
        // A listing without a version gets the newest, where interfaces list all variables; those of old modules do not.
        words[1] = words[1].min(SPIRV_1_3);
    }
    Ok(words)
}

/// The targets of a run.
fn chosen() -> Vec<&'static str> {
    let names = std::env::var("GLASSBOX_WAYS").unwrap_or_default();
    let ways = Way::ALL.into_iter().filter(|way| way.is_there()).map(Way::name);
    let others = others().is_some().then_some(OTHER);
    let all = ways.chain(Old::ALL.map(|old| old.name)).chain(skia::names()).chain(others);
    all.filter(|way| names.is_empty() || names.split(',').any(|name| name == *way)).collect()
}

/// The name of modules of [`others`] among the targets.
const OTHER: &str = "other";

/// The folder with other modules of the same names.
fn others() -> Option<PathBuf> {
    std::env::var_os("GLASSBOX_OTHERS").map(PathBuf::from)
}

fn say(way: &str, verdict: Verdict, detail: &str) {
    let detail = detail.replace('\\', "\\\\").replace('\n', "\\n");
    println!("{FOUND}{way} {} {detail}", verdict.name());
}

/// Runs a module as it is and as its texts; says what it finds.
fn run_one(path: &Path) {
    let other = words(path)
        .and_then(|words| Subject::of(words.clone(), None).map_or_else(|_| Ok(Some(words)), |_| Ok(None)));
    if let Ok(Some(words)) = other {
        return compare_interfaces(words);
    }
    let original = match words(path).and_then(|words| Original::run(words, true)) {
        Ok(original) => original,
        Err(error) => return say("original", Verdict::NotRun, &error),
    };
    if !shows(&original.shown) {
        return say("original", Verdict::ShowsNothing, "");
    }
    say("original", Verdict::Equal, "");
    // Effects have coordinates without perspective.
    let has_effects = chosen().iter().any(|name| skia::version(name).is_some());
    let effect = match has_effects && original.subject.stage == Stage::Fragment {
        true => words(path).and_then(|words| Original::run(words, false)),
        false => Err("effects are fragment stages".to_owned()),
    };
    for name in chosen() {
        println!("begins {name}");
        let (mut verdict, mut detail) = match left_out(path, name) {
            Some(reason) => (Verdict::NotRun, reason.to_owned()),
            None if name == OTHER => original.compare_other(path),
            None => match (skia::version(name), &effect) {
                (Some(_), Ok(effect)) => effect.compare_in(name),
                (Some(_), Err(error)) => (Verdict::NotRun, error.clone()),
                (None, _) => original.compare_in(name),
            },
        };
        if verdict == Verdict::Different && is_equal_with_values(path, name) {
            verdict = Verdict::Undecided;
            detail = format!("it is equal if each variable begins with a value; {detail}");
        }
        say(name, verdict, &detail);
    }
}

/// Compares the interface of a stage that is not run.
fn compare_interfaces(words: Vec<u32>) {
    let prepared = prepare(words).and_then(|prepared| {
        let subject = Subject::of_stage(prepared.written.clone(), None, interfaces::is_of_interest)?;
        Ok((prepared, subject))
    });
    let (prepared, subject) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => return say("original", Verdict::NotRun, &error),
    };
    say("original", Verdict::Interface, "");
    let loose = prepared.loose.iter().map(|one| one.name.clone()).collect();
    let written = Written { words: prepared.written, loose };
    for way in [Way::Glsl, Way::Hlsl].into_iter().filter(|way| chosen().contains(&way.name())) {
        println!("begins {}", way.name());
        let (verdict, detail) = interfaces::compare(way, &subject, &written);
        let verdict = if verdict == Verdict::Equal { Verdict::Interface } else { verdict };
        say(way.name(), verdict, &detail);
    }
}

/// Whether a module and its text show the same if what nobody wrote has a value.
fn is_equal_with_values(path: &Path, name: &str) -> bool {
    let filled = words(path).ok().and_then(|words| with_values(&words));
    let perspective = skia::version(name).is_none();
    let filled = filled.and_then(|words| Original::run(words, perspective).ok());
    filled.is_some_and(|filled| {
        shows(&filled.shown) && matches!(filled.compare_in(name).0, Verdict::Equal | Verdict::Undecided)
    })
}

/// A module that runs.
struct Original {
    gpu: Gpu,
    subject: Subject,
    written: Written,
    originals: Originals,
    given: Given,
    targets: BTreeMap<u32, (glassbox_spirv::reflect::ScalarClass, u32)>,
    vertex: Option<Vec<u32>>,
    /// Whether vertices differ in `w`.
    perspective: bool,
    shown: Vec<Part>,
}

impl Original {
    fn run(words: Vec<u32>, perspective: bool) -> Result<Original, String> {
        let prepared = prepare(words)?;
        let subject = Subject::of(prepared.run, None)?;
        let names = prepared.loose.iter().map(|one| one.name.clone()).collect();
        let originals = Originals::of(&subject, prepared.loose)?;
        let given = originals.given(&subject, |one| as_is(&subject, one))?;
        let targets = if subject.stage == Stage::Fragment { subject.outputs()? } else { BTreeMap::new() };
        let vertex = vertex_of(&subject, perspective, 0)?;
        let gpu = Gpu::open_whole();
        let run = Run {
            subject: &subject,
            given: &given,
            vertex: vertex.as_deref(),
            front: None,
            targets: &targets,
            nudge: 0,
        };
        let shown = gpu.run_module(&run)?;
        if std::env::var_os("GLASSBOX_PRINT").is_some() {
            for part in &shown {
                eprintln!("{}: {:?}", part.name, &part.after[..part.after.len().min(4096)]);
            }
        }
        // A driver may give what nobody wrote, and then it gives something else each time.
        if let Some(difference) = difference(&shown, &gpu.run_module(&run)?) {
            return Err(format!("two runs differ: {difference}"));
        }
        let written = Written { words: prepared.written, loose: names };
        Ok(Original { gpu, subject, written, originals, given, targets, vertex, perspective, shown })
    }

    fn compare_in(&self, name: &str) -> (Verdict, String) {
        match (Way::named(name), Old::named(name)) {
            (Some(way), _) => self.compare(way),
            (_, Some(old)) => self.compare_drawn(|inputs| old::draw(&old, inputs)),
            _ => match skia::version(name) {
                Some(version) => self.compare_drawn(|inputs| skia::draw(version, inputs)),
                None => (Verdict::NotRun, "no such target".to_owned()),
            },
        }
    }

    /// Runs the other module of the same name.
    fn compare_other(&self, path: &Path) -> (Verdict, String) {
        let other = others().zip(path.file_name()).map(|(folder, name)| folder.join(name));
        let Some(other) = other.filter(|path| path.is_file()) else {
            return (Verdict::NotRun, "there is no other module".to_owned());
        };
        let found = words(&other).and_then(|words| {
            let subject = Subject::of(prepare(words)?.run, None)?;
            let given = self.originals.given(&subject, |one| as_is(&subject, one))?;
            let vertex = self.vertex.as_deref();
            let run = Run {
                subject: &subject,
                given: &given,
                vertex,
                front: None,
                targets: &self.targets,
                nudge: 0,
            };
            self.gpu.run_module(&run)
        });
        match found {
            Ok(found) => self.judge(&found),
            Err(error) => (Verdict::Different, error),
        }
    }

    /// Draws elsewhere than on Vulkan.
    fn compare_drawn(
        &self,
        draw: impl Fn(&old::Inputs<'_>) -> Result<Vec<Part>, Obstacle>,
    ) -> (Verdict, String) {
        let inputs = old::Inputs {
            subject: &self.subject,
            written: &self.written,
            originals: &self.originals,
            given: &self.given,
            targets: &self.targets,
        };
        match draw(&inputs) {
            Ok(drawn) => self.judge(&drawn),
            Err(Obstacle::NotRun(reason)) => (Verdict::NotRun, reason),
            Err(Obstacle::Failure(Failure::Refused(reason))) => (Verdict::Refused, reason),
            Err(Obstacle::Failure(Failure::Lacks(reason))) => (Verdict::Lacks, reason),
            Err(Obstacle::Failure(Failure::Rejected(reason))) => (Verdict::Rejected, reason),
        }
    }

    /// Compares what a text shows.
    fn judge(&self, found: &[Part]) -> (Verdict, String) {
        let Some(difference) = difference(&self.shown, found) else { return (Verdict::Equal, String::new()) };
        let undecided = self.undecided();
        match difference_beside(&self.shown, found, &undecided) {
            Some(_) => (Verdict::Different, difference),
            None => {
                let count = undecided.count();
                (Verdict::Undecided, format!("{count} numbers depend on roundings; {difference}"))
            }
        }
    }

    /// The numbers that are others when inputs or constants move by their last bits.
    fn undecided(&self) -> Undecided {
        let mut undecided = Undecided::default();
        let mut add = |subject: &Subject, nudge: u64| {
            let vertex = vertex_of(&self.subject, self.perspective, nudge)?;
            let given = if nudge == 0 { self.given.clone() } else { self.given.nudged(nudge) };
            let run = Run {
                subject,
                given: &given,
                vertex: vertex.as_deref(),
                front: None,
                targets: &self.targets,
                nudge,
            };
            undecided.add(&self.shown, &self.gpu.run_module(&run)?);
            Ok::<(), String>(())
        };
        for seed in 1..=NUDGES {
            // A run that fails decides nothing.
            let _ = add(&self.subject, seed);
            let words = with_moved_constants(&self.subject.words, seed);
            if let Some(subject) = words.and_then(|words| Subject::of(words, None).ok()) {
                let _ = add(&subject, 0);
            }
        }
        undecided
    }

    fn compare(&self, way: Way) -> (Verdict, String) {
        let back = match way.back(&self.subject, &self.written) {
            Ok(back) => back,
            Err(Failure::Refused(reason)) => return (Verdict::Refused, reason),
            Err(Failure::Rejected(reason)) => return (Verdict::Rejected, reason),
            Err(Failure::Lacks(reason)) => return (Verdict::Lacks, reason),
        };
        let found = back.given(&self.originals).and_then(|given| {
            let vertex = self.vertex.as_deref();
            let run = Run {
                subject: &back.subject,
                given: &given,
                vertex,
                front: None,
                targets: &self.targets,
                nudge: 0,
            };
            self.gpu.run_module(&run)
        });
        match found {
            Ok(found) => self.judge(&found),
            Err(error) if error == TOO_MANY => (Verdict::NotRun, error),
            Err(error) => (Verdict::Different, error),
        }
    }
}

/// The resource of a module that is one of the same place.
fn as_is(subject: &Subject, one: &glassbox_spirv::reflect::Descriptor) -> Option<Source> {
    let ty = &subject.reflection.types[one.element.0 as usize];
    if ty.name.as_deref() == Some(loose::BLOCK) {
        return Some(Source::Uniforms);
    }
    Some(Source::Resource([one.set.unwrap_or(0), one.binding.unwrap_or(0)]))
}

/// The vertex stage in front of a fragment stage.
fn vertex_of(subject: &Subject, perspective: bool, nudge: u64) -> Result<Option<Vec<u32>>, String> {
    match subject.stage {
        Stage::Fragment => {
            apart::glslang(&vertex_for(&[subject], perspective, nudge)?, "vert", &[]).map(Some)
        }
        _ => Ok(None),
    }
}

/// What a process says of a module; targets after one at which it crashed are asked again.
fn ask(path: &Path) -> Vec<(String, Verdict, String)> {
    let mut results: Vec<(String, Verdict, String)> = Vec::new();
    let mut ways = chosen();
    loop {
        let text = output(path, &ways.join(","));
        let begun = text.lines().rev().find_map(|line| line.strip_prefix("begins ")).map(str::to_owned);
        for line in text.lines().filter_map(|line| line.strip_prefix(FOUND)) {
            let mut parts = line.splitn(3, ' ');
            let (way, name) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.name() == name);
            let detail = parts.next().unwrap_or_default().to_owned();
            if !results.iter().any(|(known, ..)| known == way) {
                results.push((way.to_owned(), verdict.expect("it is a verdict"), detail));
            }
        }
        let has = |name: &str| results.iter().any(|(known, ..)| known == name);
        match begun {
            Some(name) if !has(&name) => {
                results.push((name.clone(), Verdict::Different, "the driver crashes or hangs".to_owned()));
                ways.retain(|way| !results.iter().any(|(known, ..)| known == way));
                if ways.is_empty() {
                    return results;
                }
            }
            None if !has("original") => {
                results.push((
                    "original".to_owned(),
                    Verdict::NotRun,
                    "the driver crashes or hangs".to_owned(),
                ));
                return results;
            }
            _ => return results,
        }
    }
}

/// Output of a process of its own: Mesa crashes on some modules.
fn output(path: &Path, ways: &str) -> String {
    let mut command = Command::new(std::env::current_exe().expect("it has a path"));
    command
        .args(["--ignored", "--nocapture"])
        .env("GLASSBOX_MODULE", path)
        .env("GLASSBOX_WAYS", ways)
        // One thread: the order of atomic operations is the same in every run.
        .env("LP_NUM_THREADS", "0");
    apart::output(&mut command, PATIENCE).0
}

/// Why a module is not compared in a target.
fn left_out(path: &Path, way: &str) -> Option<&'static str> {
    let mut rows = LEFT_OUT.iter();
    rows.find_map(|(file, ways, reason)| {
        (path == own_modules().join(file) && ways.contains(&way)).then_some(*reason)
    })
}

/// Whether a module is one of the project that has to run.
fn is_to_run(path: &Path) -> bool {
    let is_listed = |(file, _): &(&str, &str)| path == own_modules().join(file);
    path.starts_with(own_modules()) && !NOT_RUN.iter().any(is_listed)
}

/// The folder with the modules of the project.
fn own_modules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../decompile/tests")
}

/// The modules of a folder, or those that the repository has.
fn modules() -> Vec<PathBuf> {
    let folder = std::env::var_os("GLASSBOX_MODULES").map_or_else(own_modules, PathBuf::from);
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("spv" | "spvasm") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers) and glslangValidator (glslang-tools)"]
fn needs_vulkan_texts_show_what_their_modules_show() {
    if let Some(path) = std::env::var_os("GLASSBOX_MODULE") {
        return run_one(Path::new(&path));
    }
    let modules = modules();
    let jobs = std::env::var("GLASSBOX_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(1usize);
    let next = AtomicUsize::new(0);
    let table: Mutex<BTreeMap<String, BTreeMap<Verdict, usize>>> = Mutex::default();
    let differences = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(path) = modules.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for (way, verdict, detail) in ask(path) {
                        println!("{}\t{way}\t{}\t{detail}", path.display(), verdict.name());
                        let mut table = table.lock().expect("no thread panics");
                        *table.entry(way.clone()).or_default().entry(verdict).or_default() += 1;
                        let is_lost = verdict == Verdict::NotRun && way == "original" && is_to_run(path);
                        if is_lost || matches!(verdict, Verdict::Different | Verdict::Rejected) {
                            let line = format!("{} {way}: {detail}", path.display());
                            differences.lock().expect("no thread panics").push(line);
                        }
                    }
                }
            });
        }
    });
    let table = table.into_inner().expect("no thread panics");
    for (way, counts) in &table {
        let counts: Vec<String> =
            counts.iter().map(|(verdict, count)| format!("{} {count}", verdict.name())).collect();
        eprintln!("{way}: {}", counts.join(", "));
    }
    let differences = differences.into_inner().expect("no thread panics");
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
    let count =
        |way: &str, verdict| table.get(way).and_then(|counts| counts.get(&verdict)).copied().unwrap_or(0);
    // Modules of which no one runs would test nothing.
    let runs = count("original", Verdict::Equal) + count("original", Verdict::Interface);
    assert!(runs * 2 >= modules.len(), "few of {} modules run", modules.len());
}

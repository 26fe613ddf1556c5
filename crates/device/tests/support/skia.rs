//! Draws with texts in SkSL on Skia: a fragment stage becomes a runtime effect, whose coordinate is the place of the pixel or the one
//! input of two floats.

use std::path::{Path, PathBuf};
use std::process::Command;

use glassbox_core::stage::Stage;
use glassbox_decompile::{Mapped, Mapping, Options, Source, Target, decompile};
use glassbox_device_testing::format::Texel;
use glassbox_device_testing::module::compare::{Part, of_texels};
use glassbox_device_testing::module::layout::{get, leaves, paths};
use glassbox_device_testing::module::resources::{Content, Resource, Sampling};
use glassbox_device_testing::module::stages::plane;
use glassbox_device_testing::scene::Texture;
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect::{ScalarClass, TypeId};
use glassbox_vbc::raw::TexelType;

use crate::old::{Inputs, Obstacle};
use crate::ways::Failure;

/// Width and height of what is drawn.
const SIZE: u32 = glassbox_device_testing::package::picture::SIZE;

/// The version that Skia draws without a GPU, by the name of its way.
const VERSIONS: [(&str, u16); 1] = [("sksl100", 100)];

/// The Python that has skia-python.
fn python() -> Option<String> {
    std::env::var("GLASSBOX_SKIA_PYTHON").ok()
}

/// The ways that there are.
pub(crate) fn names() -> Vec<&'static str> {
    let all = VERSIONS.iter().map(|(name, _)| *name);
    all.filter(|_| python().is_some()).collect()
}

/// The version of a way.
pub(crate) fn version(name: &str) -> Option<u16> {
    VERSIONS.iter().find(|(own, _)| *own == name).map(|(_, version)| *version)
}

/// Files that are removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        let path = std::env::temp_dir().join(format!("glassbox-skia-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| error.to_string())?;
        Ok(Folder(path))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).map_err(|error| error.to_string())?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes a fragment stage as an effect and draws it.
pub(crate) fn draw(version: u16, of: &Inputs<'_>) -> Result<Vec<Part>, Obstacle> {
    let not_run = Obstacle::NotRun;
    if of.subject.stage != Stage::Fragment {
        return Err(not_run("effects are fragment stages".to_owned()));
    }
    let refused = |text: String| Obstacle::Failure(Failure::Refused(text));
    let module = Module::from_words(&of.written.words).map_err(|error| refused(error.to_string()))?;
    let inputs = of.subject.inputs().map_err(not_run)?;
    let coordinate = match inputs.iter().collect::<Vec<_>>().as_slice() {
        &[(location, (ScalarClass::Float, 2))] => Some(*location),
        _ => None,
    };
    let options = Options {
        entry: Some(of.subject.entry().name.clone()),
        stage: Some(of.subject.stage),
        coordinate,
        ..Options::default()
    };
    let source = decompile(&module, &Target::Sksl(version), &options)
        .map_err(|refusal| refused(refusal.to_string()))?;
    if std::env::var_os("GLASSBOX_PRINT").is_some() {
        eprintln!("{}", source.text);
    }
    let folder = Folder::new().map_err(Obstacle::NotRun)?;
    let given = given(of, &source, &folder).map_err(not_run)?;
    let picture = render(&folder, &source.text, coordinate, &given)?;
    let (location, (_, components)) =
        of.targets.iter().next().ok_or_else(|| not_run("no target".to_owned()))?;
    let texel = Texel { class: TexelType::FLOAT, size: 4, components: 4 };
    let after = of_texels(&picture, texel, *components);
    Ok(vec![Part { name: format!("attachment {location}"), before: Vec::new(), after }])
}

fn render(
    folder: &Folder,
    text: &str,
    coordinate: Option<u32>,
    given: &[String],
) -> Result<Vec<u8>, Obstacle> {
    let source = folder.write("effect.rts", text.as_bytes()).map_err(Obstacle::NotRun)?;
    let picture = folder.0.join("picture");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/sksl_render.py");
    let mut command = Command::new(python().unwrap_or_default());
    command.arg(script);
    if let Some(location) = coordinate {
        // The place in the triangle goes from -1 to 1 over the picture.
        let step = 2.0 / f64::from(SIZE);
        let rows = [0, 1].map(|component| {
            let [start, across, down] = plane(location, component);
            format!("{},{},{}", across * step, down * step, start - across - down)
        });
        command.arg(format!("--matrix={}", rows.join(",")));
    }
    let size = SIZE.to_string();
    let output = command.arg(source).args([&size, &size]).arg(&picture).args(given).output();
    let output = output.map_err(|error| Obstacle::NotRun(error.to_string()))?;
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if !output.status.success() {
        return Err(match said.contains("Skia refuses") {
            true => Obstacle::Failure(Failure::of(&said, text)),
            false => Obstacle::NotRun(said),
        });
    }
    std::fs::read(picture).map_err(|error| Obstacle::NotRun(error.to_string()))
}

/// Uniforms and children, as the command line takes them.
fn given(of: &Inputs<'_>, source: &Source, folder: &Folder) -> Result<Vec<String>, String> {
    let find = |place: [u32; 2]| of.given.resources.iter().find(|one| one.place == place);
    let mut given = Vec::new();
    for mapped in &source.map {
        let name = &mapped.written;
        match mapped.kind {
            Mapping::PushConstants => {
                let words = of.originals.push_words();
                let block = of.subject.reflection.push_constants().next().ok_or("no push constants")?;
                given.extend(members(of, mapped, block.ty, &words)?);
            }
            Mapping::Resource(set, binding) => {
                if let Some(words) = of.originals.loose_words(name) {
                    let class = of.originals.loose_class(name).ok_or("a uniform of several classes")?;
                    given.push(numbers(name, words.iter().map(|word| (*word, class))));
                    continue;
                }
                let resource = find([set, binding]);
                let resource = resource.ok_or_else(|| format!("{name} is a uniform of several parts"))?;
                given.extend(resource_of(of, mapped, resource, folder)?);
            }
            Mapping::Combined(texture, sampler) => {
                let contents = [texture, sampler].map(|at| find(at).and_then(|one| one.contents.first()));
                let [Some(Content::Image(_, texel, texture)), Some(Content::Sampler(sampling))] = contents
                else {
                    return Err("a texture that is no image".to_owned());
                };
                given.push(image(folder, name, (*texel, texture), *sampling)?);
            }
            Mapping::TextureSize(at) => {
                let extent = match find(at).and_then(|one| one.contents.first()) {
                    Some(Content::Image(_, _, texture) | Content::Combined(_, _, texture, _)) => {
                        texture.extent
                    }
                    _ => return Err("the size of no texture".to_owned()),
                };
                given.push(format!("{name}={},{}", extent[0], extent[1]));
            }
            _ => {}
        }
    }
    Ok(given)
}

fn resource_of(
    of: &Inputs<'_>,
    mapped: &Mapped,
    resource: &Resource,
    folder: &Folder,
) -> Result<Vec<String>, String> {
    match resource.contents.as_slice() {
        [Content::Bytes(bytes)] => {
            let words: Vec<u32> = resource.leaves.iter().map(|leaf| get(bytes, leaf) as u32).collect();
            let reflection = &of.subject.reflection;
            let is_it = |one: &&glassbox_spirv::reflect::Descriptor| {
                [one.set.unwrap_or(0), one.binding.unwrap_or(0)] == resource.place
            };
            let found = reflection.descriptors.iter().find(is_it).ok_or("no such block")?;
            members(of, mapped, found.element, &words)
        }
        [Content::Image(_, texel, texture)] => {
            let fetched = Sampling { nearest: true, ..Sampling::default() };
            Ok(vec![image(folder, &mapped.written, (*texel, texture), fetched)?])
        }
        [Content::Combined(_, texel, texture, sampling)] => {
            Ok(vec![image(folder, &mapped.written, (*texel, texture), *sampling)?])
        }
        _ => Err("a resource that effects have not".to_owned()),
    }
}

/// The uniforms that the members of a block are.
fn members(of: &Inputs<'_>, mapped: &Mapped, block: TypeId, words: &[u32]) -> Result<Vec<String>, String> {
    let leaves = leaves(&of.subject.reflection, block)?;
    let paths = paths(&of.subject.reflection, block);
    if paths.len() != leaves.len() || leaves.len() != words.len() {
        return Err("a block whose members have no names".to_owned());
    }
    let uniform = |member: &glassbox_decompile::MappedMember| {
        let own = paths.iter().zip(leaves.iter().zip(words)).filter(|(path, _)| **path == member.name);
        let own: Vec<(u32, ScalarClass)> = own.map(|(_, (leaf, word))| (*word, leaf.class)).collect();
        if own.is_empty() {
            return Err(format!("no member is {}", member.name));
        }
        Ok(numbers(&member.written, own.into_iter()))
    };
    mapped.members.iter().filter(|member| !member.written.is_empty()).map(uniform).collect()
}

fn numbers(name: &str, words: impl Iterator<Item = (u32, ScalarClass)>) -> String {
    let number = |(word, class): (u32, ScalarClass)| match class {
        ScalarClass::Float => f32::from_bits(word).to_string(),
        _ => (word as i32).to_string(),
    };
    let all: Vec<String> = words.map(number).collect();
    format!("{name}={}", all.join(","))
}

/// A child that is an image.
fn image(
    folder: &Folder,
    name: &str,
    (texel, texture): (Texel, &Texture),
    sampling: Sampling,
) -> Result<String, String> {
    let [width, height, depth] = texture.extent;
    let is_plain = texel == Texel { class: TexelType::FLOAT, size: 4, components: 4 };
    if !is_plain || depth != 1 || texture.layers != 1 {
        return Err("a texture of another kind".to_owned());
    }
    let path = folder.write(&format!("{name}.texels"), &texture.levels[0])?;
    let filter = if sampling.nearest { "nearest" } else { "linear" };
    let tiles = if sampling.samples { "repeat" } else { "decal" };
    Ok(format!("{name}=@{},{width},{height},{filter},{tiles}", path.display()))
}

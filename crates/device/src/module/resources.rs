//! Descriptors and push constants of a module, with what each holds.

use std::collections::BTreeMap;

use glassbox_spirv::grammar::op;
use glassbox_spirv::grammar::value::{dim, storage_class};
use glassbox_spirv::module::{Id, Module};
use glassbox_spirv::reflect::{Descriptor, DescriptorCount, DescriptorKind, ScalarClass, TypeId, TypeKind};
use glassbox_vbc::raw::{Rank, TexelType};

use super::layout::{Leaf, fill, get, leaves, put};
use super::loose::Loose;
use super::{Subject, float, integer, mix, nudged};
use crate::format::{CUBE_ARRAY, Texel, image_format};
use crate::package::picture::SIZE as DRAWN;
use crate::scene::Texture;

/// Width and height of a texture.
const SIZE: u32 = 16;
/// Layers of an array of textures, and depth of one in three dimensions.
const LAYERS: u32 = 4;
/// Samples of each texel of a multisampled image.
pub const SAMPLES: u32 = 4;
/// Texels of a buffer.
const TEXELS: u32 = 256;
/// Descriptors of an array without a length.
const TABLE: u64 = 4;
/// Descriptors of an array at most.
const MOST: u64 = 64;
/// Seed of push constants; the others are made of a descriptor set and a binding.
const PUSH: u64 = u64::MAX;

/// Uniform buffers of a stage: llvmpipe has no more.
const BUFFERS: usize = 14;
/// What is said of a module with more.
pub const TOO_MANY: &str = "more uniform buffers than drivers have";

/// Descriptor set and binding.
pub type Place = [u32; 2];

/// How a sampler reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampling {
    /// It compares.
    pub compares: bool,
    /// It reads integers, which are not interpolated.
    pub nearest: bool,
    /// Its textures are sampled; else texels are fetched, and there are none beside the texture.
    pub samples: bool,
}

/// What a descriptor holds.
#[derive(Clone, Debug)]
pub enum Content {
    /// A block.
    Bytes(Vec<u8>),
    /// Texels of a buffer.
    Texels(Texel, Vec<u8>),
    /// An image.
    Image(Rank, Texel, Texture),
    /// An image with a sampler.
    Combined(Rank, Texel, Texture, Sampling),
    /// A multisampled image, whose texture has the samples of a texel one after the other. Where a sampler is beside it, it is not
    /// used.
    Multisampled(Rank, Texel, Texture),
    /// A sampler.
    Sampler(Sampling),
}

/// A resource of a module with what its descriptors hold.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Where the module binds it.
    pub place: Place,
    /// Its kind.
    pub kind: DescriptorKind,
    /// One for each descriptor.
    pub contents: Vec<Content>,
    /// Name by the place in the original module.
    pub name: String,
    /// The numbers of a block of the original module.
    pub leaves: Vec<Leaf>,
    /// Whether it is a buffer of words that may be floats.
    pub untyped: bool,
    /// Whether it is compared after a run.
    pub written: bool,
    /// Components of a texel that are compared: those that all stores give.
    pub components: u32,
    /// Index of the attachment that an input attachment reads.
    pub attachment: Option<u32>,
}

/// What a resource of a module was in the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The resource of this place.
    Resource(Place),
    /// Texture and sampler of these places.
    Pair(Place, Place),
    /// The push constants, laid out alike.
    Push,
    /// The numbers of the push constants in order, with a layout of its own.
    PushNumbers,
    /// Uniforms outside of blocks, of the names of the members.
    Uniforms,
    /// The uniform outside of blocks of this name.
    Uniform(String),
}

/// All that an entry point is given.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Resources, one for each place.
    pub resources: Vec<Resource>,
    /// Push constants.
    pub push: Vec<u8>,
}

impl Given {
    /// The same with floats moved by their last bits.
    #[must_use]
    pub fn nudged(&self, seed: u64) -> Given {
        let mut given = self.clone();
        for (number, resource) in (0..).zip(&mut given.resources) {
            let seed = mix(seed, number);
            for content in &mut resource.contents {
                match content {
                    Content::Bytes(bytes) => nudge_leaves(&resource.leaves, bytes, seed),
                    Content::Texels(texel, bytes) => nudge_texels(*texel, bytes, seed),
                    Content::Image(_, texel, texture)
                    | Content::Combined(_, texel, texture, _)
                    | Content::Multisampled(_, texel, texture) => {
                        texture.levels.iter_mut().for_each(|bytes| nudge_texels(*texel, bytes, seed));
                    }
                    Content::Sampler(_) => {}
                }
            }
        }
        given
    }
}

fn nudge_leaves(leaves: &[Leaf], bytes: &mut [u8], seed: u64) {
    let floats = leaves.iter().filter(|leaf| leaf.class == ScalarClass::Float && leaf.width == 32);
    for (index, leaf) in (0..).zip(floats) {
        let value = f32::from_bits(get(bytes, leaf) as u32);
        put(bytes, leaf, u64::from(nudged(value, seed, index).to_bits()));
    }
}

fn nudge_texels(texel: Texel, bytes: &mut [u8], seed: u64) {
    if texel.class == TexelType::FLOAT && texel.size == 4 {
        for (index, word) in (0..).zip(bytes.as_chunks_mut::<4>().0) {
            *word = nudged(f32::from_le_bytes(*word), seed, index).to_le_bytes();
        }
    }
}

/// A resource of the original module.
struct Origin {
    seed: u64,
    leaves: Vec<Leaf>,
    texel: Option<Texel>,
    is_line: bool,
    /// It covers what is drawn.
    is_attachment: bool,
    sampling: Sampling,
    written: bool,
    components: u32,
}

/// What the resources of an original module hold.
pub struct Originals {
    places: BTreeMap<Place, Origin>,
    push: Vec<Leaf>,
    loose: Vec<Loose>,
    has_words: bool,
}

impl Originals {
    /// Reads the resources of an original module.
    ///
    /// # Errors
    /// Names what is not run.
    pub fn of(subject: &Subject, loose: Vec<Loose>) -> Result<Originals, String> {
        let uses = uses(subject)?;
        let push = push(subject)?.unwrap_or_default();
        let mut originals = Originals { places: BTreeMap::new(), push, loose, has_words: false };
        for descriptor in used(subject)? {
            let place = place(descriptor);
            let image = image(subject, descriptor.element);
            let used = uses.get(&descriptor.variable).copied().unwrap_or_default();
            let origin = Origin {
                seed: u64::from(place[0]) << 32 | u64::from(place[1]),
                leaves: block(subject, descriptor)?,
                texel: image.and_then(|image| image.stated),
                is_line: image.is_some_and(|image| image.dim == dim::DIM_1D),
                is_attachment: descriptor.kind == DescriptorKind::InputAttachment,
                sampling: Sampling {
                    nearest: used.sampling.nearest || image.is_some_and(|image| image.is_integer()),
                    ..used.sampling
                },
                components: used.stored.unwrap_or(4),
                written: !descriptor.non_writable
                    && matches!(
                        descriptor.kind,
                        DescriptorKind::StorageBuffer
                            | DescriptorKind::StorageImage
                            | DescriptorKind::StorageTexelBuffer
                    ),
            };
            originals.put(place, origin);
        }
        Ok(originals)
    }

    /// Adds what another module of the same program says of its resources: those that this one does not use, and types and formats
    /// where this one states none.
    pub fn add(&mut self, other: Originals) {
        for (place, origin) in other.places {
            self.put(place, origin);
        }
        if self.push.is_empty() {
            self.push = other.push;
        }
    }

    /// A module may declare a resource several times, with different types.
    fn put(&mut self, place: Place, origin: Origin) {
        let is_typed = |leaves: &[Leaf]| leaves.iter().any(|leaf| leaf.class == ScalarClass::Float);
        let Some(own) = self.places.get_mut(&place) else {
            self.places.insert(place, origin);
            return;
        };
        if own.leaves.is_empty() || !is_typed(&own.leaves) && is_typed(&origin.leaves) {
            own.leaves = origin.leaves;
        }
        own.texel = own.texel.or(origin.texel);
        own.sampling.compares |= origin.sampling.compares;
        own.sampling.nearest |= origin.sampling.nearest;
        own.sampling.samples |= origin.sampling.samples;
        own.written |= origin.written;
        own.components = own.components.min(origin.components);
    }

    /// Takes integers in buffers that hold nothing else for words that may be floats: so other modules may read them.
    #[must_use]
    pub fn with_words(mut self) -> Originals {
        self.has_words = true;
        self
    }

    /// What a module is given: the original, or one made of its text.
    ///
    /// # Errors
    /// Names what no original stands for, or what is not run.
    pub fn given(
        &self,
        subject: &Subject,
        source: impl Fn(&Descriptor) -> Option<Source>,
    ) -> Result<Given, String> {
        let mut given = Given::default();
        for descriptor in used(subject)? {
            let place = place(descriptor);
            let unknown = || format!("set {}, binding {} is no resource of the original", place[0], place[1]);
            let source = source(descriptor).ok_or_else(unknown)?;
            let mut resource = match source {
                Source::Resource(at) => {
                    let origin = self.places.get(&at).ok_or_else(unknown)?;
                    resource(subject, descriptor, origin, origin.sampling, at)?
                }
                Source::Pair(texture, sampler) => {
                    let origin = self.places.get(&texture).ok_or_else(unknown)?;
                    let sampling = self.places.get(&sampler).ok_or_else(unknown)?.sampling;
                    let nearest = origin.sampling.nearest || sampling.nearest;
                    resource(subject, descriptor, origin, Sampling { nearest, ..sampling }, texture)?
                }
                Source::Push | Source::PushNumbers | Source::Uniforms | Source::Uniform(_) => {
                    let own = leaves(&subject.reflection, descriptor.element)?;
                    let bytes = match &source {
                        Source::Uniform(name) => {
                            let loose = self.loose(name)?;
                            moved(&loose.leaves, &loose.bytes, &own)?
                        }
                        Source::Uniforms => self.uniforms(subject, descriptor, &own)?,
                        Source::PushNumbers => moved(&self.push, &fill(&self.push, PUSH), &own)?,
                        _ => fill(&self.push, PUSH),
                    };
                    Resource {
                        place,
                        kind: descriptor.kind,
                        contents: vec![Content::Bytes(bytes)],
                        name: "push constants".to_owned(),
                        leaves: Vec::new(),
                        untyped: false,
                        written: false,
                        components: 4,
                        attachment: None,
                    }
                }
            };
            resource.untyped = self.has_words && is_untyped(&resource.leaves);
            match given.resources.iter().find(|other| other.place == place) {
                Some(other)
                    if other.kind == resource.kind && other.contents.len() == resource.contents.len() => {}
                Some(_) => return Err(format!("two resources at set {}, binding {}", place[0], place[1])),
                None => given.resources.push(resource),
            }
        }
        let blocks = given.resources.iter().filter(|one| one.kind == DescriptorKind::UniformBuffer);
        if blocks.map(|one| one.contents.len()).sum::<usize>() > BUFFERS {
            return Err(TOO_MANY.to_owned());
        }
        if push(subject)?.is_some() {
            given.push = fill(&self.push, PUSH);
        }
        Ok(given)
    }

    /// The words of the numbers of a uniform outside of blocks, in order; `None` names none.
    pub fn loose_words(&self, name: &str) -> Option<Vec<u32>> {
        self.loose(name).ok().map(|one| words_of(&one.leaves, &one.bytes))
    }

    /// The class of the numbers of a uniform outside of blocks; `None` names none, or one of several classes.
    pub fn loose_class(&self, name: &str) -> Option<ScalarClass> {
        let leaves = &self.loose(name).ok()?.leaves;
        let class = leaves.first()?.class;
        leaves.iter().all(|leaf| leaf.class == class).then_some(class)
    }

    /// The words of the numbers of the push constants, in order.
    pub fn push_words(&self) -> Vec<u32> {
        words_of(&self.push, &fill(&self.push, PUSH))
    }

    fn loose(&self, name: &str) -> Result<&Loose, String> {
        let found = self.loose.iter().find(|one| one.name == name);
        found.ok_or_else(|| format!("{name} is no uniform of the original"))
    }

    /// A block with uniforms outside of blocks, in whatever order.
    fn uniforms(&self, subject: &Subject, descriptor: &Descriptor, own: &[Leaf]) -> Result<Vec<u8>, String> {
        let (mut rest, mut from, mut bytes) = (own, Vec::new(), Vec::new());
        for member in subject.reflection.members(descriptor.element) {
            let loose = self.loose(member.name.as_deref().unwrap_or_default())?;
            let (_, after) = rest.split_at_checked(loose.leaves.len()).ok_or("a uniform of another type")?;
            rest = after;
            let start = bytes.len() as u64;
            from.extend(loose.leaves.iter().map(|leaf| Leaf { offset: start + leaf.offset, ..*leaf }));
            bytes.extend_from_slice(&loose.bytes);
        }
        moved(&from, &bytes, own)
    }
}

/// The words of numbers of 32 bits, in order.
pub fn words_of(leaves: &[Leaf], bytes: &[u8]) -> Vec<u32> {
    leaves.iter().map(|leaf| get(bytes, leaf) as u32).collect()
}

/// Numbers in the order of one layout, at the places of another.
fn moved(from: &[Leaf], bytes: &[u8], to: &[Leaf]) -> Result<Vec<u8>, String> {
    if from.len() != to.len() {
        return Err(format!("{} push constants for {}", to.len(), from.len()));
    }
    let mut moved = fill(to, 0);
    for (from, to) in from.iter().zip(to) {
        put(&mut moved, to, get(bytes, from));
    }
    Ok(moved)
}

/// Whether a buffer holds integers of 32 bits and nothing else.
fn is_untyped(leaves: &[Leaf]) -> bool {
    !leaves.is_empty() && leaves.iter().all(|leaf| leaf.class != ScalarClass::Float && leaf.width == 32)
}

fn place(descriptor: &Descriptor) -> Place {
    [descriptor.set.unwrap_or(0), descriptor.binding.unwrap_or(0)]
}

/// The resources that the entry point uses.
fn used(subject: &Subject) -> Result<Vec<&Descriptor>, String> {
    let reflection = &subject.reflection;
    let known = |variable: u32| reflection.descriptors.iter().any(|one| one.variable == variable);
    let classes = [storage_class::UNIFORM_CONSTANT, storage_class::UNIFORM, storage_class::STORAGE_BUFFER];
    for variable in &reflection.variables {
        if classes.contains(&variable.class) && subject.is_used(variable.id) && !known(variable.id) {
            return Err("a uniform outside of blocks".to_owned());
        }
    }
    Ok(reflection.descriptors.iter().filter(|one| subject.is_used(one.variable)).collect())
}

/// The push constants that the entry point uses.
fn push(subject: &Subject) -> Result<Option<Vec<Leaf>>, String> {
    let mut blocks = subject.reflection.push_constants().filter(|one| subject.is_used(one.id));
    blocks.next().map(|block| leaves(&subject.reflection, block.ty)).transpose()
}

fn block(subject: &Subject, descriptor: &Descriptor) -> Result<Vec<Leaf>, String> {
    match descriptor.kind {
        DescriptorKind::UniformBuffer | DescriptorKind::StorageBuffer => {
            leaves(&subject.reflection, descriptor.element)
        }
        DescriptorKind::AccelerationStructure => Err("an acceleration structure".to_owned()),
        _ => Ok(Vec::new()),
    }
}

/// What of an image type matters here.
#[derive(Clone, Copy)]
struct ImageType {
    dim: u32,
    arrayed: bool,
    multisampled: bool,
    class: ScalarClass,
    /// Format that the type states.
    stated: Option<Texel>,
}

impl ImageType {
    fn is_integer(self) -> bool {
        self.class != ScalarClass::Float
    }

    fn rank(self) -> Result<Rank, String> {
        Ok(match (self.dim, self.arrayed) {
            (dim::DIM_1D, false) => Rank::D1,
            (dim::DIM_1D, true) => Rank::D1_ARRAY,
            (dim::DIM_2D | dim::SUBPASS_DATA, false) => Rank::D2,
            (dim::DIM_2D, true) => Rank::D2_ARRAY,
            (dim::DIM_3D, false) => Rank::D3,
            (dim::CUBE, false) => Rank::CUBE,
            (dim::CUBE, true) => CUBE_ARRAY,
            (dim, _) => return Err(format!("an image of dimension {dim}")),
        })
    }

    /// The format is that of the original: HLSL and WGSL do not state all formats.
    fn texel(self, origin: &Origin) -> Texel {
        let class = match self.class {
            ScalarClass::Int => TexelType::SIGNED,
            ScalarClass::Uint => TexelType::UNSIGNED,
            _ => TexelType::FLOAT,
        };
        let all = Texel { class, size: 4, components: 4 };
        origin.texel.or(self.stated).unwrap_or(all)
    }
}

fn image(subject: &Subject, ty: TypeId) -> Option<ImageType> {
    let reflection = &subject.reflection;
    match reflection.ty(ty) {
        TypeKind::SampledImage { image: inner } => image(subject, *inner),
        TypeKind::Image { sampled, dim, arrayed, multisampled, format, .. } => Some(ImageType {
            dim: *dim,
            arrayed: *arrayed,
            multisampled: *multisampled,
            class: match reflection.ty(*sampled) {
                TypeKind::Int { signed: true, .. } => ScalarClass::Int,
                TypeKind::Int { .. } => ScalarClass::Uint,
                _ => ScalarClass::Float,
            },
            stated: image_format(*format),
        }),
        _ => None,
    }
}

fn resource(
    subject: &Subject,
    descriptor: &Descriptor,
    origin: &Origin,
    sampling: Sampling,
    at: Place,
) -> Result<Resource, String> {
    let count = match descriptor.count {
        DescriptorCount::One => 1,
        DescriptorCount::Runtime => TABLE,
        DescriptorCount::Array(length) => length.default_value().ok_or("an array without a length")?,
    };
    if count > MOST {
        return Err(format!("{count} descriptors"));
    }
    // Texels that a module reads as a block are numbers one after the other.
    let leaves = match descriptor.kind {
        DescriptorKind::StorageBuffer if origin.leaves.is_empty() => {
            origin.texel.map_or_else(Vec::new, |texel| spread(texel, TEXELS))
        }
        _ => origin.leaves.clone(),
    };
    let contents = (0..count).map(|index| {
        let seed = mix(origin.seed, index);
        content(subject, descriptor, origin, sampling, seed)
    });
    Ok(Resource {
        place: place(descriptor),
        kind: descriptor.kind,
        contents: contents.collect::<Result<_, _>>()?,
        name: format!("set {}, binding {}", at[0], at[1]),
        untyped: false,
        leaves,
        written: origin.written,
        components: origin.components,
        attachment: match descriptor.kind {
            DescriptorKind::InputAttachment => Some(descriptor.input_attachment.unwrap_or(0)),
            _ => None,
        },
    })
}

fn content(
    subject: &Subject,
    descriptor: &Descriptor,
    origin: &Origin,
    sampling: Sampling,
    seed: u64,
) -> Result<Content, String> {
    let samples = image(subject, descriptor.element).filter(|image| image.multisampled);
    if let Some(image) = samples {
        if origin.is_attachment {
            return Err("an attachment of several samples".to_owned());
        }
        let (rank, texel) = (image.rank()?, image.texel(origin));
        let mut texture = texture(rank, false, texel, seed);
        texture.levels = vec![texels(texel, texture.texels(0) as u32 * SAMPLES, seed)];
        return Ok(Content::Multisampled(rank, texel, texture));
    }
    let of_image = || -> Result<(Rank, Texel, Texture), String> {
        let image = image(subject, descriptor.element).ok_or("an image without a type")?;
        let (rank, texel) = (image.rank()?, image.texel(origin));
        let texture = match origin.is_attachment {
            true => {
                let levels = vec![texels(texel, DRAWN * DRAWN, seed)];
                Texture { extent: [DRAWN, DRAWN, 1], layers: 1, levels }
            }
            false => texture(rank, origin.is_line, texel, seed),
        };
        Ok((rank, texel, texture))
    };
    Ok(match descriptor.kind {
        DescriptorKind::UniformBuffer | DescriptorKind::StorageBuffer => {
            match (origin.leaves.is_empty(), origin.texel) {
                (false, _) => Content::Bytes(fill(&origin.leaves, seed)),
                (true, Some(texel)) => Content::Bytes(texels(texel, TEXELS, seed)),
                (true, None) => return Err("a block that was none".to_owned()),
            }
        }
        DescriptorKind::UniformTexelBuffer | DescriptorKind::StorageTexelBuffer => {
            let image = image(subject, descriptor.element).ok_or("a buffer without a type")?;
            if !origin.leaves.is_empty() {
                let class = if image.is_integer() { TexelType::UNSIGNED } else { TexelType::FLOAT };
                let word = Texel { class, size: 4, components: 1 };
                return Ok(Content::Texels(word, fill(&origin.leaves, seed)));
            }
            let texel = image.texel(origin);
            Content::Texels(texel, texels(texel, TEXELS, seed))
        }
        DescriptorKind::SampledImage | DescriptorKind::StorageImage | DescriptorKind::InputAttachment => {
            let (rank, texel, texture) = of_image()?;
            Content::Image(rank, texel, texture)
        }
        DescriptorKind::CombinedImageSampler => {
            let (rank, texel, texture) = of_image()?;
            Content::Combined(rank, texel, texture, sampling)
        }
        DescriptorKind::Sampler => Content::Sampler(sampling),
        DescriptorKind::AccelerationStructure => return Err("an acceleration structure".to_owned()),
    })
}

/// The numbers of texels one after the other.
fn spread(texel: Texel, count: u32) -> Vec<Leaf> {
    let class = match texel.class {
        TexelType::SIGNED => ScalarClass::Int,
        TexelType::FLOAT => ScalarClass::Float,
        _ => ScalarClass::Uint,
    };
    let size = u64::from(texel.size);
    let leaf = |index| Leaf { offset: index * size, width: 8 * u32::from(texel.size), class, diagonal: None };
    (0..u64::from(count) * u64::from(texel.components)).map(leaf).collect()
}

/// A texture of seeded texels; a line stays one in a texture of two dimensions.
fn texture(rank: Rank, is_line: bool, texel: Texel, seed: u64) -> Texture {
    let (extent, layers) = match rank {
        Rank::D1 => ([SIZE, 1, 1], 1),
        Rank::D1_ARRAY => ([SIZE, 1, 1], LAYERS),
        Rank::D2_ARRAY => ([SIZE, if is_line { 1 } else { SIZE }, 1], LAYERS),
        Rank::D3 => ([SIZE, SIZE, LAYERS], 1),
        Rank::CUBE => ([SIZE, SIZE, 1], 6),
        CUBE_ARRAY => ([SIZE, SIZE, 1], 2 * 6),
        _ => ([SIZE, if is_line { 1 } else { SIZE }, 1], 1),
    };
    let count = extent.iter().product::<u32>() * layers;
    Texture { extent, layers, levels: vec![texels(texel, count, seed)] }
}

fn texels(texel: Texel, count: u32, seed: u64) -> Vec<u8> {
    let component = |index: u64| {
        texel.encode(if texel.is_integer() { integer(seed, index) as f64 } else { float(seed, index) / 2.0 })
    };
    let index = |texel: u32, part: u8| u64::from(texel) * 4 + u64::from(part);
    (0..count).flat_map(|at| (0..texel.components).flat_map(move |part| component(index(at, part)))).collect()
}

/// How the code uses an image or a sampler.
#[derive(Clone, Copy, Default)]
struct Use {
    sampling: Sampling,
    /// Components of the texels that are stored: further ones of the format have no value.
    stored: Option<u32>,
}

/// How each image and sampler is used, by the id of its variable.
fn uses(subject: &Subject) -> Result<BTreeMap<u32, Use>, String> {
    let module = Module::from_words(&subject.words).map_err(|error| error.to_string())?;
    let mut roots = Roots { module: &module, of: BTreeMap::new() };
    // Functions may come before or after those that call them.
    for _ in 0..3 {
        roots.follow();
    }
    let mut found: BTreeMap<u32, Use> = BTreeMap::new();
    for at in module.walk() {
        let compares = match module.opcode(at) {
            op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_DREF_EXPLICIT_LOD
            | op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD
            | op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD
            | op::IMAGE_DREF_GATHER => true,
            op::IMAGE_FETCH => continue,
            op::IMAGE_SAMPLE_IMPLICIT_LOD..=op::IMAGE_GATHER => false,
            op::IMAGE_WRITE => {
                if let Some(&[image, _]) = roots.of.get(&module.word(at, 0)) {
                    let count = module.vector_size(module.type_of(module.word(at, 2))).unwrap_or(1);
                    let one = found.entry(module.number(image)).or_default();
                    one.stored = Some(one.stored.map_or(count, |least| least.min(count)));
                }
                continue;
            }
            _ => continue,
        };
        let Some(&[image, sampler]) = roots.of.get(&module.word(at, 0)) else { continue };
        let one = &mut found.entry(module.number(sampler)).or_default().sampling;
        one.compares |= compares;
        one.samples = true;
        let ty = module.pointer(module.type_of(image)).map_or(0, |(ty, _)| ty);
        one.nearest |= is_integer(&module, ty);
    }
    Ok(found)
}

/// Whether a texture of this type holds integers.
fn is_integer(module: &Module, ty: Id) -> bool {
    use glassbox_spirv::module::Type;
    match module.ty(ty) {
        Some(Type::SampledImage { image }) => is_integer(module, image),
        Some(Type::Image(image)) => matches!(module.ty(image.sampled), Some(Type::Int { .. })),
        _ => module.array_element(ty).is_some_and(|element| is_integer(module, element)),
    }
}

/// The variables that values come from: of the image, and of the sampler.
struct Roots<'m> {
    module: &'m Module,
    of: BTreeMap<Id, [Id; 2]>,
}

impl Roots<'_> {
    fn follow(&mut self) {
        let module = self.module;
        for at in module.globals.iter().copied().filter(|at| module.opcode(*at) == op::VARIABLE) {
            let id = module.get(at).result;
            self.of.insert(id, [id, id]);
        }
        for at in module.walk() {
            let result = module.get(at).result;
            match module.opcode(at) {
                op::LOAD | op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN | op::COPY_OBJECT | op::IMAGE => {
                    if let Some(root) = self.of.get(&module.word(at, 0)).copied() {
                        self.of.insert(result, root);
                    }
                }
                op::SAMPLED_IMAGE => {
                    let parts = [0, 1].map(|index| self.of.get(&module.word(at, index)).copied());
                    if let [Some([image, _]), Some([_, sampler])] = parts {
                        self.of.insert(result, [image, sampler]);
                    }
                }
                op::FUNCTION_CALL => self.enter(module.word(at, 0), &module.operands(at)[1..]),
                _ => {}
            }
        }
    }

    fn enter(&mut self, function: Id, arguments: &[Id]) {
        let module = self.module;
        let Some(function) = module.functions.iter().find(|one| one.id == function) else { return };
        let parameters = function.head.iter().filter(|at| module.opcode(**at) == op::FUNCTION_PARAMETER);
        for (parameter, argument) in parameters.zip(arguments) {
            if let Some(root) = self.of.get(argument).copied() {
                self.of.insert(module.get(*parameter).result, root);
            }
        }
    }
}

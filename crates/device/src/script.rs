//! Parses scene files: a scene and its expected outcome, as text next to the program.
//!
//! A line is empty, a comment after `#`, or one of these; `…` is a list of
//! [numbers](crate::number), which `fill` repeats as often as necessary.
//!
//! | line | meaning |
//! | --- | --- |
//! | `option NAME` | compiler option for the program; see [`options`] |
//! | `size W H` | size of the attachments in pixels; 1 1 by default |
//! | `draw vertices N instances N first N base N points` | the draw; each part is optional: 3 vertices, 1 instance, from 0 |
//! | `input L = …` | words of a vertex input, by vertex; by default the first input of 2 to 4 floats is a triangle over all pixels |
//! | `uniform NAME = …` | member of the uniform block |
//! | `slot S @ I buffer = …` | words of a structured buffer in slot S, at index I of its table |
//! | `slot S @ I texels = …` | numbers of a texel buffer |
//! | `slot S @ I image W H D layers N = …` | numbers of a storage image |
//! | `slot S @ I sampler W H D layers N linear repeat = …` | numbers of an image to sample; levels from the largest, separated by `;` |
//! | `subpass I = …` | numbers of a subpass input |
//! | `clear L = …` | contents of a colour attachment before the draw |
//! | `expect color L at X Y = …` | a pixel; `every` instead of `at X Y` for all of them |
//! | `expect buffer S word N = …` | words of a buffer from the Nth |
//! | `expect texels S at I = …` | texels of a texel buffer from the Ith |
//! | `expect image S at X Y Z = …` | texels of a storage image from that position; Z is the layer of an array |
//!
//! An expectation may end in `~ T`: floats may differ by T, times their magnitude if over 1.
//! Otherwise they are exact.

use glassbox_vbc::program::Program;
use glassbox_vbc::raw::{BaseType, TexelType};

use crate::format::Texel;
use crate::number::{Number, near};
use crate::scene::{Outcome, Resource, Sampling, Scene, Slot, Texture, Topology};

/// Number of texels or words for a texel buffer or buffer with `fill`.
const FILLED: usize = 64;

/// Expected result of a scene.
#[derive(Clone, PartialEq, Debug)]
pub struct Expectation {
    line: usize,
    place: Place,
    numbers: Vec<Number>,
    tolerance: f64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Place {
    /// Pixel of a colour attachment, or all pixels.
    Color { location: u8, pixel: Option<[u32; 2]> },
    /// Word of a buffer.
    Word { slot: u8, word: usize },
    /// Texel of a texel buffer or image.
    Texel { slot: u8, at: [u32; 3] },
}

/// Parses a scene file for a program.
///
/// # Errors
/// Number of the invalid line, and the problem.
pub fn read(text: &str, program: &Program<'_>) -> Result<(Scene, Vec<Expectation>), String> {
    let mut reader = Reader { program, scene: Scene::default(), expectations: Vec::new() };
    if let Some(uniform) = &program.uniform {
        reader.scene.uniform = vec![0; usize::from(uniform.size)];
    }
    let count = program.subpass_inputs.iter().len();
    reader.scene.subpass_inputs = vec![Vec::new(); count];
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            reader.line(number + 1, line).map_err(|error| format!("line {}: {error}", number + 1))?;
        }
    }
    reader.scene.cover(program);
    Ok((reader.scene, reader.expectations))
}

/// Compiler options stated in a scene file.
pub fn options(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("option ")).map(str::trim)
}

impl Scene {
    /// Sets the first vertex input of 2 to 4 floats to a triangle over all pixels, unless it has
    /// values.
    pub fn cover(&mut self, program: &Program<'_>) {
        let input = program.inputs.iter().find(|input| {
            input.base_type == BaseType::FLOAT && (2..=4).contains(&input.rows) && input.locations() == 1
        });
        if let Some(input) = input {
            let corners = [[-1.0f32, -1.0, 0.5, 1.0], [3.0, -1.0, 0.5, 1.0], [-1.0, 3.0, 0.5, 1.0]];
            let count = (self.firsts[0] + self.counts[0]) as usize;
            self.inputs.entry(input.location).or_insert_with(|| {
                let vertices = corners.iter().cycle().take(count);
                vertices
                    .flat_map(|corner| &corner[..usize::from(input.rows)])
                    .map(|value| value.to_bits())
                    .collect()
            });
        }
    }
}

struct Reader<'p> {
    program: &'p Program<'p>,
    scene: Scene,
    expectations: Vec<Expectation>,
}

/// Words before a line's equals sign.
struct Words<'t>(std::iter::Peekable<std::str::SplitWhitespace<'t>>);

impl<'t> Words<'t> {
    fn next(&mut self) -> Result<&'t str, String> {
        self.0.next().ok_or_else(|| "the line is too short".to_owned())
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let word = self.next()?;
        word.parse().map_err(|_| format!("`{word}` is not a number"))
    }

    /// Up to three numbers; missing ones are 1.
    fn extent(&mut self) -> [u32; 3] {
        let mut extent = [1; 3];
        for size in &mut extent {
            match self.0.peek().and_then(|word| word.parse().ok()) {
                Some(number) => {
                    *size = number;
                    self.0.next();
                }
                None => break,
            }
        }
        extent
    }
}

impl Reader<'_> {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let (head, values) = line.split_once('=').unwrap_or((line, ""));
        let mut words = Words(head.split_whitespace().peekable());
        match words.next()? {
            "option" => return words.next().map(|_| ()),
            "size" => self.scene.size = [words.number()?, words.number()?],
            "draw" => self.draw(&mut words)?,
            "input" => self.input(words.number()?, values)?,
            "uniform" => self.uniform(words.next()?, values)?,
            "slot" => self.slot(&mut words, values)?,
            "subpass" => {
                let index: usize = words.number()?;
                let input = self.program.subpass_inputs.get(index);
                let texel = Texel::of_subpass(&input.ok_or("the program has no such subpass input")?);
                let pixels = (self.scene.size[0] * self.scene.size[1]) as usize;
                self.scene.subpass_inputs[index] = words_of(&texels(values, texel, Some(pixels))?);
            }
            "clear" => {
                let location: u8 = words.number()?;
                let wanted: Vec<u32> = numbers(values, Some(4))?.iter().map(|number| number.word()).collect();
                let clear = wanted.try_into().map_err(|_| "four numbers are needed")?;
                self.scene.clear.insert(location, clear);
            }
            "expect" => self.expect(number, &mut words, values)?,
            other => return Err(format!("`{other}` begins no line")),
        }
        match words.0.next() {
            Some(word) => Err(format!("`{word}` is not expected")),
            None => Ok(()),
        }
    }

    fn draw(&mut self, words: &mut Words<'_>) -> Result<(), String> {
        while words.0.peek().is_some() {
            match words.next()? {
                "vertices" => self.scene.counts[0] = words.number()?,
                "instances" => self.scene.counts[1] = words.number()?,
                "first" => self.scene.firsts[0] = words.number()?,
                "base" => self.scene.firsts[1] = words.number()?,
                "points" => self.scene.topology = Topology::Points,
                other => return Err(format!("`{other}` is not a part of a draw")),
            }
        }
        Ok(())
    }

    fn input(&mut self, location: u8, values: &str) -> Result<(), String> {
        let input = self.program.inputs.iter().find(|input| input.location == location);
        let input = input.ok_or("the program has no such input")?;
        let words = input.locations() as usize * usize::from(input.rows);
        let vertices = (self.scene.firsts[0] + self.scene.counts[0]) as usize;
        let values = numbers(values, Some(words * vertices))?;
        let words = values.iter().map(|number| convert(*number, input.base_type));
        self.scene.inputs.insert(location, words.collect());
        Ok(())
    }

    fn uniform(&mut self, name: &str, values: &str) -> Result<(), String> {
        let members = self.program.uniform.iter().flat_map(|uniform| &uniform.members);
        let member = members
            .into_iter()
            .find(|member| *member.name == *name.as_bytes())
            .ok_or_else(|| format!("the uniform block has no member {name}"))?;
        let size = member.size() as usize;
        let values = numbers(values, Some(size / 4))?;
        let bytes: Vec<u8> =
            values.iter().flat_map(|number| convert(*number, member.base_type).to_le_bytes()).collect();
        let start = usize::from(member.offset);
        match self.scene.uniform.get_mut(start..start + size) {
            Some(target) if bytes.len() == size => {
                target.copy_from_slice(&bytes);
                Ok(())
            }
            _ => Err(format!("{name} has {size} bytes, not {}", bytes.len())),
        }
    }

    fn texel(&self, slot: u8) -> Result<Texel, String> {
        self.program
            .bindings
            .iter()
            .find(|binding| binding.slot == slot)
            .and_then(|binding| Texel::of_binding(&binding))
            .map(|(_, texel)| texel)
            .ok_or_else(|| format!("the program has no texels in slot {slot}"))
    }

    fn slot(&mut self, words: &mut Words<'_>, values: &str) -> Result<(), String> {
        let slot: u8 = words.number()?;
        if words.next()? != "@" {
            return Err("a slot is followed by @ and its place in the table".to_owned());
        }
        let index = words.number()?;
        let resource = match words.next()? {
            "buffer" => {
                let words = numbers(values, Some(FILLED))?;
                Resource::Buffer(words.iter().flat_map(|number| number.word().to_le_bytes()).collect())
            }
            "texels" => Resource::Texels(texels(values, self.texel(slot)?, Some(FILLED))?),
            "image" => {
                let mut texture = texture(words, &mut Sampling::default())?;
                texture.levels = vec![texels(values, self.texel(slot)?, Some(texture.texels(0)))?];
                Resource::Image(texture)
            }
            "sampler" => {
                let mut sampling = Sampling::default();
                let mut texture = texture(words, &mut sampling)?;
                let texel = self.texel(slot)?;
                for (level, values) in values.split(';').enumerate() {
                    let count = texture.texels(level as u32);
                    texture.levels.push(texels(values, texel, Some(count))?);
                }
                Resource::Sampler(texture, sampling)
            }
            other => return Err(format!("`{other}` is not a kind of resource")),
        };
        self.scene.slots.insert(slot, Slot { index, resource });
        Ok(())
    }

    fn expect(&mut self, line: usize, words: &mut Words<'_>, values: &str) -> Result<(), String> {
        let place = match words.next()? {
            "color" => Place::Color {
                location: words.number()?,
                pixel: match words.next()? {
                    "every" => None,
                    _ => Some([words.number()?, words.number()?]),
                },
            },
            "buffer" => {
                Place::Word { slot: words.number()?, word: words.next().and_then(|_| words.number())? }
            }
            "texels" | "image" => {
                let slot = words.number()?;
                words.next()?;
                let mut at = [0; 3];
                for place in &mut at {
                    match words.0.peek() {
                        Some(_) => *place = words.number()?,
                        None => break,
                    }
                }
                Place::Texel { slot, at }
            }
            other => return Err(format!("`{other}` cannot be expected")),
        };
        let (values, tolerance) = values.split_once('~').unwrap_or((values, "0"));
        self.expectations.push(Expectation {
            line,
            place,
            numbers: numbers(values, None)?,
            tolerance: tolerance.trim().parse().map_err(|_| format!("`{tolerance}` is not a tolerance"))?,
        });
        Ok(())
    }
}

fn texture(words: &mut Words<'_>, sampling: &mut Sampling) -> Result<Texture, String> {
    let mut texture = Texture { extent: words.extent(), layers: 1, levels: Vec::new() };
    while words.0.peek().is_some() {
        match words.next()? {
            "layers" => texture.layers = words.number()?,
            "linear" => sampling.linear = true,
            "repeat" => sampling.repeat = true,
            other => return Err(format!("`{other}` says nothing of an image")),
        }
    }
    Ok(texture)
}

/// Numbers of a list; one that starts with `fill` is repeated up to `count`. Commas are ignored.
fn numbers(text: &str, count: Option<usize>) -> Result<Vec<Number>, String> {
    let text = text.replace(',', " ");
    let mut words = text.split_whitespace().peekable();
    let fill = words.next_if_eq(&"fill").is_some();
    let numbers = words
        .map(|word| Number::read(word).ok_or_else(|| format!("`{word}` is not a number")))
        .collect::<Result<Vec<Number>, String>>()?;
    match (fill, count) {
        (true, Some(count)) => Ok(numbers.iter().cycle().take(count).copied().collect()),
        (true, None) => Err("there is nothing to fill".to_owned()),
        (false, _) => Ok(numbers),
    }
}

/// Encodes texels; `fill` makes `count` of them.
fn texels(text: &str, texel: Texel, count: Option<usize>) -> Result<Vec<u8>, String> {
    let numbers = numbers(text, count.map(|count| count * usize::from(texel.components)))?;
    Ok(numbers.iter().flat_map(|number| texel.encode(number.value())).collect())
}

fn words_of(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

fn convert(number: Number, base: BaseType) -> u32 {
    match base {
        BaseType::FLOAT => number.float_word(),
        _ => number.word(),
    }
}

/// Mismatches of an outcome: one line for each failed expectation.
pub fn failures(
    program: &Program<'_>,
    scene: &Scene,
    outcome: &Outcome,
    expectations: &[Expectation],
) -> Vec<String> {
    let mut failures: Vec<String> = outcome.messages.clone();
    for expectation in expectations {
        match expectation.holds(program, scene, outcome) {
            Some((true, _)) => {}
            Some((false, found)) => failures.push(format!(
                "line {}: expected {}, found {found}",
                expectation.line,
                list(expectation.numbers.iter().map(|number| match number {
                    Number::Integer(value) => value.to_string(),
                    Number::Float(value) => format!("{value:?}"),
                }))
            )),
            None => failures.push(format!("line {}: there is no such place", expectation.line)),
        }
    }
    failures
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(" ")
}

impl Expectation {
    /// Checks the expectation and returns the actual value; `None` if the position does not exist.
    fn holds(&self, program: &Program<'_>, scene: &Scene, outcome: &Outcome) -> Option<(bool, String)> {
        match self.place {
            Place::Color { location, pixel } => {
                let output = program.outputs.iter().find(|output| output.location == location)?;
                let texel = Texel::of_output(output.base_type, output.rows)?;
                let words = outcome.attachments.get(&location)?;
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                match pixel {
                    Some([x, y]) => self.texels(texel, &bytes, (y * scene.size[0] + x) as usize),
                    None => {
                        let pixels = words.len() / usize::from(texel.components);
                        let mut all = (0..pixels).map(|pixel| self.texels(texel, &bytes, pixel));
                        all.find(|found| found.as_ref().is_none_or(|(holds, _)| !holds))
                            .unwrap_or(Some((true, String::new())))
                    }
                }
            }
            Place::Word { slot, word } => {
                let words = words_of(outcome.slots.get(&slot)?);
                let words = words.get(word..word + self.numbers.len())?;
                let pairs = || self.numbers.iter().zip(words);
                let holds = pairs().all(|(number, word)| number.is_word(*word, self.tolerance));
                let found = list(pairs().map(|(number, word)| match number {
                    Number::Integer(_) => format!("{} (0x{word:x})", *word as i32),
                    Number::Float(_) => format!("{:?}", f32::from_bits(*word)),
                }));
                Some((holds, found))
            }
            Place::Texel { slot, at: [x, y, z] } => {
                let binding = program.bindings.iter().find(|binding| binding.slot == slot)?;
                let (_, texel) = Texel::of_binding(&binding)?;
                let bytes = outcome.slots.get(&slot)?;
                let extent = match &scene.slots.get(&slot)?.resource {
                    Resource::Image(texture) => texture.extent,
                    _ => [1; 3],
                };
                let index = (z * extent[1] + y) * extent[0] + x;
                self.texels(texel, bytes, index as usize)
            }
        }
    }

    /// Compares texels from an index with the numbers.
    fn texels(&self, texel: Texel, bytes: &[u8], first: usize) -> Option<(bool, String)> {
        let count = self.numbers.len().div_ceil(usize::from(texel.components));
        let mut found = Vec::new();
        for index in first..first + count {
            found.extend(texel.texel(bytes, index)?);
        }
        let same = |(number, found): (&Number, &f64)| match texel.class {
            TexelType::SIGNED => f64::from(number.word() as i32) == *found,
            TexelType::UNSIGNED => f64::from(number.word()) == *found,
            _ => near(number.value(), *found, self.tolerance),
        };
        let holds = found.len() == self.numbers.len() && self.numbers.iter().zip(&found).all(same);
        Some((holds, list(found.iter().map(|number| format!("{number:?}")))))
    }
}

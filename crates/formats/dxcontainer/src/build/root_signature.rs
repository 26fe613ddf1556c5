//! Encodes root signatures in DXC's layout: parameters after the header, their contents in order, static samplers last.

use std::ops::Range;

use glassbox_core::record::Record;

use crate::part::rts::raw::{
    Constants, Descriptor, Descriptor12, Header, Parameter, ParameterType, Range24, RootFlags, Sampler,
    SamplerFlags, Table, Version, Visibility,
};
use crate::part::rts::{self, Payload};

/// A root signature, to be encoded.
#[derive(Clone, PartialEq, Debug)]
pub struct RootSignature {
    /// Version, which decides what can be stored: 1.0 has no flags of descriptors and ranges, only 1.2 those of samplers.
    pub version: Version,
    /// Flags.
    pub flags: RootFlags,
    /// Parameters in order.
    pub parameters: Vec<RootParameter>,
    /// Static samplers in order.
    pub samplers: Vec<(Sampler, SamplerFlags)>,
}

/// A parameter of a root signature.
#[derive(Clone, PartialEq, Debug)]
pub struct RootParameter {
    /// Stages that see it.
    pub visibility: Visibility,
    /// What it holds.
    pub content: Content,
}

/// Content of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// 32-bit constants.
    Constants(Constants),
    /// A descriptor of one of the types `CBV`, `SRV` and `UAV`.
    Descriptor(ParameterType, Descriptor12),
    /// Ranges of descriptors.
    Table(Vec<Range24>),
}

/// Which part of a root signature some of its bytes encode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A parameter by its index.
    Parameter(usize),
    /// A range by the index of its parameter and its own.
    Range(usize, usize),
    /// A static sampler by its index.
    Sampler(usize),
}

/// An encoded root signature: the data of `RTS0`.
#[derive(Clone, PartialEq, Debug)]
pub struct Encoded {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What the bytes encode, in ascending order. The header is not listed.
    pub items: Vec<(Range<usize>, Item)>,
}

impl Encoded {
    /// What the byte at `offset` belongs to; `None` for the header.
    pub fn item(&self, offset: usize) -> Option<Item> {
        let index = self.items.partition_point(|(range, _)| range.end <= offset);
        let (range, item) = self.items.get(index)?;
        range.contains(&offset).then_some(*item)
    }
}

impl RootSignature {
    /// A copy of a parsed root signature; `None` if a parameter could not be read.
    pub fn of(model: &rts::RootSignature<'_>) -> Option<RootSignature> {
        let parameters = model.parameters.iter().zip(&model.payloads);
        let parameters = parameters.map(|(parameter, payload)| {
            let content = match payload {
                Payload::Constants(constants) => Content::Constants(*constants),
                Payload::Descriptor(Descriptor { register, space }, flags) => {
                    let (register, space) = (*register, *space);
                    let descriptor = Descriptor12 { register, space, flags: flags.unwrap_or_default() };
                    Content::Descriptor(parameter.parameter_type, descriptor)
                }
                Payload::Table(_, ranges) => Content::Table(ranges.iter().collect()),
                Payload::Missing => return None,
            };
            Some(RootParameter { visibility: parameter.visibility, content })
        });
        let samplers = model.samplers.iter().enumerate();
        Some(RootSignature {
            version: model.header.version,
            flags: model.header.flags,
            parameters: parameters.collect::<Option<_>>()?,
            samplers: samplers
                .map(|(index, sampler)| (sampler, model.sampler_flags(index).unwrap_or_default()))
                .collect(),
        })
    }

    /// Encodes it.
    pub fn encode(&self) -> Encoded {
        let mut encoder = Encoder { contents: Vec::new(), items: Vec::new(), version: self.version };
        let mut parameters = Vec::with_capacity(self.parameters.len() * Parameter::SIZE);
        encoder.start(Header::SIZE + self.parameters.len() * Parameter::SIZE);
        for (index, parameter) in self.parameters.iter().enumerate() {
            let parameter_type = match &parameter.content {
                Content::Constants(_) => ParameterType::CONSTANTS,
                Content::Descriptor(parameter_type, _) => *parameter_type,
                Content::Table(_) => ParameterType::TABLE,
            };
            let (visibility, payload) = (parameter.visibility, encoder.at());
            Parameter { parameter_type, visibility, payload }.encode(&mut parameters);
            encoder.content(index, &parameter.content);
        }
        let samplers = encoder.at();
        for (index, (sampler, flags)) in self.samplers.iter().enumerate() {
            encoder.sampler(index, sampler, *flags);
        }
        let header = Header {
            version: self.version,
            parameter_count: self.parameters.len() as u32,
            parameters: Header::SIZE as u32,
            sampler_count: self.samplers.len() as u32,
            samplers,
            flags: self.flags,
        };
        encoder.finish(&header, &parameters)
    }
}

/// Contents after the parameters, which come first but state where their contents are.
struct Encoder {
    /// Space for header and parameters, and the contents.
    contents: Vec<u8>,
    items: Vec<(Range<usize>, Item)>,
    version: Version,
}

impl Encoder {
    /// Leaves space for header and parameters.
    fn start(&mut self, size: usize) {
        self.contents.resize(size, 0);
        let parameters = (Header::SIZE..size).step_by(Parameter::SIZE).enumerate();
        self.items.extend(parameters.map(|(index, at)| (at..at + Parameter::SIZE, Item::Parameter(index))));
    }

    fn at(&self) -> u32 {
        self.contents.len() as u32
    }

    fn put(&mut self, record: impl Record, item: Item) {
        let start = self.contents.len();
        record.encode(&mut self.contents);
        self.items.push((start..self.contents.len(), item));
    }

    fn content(&mut self, index: usize, content: &Content) {
        let parameter = Item::Parameter(index);
        let has_flags = self.version != Version::V1_0;
        match content {
            Content::Constants(constants) => self.put(*constants, parameter),
            Content::Descriptor(_, descriptor) if has_flags => self.put(*descriptor, parameter),
            Content::Descriptor(_, Descriptor12 { register, space, .. }) => {
                self.put(Descriptor { register: *register, space: *space }, parameter);
            }
            Content::Table(ranges) => {
                let start = self.at() + Table::SIZE as u32;
                self.put(Table { count: ranges.len() as u32, ranges: start }, parameter);
                for (number, range) in ranges.iter().enumerate() {
                    let item = Item::Range(index, number);
                    if has_flags {
                        self.put(*range, item);
                    } else {
                        self.put(narrow(range), item);
                    }
                }
            }
        }
    }

    fn sampler(&mut self, index: usize, sampler: &Sampler, flags: SamplerFlags) {
        let start = self.contents.len();
        sampler.encode(&mut self.contents);
        if self.version == Version::V1_2 {
            self.contents.extend_from_slice(&flags.0.to_le_bytes());
        }
        self.items.push((start..self.contents.len(), Item::Sampler(index)));
    }

    fn finish(mut self, header: &Header, parameters: &[u8]) -> Encoded {
        let mut front = Vec::with_capacity(Header::SIZE + parameters.len());
        header.encode(&mut front);
        front.extend_from_slice(parameters);
        if let Some(space) = self.contents.get_mut(..front.len()) {
            space.copy_from_slice(&front);
        }
        Encoded { bytes: self.contents, items: self.items }
    }
}

/// The layout of version 1.0.
fn narrow(range: &Range24) -> rts::raw::Range {
    rts::raw::Range {
        range_type: range.range_type,
        count: range.count,
        base: range.base,
        space: range.space,
        offset: range.offset,
    }
}

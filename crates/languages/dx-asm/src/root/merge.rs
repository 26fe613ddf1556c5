//! Merges root signatures into one that fits all shaders of a pipeline.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::limits::Limits;
use glassbox_dxcontainer::build::root_signature::{Item, RootParameter, RootSignature};
use glassbox_dxcontainer::part::rts::parse;
use glassbox_dxcontainer::part::rts::raw::{RootFlags, Sampler, SamplerFlags, Visibility};

use super::language;

/// Why root signatures cannot be merged.
#[derive(Clone, Debug)]
pub enum MergeError {
    /// The root signature with this index cannot be read.
    Unreadable(usize),
    /// Some are local root signatures, this one is not, or the reverse.
    Local(usize),
    /// The result breaks rules: findings without places, each with the inputs that its parameter or sampler comes from.
    Conflicts(Vec<(Diagnostic, Vec<usize>)>),
}

impl std::fmt::Display for MergeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MergeError::Unreadable(index) => write!(f, "root signature {index} cannot be read"),
            MergeError::Local(index) => {
                write!(f, "root signature {index} and those before it are not all global, or all local")
            }
            MergeError::Conflicts(conflicts) => {
                for (index, (finding, inputs)) in conflicts.iter().enumerate() {
                    let separator = if index == 0 { "" } else { "\n" };
                    let inputs: Vec<String> = inputs.iter().map(usize::to_string).collect();
                    write!(f, "{separator}{} (root signature {})", finding.message, inputs.join(", "))?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for MergeError {}

/// Flags that grant something: set if one input sets them.
const GRANTS: u32 = RootFlags::ALLOW_INPUT_LAYOUT.0
    | RootFlags::ALLOW_STREAM_OUTPUT.0
    | RootFlags::VIEW_HEAP_INDEXED.0
    | RootFlags::SAMPLER_HEAP_INDEXED.0
    | RootFlags::ALLOW_LOW_TIER_LIMIT.0
    | RootFlags::LOCAL.0;

/// Merges the data of `RTS0` parts, with the newest of their versions. Equal parameters and samplers become one, seen by
/// all stages that saw one of them; a flag that denies a stage access stays if every input has it.
pub fn merge(inputs: &[&[u8]]) -> Result<Vec<u8>, MergeError> {
    let mut merged: Option<Merged> = None;
    for (index, data) in inputs.iter().enumerate() {
        let signature = parsed(data).ok_or(MergeError::Unreadable(index))?;
        match &mut merged {
            None => merged = Some(Merged::new(signature)),
            Some(merged) => merged.add(signature, index)?,
        }
    }
    let merged = merged.ok_or(MergeError::Unreadable(0))?;
    let encoded = merged.signature.encode();
    let conflicts: Vec<_> = language::violations(&encoded.bytes)
        .into_iter()
        .map(|finding| {
            let inputs = merged.inputs(encoded.item(finding.location.start as usize));
            (Diagnostic { location: Location::default(), labels: Vec::new(), ..finding }, inputs)
        })
        .collect();
    if conflicts.is_empty() { Ok(encoded.bytes) } else { Err(MergeError::Conflicts(conflicts)) }
}

fn parsed(data: &[u8]) -> Option<RootSignature> {
    let (model, _) = parse(data, &Limits::default());
    model.filter(|model| model.header.version.name().is_some()).and_then(|model| RootSignature::of(&model))
}

struct Merged {
    signature: RootSignature,
    /// Inputs that each parameter is from.
    parameters: Vec<Vec<usize>>,
    /// Inputs that each sampler is from.
    samplers: Vec<Vec<usize>>,
}

impl Merged {
    fn new(signature: RootSignature) -> Merged {
        let parameters = vec![vec![0]; signature.parameters.len()];
        let samplers = vec![vec![0]; signature.samplers.len()];
        Merged { signature, parameters, samplers }
    }

    fn add(&mut self, other: RootSignature, index: usize) -> Result<(), MergeError> {
        let this = &mut self.signature;
        if (this.flags.0 ^ other.flags.0) & RootFlags::LOCAL.0 != 0 {
            return Err(MergeError::Local(index));
        }
        this.version = if other.version.0 > this.version.0 { other.version } else { this.version };
        let granted = (this.flags.0 | other.flags.0) & GRANTS;
        this.flags = RootFlags(granted | this.flags.0 & other.flags.0 & !GRANTS);
        for parameter in other.parameters {
            self.parameter(parameter, index);
        }
        for (sampler, flags) in other.samplers {
            self.sampler(sampler, flags, index);
        }
        Ok(())
    }

    fn parameter(&mut self, parameter: RootParameter, index: usize) {
        let known = self.signature.parameters.iter_mut().zip(&mut self.parameters);
        let mut same = known.filter(|(known, _)| known.content == parameter.content);
        if let Some((known, inputs)) = same.next() {
            known.visibility = joined(known.visibility, parameter.visibility);
            inputs.push(index);
            return;
        }
        self.signature.parameters.push(parameter);
        self.parameters.push(vec![index]);
    }

    fn sampler(&mut self, sampler: Sampler, flags: SamplerFlags, index: usize) {
        let known = self.signature.samplers.iter_mut().zip(&mut self.samplers);
        let mut same = known.filter(|((known, known_flags), _)| {
            let known = Sampler { visibility: sampler.visibility, ..*known };
            (known, *known_flags) == (sampler, flags)
        });
        if let Some(((known, _), inputs)) = same.next() {
            known.visibility = joined(known.visibility, sampler.visibility);
            inputs.push(index);
            return;
        }
        self.signature.samplers.push((sampler, flags));
        self.samplers.push(vec![index]);
    }

    fn inputs(&self, item: Option<Item>) -> Vec<usize> {
        let inputs = match item {
            Some(Item::Parameter(index) | Item::Range(index, _)) => self.parameters.get(index),
            Some(Item::Sampler(index)) => self.samplers.get(index),
            None => None,
        };
        inputs.cloned().unwrap_or_default()
    }
}

fn joined(one: Visibility, other: Visibility) -> Visibility {
    if one == other { one } else { Visibility::ALL }
}

//! Writes comments on DXIL operations: operation and argument names, and handle properties.

use glassbox_dxcontainer::part::psv::raw::ResourceKind;
use glassbox_dxil::operation::Operation;

use super::out::Out;

/// Writes the names of an operation and its arguments.
pub(super) fn comment(out: &mut Out, number: u64) {
    match Operation::of(number) {
        Some(operation) => {
            out.text("  ; ").text(operation.name).byte(b'(');
            out.text(operation.parameters).byte(b')');
        }
        None => out.text("  ; invalid DXIL opcode #").number(number).end(),
    }
}

/// The two property words of a handle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Properties(pub(super) u32, pub(super) u32);

impl Properties {
    fn kind(self) -> ResourceKind {
        ResourceKind(self.0 & 0xFF)
    }

    fn bit(self, bit: u32) -> bool {
        self.0 >> bit & 1 != 0
    }

    fn is_unordered(self) -> bool {
        self.bit(12)
    }

    /// True for comparison samplers and structured buffers with a counter.
    fn compares_or_counts(self) -> bool {
        self.bit(15)
    }

    /// Writes the resource that the handle denotes.
    pub(super) fn write(self, out: &mut Out) {
        out.text("  resource: ");
        let kind = self.kind();
        match kind {
            ResourceKind::CBUFFER => out.text("CBuffer").end(),
            ResourceKind::TBUFFER if !self.is_unordered() => out.text("TBuffer").end(),
            ResourceKind::SAMPLER => {
                let compares = self.compares_or_counts();
                out.text(if compares { "SamplerComparisonState" } else { "SamplerState" });
            }
            ResourceKind::STRUCTURED_BUFFER => {
                self.access(out);
                out.text("StructuredBuffer<stride=").number(self.1.into());
                let counts = self.is_unordered() && self.compares_or_counts();
                out.text(if counts { ", counter>" } else { ">" });
            }
            ResourceKind::RAW_BUFFER => {
                self.access(out);
                out.text("ByteAddressBuffer");
            }
            ResourceKind::ACCELERATION_STRUCTURE => out.text("RTAccelerationStructure").end(),
            ResourceKind::FEEDBACK_TEXTURE_2D => self.feedback(out, "FeedbackTexture2D"),
            ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => self.feedback(out, "FeedbackTexture2DArray"),
            _ => match typed(kind) {
                Some(name) => {
                    self.access(out);
                    out.text(name).byte(b'<');
                    let components = self.1 >> 8 & 0xFF;
                    if components > 1 {
                        out.number(components.into()).byte(b'x');
                    }
                    out.text(component(self.1 & 0xFF)).byte(b'>');
                }
                None => out.text("<invalid resource properties>").end(),
            },
        }
    }

    fn access(self, out: &mut Out) {
        if self.is_unordered() {
            out.text(if self.bit(14) { "globallycoherent " } else { "" });
            out.text(if self.bit(16) { "reordercoherent " } else { "" });
            out.text(if self.bit(13) { "ROV" } else { "RW" });
        }
    }

    fn feedback(self, out: &mut Out, name: &str) {
        out.text(name).text(match self.1 {
            0 => "<MinMip>",
            1 => "<MipRegionUsed>",
            _ => "<<invalid sampler feedback type>>",
        });
    }
}

/// Name of a typed resource kind.
fn typed(kind: ResourceKind) -> Option<&'static str> {
    Some(match kind.0 {
        1 => "Texture1D",
        2 => "Texture2D",
        3 => "Texture2DMS",
        4 => "Texture3D",
        5 => "TextureCube",
        6 => "Texture1DArray",
        7 => "Texture2DArray",
        8 => "Texture2DMSArray",
        9 => "TextureCubeArray",
        10 => "TypedBuffer",
        _ => return None,
    })
}

/// Name of a component type.
fn component(number: u32) -> &'static str {
    match number {
        1 => "I1",
        2 => "I16",
        3 => "U16",
        4 => "I32",
        5 => "U32",
        6 => "I64",
        7 => "U64",
        8 => "F16",
        9 => "F32",
        10 => "F64",
        11 => "SNormF16",
        12 => "UNormF16",
        13 => "SNormF32",
        14 => "UNormF32",
        15 => "SNormF64",
        16 => "UNormF64",
        _ => "<invalid CompType>",
    }
}

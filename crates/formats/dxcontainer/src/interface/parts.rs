//! Finds the parts that reflection reads.

use crate::context::Context;
use crate::part::Content;
use crate::part::psv::Psv;
use crate::part::rdat::Rdat;
use crate::part::rdef::Rdef;
use crate::part::rts::RootSignature;

/// Content of `PSV0`.
pub(super) fn psv<'c, 'a>(context: &Context<'c, 'a>) -> Option<&'c Psv<'a>> {
    match context.find(b"PSV0")?.1 {
        Content::Psv(psv) => Some(psv),
        _ => None,
    }
}

/// Content of `RDAT` and the path of the part.
pub(super) fn rdat<'c, 'a>(context: &Context<'c, 'a>) -> Option<(&'c str, &'c Rdat<'a>)> {
    let (part, content) = context.find(b"RDAT")?;
    match content {
        Content::Rdat(rdat) => Some((&part.path, rdat)),
        _ => None,
    }
}

/// Content of `RDEF` and the path of the part.
pub(super) fn rdef<'c, 'a>(context: &Context<'c, 'a>) -> Option<(&'c str, &'c Rdef<'a>)> {
    let (part, content) = context.find(b"RDEF")?;
    match content {
        Content::Rdef(rdef) => Some((&part.path, rdef)),
        _ => None,
    }
}

/// Content of `RTS0`.
pub(super) fn rts<'c, 'a>(context: &Context<'c, 'a>) -> Option<&'c RootSignature<'a>> {
    match context.find(b"RTS0")?.1 {
        Content::Rts(signature) => Some(signature),
        _ => None,
    }
}

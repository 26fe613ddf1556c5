//! Profiles such as `ps_5_0`, from and to version tokens.

use crate::names::{ProgramKind, VersionToken};

/// Profile of a version, such as `ps_5_0`; `None` outside shader model 4 and 5.
pub fn profile(version: VersionToken) -> Option<String> {
    let prefix = prefix(ProgramKind(version.kind() as u16))?;
    let is_known = version.zero() == 0 && matches!(version.major(), 4 | 5);
    is_known.then(|| format!("{prefix}_{}_{}", version.major(), version.minor()))
}

/// Profile prefixes.
const PREFIXES: [(ProgramKind, &str); 7] = [
    (ProgramKind::PIXEL, "ps"),
    (ProgramKind::VERTEX, "vs"),
    (ProgramKind::GEOMETRY, "gs"),
    (ProgramKind::HULL, "hs"),
    (ProgramKind::DOMAIN, "ds"),
    (ProgramKind::COMPUTE, "cs"),
    (ProgramKind::LIBRARY, "lib"),
];

fn prefix(kind: ProgramKind) -> Option<&'static str> {
    PREFIXES.iter().find(|(known, _)| *known == kind).map(|(_, prefix)| *prefix)
}

/// Version of a profile; `None` outside shader model 4 and 5.
pub(crate) fn version(profile: &str) -> Option<VersionToken> {
    let (prefix, numbers) = profile.split_once('_')?;
    let kind = PREFIXES.iter().find(|(_, known)| *known == prefix)?.0;
    let (major, minor) = numbers.split_once('_')?;
    let number = |text: &str| match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(u32::from(digit - b'0')),
        [b'1', digit @ b'0'..=b'5'] => Some(10 + u32::from(digit - b'0')),
        _ => None,
    };
    let (major, minor) = (number(major)?, number(minor)?);
    matches!(major, 4 | 5).then(|| VersionToken(minor | major << 4 | u32::from(kind.0) << 16))
}

//! States where a text binds resources.

use std::collections::BTreeMap;

/// Where a text binds resources. Numbers that two resources would have are refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    /// Space or group, and number, by descriptor set and binding of the module and by what has the number.
    pub places: BTreeMap<([u32; 2], Slot), [u32; 2]>,
    /// Space or group, and number, of push constants in targets that bind them.
    pub push_constants: Option<[u32; 2]>,
    /// What is subtracted from bindings that are not in `places`, by registers and descriptor set, or for every set: the reverse of
    /// the shifts of DXC (`-fvk-t-shift`). The space stays the set.
    pub shifts: BTreeMap<(Register, Option<u32>), u32>,
}

impl Bindings {
    /// True if no number is stated.
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty() && self.push_constants.is_none() && self.shifts.is_empty()
    }
}

/// What of a resource has a number in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// Everything that has no number of its own in [`Bindings::places`].
    Any,
    /// A register of HLSL, or the sampler of a combined texture and sampler in MSL and WGSL.
    Register(Register),
    /// A buffer of MSL.
    Buffer,
    /// A texture of MSL.
    Texture,
}

impl Slot {
    /// A sampler.
    pub const SAMPLER: Slot = Slot::Register(Register::Sampler);
}

/// Classes of registers in HLSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Register {
    /// `b`: uniform blocks and push constants.
    ConstantBuffer,
    /// `t`: textures, and storage buffers that are only read.
    ShaderResource,
    /// `u`: storage buffers and images.
    UnorderedAccess,
    /// `s`: samplers.
    Sampler,
}

/// Binds resources by descriptor set and binding, with all that they have.
impl FromIterator<([u32; 2], [u32; 2])> for Bindings {
    fn from_iter<T: IntoIterator<Item = ([u32; 2], [u32; 2])>>(places: T) -> Bindings {
        let places = places.into_iter().map(|(place, given)| ((place, Slot::Any), given)).collect();
        Bindings { places, ..Bindings::default() }
    }
}

impl<const N: usize> From<[([u32; 2], [u32; 2]); N]> for Bindings {
    fn from(places: [([u32; 2], [u32; 2]); N]) -> Bindings {
        places.into_iter().collect()
    }
}

impl Register {
    /// Every class.
    pub const ALL: [Register; 4] =
        [Register::ConstantBuffer, Register::ShaderResource, Register::UnorderedAccess, Register::Sampler];

    /// Its letter: `b`, `t`, `u` or `s`.
    pub const fn letter(self) -> char {
        match self {
            Register::ConstantBuffer => 'b',
            Register::ShaderResource => 't',
            Register::UnorderedAccess => 'u',
            Register::Sampler => 's',
        }
    }
}

impl Bindings {
    /// Adds shifts of registers, as `t=100,u=200@1`: a class, what is subtracted from its bindings, and a descriptor set, all sets if
    /// there is none.
    ///
    /// # Errors
    ///
    /// Says what was found and expected.
    pub fn add_shifts(&mut self, text: &str) -> Result<(), String> {
        for one in text.split(',') {
            let shift = shift(one.trim()).ok_or_else(|| {
                format!("found {one:?}, expected a class of registers and a number, such as t=100 or u=200@1 for set 1")
            })?;
            if self.shifts.insert(shift.0, shift.1).is_some() {
                return Err(format!("found {one:?}, and a shift of the same registers before it"));
            }
        }
        Ok(())
    }
}

/// `t=100` or `t=100@1`.
fn shift(text: &str) -> Option<((Register, Option<u32>), u32)> {
    let (letter, rest) = text.split_once('=')?;
    let class = Register::ALL.into_iter().find(|class| letter.chars().eq([class.letter()]))?;
    let (number, set) = match rest.split_once('@') {
        Some((number, set)) => (number, Some(set.parse().ok()?)),
        None => (rest, None),
    };
    Some(((class, set), number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_are_read_as_they_are_written() {
        let mut bindings = Bindings::default();
        assert_eq!(bindings.add_shifts("t=100, u=200@1"), Ok(()));
        assert_eq!(bindings.add_shifts("s=0"), Ok(()));
        let expected = [
            ((Register::ShaderResource, None), 100),
            ((Register::UnorderedAccess, Some(1)), 200),
            ((Register::Sampler, None), 0),
        ];
        assert_eq!(bindings.shifts, expected.into());
        for (wrong, expected) in [
            ("t", "found \"t\", expected a class"),
            ("", "found \"\", expected a class"),
            ("x=1", "found \"x=1\", expected a class"),
            ("tt=1", "found \"tt=1\", expected a class"),
            ("b=-1", "found \"b=-1\", expected a class"),
            ("b=1@", "found \"b=1@\", expected a class"),
            ("b=4294967296", "found \"b=4294967296\", expected a class"),
            ("t=5", "found \"t=5\", and a shift of the same registers"),
        ] {
            let error = bindings.add_shifts(wrong).expect_err(wrong);
            assert!(error.starts_with(expected), "{error}");
        }
    }
}

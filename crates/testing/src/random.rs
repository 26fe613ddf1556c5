//! Seeded random numbers and mutations for tests and fuzz targets.

/// Xorshift generator: a seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Number below `bound`; zero if `bound` is zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound.max(1)
    }

    /// Any 32-bit number.
    pub fn word(&mut self) -> u32 {
        self.below(1 << 32) as u32
    }

    /// Index for a slice of this length.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Random bytes, at most `most`.
    pub fn bytes(&mut self, most: usize) -> Vec<u8> {
        let length = self.index(most + 1);
        (0..length).map(|_| self.below(256) as u8).collect()
    }
}

/// Edge values for arithmetic.
const EDGES: [u32; 12] =
    [0, 1, 2, 4, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];

/// Applies a few mutations: bit flips, edge values in words, truncations, insertions, copied
/// ranges.
pub fn mutate(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.index(out.len());
        match random.below(9) {
            _ if out.is_empty() => out = random.bytes(16),
            0 => out[at] ^= 1 << random.below(8),
            1 => out[at] = random.below(256) as u8,
            2 | 3 => {
                let value = EDGES[random.index(EDGES.len())].to_le_bytes();
                let at = at & !3;
                for (slot, byte) in out[at..].iter_mut().zip(value) {
                    *slot = byte;
                }
            }
            4 => {
                // Small steps turn a valid offset or count into an off-by-a-few one.
                let step = random.below(9) as u8;
                out[at] = out[at].wrapping_add(step).wrapping_sub(4);
            }
            5 => out.truncate(at),
            6 => {
                let new = random.bytes(8);
                out.splice(at..at, new);
            }
            7 => {
                let end = (at + random.index(16)).min(out.len());
                out.drain(at..end);
            }
            _ => {
                let end = (at + random.index(64)).min(out.len());
                let copy = out[at..end].to_vec();
                let to = random.index(out.len() - copy.len() + 1);
                out[to..to + copy.len()].copy_from_slice(&copy);
            }
        }
    }
    out
}

/// Removes up to `most` short ranges of a text or inserts one of `marks` instead, at least once.
pub fn mutate_text(text: &str, marks: &[&str], most: u64, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(most) {
        let at = text.floor_char_boundary(random.index(text.len() + 1));
        if random.below(3) == 0 {
            let end = text.floor_char_boundary((at + random.index(12)).min(text.len()));
            text.replace_range(at..end.max(at), "");
        } else {
            text.insert_str(at, marks[random.index(marks.len())]);
        }
    }
    text
}

/// Replaces a number in a text form by an edge value. Unlike random bytes, this keeps the structure
/// intact, down to operands of code.
pub fn mutate_number(text: &str, random: &mut Random) -> String {
    let bytes = text.as_bytes();
    let starts: Vec<usize> = (1..bytes.len())
        .filter(|&at| bytes[at].is_ascii_digit() && matches!(bytes[at - 1], b' ' | b'[' | b'%' | b'c' | b'L'))
        .collect();
    if starts.is_empty() {
        return text.to_owned();
    }
    let start = starts[random.index(starts.len())];
    let end = start + bytes[start..].iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(0);
    let value = match random.below(3) {
        0 => random.below(130) as u32,
        1 => 0x4000_0001,
        _ => EDGES[random.index(EDGES.len())],
    };
    format!("{}{value}{}", &text[..start], &text[end..])
}

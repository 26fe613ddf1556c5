//! SHA-256, by which the corpus identifies texts that it does not contain.

/// SHA-256 in hexadecimal. Source: FIPS 180-4; the constants, fractional parts of roots of primes,
/// are computed here.
pub fn sha256(bytes: &[u8]) -> String {
    let primes: Vec<u64> = (2u64..).filter(|n| (2..*n).all(|d| n % d != 0)).take(64).collect();
    let mut state: Vec<u32> = primes[..8].iter().map(|&p| root_bits(p, 2)).collect();
    let keys: Vec<u32> = primes.iter().map(|&p| root_bits(p, 3)).collect();
    let mut message = bytes.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in message.chunks(64) {
        let mut w: Vec<u32> = block
            .chunks(4)
            .map(|word| word.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)))
            .collect();
        for i in 16..64 {
            let a = w[i - 15];
            let b = w[i - 2];
            let a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            w.push(w[i - 16].wrapping_add(a).wrapping_add(w[i - 7]).wrapping_add(b));
        }
        let mut v = state.clone();
        for i in 0..64 {
            let e = v[4];
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & v[5]) ^ (!e & v[6]);
            let t1 = [s1, choice, keys[i], w[i]].iter().fold(v[7], |sum, &n| sum.wrapping_add(n));
            let a = v[0];
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
            let t2 = s0.wrapping_add(majority);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(t1);
            v[0] = t1.wrapping_add(t2);
        }
        for (slot, word) in state.iter_mut().zip(v) {
            *slot = slot.wrapping_add(word);
        }
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

/// First 32 fractional bits of a root of a small number.
fn root_bits(number: u64, degree: u32) -> u32 {
    // The largest r with r^degree <= number * 2^(32 * degree) is the root with 32 fractional bits.
    let wanted = u128::from(number) << (32 * degree);
    let mut root: u128 = 0;
    for bit in (0..40).rev() {
        let next = root | 1 << bit;
        if next.checked_pow(degree).is_some_and(|power| power <= wanted) {
            root = next;
        }
    }
    root as u32
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn known_texts() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}

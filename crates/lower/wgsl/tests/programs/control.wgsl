// Statements.
@group(0) @binding(0) var<storage, read> given: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

fn named(kind: u32) -> u32 {
    switch kind {
        case 0u: { return 10u; }
        case 1u, 2u, default: { return 20u; }
        case 3u: {}
        case 4u: {
            if (given[0] > 100u) { break; }
            return 40u;
        }
    }
    return 30u;
}

fn collatz(start: u32) -> u32 {
    var n = start;
    var steps = 0u;
    loop {
        if (n <= 1u || steps > 50u) { break; }
        if (n % 2u == 0u) {
            n /= 2u;
            continue;
        }
        n = 3u * n + 1u;
        continuing {
            steps++;
        }
    }
    return steps;
}

fn sum(limit: i32) -> i32 {
    var total = 0;
    var i = 0;
    loop {
        total += i;
        continuing {
            i += 1;
            break if i >= limit;
        }
    }
    while total > 1000 {
        total -= 7;
        if total % 11 == 0 { break; }
    }
    return total;
}

fn nested(n: u32) -> u32 {
    var found = 0u;
    for (var i = 0u; i < n; i++) {
        for (var j = 0u; ; j++) {
            var fresh: u32;
            fresh += 1u;
            found += fresh;
            switch (i + j) % 4u {
                case 1u: { continue; }
                case 2u: { found += 100u; }
                default: {}
            }
            if j > i { break; }
        }
    }
    return found;
}

fn never(a: u32) -> u32 {
    if a == 0u {
        return 1u;
    } else if a == 1u {
        return 2u;
    } else {
        if a > 3u { return 3u; } else { return 4u; }
    }
}

@compute @workgroup_size(1)
fn main() {
    for (var i = 0u; i < 8u; i++) {
        out[i] = named(i);
        out[8u + i] = collatz(given[i] % 97u);
        out[16u + i] = u32(sum(i32(given[i] % 60u)));
        out[24u + i] = nested(i);
        out[32u + i] = never(i);
        {
            let i = given[i] & 7u;
            if (i < 4u && out[i] > 10u) || i == 7u { out[40u + i] = i; }
        }
    }
}

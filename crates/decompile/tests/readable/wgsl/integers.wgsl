@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4u>;

fn gcd(first: u32, second: u32) -> u32 {
    var a = first;
    var b = second;
    while b != 0u {
        let t = a % b;
        a = b;
        b = t;
    }
    return a;
}

fn is_prime(n: u32) -> bool {
    if n < 2u {
        return false;
    }
    for (var d = 2u; d * d <= n; d++) {
        if n % d == 0u {
            return false;
        }
    }
    return true;
}

fn collatz(start: u32) -> u32 {
    var n = start;
    var steps = 0u;
    loop {
        if n <= 1u {
            break;
        }
        if n % 2u == 0u {
            n /= 2u;
        } else {
            n = 3u * n + 1u;
        }
        steps++;
    }
    return steps;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let a = numbers[2u * id.x];
    let b = numbers[2u * id.x + 1u];
    results[id.x] = vec4u(gcd(a, b), collatz(a), select(0u, 1u, is_prime(b)), countOneBits(a ^ b));
}

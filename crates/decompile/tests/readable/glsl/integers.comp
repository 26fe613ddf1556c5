#version 450

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Numbers {
    int numbers[];
};
layout(std430, binding = 1) writeonly buffer Results {
    ivec4 results[];
};

int gcd(int a, int b) {
    while (b != 0) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

bool isPrime(uint n) {
    if (n < 2u) return false;
    if (n % 2u == 0u) return n == 2u;
    for (uint d = 3u; d * d <= n; d += 2u) {
        if (n % d == 0u) return false;
    }
    return true;
}

int collatz(int n) {
    int steps = 0;
    while (n > 1 && steps < 1000) {
        n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
        ++steps;
    }
    return steps;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    int a = abs(numbers[2u * i]);
    int b = abs(numbers[2u * i + 1u]);
    ivec4 result = ivec4(gcd(a, b), collatz(a), bitCount(a ^ b), findMSB(b));
    if (isPrime(uint(a))) {
        result.y = -result.y;
    }
    results[i] = result;
}

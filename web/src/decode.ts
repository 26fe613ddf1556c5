// Turns pasted text into a file: hexadecimal, a C array or base64; anything else is the text itself.

/** What a pasted text stands for. */
export interface Pasted {
  bytes: Uint8Array<ArrayBuffer>;
  from: 'hex' | 'array' | 'base64' | 'text';
}

/** Reads a pasted text. */
export function decodePasted(text: string): Pasted {
  return fromArray(text) ?? fromHex(text) ?? fromBase64(text) ?? { bytes: new TextEncoder().encode(text), from: 'text' };
}

/** Numbers between the braces of an array, or a list of at least four numbers: `{0x03, 0x02, 35, 7}`. */
function fromArray(text: string): Pasted | null {
  const inner = /\{([^{}]*)\}/.exec(text)?.[1] ?? text;
  const plain = inner.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, ' ');
  const items = plain.split(',').map((item) => item.trim()).filter((item) => item !== '');
  if (items.length < 4 || !items.every((item) => /^(0x[0-9a-f]+|\d+)u?l?$/i.test(item))) return null;
  const numbers = items.map((item) => Number(item.replace(/[ul]+$/i, '')));
  const most = Math.max(...numbers);
  if (most > 0xffffffff) return null;
  const isWords = most > 255 || items.every((item) => /^0x[0-9a-f]{8}/i.test(item));
  if (isWords) return { bytes: new Uint8Array(new Uint32Array(numbers).buffer), from: 'array' };
  return { bytes: new Uint8Array(numbers), from: 'array' };
}

/** Pairs of digits, as they are or in the lines of a hex dump with addresses and characters. */
function fromHex(text: string): Pasted | null {
  const lines = text.trim().split(/\r?\n/).map((line) => line
    .replace(/\|.*\|?\s*$/, '')
    .replace(/^\s*(0x)?[0-9a-f]{6,16}[:\s]\s*(?=[0-9a-f]{2,4}(\s|$))/i, ''));
  const isDump = lines.length > 1 && /^\s*(0x)?[0-9a-f]{6,16}[:\s]/i.test(text);
  const cleaned = (isDump ? lines.map((line) => line.split(/ {3,}/)[0]) : text.trim().split(/\r?\n/)).join(' ');
  const digits = cleaned.replace(/0x|\\x/gi, ' ').replace(/[\s,:;-]+/g, '');
  if (digits.length < 8 || digits.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(digits)) return null;
  return { bytes: Uint8Array.from(digits.match(/../g)!, (pair) => parseInt(pair, 16)), from: 'hex' };
}

function fromBase64(text: string): Pasted | null {
  const plain = text.replace(/^data:[^,]*;base64,/, '').replace(/\s+/g, '').replace(/-/g, '+').replace(/_/g, '/');
  if (plain.length < 16 || !/^[a-z0-9+/]+={0,2}$/i.test(plain)) return null;
  try {
    return { bytes: bytesOfBase64(plain), from: 'base64' };
  } catch {
    return null;
  }
}

/** The bytes of a base64 text. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Bytes as base64 for URLs, without padding. */
export function base64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

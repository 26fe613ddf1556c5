// PNG files with eight bits a channel, read to RGBA and written from it.

import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface Image {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export function writePng({ width, height, pixels }: Image): Buffer {
  const rows = Buffer.alloc((width * 4 + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(data.length, 0);
    whole.set(body, 4);
    whole.writeUInt32BE(crc32(body), body.length + 4);
    return whole;
  };
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

export function readPng(file: Buffer): Image {
  const data: Buffer[] = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = 8; at < file.length;) {
    const size = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + size);
    if (type === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = ({ 0: 1, 2: 3, 4: 2, 6: 4 } as Record<number, number>)[body[9]!] ?? 0;
      if (body[8] !== 8 || channels === 0 || body[12] !== 0) throw new Error('a kind of PNG that is not read here');
    }
    if (type === 'IDAT') data.push(body);
    at += size + 12;
  }
  const rows = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const plain = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? plain[y * stride + x - channels]! : 0;
      const up = y > 0 ? plain[(y - 1) * stride + x]! : 0;
      const corner = x >= channels && y > 0 ? plain[(y - 1) * stride + x - channels]! : 0;
      plain[y * stride + x] = rows[y * (stride + 1) + 1 + x]! + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
    }
  }
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const own = plain.subarray(at * channels, at * channels + channels);
    const alpha = channels % 2 === 0 ? own[channels - 1]! : 255;
    pixels.set(channels < 3 ? [own[0]!, own[0]!, own[0]!, alpha] : [own[0]!, own[1]!, own[2]!, alpha], at * 4);
  }
  return { width, height, pixels };
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Share of the pixels of which a channel, multiplied with alpha, differs by more than a number. */
export function difference(one: Image, other: Image, allowed: number): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let wrong = 0;
  for (let at = 0; at < one.pixels.length; at += 4) {
    const [alpha, beta] = [one.pixels[at + 3]!, other.pixels[at + 3]!];
    let most = Math.abs(alpha - beta);
    for (let part = 0; part < 3; part++) most = Math.max(most, Math.abs(one.pixels[at + part]! * alpha - other.pixels[at + part]! * beta) / 255);
    if (most > allowed) wrong += 1;
  }
  return wrong / (one.pixels.length / 4);
}

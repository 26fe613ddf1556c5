// Draws an effect with the library's evaluator, where there is no graphics device.

import type { Client } from '../client';
import type { Gives, Uniform } from '../protocol';
import type { Files, Info } from '../schema';
import type { Field, Frame, Renderer } from './model';

const LARGEST = 256;
/** The picture that a color filter changes and a blender draws, as the translations of an effect name it. */
const SOURCE = 'source';

/** Makes a renderer on a canvas. */
export async function evaluatorRenderer(canvas: HTMLCanvasElement, client: Client, file: number): Promise<Renderer> {
  const { answer } = await client.ask('uniforms', { file });
  const info = (await client.document<Files<Info>>(file, 'info')).files[0];
  const kind = info?.facts.find(({ label }) => label === 'program kind')?.value ?? '';
  const inputs = /filter|blender/.test(kind) ? [SOURCE] : [];
  return new EvaluatorRenderer(canvas, client, file, answer.uniforms.map(fieldOf), [...inputs, ...picturesOf(answer.children)]);
}

/** A uniform with the shape that its type names: `float`, `half4`, `float3x3`, `int2`. */
export function fieldOf(uniform: Uniform): Field {
  const match = /^(float|half|int|short|uint|ushort|bool|vec|ivec|uvec|bvec|mat)(\d)?(?:x(\d))?/.exec(uniform.type);
  const word = match?.[1] ?? 'float';
  const columns = match?.[3] ? Number(match[2]) : word === 'mat' ? Number(match?.[2] ?? 1) : 1;
  const rows = Number(match?.[3] ?? match?.[2] ?? 1);
  const scalar = /^(int|short|ivec)/.test(word) ? 'int' : /^(uint|ushort|uvec)/.test(word) ? 'uint' : /^(bool|bvec)/.test(word) ? 'bool' : 'float';
  // The library counts the numbers of a uniform, in all elements.
  const count = Math.max(1, Math.round(uniform.count / (rows * columns)));
  return { name: uniform.name, scalar, rows, columns, count, isColor: uniform.is_color };
}

/** The children that take a picture; color filters and blenders among them are left out. */
export function picturesOf(children: Gives<'uniforms'>['children']): string[] {
  return children.filter(({ kind }) => kind === 'shader').map(({ name }) => name);
}

class EvaluatorRenderer implements Renderer {
  private image: ImageData | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly client: Client, private readonly file: number,
    readonly fields: Field[], readonly pictures: string[],
  ) {}

  async draw(frame: Frame): Promise<void> {
    const scale = Math.min(1, LARGEST / Math.max(frame.width, frame.height));
    const width = Math.max(1, Math.round(frame.width * scale));
    const height = Math.max(1, Math.round(frame.height * scale));
    // The source is the picture without a name; the library takes pictures in the order of their names.
    const pictures = [...this.pictures].map((name) => ({ name: name === SOURCE ? '' : name, picture: frame.pictures.get(name)! }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const data = new Uint8Array(pictures.reduce((sum, { picture }) => sum + picture.pixels.length, 0));
    let at = 0;
    for (const { picture } of pictures) {
      data.set(picture.pixels, at);
      at += picture.pixels.length;
    }
    const uniforms = Object.fromEntries(this.fields.map(({ name }) => [name, frame.values.get(name) ?? []]));
    const children = Object.fromEntries(pictures.map(({ name, picture }) => [name, { width: picture.width, height: picture.height }]));
    const { answer, bytes } = await this.client.ask('draw', { file: this.file, width, height, uniforms, children }, { data });
    this.image = new ImageData(new Uint8ClampedArray(bytes.buffer), answer.width, answer.height);
    this.canvas.width = answer.width;
    this.canvas.height = answer.height;
    this.canvas.getContext('2d')?.putImageData(this.image, 0, 0);
  }

  async pixel(x: number, y: number): Promise<number[]> {
    if (!this.image) return [];
    const at = (y * this.image.width + x) * 4;
    return [...this.image.data.subarray(at, at + 4)].map((value) => value / 255);
  }

  dispose(): void {
    this.image = null;
  }
}

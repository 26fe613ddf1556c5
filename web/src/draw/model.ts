// What drawing has in common, whichever way it is done: uniforms, pictures, the renderer.

/** A uniform, or a member of a block. */
export interface Field {
  name: string;
  scalar: 'float' | 'int' | 'uint' | 'bool';
  /** Components of a vector, or of a column. */
  rows: number;
  columns: number;
  count: number;
  isColor: boolean;
}

export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array<ArrayBuffer>;
}

export interface Frame {
  width: number;
  height: number;
  /** Values of each field, column by column, element by element. */
  values: Map<string, number[]>;
  pictures: Map<string, Picture>;
}

export interface Renderer {
  readonly fields: Field[];
  /** Names of textures and child shaders that take a picture. */
  readonly pictures: string[];
  draw(frame: Frame): Promise<void>;
  /** Value of a pixel, counted from the top left. */
  pixel(x: number, y: number): Promise<number[]>;
  dispose(): void;
}

/** Why something cannot be drawn. */
export class CannotDraw extends Error {}

/** Number of values of a field. */
export function length(field: Field): number {
  return field.rows * field.columns * field.count;
}

/** A picture to look through effects at: stripes, a disc and a gradient. */
export function testPicture(seed: number): Picture {
  const size = 256;
  const pixels = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const isDark = (((x >> 5) + (y >> 5)) & 1) === 1;
      const isIn = Math.hypot(x - 128, y - 128) < 80;
      const at = (y * size + x) * 4;
      const shade = isDark ? 0.7 : 1;
      pixels[at] = shade * (isIn ? 240 : seed % 2 ? 255 - x : x);
      pixels[at + 1] = shade * (isIn ? 180 : y);
      pixels[at + 2] = shade * (isIn ? 60 : 160);
      pixels[at + 3] = 255;
    }
  }
  return { width: size, height: size, pixels };
}

/** Writes the values of a field where a buffer has them. */
export function writeField(
  data: DataView, field: Field, values: number[], offset: number, columnStride: number, arrayStride: number,
): void {
  for (let element = 0; element < field.count; element++) {
    for (let column = 0; column < field.columns; column++) {
      for (let part = 0; part < field.rows; part++) {
        const value = values[(element * field.columns + column) * field.rows + part] ?? 0;
        const at = offset + element * arrayStride + column * columnStride + part * 4;
        if (at + 4 > data.byteLength) return;
        if (field.scalar === 'float') data.setFloat32(at, value, true);
        else data.setInt32(at, value, true);
      }
    }
  }
}

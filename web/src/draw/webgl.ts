// Draws a fragment shader in GLSL ES 3.00 with WebGL2, to a texture whose pixels can be read.

import { strings } from '../strings';
import { CannotDraw, writeField, type Field, type Frame, type Picture, type Renderer } from './model';

const CORNER = `#version 300 es
void main() { gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }`;

// The first row of what is drawn is the top one.
const SHOW = `#version 300 es
precision highp float;
uniform highp sampler2D drawn;
layout(location = 0) out vec4 color;
void main() {
    ivec2 size = textureSize(drawn, 0);
    ivec2 at = ivec2(gl_FragCoord.xy);
    color = texelFetch(drawn, ivec2(at.x, size.y - 1 - at.y), 0);
}`;

interface PlacedField extends Field {
  offset: number;
  columnStride: number;
  arrayStride: number;
}

/** A sampler; a plain one takes a picture. */
interface Sampler {
  name: string;
  isPlain: boolean;
}

interface Block {
  buffer: WebGLBuffer;
  data: DataView<ArrayBuffer>;
  fields: PlacedField[];
}

const VALUES: Record<string, string> = {
  float: 'glassbox_uv.x', vec2: 'glassbox_uv', vec3: 'vec3(glassbox_uv, 0.5)', vec4: 'vec4(glassbox_uv, 0.5, 1.0)',
  int: '0', ivec2: 'ivec2(0)', ivec3: 'ivec3(0)', ivec4: 'ivec4(0)', uint: '0u', uvec2: 'uvec2(0u)', uvec3: 'uvec3(0u)', uvec4: 'uvec4(0u)',
};

/** Replaces inputs of the stage by what the frame gives them. */
function withInputs(text: string): { text: string; pictures: string[] } {
  const pictures: string[] = [];
  const input = /^(?:layout\([^)]*\)\s*)?(?:(?:flat|smooth|centroid)\s+)*in\s+(?:(?:highp|mediump|lowp)\s+)?(\w+)\s+(\w+);/gm;
  const replaced = text.replace(input, (_whole, type: string, name: string) => {
    if (/^(source|destination)$/.test(name) && type === 'vec4') {
      pictures.push(name);
      return `uniform highp sampler2D glassbox_${name};\n#define ${name} texture(glassbox_${name}, glassbox_uv)`;
    }
    const value = /norm/i.test(name) && type === 'vec3' ? 'glassbox_normal()' : VALUES[type];
    if (!value) throw new CannotDraw(strings.draw.noBinding(name));
    return `#define ${name} (${value})`;
  });
  const helpers = `
uniform highp vec2 glassbox_size;
#define glassbox_uv (gl_FragCoord.xy / glassbox_size)
highp vec3 glassbox_normal() {
    highp vec2 p = glassbox_uv * 2.0 - 1.0;
    return normalize(vec3(p.x, -p.y, sqrt(max(0.0, 1.0 - dot(p, p)))));
}
`;
  const at = /(^precision [^\n]*\n)+/m.exec(replaced);
  const end = at ? at.index + at[0].length : replaced.indexOf('\n') + 1;
  return { text: replaced.slice(0, end) + helpers + replaced.slice(end), pictures };
}

/** Makes a renderer on a canvas. */
export function webglRenderer(canvas: HTMLCanvasElement, text: string, filter: 'linear' | 'nearest'): Renderer {
  const gl = canvas.getContext('webgl2', { alpha: true, premultipliedAlpha: true, preserveDrawingBuffer: true });
  if (!gl) throw new CannotDraw(strings.draw.noWebGl);
  return new WebGlRenderer(gl, canvas, text, filter);
}

class WebGlRenderer implements Renderer {
  readonly fields: PlacedField[];
  readonly pictures: string[];
  private readonly program: WebGLProgram;
  private readonly show: WebGLProgram;
  private readonly blocks: Block[];
  private readonly samplers: Sampler[];
  private readonly isFloat: boolean;
  private readonly textures = new Map<string, { picture: Picture; texture: WebGLTexture }>();
  private readonly target: WebGLTexture;
  private readonly framebuffer: WebGLFramebuffer;

  constructor(private readonly gl: WebGL2RenderingContext, private readonly canvas: HTMLCanvasElement, text: string, private readonly filter: 'linear' | 'nearest') {
    const shader = withInputs(text);
    this.isFloat = gl.getExtension('EXT_color_buffer_float') !== null;
    this.program = link(gl, shader.text);
    this.show = link(gl, SHOW);
    this.blocks = blocksOf(gl, this.program);
    this.fields = this.blocks.flatMap((block) => block.fields);
    this.samplers = samplersOf(gl, this.program);
    this.pictures = this.samplers.filter((one) => one.isPlain).map(({ name }) => name.replace(/^glassbox_/, ''));
    this.target = gl.createTexture();
    this.framebuffer = gl.createFramebuffer();
  }

  async draw(frame: Frame): Promise<void> {
    const { gl, canvas } = this;
    if (canvas.width !== frame.width) canvas.width = frame.width;
    if (canvas.height !== frame.height) canvas.height = frame.height;
    gl.bindTexture(gl.TEXTURE_2D, this.target);
    const [inner, type] = this.isFloat ? [gl.RGBA32F, gl.FLOAT] as const : [gl.RGBA8, gl.UNSIGNED_BYTE] as const;
    gl.texImage2D(gl.TEXTURE_2D, 0, inner, frame.width, frame.height, 0, gl.RGBA, type, null);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.target, 0);
    gl.viewport(0, 0, frame.width, frame.height);
    gl.useProgram(this.program);
    gl.uniform2f(gl.getUniformLocation(this.program, 'glassbox_size'), frame.width, frame.height);
    this.blocks.forEach(({ buffer, data, fields }, index) => {
      for (const field of fields) writeField(data, field, frame.values.get(field.name) ?? [], field.offset, field.columnStride, field.arrayStride);
      gl.bindBufferBase(gl.UNIFORM_BUFFER, index, buffer);
      gl.bufferData(gl.UNIFORM_BUFFER, data, gl.DYNAMIC_DRAW);
    });
    // Samplers of other shapes get units of their own, on which there is nothing.
    this.samplers.forEach(({ name, isPlain }, unit) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, isPlain ? this.texture(name.replace(/^glassbox_/, ''), frame) : null);
      gl.uniform1i(gl.getUniformLocation(this.program, name), unit);
    });
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.useProgram(this.show);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.target);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  async pixel(x: number, y: number): Promise<number[]> {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    const values = this.isFloat ? new Float32Array(4) : new Uint8Array(4);
    gl.readPixels(x, y, 1, 1, gl.RGBA, this.isFloat ? gl.FLOAT : gl.UNSIGNED_BYTE, values);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return [...values].map((value) => (this.isFloat ? value : value / 255));
  }

  dispose(): void {
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  private texture(name: string, frame: Frame): WebGLTexture {
    const { gl } = this;
    const picture = frame.pictures.get(name);
    if (!picture) throw new CannotDraw(strings.draw.noPicture(name));
    let known = this.textures.get(name);
    if (known?.picture !== picture) {
      if (known) gl.deleteTexture(known.texture);
      const texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, picture.width, picture.height, 0, gl.RGBA, gl.UNSIGNED_BYTE, picture.pixels);
      for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, this.filter === 'linear' ? gl.LINEAR : gl.NEAREST);
      known = { picture, texture };
      this.textures.set(name, known);
    }
    return known.texture;
  }
}

function link(gl: WebGL2RenderingContext, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, CORNER], [gl.FRAGMENT_SHADER, fragment]] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new CannotDraw(`WebGL2: ${gl.getShaderInfoLog(shader) ?? ''}`);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new CannotDraw(`WebGL2: ${gl.getProgramInfoLog(program) ?? ''}`);
  return program;
}

function samplersOf(gl: WebGL2RenderingContext, program: WebGLProgram): Sampler[] {
  const samplers: Sampler[] = [];
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) as number;
  for (let index = 0; index < count; index++) {
    const info = gl.getActiveUniform(program, index);
    if (info && !shapeOf(gl, info.type)) samplers.push({ name: info.name, isPlain: info.type === gl.SAMPLER_2D });
  }
  return samplers;
}

function blocksOf(gl: WebGL2RenderingContext, program: WebGLProgram): Block[] {
  const blocks: Block[] = [];
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORM_BLOCKS) as number;
  for (let index = 0; index < count; index++) {
    gl.uniformBlockBinding(program, index, index);
    const size = gl.getActiveUniformBlockParameter(program, index, gl.UNIFORM_BLOCK_DATA_SIZE) as number;
    const members = [...gl.getActiveUniformBlockParameter(program, index, gl.UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES) as Uint32Array];
    const offsets = gl.getActiveUniforms(program, members, gl.UNIFORM_OFFSET) as number[];
    const strides = gl.getActiveUniforms(program, members, gl.UNIFORM_ARRAY_STRIDE) as number[];
    const columns = gl.getActiveUniforms(program, members, gl.UNIFORM_MATRIX_STRIDE) as number[];
    const fields = members.flatMap((member, at) => {
      const info = gl.getActiveUniform(program, member);
      const shape = info && shapeOf(gl, info.type);
      if (!info || !shape) return [];
      const name = info.name.replace(/^\w+\./, '').replace(/\[0\]$/, '');
      return [{ ...shape, name, count: info.size, isColor: false, offset: offsets[at]!, arrayStride: strides[at]!, columnStride: columns[at]! }];
    });
    fields.sort((a, b) => a.offset - b.offset);
    blocks.push({ buffer: gl.createBuffer(), data: new DataView(new ArrayBuffer(size)), fields });
  }
  return blocks;
}

function shapeOf(gl: WebGL2RenderingContext, type: number): Pick<Field, 'scalar' | 'rows' | 'columns'> | null {
  const vectors: [Field['scalar'], number[]][] = [
    ['float', [gl.FLOAT, gl.FLOAT_VEC2, gl.FLOAT_VEC3, gl.FLOAT_VEC4]], ['int', [gl.INT, gl.INT_VEC2, gl.INT_VEC3, gl.INT_VEC4]],
    ['uint', [gl.UNSIGNED_INT, gl.UNSIGNED_INT_VEC2, gl.UNSIGNED_INT_VEC3, gl.UNSIGNED_INT_VEC4]], ['bool', [gl.BOOL, gl.BOOL_VEC2, gl.BOOL_VEC3, gl.BOOL_VEC4]],
  ];
  for (const [scalar, types] of vectors) if (types.includes(type)) return { scalar, rows: types.indexOf(type) + 1, columns: 1 };
  const matrices: number[][] = [
    [gl.FLOAT_MAT2, gl.FLOAT_MAT2x3, gl.FLOAT_MAT2x4], [gl.FLOAT_MAT3x2, gl.FLOAT_MAT3, gl.FLOAT_MAT3x4], [gl.FLOAT_MAT4x2, gl.FLOAT_MAT4x3, gl.FLOAT_MAT4],
  ];
  for (const [index, types] of matrices.entries()) if (types.includes(type)) return { scalar: 'float', rows: types.indexOf(type) + 2, columns: index + 2 };
  return null;
}

// Draws a fragment shader in WGSL with WebGPU, to a texture of floats whose pixels can be read. The canvas gets its pixels by a copy:
// software drivers of WebGPU draw to textures, but not all of them to canvases.

import { strings } from '../strings';
import { CannotDraw, writeField, type Frame, type Picture, type Renderer } from './model';
import { fieldsOf, layoutOf, readShader, type Binding, type PlacedField, type Shader } from './wgsl';

const FORMAT = 'rgba32float';
const STORAGE_SIZE = 1 << 16;

const SHOW = `
@group(0) @binding(0) var drawn: texture_2d<f32>;
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
// Canvases take colors that are not multiplied with alpha.
@fragment fn show(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let color = clamp(textureLoad(drawn, vec2i(at.xy), 0), vec4f(0.0), vec4f(1.0));
    return vec4f(color.rgb / select(1.0, color.a, color.a > 0.0), color.a);
}
`;

let device: Promise<GPUDevice> | null = null;

/** The device, asked for once. */
function getDevice(): Promise<GPUDevice> {
  device ??= (async () => {
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) throw new CannotDraw(strings.draw.noWebGpu);
    const got = await adapter.requestDevice();
    void got.lost.then(() => (device = null));
    return got;
  })();
  device.catch(() => (device = null));
  return device;
}

interface Resource {
  binding: Binding;
  buffer?: GPUBuffer;
  fields?: PlacedField[];
  data?: DataView<ArrayBuffer>;
}

/** True for textures that take a picture. */
function isPlain(type: string): boolean {
  return type === 'texture_2d<f32>';
}

/** How a texture of a type in WGSL is bound. */
function textureLayout(type: string): { viewDimension: GPUTextureViewDimension; sampleType: 'float' | 'depth' | 'uint' | 'sint' } {
  const match = /^texture_(depth_)?(1d|2d|2d_array|3d|cube|cube_array)(?:<(f32|u32|i32)>)?$/.exec(type);
  if (!match) throw new CannotDraw(strings.draw.noBinding(type));
  const sampleType = match[1] ? 'depth' : match[3] === 'u32' ? 'uint' : match[3] === 'i32' ? 'sint' : 'float';
  return { viewDimension: match[2]!.replace('_', '-') as GPUTextureViewDimension, sampleType };
}

/** What is drawn to, and how the canvas gets it. */
interface Target {
  width: number;
  height: number;
  drawn: GPUTexture;
  shown: GPUTexture;
  buffer: GPUBuffer;
  rowSize: number;
}

function makeTarget(gpu: GPUDevice, width: number, height: number): Target {
  const size = [width, height];
  const rowSize = Math.ceil(width * 4 / 256) * 256;
  const { RENDER_ATTACHMENT, TEXTURE_BINDING, COPY_SRC } = GPUTextureUsage;
  return {
    width, height, rowSize,
    drawn: gpu.createTexture({ size, format: FORMAT, usage: RENDER_ATTACHMENT | TEXTURE_BINDING | COPY_SRC }),
    shown: gpu.createTexture({ size, format: 'rgba8unorm', usage: RENDER_ATTACHMENT | COPY_SRC }),
    buffer: gpu.createBuffer({ size: rowSize * height, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ }),
  };
}

function destroy(target: Target | null): void {
  target?.drawn.destroy();
  target?.shown.destroy();
  target?.buffer.destroy();
}

/** Makes a renderer on a canvas. */
export async function webgpuRenderer(canvas: HTMLCanvasElement, text: string, filter: GPUFilterMode): Promise<Renderer> {
  const gpu = await getDevice();
  const shader = readShader(text);
  const module = gpu.createShaderModule({ code: shader.text });
  const errors = (await module.getCompilationInfo()).messages.filter((message) => message.type === 'error');
  if (errors[0]) throw new CannotDraw(`WebGPU: ${errors[0].message}`);
  const renderer = new WebGpuRenderer(gpu, canvas, shader, module, filter);
  await renderer.prepare();
  return renderer;
}

class WebGpuRenderer implements Renderer {
  readonly fields: PlacedField[];
  readonly pictures: string[];
  private readonly context: CanvasRenderingContext2D;
  private readonly resources: Resource[];
  private readonly frame: GPUBuffer;
  private readonly sampler: GPUSampler;
  private readonly textures = new Map<string, { picture: Picture; texture: GPUTexture }>();
  private readonly blanks = new Map<string, GPUTexture>();
  private layouts: GPUBindGroupLayout[] = [];
  private pipeline!: GPURenderPipeline;
  private show!: GPURenderPipeline;
  private target: Target | null = null;

  constructor(
    private readonly gpu: GPUDevice, private readonly canvas: HTMLCanvasElement, private readonly shader: Shader, private readonly module: GPUShaderModule,
    filter: GPUFilterMode,
  ) {
    this.context = canvas.getContext('2d')!;
    this.resources = shader.bindings.map((binding) => this.makeResource(binding));
    this.fields = this.resources.flatMap((resource) => resource.fields ?? []);
    this.pictures = [...shader.bindings.filter((one) => isPlain(one.type)).map((one) => one.name), ...shader.inputPictures];
    this.frame = gpu.createBuffer({ size: 16, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
    this.sampler = gpu.createSampler({ magFilter: filter, minFilter: filter, addressModeU: 'clamp-to-edge', addressModeV: 'clamp-to-edge' });
  }

  async prepare(): Promise<void> {
    const { gpu, module, shader } = this;
    gpu.pushErrorScope('validation');
    this.layouts = Array.from({ length: shader.frameGroup + 1 }, (_, group) => gpu.createBindGroupLayout({ entries: this.layoutEntries(group) }));
    this.pipeline = gpu.createRenderPipeline({
      layout: gpu.createPipelineLayout({ bindGroupLayouts: this.layouts }),
      vertex: { module, entryPoint: 'glassbox_corner' },
      fragment: { module, entryPoint: 'glassbox_draw', targets: [{ format: FORMAT }] },
    });
    const show = gpu.createShaderModule({ code: SHOW });
    const layout = gpu.createBindGroupLayout({ entries: [{ binding: 0, visibility: GPUShaderStage.FRAGMENT, texture: { sampleType: 'unfilterable-float' } }] });
    this.show = gpu.createRenderPipeline({
      layout: gpu.createPipelineLayout({ bindGroupLayouts: [layout] }),
      vertex: { module: show, entryPoint: 'corner' },
      fragment: { module: show, entryPoint: 'show', targets: [{ format: 'rgba8unorm' }] },
    });
    const error = await gpu.popErrorScope();
    if (error) throw new CannotDraw(`WebGPU: ${error.message}`);
  }

  async draw(frame: Frame): Promise<void> {
    const { gpu, canvas } = this;
    if (this.target?.width !== frame.width || this.target.height !== frame.height) {
      destroy(this.target);
      this.target = makeTarget(gpu, frame.width, frame.height);
    }
    const { drawn, shown, buffer, rowSize } = this.target;
    this.writeUniforms(frame);
    const commands = gpu.createCommandEncoder();
    const pass = commands.beginRenderPass({ colorAttachments: [{ view: drawn.createView(), loadOp: 'clear', storeOp: 'store' }] });
    pass.setPipeline(this.pipeline);
    this.layouts.forEach((layout, group) => pass.setBindGroup(group, gpu.createBindGroup({ layout, entries: this.entries(group, frame) })));
    pass.draw(3);
    pass.end();
    const show = commands.beginRenderPass({ colorAttachments: [{ view: shown.createView(), loadOp: 'clear', storeOp: 'store' }] });
    show.setPipeline(this.show);
    show.setBindGroup(0, gpu.createBindGroup({ layout: this.show.getBindGroupLayout(0), entries: [{ binding: 0, resource: drawn.createView() }] }));
    show.draw(3);
    show.end();
    commands.copyTextureToBuffer({ texture: shown }, { buffer, bytesPerRow: rowSize }, [frame.width, frame.height]);
    gpu.queue.submit([commands.finish()]);
    await buffer.mapAsync(GPUMapMode.READ);
    const bytes = new Uint8Array(buffer.getMappedRange());
    const image = new ImageData(frame.width, frame.height);
    for (let y = 0; y < frame.height; y++) image.data.set(bytes.subarray(y * rowSize, y * rowSize + frame.width * 4), y * frame.width * 4);
    buffer.unmap();
    if (canvas.width !== frame.width) canvas.width = frame.width;
    if (canvas.height !== frame.height) canvas.height = frame.height;
    this.context.putImageData(image, 0, 0);
  }

  async pixel(x: number, y: number): Promise<number[]> {
    if (!this.target) return [];
    const buffer = this.gpu.createBuffer({ size: 256, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    const commands = this.gpu.createCommandEncoder();
    commands.copyTextureToBuffer({ texture: this.target.drawn, origin: [x, y] }, { buffer, bytesPerRow: 256 }, [1, 1]);
    this.gpu.queue.submit([commands.finish()]);
    await buffer.mapAsync(GPUMapMode.READ);
    const value = [...new Float32Array(buffer.getMappedRange(0, 16))];
    buffer.destroy();
    return value;
  }

  dispose(): void {
    destroy(this.target);
    this.frame.destroy();
    for (const { buffer } of this.resources) buffer?.destroy();
    for (const { texture } of this.textures.values()) texture.destroy();
    for (const texture of this.blanks.values()) texture.destroy();
  }

  private writeUniforms(frame: Frame): void {
    const { gpu } = this;
    gpu.queue.writeBuffer(this.frame, 0, new Float32Array([frame.width, frame.height, 0, 0]));
    for (const resource of this.resources) {
      if (!resource.data || !resource.buffer) continue;
      for (const field of resource.fields ?? []) {
        writeField(resource.data, field, frame.values.get(field.name) ?? [], field.offset, field.columnStride, field.arrayStride);
      }
      gpu.queue.writeBuffer(resource.buffer, 0, resource.data.buffer);
    }
  }

  private makeResource(binding: Binding): Resource {
    const { structs } = this.shader;
    if (binding.space === 'uniform') {
      const size = Math.max(16, Math.ceil(layoutOf(binding.type, structs).size / 16) * 16);
      const buffer = this.gpu.createBuffer({ size, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
      return { binding, buffer, fields: fieldsOf(binding.name, binding.type, structs), data: new DataView(new ArrayBuffer(size)) };
    }
    if (binding.space.startsWith('storage')) {
      return { binding, buffer: this.gpu.createBuffer({ size: STORAGE_SIZE, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST }) };
    }
    return { binding };
  }

  private layoutEntries(group: number): GPUBindGroupLayoutEntry[] {
    const visibility = GPUShaderStage.FRAGMENT;
    if (group === this.shader.frameGroup) {
      return [
        { binding: 0, visibility, buffer: {} },
        ...this.shader.inputPictures.map((_, index) => ({ binding: index + 1, visibility, texture: {} })),
      ];
    }
    return this.shader.bindings.filter((one) => one.group === group).map(({ binding, space, type }) => {
      if (space === 'uniform') return { binding, visibility, buffer: {} };
      if (space.startsWith('storage')) return { binding, visibility, buffer: { type: space.includes('write') ? 'storage' : 'read-only-storage' } };
      if (type.startsWith('sampler')) return { binding, visibility, sampler: { type: type === 'sampler' ? 'filtering' : 'comparison' } };
      return { binding, visibility, texture: textureLayout(type) };
    });
  }

  private entries(group: number, frame: Frame): GPUBindGroupEntry[] {
    if (group === this.shader.frameGroup) {
      return [
        { binding: 0, resource: { buffer: this.frame } },
        ...this.shader.inputPictures.map((name, index) => ({ binding: index + 1, resource: this.texture(name, frame) })),
      ];
    }
    return this.resources.filter(({ binding }) => binding.group === group).map(({ binding, buffer }) => ({
      binding: binding.binding,
      resource: buffer ? { buffer } : this.bound(binding, frame),
    }));
  }

  private bound(binding: Binding, frame: Frame): GPUSampler | GPUTextureView {
    if (binding.type === 'sampler') return this.sampler;
    if (binding.type === 'sampler_comparison') return this.gpu.createSampler({ compare: 'less-equal' });
    return isPlain(binding.type) ? this.texture(binding.name, frame) : this.blank(binding);
  }

  /** A texture of another shape, on which there is nothing. */
  private blank({ name, type }: Binding): GPUTextureView {
    const { viewDimension, sampleType } = textureLayout(type);
    let known = this.blanks.get(name);
    if (!known) {
      const layers = viewDimension.startsWith('cube') ? 6 : 1;
      const format = ({ depth: 'depth32float', uint: 'rgba8uint', sint: 'rgba8sint', float: 'rgba8unorm' } as const)[sampleType];
      known = this.gpu.createTexture({
        size: [1, 1, layers], format, usage: GPUTextureUsage.TEXTURE_BINDING, dimension: viewDimension === '3d' ? '3d' : viewDimension === '1d' ? '1d' : '2d',
      });
      this.blanks.set(name, known);
    }
    return known.createView({ dimension: viewDimension });
  }

  private texture(name: string, frame: Frame): GPUTextureView {
    const picture = frame.pictures.get(name);
    if (!picture) throw new CannotDraw(strings.draw.noPicture(name));
    let known = this.textures.get(name);
    if (known?.picture !== picture) {
      known?.texture.destroy();
      const size = [picture.width, picture.height];
      const texture = this.gpu.createTexture({ size, format: 'rgba8unorm', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST });
      this.gpu.queue.writeTexture({ texture }, picture.pixels, { bytesPerRow: picture.width * 4 }, size);
      known = { picture, texture };
      this.textures.set(name, known);
    }
    return known.texture.createView();
  }
}

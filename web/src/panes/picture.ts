// What a shader draws: on the graphics device or by the library, with uniforms, pictures, time, and the pixel under the pointer.

import { Refused, Stopped } from '../client';
import { button, choice, h } from '../dom';
import { drawCommand, shellLine } from '../draw/command';
import { Controls } from '../draw/controls';
import { evaluatorRenderer, picturesOf } from '../draw/evaluator';
import { CannotDraw, type Frame, type Renderer } from '../draw/model';
import { Pictures } from '../draw/pictures';
import { webglRenderer } from '../draw/webgl';
import { webgpuRenderer } from '../draw/webgpu';
import type { View } from '../files';
import type { Gives } from '../protocol';
import { strings } from '../strings';
import { Pane, type Context } from './pane';

type Way = 'webgpu' | 'webgl' | 'library';

const SIZES = ['256', '384', '512', '1024'];

export class PicturePane extends Pane {
  readonly id = 'picture';
  private readonly bar = h('div', { class: 'bar wrap' });
  private readonly stage = h('div', { class: 'stage' });
  private readonly status = h('div', { class: 'status', role: 'status' });
  private readonly controls: Controls;
  private readonly pictures: Pictures;
  /** What the effect takes; null for other shaders. */
  private effect: Gives<'uniforms'> | null = null;
  private renderer: Renderer | null = null;
  private canvas: HTMLCanvasElement | null = null;
  private wish: Way | 'auto' = 'auto';
  private size = 384;
  private isPlaying = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  private time = 0;
  private last = 0;
  private pointer: [number, number] = [0, 0];
  private isShown = false;
  private isDrawing = false;
  private isWanted = false;

  constructor(context: Context) {
    super(context);
    this.controls = new Controls(() => this.wantFrame());
    this.pictures = new Pictures(() => this.wantFrame(), (message) => context.say(message));
    this.element.append(this.bar, this.message, h('div', { class: 'body picture' }, this.stage, this.status, this.pictures.element, this.controls.element));
  }

  override setVisible(isVisible: boolean): void {
    this.isShown = isVisible;
    super.setVisible(isVisible);
    if (isVisible) this.wantFrame();
  }

  protected override async load(view: View, signal: AbortSignal): Promise<void> {
    const { opened } = view;
    if (!opened.draws && !opened.targets.includes('wgsl')) {
      this.clear();
      this.showMessage(strings.draw.none);
      return;
    }
    const { client } = this.context;
    this.effect = opened.draws ? (await client.ask('uniforms', { file: view.handle }, { signal })).answer : null;
    const colors = new Set(this.effect?.uniforms.filter((uniform) => uniform.is_color).map((uniform) => uniform.name));
    const failures: string[] = [];
    for (const way of this.ways(view)) {
      const canvas = this.makeCanvas();
      try {
        const renderer = await this.make(way, canvas, view, signal);
        if (signal.aborted) {
          renderer.dispose();
          return;
        }
        this.use(renderer, canvas, way, view, colors);
        return;
      } catch (error) {
        if (signal.aborted || error instanceof Stopped) throw error;
        if (!(error instanceof CannotDraw || error instanceof Refused)) throw error;
        failures.push(error.message + (error instanceof Refused ? error.findings.map((finding) => `\n${finding.message}`).join('') : ''));
      }
    }
    this.clear();
    this.makeBar(null, view);
    this.showMessage(h('p', {}, strings.draw.failed), h('ul', {}, ...failures.map((failure) => h('li', {}, failure))));
  }

  protected override clear(): void {
    this.renderer?.dispose();
    this.renderer = null;
    this.canvas = null;
    this.stage.replaceChildren();
    this.bar.replaceChildren();
    this.controls.setFields([], new Set());
    this.pictures.setNames([]);
    this.status.textContent = '';
  }

  private ways(view: View): Way[] {
    const { opened } = view;
    const all: Way[] = [
      ...(opened.targets.includes('wgsl') ? ['webgpu'] as const : []), ...(opened.targets.includes('glsl') ? ['webgl'] as const : []),
      ...(opened.draws ? ['library'] as const : []),
    ];
    return this.wish === 'auto' ? all : all.filter((way) => way === this.wish);
  }

  private async make(way: Way, canvas: HTMLCanvasElement, view: View, signal: AbortSignal): Promise<Renderer> {
    const { client } = this.context;
    if (way === 'library') return evaluatorRenderer(canvas, client, view.handle);
    const to = way === 'webgpu' ? 'wgsl' : 'glsl';
    const { entries } = (await client.ask('entries', { file: view.handle, to }, { signal })).answer;
    const fragment = entries.find((entry) => entry.stage === 'fragment') ?? entries.find((entry) => !/vertex|compute|geometry|tess|mesh|task/.test(entry.stage));
    if (entries.length > 0 && !fragment) throw new CannotDraw(strings.draw.noFragment);
    const options = { ...(way === 'webgl' ? { 'target-version': '300es' } : {}), ...(entries.length > 1 && fragment ? { entry: fragment.stage } : {}) };
    const { bytes } = await client.ask('convert', { file: view.handle, to, options }, { signal });
    const text = new TextDecoder().decode(bytes);
    // Skia samples children without a filter if it is not told another.
    const filter = this.effect ? 'nearest' : 'linear';
    return way === 'webgpu' ? webgpuRenderer(canvas, text, filter) : webglRenderer(canvas, text, filter);
  }

  private use(renderer: Renderer, canvas: HTMLCanvasElement, way: Way, view: View, colors: Set<string>): void {
    this.renderer?.dispose();
    this.renderer = renderer;
    this.canvas = canvas;
    // Translations give other names to uniforms whose names are no names there.
    const { uniforms } = this.effect ?? { uniforms: [] };
    if (uniforms.length === renderer.fields.length) uniforms.forEach(({ name }, at) => (renderer.fields[at]!.name = name));
    this.stage.replaceChildren(canvas);
    this.status.textContent = '';
    this.controls.setFields(renderer.fields, colors);
    this.pictures.setNames(renderer.pictures);
    this.makeBar(way, view);
    this.wantFrame();
  }

  private makeBar(way: Way | null, view: View): void {
    const ways = [{ value: 'auto', title: strings.draw.auto }, ...(['webgpu', 'webgl', 'library'] as const)
      .filter((one) => one !== 'library' || view.opened.draws).map((one) => ({ value: one, title: strings.draw.ways[one] }))];
    const controls: HTMLElement[] = [choice(strings.draw.with, ways, this.wish, (wish) => {
      this.wish = wish as Way | 'auto';
      this.invalidate();
    })];
    if (way) {
      controls.push(h('span', { class: 'way' }, strings.draw.by(strings.draw.ways[way])));
      controls.push(choice(strings.draw.size, SIZES.map((size) => ({ value: size, title: size })), String(this.size), (size) => {
        this.size = Number(size);
        this.wantFrame();
      }));
      if (this.controls.isAnimated) controls.push(this.playButton());
      controls.push(button(strings.draw.save, () => this.save()));
      if (this.effect) controls.push(button(strings.draw.copyCommand, () => void this.guard(this.copyCommand(this.effect!)), { title: strings.draw.copyCommandTitle }));
    }
    this.bar.replaceChildren(...controls);
  }

  private playButton(): HTMLElement {
    const play = button(this.isPlaying ? strings.draw.pause : strings.draw.play, () => {
      this.isPlaying = !this.isPlaying;
      this.last = 0;
      play.textContent = this.isPlaying ? strings.draw.pause : strings.draw.play;
      this.wantFrame();
    });
    return play;
  }

  private makeCanvas(): HTMLCanvasElement {
    const canvas = h('canvas', { tabindex: '0', role: 'img', 'aria-label': strings.draw.canvas });
    const move = (x: number, y: number) => {
      this.pointer = [Math.max(0, Math.min(canvas.width - 1, x)), Math.max(0, Math.min(canvas.height - 1, y))];
      this.wantFrame();
    };
    canvas.addEventListener('pointermove', (event) => {
      const box = canvas.getBoundingClientRect();
      move(Math.floor((event.clientX - box.left) / box.width * canvas.width), Math.floor((event.clientY - box.top) / box.height * canvas.height));
    });
    canvas.addEventListener('keydown', (event) => {
      const step = event.shiftKey ? 10 : 1;
      const way = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as Record<string, [number, number]>)[event.key];
      if (!way) return;
      event.preventDefault();
      move(this.pointer[0] + way[0] * step, this.pointer[1] + way[1] * step);
    });
    return canvas;
  }

  /** Draws a frame soon; one at a time. */
  private wantFrame(): void {
    this.isWanted = true;
    if (!this.isDrawing && this.renderer && this.isShown) {
      this.isDrawing = true;
      requestAnimationFrame((now) => void this.guard(this.frame(now)).finally(() => {
        this.isDrawing = false;
        if (this.isWanted && this.renderer && this.isShown) this.wantFrame();
      }));
    }
  }

  private async frame(now: number): Promise<void> {
    const { renderer, canvas } = this;
    if (!renderer || !canvas) return;
    this.isWanted = this.isPlaying && this.controls.isAnimated;
    if (this.isPlaying && this.last > 0) this.time += Math.min(0.2, (now - this.last) / 1000);
    this.last = now;
    this.controls.surround({ width: this.size, height: this.size, time: this.time, pointer: this.pointer });
    try {
      await renderer.draw(this.shownFrame);
      const [x, y] = this.pointer;
      const value = await renderer.pixel(Math.min(x, canvas.width - 1), Math.min(y, canvas.height - 1));
      if (renderer === this.renderer) this.status.textContent = strings.draw.pixel(x, y, value.map((part) => part.toFixed(4)).join('  '));
    } catch (error) {
      // Of a renderer that was replaced meanwhile, nothing matters.
      if (renderer !== this.renderer) return;
      this.isWanted = false;
      throw error;
    }
  }

  private get shownFrame(): Frame {
    return { width: this.size, height: this.size, values: this.controls.values, pictures: this.pictures.pictures };
  }

  private async copyCommand({ uniforms, children }: Gives<'uniforms'>): Promise<void> {
    const words = drawCommand(this.document?.name ?? '', uniforms, picturesOf(children), this.shownFrame);
    await navigator.clipboard.writeText(shellLine(['glassbox', ...words]));
    this.context.say(strings.draw.commandCopied);
  }

  private save(): void {
    this.canvas?.toBlob((blob) => {
      if (!blob) return;
      const url = URL.createObjectURL(blob);
      h('a', { href: url, download: `${this.document?.name ?? 'picture'}.png` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    });
  }
}

// Pictures for textures and child shaders: a test picture at first, then what is dropped or picked.

import { button, h } from '../dom';
import { strings } from '../strings';
import { testPicture, type Picture } from './model';

const LARGEST = 2048;

/** The pixels of an image file. */
async function readPicture(file: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LARGEST / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0, width, height);
  return { width, height, pixels: new Uint8Array(context.getImageData(0, 0, width, height).data) };
}

export class Pictures {
  readonly element = h('div', { class: 'pictures' });
  readonly pictures = new Map<string, Picture>();
  private readonly kept = new Map<string, Picture>();

  constructor(private readonly onchange: () => void, private readonly onerror: (message: string) => void) {}

  setNames(names: string[]): void {
    this.pictures.clear();
    names.forEach((name, index) => this.pictures.set(name, this.kept.get(name) ?? testPicture(index)));
    this.element.replaceChildren(...names.map((name) => this.slot(name)));
  }

  private slot(name: string): HTMLElement {
    const pick = () => {
      const input = h('input', { type: 'file', accept: 'image/*' });
      input.onchange = () => input.files?.[0] && void this.take(name, input.files[0]);
      input.click();
    };
    const element = h('div', { class: 'picture-slot' }, h('span', {}, name), button(strings.draw.pick, pick, { 'aria-label': strings.draw.pickFor(name) }));
    element.addEventListener('dragover', (event) => {
      event.preventDefault();
      event.stopPropagation();
    });
    element.addEventListener('drop', (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      void this.take(name, file);
    });
    return element;
  }

  private async take(name: string, file: Blob): Promise<void> {
    try {
      const picture = await readPicture(file);
      this.kept.set(name, picture);
      this.pictures.set(name, picture);
      this.onchange();
    } catch {
      this.onerror(strings.draw.notAPicture);
    }
  }
}

// Makes elements of the page in one expression, and other small helps with the DOM.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element: attributes, `onclick` and the like as listeners, children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.filter((child): child is Node | string => !!child || child === ''));
  return element;
}

/** Sets attributes; false, null and undefined leave them out. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as unknown as EventListener);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
}

/** A button with a name, and a title that explains it. */
export function button(name: string, onclick: (event: MouseEvent) => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick, ...attributes }, name);
}

/** A labelled choice. */
export function choice(
  label: string, options: { value: string; title: string }[], value: string, onchange: (value: string) => void,
): HTMLLabelElement {
  const select = h('select', { onchange: () => onchange(select.value) });
  for (const option of options) select.append(new Option(option.title, option.value, false, option.value === value));
  return h('label', { class: 'choice' }, h('span', {}, label), select);
}

/** A table with a caption for assistive technology and a header row. */
export function table(caption: string, headers: string[], rows: HTMLTableRowElement[]): HTMLTableElement {
  return h('table', {},
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...headers.map((header) => h('th', { scope: 'col' }, header)))),
    h('tbody', {}, ...rows));
}

/** A table row of texts. */
export function row(...cells: (Node | string)[]): HTMLTableRowElement {
  return h('tr', {}, ...cells.map((cell) => h('td', {}, cell)));
}

/** Calls a function once after calls have stopped for a while. */
export function debounce(milliseconds: number, action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

/** An address as the command prints it. */
export function hex(address: number, digits = 1): string {
  return `0x${address.toString(16).padStart(digits, '0')}`;
}

/** Gives the browser a file to save. */
export function download(name: string, bytes: BlobPart): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** True if the event is for a field that takes text. */
export function isTyping(event: Event): boolean {
  const target = event.target as HTMLElement | null;
  return !!target?.closest?.('input, textarea, select, [contenteditable="true"]');
}

// The selection that all panes share: an address range of the file that is shown.

export interface Selection {
  /** Handle of the file. */
  file: number;
  start: number;
  end: number;
  /** Id of the pane that selected it, which need not move to it. */
  origin: string;
}

type Listener = (selection: Selection | null) => void;

/** Holds the selection and tells who listens; remembers earlier ones. */
export class SelectionStore {
  private current: Selection | null = null;
  private readonly listeners = new Set<Listener>();
  private readonly past: Selection[] = [];
  private readonly future: Selection[] = [];

  get(): Selection | null {
    return this.current;
  }

  set(selection: Selection | null): void {
    const old = this.current;
    if (old && selection && old.file === selection.file && old.start === selection.start && old.end === selection.end) return;
    if (old) {
      this.past.push(old);
      if (this.past.length > 200) this.past.shift();
    }
    this.future.length = 0;
    this.tell(selection);
  }

  /** Goes to the selection before. */
  back(): void {
    const earlier = this.past.pop();
    if (!earlier) return;
    if (this.current) this.future.push(this.current);
    this.tell({ ...earlier, origin: 'history' });
  }

  /** Undoes `back`. */
  forward(): void {
    const later = this.future.pop();
    if (!later) return;
    if (this.current) this.past.push(this.current);
    this.tell({ ...later, origin: 'history' });
  }

  subscribe(listener: Listener): void {
    this.listeners.add(listener);
  }

  private tell(selection: Selection | null): void {
    this.current = selection;
    for (const listener of this.listeners) listener(selection);
  }
}

/** True if two ranges share an address, or an empty one lies in the other. */
export function touches(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  if (a.start === a.end) return b.start <= a.start && a.start <= b.end;
  if (b.start === b.end) return a.start <= b.start && b.start <= a.end;
  return a.start < b.end && b.start < a.end;
}

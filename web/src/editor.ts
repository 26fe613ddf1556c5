// A CodeMirror editor whose lines have places: addresses of the file that they show.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, type DecorationSet, type ViewUpdate,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { textLanguage, type Comments } from './languages';
import type { Place } from './protocol';
import type { Finding } from './schema';
import { touches } from './selection';

export interface EditorOptions {
  label: string;
  readOnly: boolean;
  comments: Comments;
  /** The user went to a line with a place. */
  onSelect?(start: number, end: number): void;
  /** The user changed the text. */
  onEdit?(): void;
}

const setMarks = StateEffect.define<number[]>();
const lineMark = Decoration.line({ class: 'cm-selected-place' });

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const { doc } = transaction.state;
      next = Decoration.set(effect.value.filter((line) => line < doc.lines).map((line) => lineMark.range(doc.line(line + 1).from)));
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  readonly view: EditorView;
  private places: (Place | null)[] = [];
  private isSetting = false;
  private readonly language = new Compartment();

  constructor(private readonly options: EditorOptions) {
    this.view = new EditorView({
      extensions: [
        lineNumbers(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), highlightSelectionMatches(),
        search({ top: true }), keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        syntaxHighlighting(classHighlighter), this.language.of(textLanguage(options.comments)), marks,
        options.readOnly ? [] : lintGutter(),
        EditorState.readOnly.of(options.readOnly),
        EditorView.contentAttributes.of({
          'aria-label': options.label, ...(options.readOnly ? { 'aria-readonly': 'true' } : {}), spellcheck: 'false', tabindex: '0',
        }),
        EditorView.updateListener.of((update) => this.updated(update)),
      ],
    });
    this.view.scrollDOM.tabIndex = -1;
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows another text. Where little changes, the scroll position stays. */
  setText(text: string, places: (Place | null)[] = []): void {
    if (text !== this.text) {
      this.isSetting = true;
      const top = this.view.scrollDOM.scrollTop;
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
      this.view.scrollDOM.scrollTop = top;
      this.isSetting = false;
    }
    this.places = places;
    this.view.dispatch({ effects: setMarks.of([]) });
  }

  setComments(comments: Comments): void {
    this.view.dispatch({ effects: this.language.reconfigure(textLanguage(comments)) });
  }

  /** Marks the lines that show a range of addresses; scrolls to the first if asked. */
  mark(range: { start: number; end: number } | null, scroll = false): void {
    const lines = range ? this.linesOf(range) : [];
    this.view.dispatch({ effects: setMarks.of(lines) });
    if (scroll && lines[0] !== undefined) this.scrollTo(lines[0]);
  }

  /** Scrolls to a line, counted from 0, and puts the cursor there. */
  scrollTo(line: number, column = 0): void {
    const { doc } = this.view.state;
    if (line >= doc.lines) return;
    const { from, to } = doc.line(line + 1);
    const at = Math.min(from + column, to);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  }

  /** Shows findings at their lines. */
  setFindings(findings: Finding[]): void {
    const { doc } = this.view.state;
    const diagnostics: Diagnostic[] = [];
    for (const finding of findings) {
      if (finding.line === undefined || finding.line < 1 || finding.line > doc.lines) continue;
      const line = doc.line(finding.line);
      const from = Math.min(line.from + Math.max(0, (finding.column ?? 1) - 1), line.to);
      const word = /^[\w.$%@]+/.exec(doc.sliceString(from, line.to))?.[0].length ?? 1;
      const help = finding.help ? `\n${finding.help}` : '';
      diagnostics.push({
        from, to: Math.min(from + word, line.to), severity: finding.severity, source: finding.rule, message: finding.message + help,
      });
    }
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Lines that show a range: those in it, or the one that shows least around its start. */
  private linesOf(range: { start: number; end: number }): number[] {
    const inside: number[] = [];
    let best = -1;
    let least = Infinity;
    this.places.forEach((place, line) => {
      if (!place || place[0] === place[1]) return;
      const [start, end] = place;
      if (start >= range.start && end <= range.end && range.end > range.start) inside.push(line);
      else if (touches(range, { start, end }) && start <= range.start && end - start < least) {
        least = end - start;
        best = line;
      }
    });
    return inside.length > 0 ? inside.slice(0, 2000) : best >= 0 ? [best] : [];
  }

  private updated(update: ViewUpdate): void {
    if (update.docChanged && !this.isSetting) {
      update.changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
        const first = update.startState.doc.lineAt(fromA).number - 1;
        const last = update.startState.doc.lineAt(toA).number - 1;
        if (last - first === inserted.lines - 1) return;
        const kept = this.places[first] ?? null;
        this.places.splice(first, last - first + 1, kept, ...new Array<null>(inserted.lines - 1).fill(null));
      });
      this.options.onEdit?.();
    }
    if (update.selectionSet && update.transactions.some((transaction) => transaction.isUserEvent('select'))) {
      const line = update.state.doc.lineAt(update.state.selection.main.head).number - 1;
      const place = this.places[line];
      if (place && place[0] < place[1]) this.options.onSelect?.(place[0], place[1]);
    }
  }
}

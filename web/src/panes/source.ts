// The editor of a source: errors as it is typed, the language, the module that the other panes show.

import type { Compiler } from '../compiler';
import { button, choice, download, h } from '../dom';
import { Editor } from '../editor';
import type { View } from '../files';
import { strings } from '../strings';
import { findingList, Pane, type Context } from './pane';

export class SourcePane extends Pane {
  readonly id = 'source';
  private readonly editor: Editor;
  private readonly bar = h('div', { class: 'bar' });
  private readonly status = h('span', { class: 'grow', role: 'status' });
  private readonly findings = h('div', { class: 'notes', role: 'region', 'aria-label': strings.panes.findings });

  constructor(context: Context, private readonly compiler: Compiler) {
    super(context);
    this.editor = new Editor({
      label: strings.source.label, readOnly: false, comments: 'both',
      onEdit: () => this.document && context.documents.setSource(this.document, this.editor.text),
    });
    this.element.append(this.bar, this.message, this.editor.view.dom, this.findings);
    compiler.addEventListener('compiled', (event) => {
      if ((event as CustomEvent).detail === this.document) this.showResult();
    });
  }

  /** Called for every document, since a source with mistakes has no view. */
  showDocument(): void {
    const source = this.document?.source ?? null;
    this.editor.view.dom.hidden = source === null;
    this.bar.hidden = source === null;
    if (source === null) {
      this.showMessage(this.document ? strings.source.none : strings.source.noFile);
      return;
    }
    this.showMessage();
    this.editor.setText(source);
    this.showResult();
  }

  protected override async load(_view: View): Promise<void> {
    this.showDocument();
  }

  protected override clear(): void {
    this.showDocument();
  }

  protected override showError(error: unknown): void {
    if (this.document?.source === null) super.showError(error);
  }

  private showResult(): void {
    const { document } = this;
    if (!document) return;
    const result = this.compiler.result(document);
    const languages = [{ value: '', title: strings.source.byName }, ...this.compiler.languages.map(({ name, title }) => ({ value: name, title }))];
    const controls: HTMLElement[] = [
      choice(strings.source.language, languages, result?.language ?? '', (language) => this.compiler.setLanguage(document, language)),
    ];
    if (result && result.modules.length > 1) {
      const modules = result.modules.map((module, index) => ({ value: String(index), title: `${module.entry || index} (${module.stage})` }));
      controls.push(choice(strings.source.module, modules, String(result.chosen), (index) => this.compiler.choose(document, Number(index))));
    }
    controls.push(button(strings.source.saveSource, () => download(document.name, document.source ?? '')));
    const { view } = document;
    if (view && view.handle !== document.handle) controls.push(button(strings.source.saveBinary, () => download(view.opened.name, view.blob)));
    this.bar.replaceChildren(...controls, this.status);
    this.status.textContent = !result ? strings.source.compiling : result.message !== '' ? result.message
      : view ? strings.source.compiled(view.opened.title, view.opened.binary_size) : '';
    this.editor.setFindings(result?.findings ?? []);
    const list = findingList(result?.findings ?? []);
    this.findings.replaceChildren(...(list ? [list] : []));
  }
}

// All files that are open, for folders and archives with many of them.

import { Grid } from '../grid';
import type { Document } from '../files';
import { strings } from '../strings';
import { Pane, type Context } from './pane';

export class FilesPane extends Pane {
  readonly id = 'files';
  private readonly grid: Grid<Document>;

  constructor(context: Context) {
    super(context);
    const { documents } = context;
    this.grid = new Grid<Document>({
      label: strings.panes.files, filterLabel: strings.filter,
      columns: [
        { title: strings.name, width: 4, text: (document) => document.name },
        { title: strings.kind, width: 3, text: (document) => document.opened?.title ?? document.error?.message ?? '' },
        { title: strings.overview.size, width: 1, text: (document) => strings.bytesCount(document.blob.size) },
      ],
      onChoose: (document) => void documents.show(document),
      isMarked: (document) => document === documents.active,
    });
    this.element.append(this.message, this.grid.element);
    documents.addEventListener('list', () => this.grid.setItems([...documents.all]));
  }

  protected override async load(): Promise<void> {
    this.grid.setItems([...this.context.documents.all]);
  }

  protected override clear(): void {
    this.grid.setItems([...this.context.documents.all]);
  }
}

// Compiles sources as they are edited: findings for the editor, the binary for all other panes.

import { isAbort, Refused, type Client } from './client';
import { debounce } from './dom';
import type { Document, Documents } from './files';
import type { Language } from './protocol';
import type { Finding } from './schema';
import { strings } from './strings';

export interface Module {
  stage: string;
  entry: string;
  size: number;
}

export interface Compiled {
  findings: Finding[];
  modules: Module[];
  /** Which of the modules is shown. */
  chosen: number;
  language: string;
  message: string;
}

/** Says `compiled` when the result of a document has changed. */
export class Compiler extends EventTarget {
  languages: Language[] = [];
  private readonly results = new WeakMap<Document, Compiled>();
  private readonly due = new Set<Document>();
  private readonly soon = debounce(300, () => void this.runDue());

  constructor(private readonly client: Client, private readonly documents: Documents) {
    super();
    documents.addEventListener('source', (event) => this.schedule((event as CustomEvent<Document>).detail));
    documents.addEventListener('view', (event) => {
      const document = (event as CustomEvent<Document | null>).detail;
      if (document && document.source !== null && !this.results.has(document)) this.schedule(document);
    });
  }

  async start(): Promise<void> {
    this.languages = (await this.client.ask('about', {})).answer.languages;
  }

  result(document: Document): Compiled | null {
    return this.results.get(document) ?? null;
  }

  /** Compiles a document as another language. */
  setLanguage(document: Document, language: string): void {
    const result = this.resultOf(document);
    result.language = language;
    result.chosen = 0;
    this.schedule(document);
  }

  /** Shows another module of a source with several. */
  choose(document: Document, module: number): void {
    this.resultOf(document).chosen = module;
    this.schedule(document);
  }

  private resultOf(document: Document): Compiled {
    let result = this.results.get(document);
    if (!result) {
      result = { findings: [], modules: [], chosen: 0, language: this.languageOf(document), message: '' };
      this.results.set(document, result);
    }
    return result;
  }

  /** The language that the library sees in a source, or the one that its name says. */
  private languageOf(document: Document): string {
    if (document.opened?.language) return document.opened.language;
    const name = document.name.toLowerCase();
    const matches = this.languages.flatMap((language) => language.suffixes
      .filter((suffix) => name.endsWith(suffix))
      .map((suffix) => ({ name: language.name, length: suffix.length })));
    return matches.sort((a, b) => b.length - a.length)[0]?.name ?? '';
  }

  private schedule(document: Document): void {
    this.due.add(document);
    this.soon();
  }

  private async runDue(): Promise<void> {
    const documents = [...this.due];
    this.due.clear();
    for (const document of documents) await this.compile(document);
  }

  private async compile(document: Document): Promise<void> {
    const text = document.source;
    if (text === null) return;
    const result = this.resultOf(document);
    try {
      const { findings, modules, bytes } = await this.ask(document.name, text, result.language);
      if (document.source !== text) return;
      Object.assign(result, { findings, modules, message: '' });
      result.chosen = Math.min(result.chosen, Math.max(0, modules.length - 1));
      if (bytes.length > 0) await this.documents.setResult(document, part(bytes, result), resultName(document.name));
      else result.message = strings.source.errors(findings.filter((one) => one.severity === 'error').length);
    } catch (error) {
      if (isAbort(error)) return;
      result.findings = error instanceof Refused ? error.findings : [];
      result.message = (error as Error).message;
    }
    this.dispatchEvent(new CustomEvent('compiled', { detail: document }));
  }

  private async ask(name: string, text: string, language: string): Promise<{ findings: Finding[]; modules: Module[]; bytes: Uint8Array<ArrayBuffer> }> {
    const named = language === '' ? {} : { language };
    if (this.languages.find((one) => one.name === language)?.by === 'stages') {
      const { answer, bytes } = await this.client.ask('stages', { sources: [{ name, text, ...named }] });
      return { findings: answer.findings, modules: answer.modules, bytes };
    }
    const { answer, bytes } = await this.client.ask('compile', { name, ...named }, { data: new TextEncoder().encode(text) });
    return { findings: answer.findings, modules: [], bytes };
  }
}

/** The bytes of the chosen module; a file of a whole program is one. */
function part(bytes: Uint8Array<ArrayBuffer>, { modules, chosen }: Compiled): Uint8Array<ArrayBuffer> {
  if (modules.length < 2) return bytes;
  const start = modules.slice(0, chosen).reduce((sum, module) => sum + module.size, 0);
  return bytes.slice(start, start + (modules[chosen]?.size ?? 0));
}

function resultName(name: string): string {
  return `${name}.bin`;
}

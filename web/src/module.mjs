// Wraps the WebAssembly module: requests and bytes in, answers and bytes out. Runs in the worker and in Node.

/**
 * @typedef {{ memory: WebAssembly.Memory, allocate(size: number): number, release(address: number, size: number): void,
 *   ask(request: number, requestSize: number, data: number, dataSize: number): void,
 *   answer(part: number): number, answer_size(part: number): number }} Exports
 * @typedef {{ answer: unknown } | { refused: string, findings?: unknown[] }} Reply
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** One instance of the library. After a trap it must not be used again. */
export class Library {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  }

  /**
   * Starts an instance; a compiled module can be given to any number of them.
   * @param {WebAssembly.Module} module
   */
  static async start(module) {
    return new Library(await WebAssembly.instantiate(module, {}));
  }

  /**
   * Copies bytes into the memory of the module.
   * @param {Uint8Array} bytes
   */
  place(bytes) {
    if (bytes.length === 0) return 0;
    const address = this.exports.allocate(bytes.length) >>> 0;
    if (address === 0) throw new RangeError('no memory for the request');
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }

  /**
   * Asks one request and copies the answer out.
   * @param {object} request
   * @param {Uint8Array} [data]
   * @returns {{ reply: Reply, bytes: Uint8Array<ArrayBuffer> }}
   */
  ask(request, data = new Uint8Array(0)) {
    const text = encoder.encode(JSON.stringify(request));
    const textAt = this.place(text);
    const dataAt = this.place(data);
    this.exports.ask(textAt, text.length, dataAt, data.length);
    if (text.length > 0) this.exports.release(textAt, text.length);
    if (data.length > 0) this.exports.release(dataAt, data.length);
    return { reply: JSON.parse(decoder.decode(this.part(0))), bytes: this.part(1) };
  }

  /**
   * A copy of a part of the answer.
   * @param {number} part
   */
  part(part) {
    const size = this.exports.answer_size(part) >>> 0;
    if (size === 0) return new Uint8Array(0);
    return new Uint8Array(this.exports.memory.buffer, this.exports.answer(part) >>> 0, size).slice();
  }
}

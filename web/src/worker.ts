// The worker: holds one instance of the library and answers one request after another.

import { Library } from './module.mjs';
import type { FromWorker, ToWorker } from './protocol';

let library: Library | undefined;

function say(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

self.onmessage = async (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if ('module' in message) {
    library = await Library.start(message.module);
    say({ ready: true });
    return;
  }
  try {
    if (!library) throw new Error('the library has not been started');
    const { reply, bytes } = library.ask(message.request, message.data);
    say({ id: message.id, reply: reply as { answer: unknown }, bytes }, [bytes.buffer]);
  } catch (error) {
    say({ id: message.id, trap: String(error) });
  }
};

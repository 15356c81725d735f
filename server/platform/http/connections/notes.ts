import type { Engine } from '../../db/engine.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { EventStreams } from './event-streams.ts';

/** That something beside a page's own subject changed; whoever shows it fetches it again. */
interface Note {
  /** Kind of change. */
  kind: string;
  /** Id of its subject. */
  id: string;
}

/** Notes are collected for this long, ms, so that many at once cost each stream one write. */
const BATCH_MS = 250;
/** Different notes in a batch; further ones are left out, and their readers see the change later. */
const BATCH_SIZE = 200;

/** Sends a note to all pages that have an event stream open, once the transaction has committed. */
export const sendNote = (tx: Db | Tx, engine: Engine, note: Note) =>
  engine.notify('notes', JSON.stringify(note)).execute(tx);

/** Passes notes on to streams that are open anyway, so that no page needs another one for them. */
export async function relayNotes(engine: Engine, streams: EventStreams): Promise<{ stop: () => void }> {
  const notes = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    timer = undefined;
    streams.send([...notes].map((note) => `event: note\ndata: ${note}\n\n`).join(''));
    notes.clear();
  };
  const listener = await engine.listen('notes', {
    onMessage(note) {
      if (streams.size() === 0 || notes.size >= BATCH_SIZE) return;
      notes.add(note);
      timer ??= setTimeout(send, BATCH_MS);
    },
    onReconnect: () => {},
  });
  return {
    stop() {
      clearTimeout(timer);
      listener.stop();
    },
  };
}

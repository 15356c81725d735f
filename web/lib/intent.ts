import { perTab } from './storage/storage.ts';
import { hasShape, readStored, type Shape } from './storage/stored.ts';

/** Intent of a visitor who was asked to log in. */
export type Intent =
  | { kind: 'save' | 'add-to-playlist'; track: { id: string; title: string } }
  /** Intent that an extension handles. It checks the input itself. */
  | { kind: 'extension'; name: string; input: unknown }
  | { kind: 'vote'; id: string }
  | { kind: 'request'; input: { title: string; artist: string; genre: string; description: string } };

const KEY = 'ovation.intent';
/** A vote costs credits, so somebody who logs in much later is not charged for an old click; ms. */
const EXPIRES_AFTER = 15 * 60_000;

/** Remembers an intent in this tab while its person logs in. `from` is the URL that they return to. */
export function keepIntent(intent: Intent, from: string): void {
  perTab.set(KEY, JSON.stringify({ intent, from, expires_at: Date.now() + EXPIRES_AFTER }));
}

const TRACK = { track: { id: 'string', title: 'string' } };
const SHAPES: { readonly [Kind in Intent['kind']]: Shape } = {
  save: TRACK,
  'add-to-playlist': TRACK,
  extension: { name: 'string' },
  vote: { id: 'string' },
  request: { input: { title: 'string', artist: 'string', genre: 'string', description: 'string' } },
};

/** The intent of the login that returns to `from`. Each intent is returned once, and none after a detour. */
export function takeIntent(from: string): Intent | null {
  const intent = readIntent(from);
  perTab.remove(KEY);
  return intent;
}

/** The intent of the login that returns to `from`, which stays. */
export function readIntent(from: string): Intent | null {
  const kept = readStored<{ intent: Intent; from: string; expires_at: number }>(perTab, KEY, {
    intent: { kind: 'string' },
    from: 'string',
    expires_at: 'number',
  });
  if (!kept || kept.from !== from || Date.now() >= kept.expires_at) return null;
  return hasShape(kept.intent, SHAPES[kept.intent.kind] ?? 'never') ? kept.intent : null;
}

import { replaceEmails } from './text/private-text.ts';

/** Different faults that are remembered; older ones are forgotten. */
const FAULTS_MAX = 50;
/** Characters of a message that are kept. */
const MESSAGE_MAX = 300;
/** Characters that are read of one. */
const READ_MAX = 4000;

/** Equal failures are one, with how often they happened. Times in epoch ms. */
interface Fault {
  what: string;
  message: string;
  count: number;
  first_at: number;
  last_at: number;
}

/** The last faults of this server, for its admins. They are kept in memory: a database that is away is one of them. */
export interface RecentErrors {
  add: (error: unknown, what: string) => void;
  /** The latest first. */
  list: () => Fault[];
}

/** @param clock epoch milliseconds. */
export function openRecentErrors(clock: () => number): RecentErrors {
  const known = new Map<string, Fault>();
  return {
    add: (error, what) => {
      const message = messageOf(error);
      const key = `${what}\n${message}`;
      const now = clock();
      const { count, first_at } = known.get(key) ?? { count: 0, first_at: now };
      // Deleted first, so that the map stays in the order of the last time.
      known.delete(key);
      known.set(key, { what, message, count: count + 1, first_at, last_at: now });
      if (known.size > FAULTS_MAX) known.delete(known.keys().next().value!);
    },
    list: () => [...known.values()].reverse(),
  };
}

/** The first line of an error's message and its code, without secrets. */
export function messageOf(error: unknown): string {
  const { name, message, code } = (error ?? {}) as { name?: unknown; message?: unknown; code?: unknown };
  const text = firstLine(String(message || name || error));
  const isTold = typeof code !== 'string' || text.includes(code);
  return withoutSecrets(isTold ? text : `${text} (${code})`)
    .slice(0, MESSAGE_MAX)
    .toWellFormed();
}

/** The beginning of a text's first line. Half of a word could be half of a secret, which nobody would recognize. */
function firstLine(text: string): string {
  const line = text.slice(0, READ_MAX).split('\n')[0]!;
  return line.length < READ_MAX ? line : `${line.slice(0, Math.max(0, line.lastIndexOf(' ')))} …`;
}

/** Characters that end an address in a message. */
const AROUND = /[\s<>"'()]/;

/** Takes out what may be secret or somebody's: credentials, queries, keys, addresses of people, quoted values. */
function withoutSecrets(text: string): string {
  const rest = text.replace(/:\/\/[^\s/@]*@/g, '://…@').replace(/\?[^\s"']*/g, '?…');
  return replaceEmails(rest, '…', (character) => AROUND.test(character))
    .replace(/\b(authorization|bearer|password|passwd|pwd|token|secret|key)\b(["']?[\s:=]+)\S+/gi, '$1$2…')
    .replace(/\b(?:sk|pk|rk|whsec)_\w+/g, '…')
    .replace(/"([^"]*)"/g, (quoted, value) => (/^[a-z_]+$/.test(value) ? quoted : '"…"'))
    .replace(/[\w+=-]{24,}/g, (word) => (/\d/.test(word) ? '…' : word));
}

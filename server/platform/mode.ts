import { Problem } from 'contract/errors.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { escapeHtml } from 'contract/text/html.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from './db/schema.ts';
import { deleteSetting, getSetting, putSetting } from './db/settings.ts';
import { say } from './text/say.ts';

/** `read-only`: music plays and everything can be read, but nothing is changed, for example during maintenance. */
export type Mode = 'normal' | 'read-only';

const SETTING = 'mode';
/** Time until a server notices that the mode was changed, ms. */
const LOOK_EVERY_MS = 1000;

/** Reads the mode that all servers of a database share; it outlives restarts. */
export async function readMode(db: Db): Promise<Mode> {
  return (await getSetting(db, SETTING)) === 'read-only' ? 'read-only' : 'normal';
}

export async function setMode(db: Db, mode: Mode): Promise<void> {
  if (mode === 'normal') await deleteSetting(db, SETTING);
  else await putSetting(db, SETTING, mode);
}

/** Follows the mode from now on. While the database cannot be asked, the last one applies. */
export async function followMode(db: Db) {
  let mode = await readMode(db);
  let onChange = () => {};
  const timer = setInterval(async () => {
    const now = await readMode(db).catch(() => mode);
    if (now === mode) return;
    mode = now;
    onChange();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    isReadOnly: () => mode === 'read-only',
    /** Calls this whenever the mode has changed. */
    onChange: (listener: () => void) => {
      onChange = listener;
    },
    stop: () => clearInterval(timer),
  };
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Retry delay, seconds. */
const RETRY_AFTER = 60;

/** Refuses everything but reads while the server is read-only, before the body is read. */
export function refuseWrites(server: FastifyInstance, isReadOnly: () => boolean): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const refused = isReadOnly() && !READS.has(request.method);
    done(refused ? new Problem('read_only', undefined, { retry_after: RETRY_AFTER }) : undefined);
  });
}

/** Note at the top of pages meanwhile. */
export const readOnlyNote = (site: string, language: LanguageCode) =>
  pageNote(
    escapeHtml(
      say(
        language,
        '{site} is under maintenance. Music plays; saving, voting and signing in are back in a few minutes.',
        { site },
      ),
    ),
  );

/** A note at the top of pages. Part of the HTML, so it takes no script; in the page's colors. @param html its text. */
export const pageNote = (html: string) =>
  `<p role="status" style="margin:0;padding:.6rem 1rem;text-align:center;background:var(--color-raised);color:var(--color-ink);border-bottom:1px solid var(--color-line)">${html}</p>`;

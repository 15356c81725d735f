import type { Db } from './db/schema.ts';
import { deleteSetting, getSetting, putSetting } from './db/settings.ts';

/** `read-only`: music plays and everything can be read, but nothing is changed, for example during maintenance. */
export type Mode = 'normal' | 'read-only';

const SETTING = 'mode';
/** How soon a server notices that the mode was changed, ms. */
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

import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../server/features/accounts/accounts.ts';
import { beginSession } from '../server/features/accounts/sessions.ts';
import { personalData } from '../server/personal-data.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { form } from '../server/testing/sounds.ts';
import type { Program } from './programs.ts';

/** An admin of the server that will run on this folder: the headers of their session. */
export async function adminOf(dataDir: string): Promise<{ authorization: string }> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined });
  const token = await db.transaction().execute(async (tx) => {
    const given = { name: 'Bench', email: 'bench@people.example', password_hash: 'none' };
    const { id } = await createAccount(
      tx,
      { clock: Date.now, personalData: personalData(null) },
      given,
      'admin',
    );
    return beginSession(tx, id, Date.now());
  });
  await close();
  return { authorization: `Bearer ${token}` };
}

/** Uploads a song. @returns the id of the upload. */
export async function send({ url }: Program, admin: Record<string, string>, data: Buffer): Promise<string> {
  const { body, headers } = form({ field: 'audio', name: 'song', data });
  const init = { method: 'POST', headers: { ...admin, ...headers }, body: new Uint8Array(body) };
  const answer = await fetch(`${url}/api/upload/audio`, init);
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as { id: string }).id;
}

interface Upload {
  url: string;
  state: string;
  failure: string | null;
}

/** @throws Error when the processing failed. */
async function find({ url }: Program, headers: Record<string, string>, id: string): Promise<Upload> {
  const upload = (await (await fetch(`${url}/publishing/uploads/${id}`, { headers })).json()) as Upload;
  if (upload.failure) throw new Error(upload.failure);
  return upload;
}

/** @throws Error when the processing failed. */
export const stateOf = async (...upload: Parameters<typeof find>) => (await find(...upload)).state;

/** Waits until an upload is processed. @returns its address, for publishing it. */
export async function settled(...upload: Parameters<typeof find>): Promise<string> {
  for (;;) {
    const { state, url } = await find(...upload);
    if (state === 'ready') return url;
    await sleep(50);
  }
}

import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { CommandFailed } from '../platform/feature.ts';
import { folderOfTest } from '../testing/folders.ts';
import { withExtensions } from '../testing/with-extensions.ts';
import { doctor } from './doctor.ts';

/** A folder of its own, and nothing else set. */
async function settings(more: Record<string, string> = {}) {
  return readConfig({ DATA_DIR: folderOfTest(), ...more });
}

it('prints a line for each check', async () => {
  const lines = (await doctor(await settings())).split('\n');
  expect(lines.slice(0, 6).map((line) => line.slice(0, 21).trimEnd())).toEqual([
    'ok      settings',
    'ok      data folder',
    'ok      database',
    'ok      clock',
    'ok      media',
    'ok      mail',
  ]);
});

it('says what does not answer, and fails', async () => {
  // Nothing listens on these ports.
  const broken = await settings({
    DATABASE_URL: 'postgres://ovation:secret@127.0.0.1:1/ovation',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://ovation.example',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'ovation',
    OIDC_CLIENT_SECRET: 'secret',
  });
  const failure = await doctor(broken).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(CommandFailed);
  const { message } = failure as Error;
  for (const name of ['database', 'clock', 'mail', 'login provider'])
    expect(message).toMatch(new RegExp(`^FAILED {2}${name}`, 'm'));
  expect(message).toMatch(/^ok {6}data folder/m);
  expect(message).not.toContain('secret');
});

withExtensions('asks every generator', async () => {
  expect(await doctor(await settings())).toMatch(/^ok {6}House band/m);
  const broken = await settings({ ACE_STEP_URL: 'http://127.0.0.1:1', ACE_STEP_API_KEY: 'key' });
  await expect(doctor(broken)).rejects.toThrow(/^FAILED {2}ACE-Step/m);
});

import { open } from 'node:fs/promises';

/** A renamed file is safe only when its folder is on disk as well. Windows does that by itself and refuses the call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const names = await open(folder, 'r');
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}

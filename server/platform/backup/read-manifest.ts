import { BackupError } from './backup-error.ts';
import type { Manifest } from './format.ts';
import { readBackup } from './read-backup.ts';

/** Stops reading after the first entry. */
class Found extends Error {
  readonly manifest: Manifest;
  constructor(manifest: Manifest) {
    super();
    this.manifest = manifest;
  }
}

/** What the beginning of a backup says about it. @throws BackupError if it is none. */
export async function readManifest(file: string): Promise<Manifest> {
  const unexpected = async () => {
    throw new BackupError(`${file} is no backup of Ovation.`);
  };
  try {
    await readBackup(file, {
      onManifest: async (manifest) => {
        throw new Found(manifest);
      },
      onRows: unexpected,
      onMedia: unexpected,
    });
  } catch (error) {
    if (error instanceof Found) return error.manifest;
    throw error;
  }
  return unexpected();
}

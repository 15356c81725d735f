import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

function emptyFolder(atEnd: (remove: () => void) => void): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty folder for all tests of a file or a `describe`, removed after everything that they do at their end. */
export const folderOfFile = (): string => emptyFolder(afterAll);

/** An empty folder for the test that runs, removed after it. */
export const folderOfTest = (): string => emptyFolder(onTestFinished);

import { writeFile } from 'node:fs/promises';
import { genreLabel } from 'contract/genres.ts';
import { perform } from 'music/composer/perform.ts';
import { serveTask } from '../../../platform/workers/serve-task.ts';
import type { TakeSpec } from '../generator.ts';

export interface HouseBandTask {
  spec: TakeSpec;
  target: string;
}

/** What the worker reports besides the file. */
export interface Played {
  version: string;
  closeness: number | null;
  account: string | null;
}

serveTask(async ({ spec, target }: HouseBandTask, report: (progress: number) => void): Promise<Played> => {
  report(0);
  const description = `${genreLabel(spec.genre)}. ${spec.prompt}`;
  const { audio } = await perform({ description, seed: spec.seed });
  await writeFile(target, audio, { flush: true });
  return { version: '1', closeness: null, account: null };
});

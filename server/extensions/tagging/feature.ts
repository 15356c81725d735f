import { WRITTEN } from '../../features/publishing/publishing.ts';
import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { TAG, tagCatalogue, tagTrack } from './tagging.ts';

export const tagging: Feature<Context> = {
  name: 'tagging',
  jobs: {
    [TAG]: { run: (c, { id }: { id: string }) => tagTrack(c, id) },
    'tagging.catalogue': { everyMs: 600_000, canWait: true, run: tagCatalogue },
  },
  onEvents: { [WRITTEN]: TAG },
};

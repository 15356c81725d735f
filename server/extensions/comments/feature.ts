import { STEP } from '../../features/song-requests/song-requests.ts';
import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { TELL } from './comments.ts';
import { commentPageParts } from './page.ts';
import { commentData, commentMarkData } from './personal.ts';
import { commentRoutes } from './routes.ts';
import { moving, telling } from './tell.ts';

export const comments: Feature<Context> = {
  name: 'comments',
  routes: ({ bind, c }) => commentRoutes(bind, c),
  pageParts: commentPageParts,
  personalData: [commentData, commentMarkData],
  jobs: { [TELL]: telling, 'comments.move': moving },
  onEvents: { [STEP]: 'comments.move' },
};

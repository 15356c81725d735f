import { feedPaths } from 'contract/feeds.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { Context } from '../../platform/context.ts';
import { aboutPlace } from '../../platform/http/page-head.ts';
import type { ServerPage } from '../../platform/http/site.ts';
import { getBoard } from './board.ts';
import { findRequestPage, previewOf } from './page-preview.ts';

/** The last page of the board that the server renders: finding a later one costs more, and the script loads it. */
const LAST_RENDERED = 100;

const addressOf = (page: number) => (page === 1 ? '/leaderboard' : `/leaderboard?page=${page}`);

/** The pages of the board and of a request, as visitors see them. */
export const songRequestPages = (c: Context): ServerPage[] => [
  {
    paths: ['/leaderboard', '/leaderboard/'],
    cost: 6,
    async load({ query, origin }) {
      const wanted = Number(query.page ?? 1);
      const page = Number.isSafeInteger(wanted) && wanted >= 1 ? wanted : 1;
      if (page > LAST_RENDERED) return undefined;
      const data = await getBoard(c, undefined, page);
      return {
        status: 200,
        content: { page: 'board', data },
        address: addressOf(page),
        about: aboutPlace(origin, {
          title: 'Song requests',
          description: `Request a song, light its ${VOTE_GOAL} lamps, and it gets made.`,
          // A number behind the last page shows the last page.
          path: addressOf(data.page),
          feed: feedPaths.requests,
        }),
        preload: '',
        scriptless: true,
      };
    },
  },
  {
    paths: ['/leaderboard/:id', '/leaderboard/:id/'],
    cost: 6,
    async load({ params, query }) {
      const data = await findRequestPage(c, params.id!);
      // One in review is shown to its requester, whom only the script knows.
      if (!data) return { shell: null };
      const preview = previewOf(data, typeof query.lamp === 'string' ? query.lamp : null);
      if (preview.movedTo) return { shell: preview };
      return {
        status: 200,
        content: { page: 'request', data },
        address: preview.address ?? `/leaderboard/${data.id}`,
        preview,
        preload: '',
        scriptless: true,
      };
    },
  },
];

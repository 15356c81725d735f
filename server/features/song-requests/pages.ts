import { feedPaths } from 'contract/feeds.ts';
import { pages } from 'contract/pages.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { Context } from '../../platform/context.ts';
import { listHead } from '../../platform/http/page-head.ts';
import type { ServerPage } from '../../platform/http/site.ts';
import { getBoard } from './board.ts';
import { findRequestPage, requestHead } from './page-preview.ts';

/** The last page of the board that the server renders: finding a later one costs more, and the script loads it. */
const LAST_RENDERED = 100;

const addressOf = (page: number) => (page === 1 ? '/leaderboard' : `/leaderboard?page=${page}`);

/** The pages of the board and of a request, as visitors see them. */
export const songRequestPages = (c: Context): ServerPage[] => [
  {
    page: 'board',
    cost: 6,
    async load({ query }) {
      const wanted = Number(query.page ?? 1);
      const page = Number.isSafeInteger(wanted) && wanted >= 1 ? wanted : 1;
      if (page > LAST_RENDERED) return undefined;
      const data = await getBoard(c, undefined, page);
      return {
        status: 200,
        data,
        address: addressOf(page),
        head: listHead({
          title: pages.board.title,
          description: pages.board.description(VOTE_GOAL),
          // A number behind the last page shows the last page.
          path: addressOf(data.page),
          feed: feedPaths.requests,
        }),
        scriptless: true,
      };
    },
  },
  {
    page: 'request',
    cost: 6,
    async load({ params, query }) {
      const data = await findRequestPage(c, params.id!);
      // One in review is shown to its requester, whom only the script knows.
      if (!data) return { missing: true };
      // Its lamps moved, too, but other numbers are theirs now.
      if (data.merged_into) return { movedTo: `/leaderboard/${data.merged_into}` };
      const head = requestHead(data, typeof query.lamp === 'string' ? query.lamp : null);
      return {
        status: 200,
        data,
        address: head.preview ?? head.path!,
        head,
        scriptless: true,
      };
    },
  },
];

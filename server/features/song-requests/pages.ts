import { Problem } from 'contract/errors.ts';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { type Status, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { pages } from 'contract/pages.ts';
import { english, type Message, message } from 'contract/text/messages.ts';
import { feedPaths } from 'contract/text/slugs.ts';
import type { Context } from '../../platform/context.ts';
import { type Head, listHead } from '../../platform/http/pages/page-head.ts';
import type { ServerPages } from '../../platform/http/pages/site.ts';
import { say } from '../../platform/text/say.ts';
import { getBoard, getRequestPage, type Understand } from './board/board.ts';

/** The last page of the board that the server renders: finding a later one costs more, and the script loads it. */
const LAST_RENDERED = 100;

const urlOf = (page: number) => (page === 1 ? '/leaderboard' : `/leaderboard?page=${page}`);

/** The pages of the board and of a request, as visitors see them. */
export const songRequestPages = (
  c: Context,
  understand: Understand,
): Pick<ServerPages, 'board' | 'request'> => ({
  board: {
    isLive: true,
    cost: 8,
    async load({ query, language }) {
      const wanted = Number(query.page ?? 1);
      const page = Number.isSafeInteger(wanted) && wanted >= 1 ? wanted : 1;
      if (page > LAST_RENDERED) return undefined;
      const data = await getBoard(c, undefined, page);
      return {
        status: 200,
        data,
        url: urlOf(page),
        head: listHead(c.brand, language, {
          title: say(language, pages.board.title),
          description: say(language, 'Request a song. When {goal} people want it, AI makes it.', {
            goal: VOTE_GOAL,
          }),
          // A number behind the last page shows the last page.
          path: urlOf(data.page),
          feed: feedPaths.requests,
        }),
        scriptless: true,
      };
    },
  },
  request: {
    isLive: true,
    cost: 8,
    async load({ params, query, language }) {
      const data = await findRequestPage(c, params.id!, understand);
      // One in review is shown to its requester, whom only the script knows.
      if (!data) return { missing: true };
      // Its lamps moved, too, but other numbers are theirs now.
      if (data.merged_into) return { movedTo: `/leaderboard/${data.merged_into}` };
      const head = requestHead(c.brand.name, language, data, query.lamp);
      return {
        status: 200,
        data,
        url: head.preview ?? head.path!,
        head,
        scriptless: true,
      };
    },
  },
});

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A request's page as visitors see it; null if they see no such request. */
export async function findRequestPage(
  c: Context,
  id: string,
  understand?: Understand,
): Promise<RequestPage | null> {
  if (!UUID.test(id)) return null;
  return getRequestPage(c, null, id.toLowerCase(), understand).catch((error) => {
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  });
}

/**
 * Head of a request's page.
 * @param wanted the lamp that the address names, if any; a lit one is shown.
 */
function requestHead(site: string, language: LanguageCode, request: RequestPage, wanted: unknown): Head {
  const { votes, status, requested_by } = request;
  const title = say(language, pages.request.titleOf(request));
  const path = `/leaderboard/${request.id}`;
  const lamp = litLamp(wanted, votes);
  if (lamp !== undefined)
    return {
      title: say(language, 'I lit lamp {lamp} of {goal} for {song}', { lamp, goal: VOTE_GOAL, song: title }),
      description: say(language, describe(site, status, votes)),
      path,
      preview: `${path}?lamp=${lamp}`,
      image: `/social/lamps/${request.id}-${lamp}.jpg`,
    };
  const requester = requested_by ? `${say(language, 'Requested by {name}.', { name: requested_by })} ` : '';
  return {
    title,
    path,
    description: requester + say(language, describe(site, status, votes)),
    // The parameter is for those who keep pictures by their URL.
    image: `/social/requests/${request.id}.jpg?v=${Math.min(votes, VOTE_GOAL)}`,
  };
}

/** The lamp that a link names, if it is one of those that are lit. */
function litLamp(text: unknown, votes: number): number | undefined {
  const lamp = typeof text === 'string' && /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  return lamp >= 1 && lamp <= Math.min(votes, VOTE_GOAL) ? lamp : undefined;
}

function describe(site: string, status: Status, votes: number): string | Message {
  switch (status) {
    case 'in_studio':
      return english('It is in the studio now.');
    case 'choosing':
      return english('The people who voted are choosing a take.');
    case 'released':
      return message('It is out: listen on {site}.', { site });
    case 'merged':
      return english('Its votes count for another request for the same song now.');
    case 'declined':
    case 'returned':
      return english('It did not become a song.');
    default:
      return votes < VOTE_GOAL
        ? message('It has {votes} of {goal} votes. Vote for it, and help it become a song.', {
            votes,
            goal: VOTE_GOAL,
          })
        : message('It has its {goal} votes: the studio makes it next.', { goal: VOTE_GOAL });
  }
}

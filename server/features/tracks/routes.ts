import { getTrackPage } from 'contract/features/track-page.ts';
import * as contract from 'contract/features/tracks.ts';
import type { PageData } from 'contract/pages.ts';
import { coverPreload, FEATURED_COVER_SIZES } from 'contract/pictures/covers.ts';
import type { FastifyRequest } from 'fastify';
import { type ReadQueue, readQueue } from '../../platform/concurrency.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { PageLoader } from '../../platform/http/pages/site.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { getAnyTrackWithLyrics, getTrackWithLyrics } from './lyrics.ts';
import { getTrackPage as loadTrackPage } from './page.ts';
import { termsOf } from './search.ts';
import { explore, listDeleted, listTracks, type TracksContext } from './tracks.ts';

export function trackRoutes(bind: Bind, c: TracksContext, searches: ReadQueue): void {
  const inTurn = searchQueue(searches, readQueue(c.engine.listsAtOnce));
  bind(contract.listTracks, async ({ query }, call) => {
    if (query.is_deleted === 'true' && call.user?.plan_tier === 'admin') {
      const rows = sendPage(call.reply, await listDeleted(c, query));
      return withAbsoluteUrls(rows, call.origin).map((track) => ({ ...track, is_deleted: true }));
    }
    const page = await inTurn(call.request, query, () => listTracks(c, query));
    return withAbsoluteUrls(sendPage(call.reply, page), call.origin);
  });

  bind(contract.getTrack, async ({ params }, call) => {
    const { id } = params;
    const row =
      call.user?.plan_tier === 'admin'
        ? await getAnyTrackWithLyrics(c.db, id)
        : await getTrackWithLyrics(c, id);
    const [track] = withAbsoluteUrls<typeof row>([row], call.origin);
    return { ...track!, is_deleted: Boolean(track!.is_deleted) };
  });

  bind(getTrackPage, ({ params }, { origin }) => loadTrackPage(c, params.id, origin));
  bind(contract.getExplore, ({ query }, call) =>
    inTurn(call.request, query, () => exploreAnswer(c, query.q, call.origin)),
  );
}

/** Loads what Explore shows of requests, which visitors all get. */
export type LoadAsked<C> = (c: C, origin: string) => Promise<PageData['explore']['asked']>;

/** Explore as the server renders it, unless something is searched. */
export const explorePage = <C extends TracksContext>(
  c: C,
  loadAsked: LoadAsked<C>,
): PageLoader<'explore'> => ({
  cost: 3,
  async load({ query: { q }, origin }) {
    if (typeof q === 'string' && q.trim() !== '') return undefined;
    const [explore, asked] = await Promise.all([exploreAnswer(c, undefined, origin), loadAsked(c, origin)]);
    const first = asked.featured?.track ?? explore.newReleases[0];
    return {
      status: 200,
      data: { explore, asked },
      url: '/',
      preload: first && coverPreload(first.cover_image_url, FEATURED_COVER_SIZES),
    };
  },
});

async function exploreAnswer(c: TracksContext, q: string | undefined, origin: string) {
  const sections = await explore(c, q);
  return {
    newReleases: withAbsoluteUrls(sections.newReleases, origin),
    mostPopular: withAbsoluteUrls(sections.mostPopular, origin),
    trendingNow: withAbsoluteUrls(sections.trendingNow, origin),
    recording: c.recording?.() ?? null,
  };
}

/** Lists with more rows take milliseconds to read and to write as JSON. */
const SHORT_LIST = 50;

/** Runs what reads a list, as soon as it is its turn. */
type SearchQueue = <T>(
  request: FastifyRequest,
  query: { q?: string | undefined; limit?: number },
  run: () => Promise<T>,
) => Promise<T>;

/** Searches and long lists wait, each in their own queue. A short list without a search does not. */
export function searchQueue(searches: ReadQueue, lists: ReadQueue): SearchQueue {
  return (request, { q, limit = 0 }, run) => {
    if (termsOf(q).length > 0) return searches(request, run);
    return limit > SHORT_LIST ? lists(request, run) : run();
  };
}

import type { Recording } from 'contract/tracks.ts';
import * as contract from 'contract/tracks.ts';
import type { Context } from '../../context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { withAbsoluteUrls } from '../../platform/media/addresses.ts';
import { searchQueue } from './search-queue.ts';
import { explore, getAnyTrack, getTrack, listTracks } from './tracks.ts';

/** What is being recorded right now, if anything. */
type Recorder = () => Recording | null;

export function trackRoutes(bind: Bind, c: Context, recorder: Recorder): void {
  const searches = searchQueue(c.engine);
  bind(contract.listTracks, async ({ query }, call) => {
    const page = await searches(call.request, query.q, () => listTracks(c, query));
    return withAbsoluteUrls(sendPage(call.reply, page), call.origin);
  });

  bind(contract.getTrack, async ({ params }, call) => {
    const sees = call.user?.plan_tier === 'admin' ? getAnyTrack(c.db, params.id) : getTrack(c, params.id);
    const [track] = withAbsoluteUrls<Awaited<typeof sees>>([await sees], call.origin);
    return { ...track!, is_deleted: Boolean(track!.is_deleted) };
  });

  bind(contract.getExplore, ({ query }, call) =>
    searches(call.request, query.q, () => exploreAnswer(c, recorder, query.q, call.origin)),
  );
}

/** Explore's answer; the page carries it too, so that the first visit needs no second round trip. */
export async function exploreAnswer(c: Context, recorder: Recorder, q: string | undefined, origin: string) {
  const sections = await explore(c, q);
  return {
    newReleases: withAbsoluteUrls(sections.newReleases, origin),
    mostPopular: withAbsoluteUrls(sections.mostPopular, origin),
    trendingNow: withAbsoluteUrls(sections.trendingNow, origin),
    recording: recorder(),
  };
}

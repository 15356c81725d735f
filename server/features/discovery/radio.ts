import { Problem } from 'contract/errors.ts';
import { RADIO_MEMORY } from 'contract/radio.ts';
import type { Context } from '../../platform/context.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { getTracks } from '../tracks/tracks.ts';
import { neighborsOf } from './genre-neighbors.ts';
import { orderRadio } from './radio-order.ts';
import { resolveSeed } from './radio-seed.ts';
import { selectAmong, selectCandidates, selectComparable } from './similar-queries.ts';
import type { Candidate, Comparable } from './similarity.ts';

/** Tracks of an answer: enough for an hour. */
const TRACKS = 20;

/**
 * The next tracks of a radio: what is like its seed and like what was played last, so that it wanders on.
 * @param played ids, the last one first.
 * @param origin of the media addresses.
 * @throws Problem `not_found` without such a track, artist or genre, or without tracks of it.
 */
export async function getRadio(
  c: Context,
  { seed, played }: { seed: string; played: string[] },
  origin: string,
  random: () => number = Math.random,
) {
  const now = c.clock();
  const start = await resolveSeed(c, seed);
  if (!start) throw new Problem('not_found');
  const last = played[0] === undefined ? undefined : await selectComparable(c.db, now, played[0]);
  const found = new Map<string, Candidate>();
  const collect = (candidates: Candidate[]) => {
    for (const one of candidates) found.set(one.id, one);
  };
  collect(await candidatesFor(c, now, start.like));
  if (last) collect(await candidatesFor(c, now, last));
  collect((await selectAmong(c.db, now, start.own)).map((one) => ({ ...one, savers: 0 })));

  const first = played.length === 0 ? start.first : undefined;
  if (first) found.delete(first);
  const ids = orderRadio(start.like, [...found.values()], first ? [first] : played, TRACKS, random);
  const tracks = await getTracks(c, first ? [first, ...ids] : ids);
  return { name: start.name, tracks: withAbsoluteUrls(tracks, origin) };
}

const candidatesFor = (c: Context, now: number, like: Comparable) =>
  selectCandidates(
    c.db,
    now,
    like,
    like.genre_parent === null ? [] : neighborsOf(like.genre_parent),
    RADIO_MEMORY,
  );

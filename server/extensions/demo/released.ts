import { REQUEST_COST, VOTE_COST } from 'contract/features/song-requests-constants.ts';
import { type PlaysContext, recordPlay } from '../../features/plays/plays.ts';
import { getRequest } from '../../features/song-requests/song-requests.ts';
import { getTrack } from '../../features/tracks/tracks.ts';
import { getSetting, initSetting } from '../../platform/db/settings.ts';
import { seedApplause } from '../applause/applause.ts';
import {
  chooseTake,
  closeChoice,
  HOUSE_BAND,
  type MusicGenerator,
  makeTakes,
  playTakes,
  type StudioContext,
  selectTakes,
} from '../studio/studio.ts';
import { at, type DemoPeople, type DemoPerson } from './people.ts';
import { askAndVote, grantFor } from './song-requests.ts';
import { talk } from './talk.ts';

/** A song of the demo that was requested, voted for, chosen and released before anybody came. */
interface Released {
  title: string;
  artist: string;
  genre: string;
  description: string;
  /** Requester, number of voters, and number of their votes. */
  by: keyof DemoPeople['accounts'] | 'member';
  people: number;
  votes: number;
  /** A seed for each take: each shows the wishes in its waveform. */
  seeds: readonly [number, number];
  /** Index of the take that most people chose, from 0. */
  chosen: number;
  /** Days since the request, and from it until its release. */
  asked: number;
  took: number;
  plays: number;
}

/** The featured one first: it is what a visitor sees first. */
export const released: readonly Released[] = [
  {
    title: 'Paper Lanterns, Heavy Rain',
    artist: 'The Quiet Tenants',
    genre: 'rock:indie-rock',
    description: 'Starts as a whisper, ends with the whole band soaked.',
    ...{ by: 'premium', people: 31, votes: 34, seeds: [2, 2], chosen: 1, asked: 23, took: 21.4, plays: 38 },
  },
  {
    title: 'The Room After Everyone Left',
    artist: 'Agnes Varley',
    genre: 'folk:chamber-folk',
    description: 'A cello alone at the start, drums only at the end, and it fades out.',
    ...{ by: 'admin', people: 28, votes: 31, seeds: [2, 1], chosen: 1, asked: 20, took: 16.6, plays: 19 },
  },
  {
    title: 'Escalator to the Pool',
    artist: 'Soft Currency',
    genre: 'pop:synth-pop',
    description: 'Quiet verses, a huge chorus, and everything stops before the last one.',
    ...{ by: 'member', people: 34, votes: 41, seeds: [1, 1], chosen: 0, asked: 19, took: 12.3, plays: 27 },
  },
  {
    title: 'Third Rail Choir',
    artist: 'Substation 9',
    genre: 'techno:hypnotic-techno',
    description: 'No drums until the middle, then a drop.',
    ...{ by: 'platinum', people: 26, votes: 30, seeds: [1, 3], chosen: 0, asked: 25, took: 15.2, plays: 22 },
  },
  {
    title: 'Half the Town Sang Along',
    artist: 'Sister Odessa Reed',
    genre: 'gospel-christian:contemporary-gospel',
    description: 'Starts small, builds, and takes the whole choir up a key.',
    ...{ by: 'member', people: 29, votes: 33, seeds: [2, 1], chosen: 1, asked: 28, took: 14.5, plays: 17 },
  },
];

/** Seconds of a take: short, as those of the catalogue. */
const SECONDS = 78;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** From the goal to the takes, and to the end of the choice, ms. */
const MADE_AFTER = 2 * 60_000;
const CHOSEN_AFTER = 22 * HOUR;

const done = (title: string) => `demo_released:${title}`;

/**
 * Makes the demo's released songs one after another, each as a member's is made: submitted, voted for, played by the
 * house band, measured, chosen and released, only at earlier times. A start after a crash goes on with the next step.
 */
export async function releaseSongs(
  c: StudioContext & PlaysContext,
  people: DemoPeople,
  signal: AbortSignal,
): Promise<void> {
  const band = c.generators.find(({ id }) => id === HOUSE_BAND);
  if (!band) return;
  for (const song of released) {
    if ((await getSetting(c.db, done(song.title))) !== undefined) continue;
    await release(c, people, song, band, signal);
    await initSetting(c.db, done(song.title), String(c.clock()));
  }
}

async function release(
  c: StudioContext & PlaysContext,
  people: DemoPeople,
  song: Released,
  band: MusicGenerator,
  signal: AbortSignal,
): Promise<void> {
  const now = c.clock();
  const asked = now - song.asked * DAY;
  const ends = asked + song.took * DAY;
  const made = ends - CHOSEN_AFTER;
  const { requester, voters } = castOf(people, song);
  for (const { id } of new Set([requester, ...voters])) {
    const votes = voters.filter((one) => one.id === id).length;
    const cost = votes * VOTE_COST + (id === requester.id ? REQUEST_COST : 0);
    await grantFor(c, id, cost, `demo-released:${song.title}`);
  }
  const { title, artist, genre, description } = song;
  const input = { title, artist, genre, description };
  const id = await askAndVote(c, { input, requester, voters, asked, until: made - MADE_AFTER });
  const request = await getRequest(c.db, null, id);
  if (request.status === 'released') return;
  if (request.status === 'queued')
    await makeTakes(at(c, made), id, {
      onlyFirst: true,
      generator: HOUSE_BAND,
      seeds: song.seeds,
      seconds: SECONDS,
    });
  await playTakes(at(c, made + MADE_AFTER), id, band, signal);
  const takes = await selectTakes(c.db, id);
  const favorite = takes[song.chosen]!;
  const choosers = [...new Set([requester, ...voters])];
  for (const [i, person] of choosers.slice(0, -3).entries()) {
    const take = i % 3 === 1 ? takes.find((one) => one !== favorite)! : favorite;
    const when = made + MADE_AFTER + ((i + 1) / choosers.length) * (ends - made - HOUR);
    await chooseTake(at(c, Math.round(when)), person, id, take.id);
  }
  const track_id = await closeChoice(at(c, Math.round(ends)), id);
  await listen(c, track_id, song, { from: ends, to: now, voters });
  const { duration_seconds: seconds } = await getTrack(c, track_id);
  await talk(c, { on: 'track', subject: track_id }, title, people, { from: ends, until: now, seconds });
}

/** Requester, and the voter of each vote: some members cast several. */
function castOf({ accounts, members }: DemoPeople, { title, by, people, votes }: Released) {
  const first = title.length % members.length;
  const turned = [...members.slice(first), ...members.slice(0, first)];
  const requester: DemoPerson = by === 'member' ? turned[0]! : accounts[by];
  const crowd = [requester, ...turned.filter(({ id }) => id !== requester.id)].slice(0, people);
  const voters = Array.from({ length: votes }, (_, i) => crowd[i < people ? i : (i * 7) % people]!);
  return { requester, voters };
}

/** Those who voted listen and applaud, most of them soon after the release. */
async function listen(
  c: PlaysContext,
  track_id: string,
  { plays }: Released,
  { from, to, voters }: { from: number; to: number; voters: readonly DemoPerson[] },
): Promise<void> {
  const { duration_seconds } = await getTrack(c, track_id);
  const listens = Array.from({ length: plays }, (_, i) => {
    const user_id = voters[(i * 5) % voters.length]!.id;
    const when = Math.round(from + ((i + 1) / (plays + 1)) ** 2 * (to - from));
    return { user_id, listener: `user:${user_id}`, at: when };
  });
  for (const { at: when, ...by } of listens)
    await recordPlay(at(c, when), { track_id, ...by, played_ms: 1000 * duration_seconds }, () => true);
  const claps = listens
    .filter((_, i) => i % 3 === 0)
    .map((one, i) => ({ ...one, share: [0.72, 0.8, 0.45][i % 3]! }));
  await c.db.transaction().execute((tx) => seedApplause(tx, track_id, duration_seconds, claps));
}

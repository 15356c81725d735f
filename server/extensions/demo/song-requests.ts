import { REQUEST_COST, VOTE_COST } from 'contract/features/song-requests-constants.ts';
import { grant } from '../../features/credits/credits.ts';
import { submit, voting } from '../../features/song-requests/song-requests.ts';
import type { Context } from '../../platform/context.ts';
import { getSetting, initSetting } from '../../platform/db/settings.ts';
import { at, type DemoPeople, type DemoPerson, type Voter, voters } from './people.ts';
import { talk } from './talk.ts';

/** A song requested by a demo account, with the votes of others. */
type DemoRequest = [
  by: Voter,
  title: string,
  artist: string,
  genre: string,
  description: string,
  /** `members` is how many of them cast one vote each. */
  votes: Partial<Record<Voter | 'members', number>>,
];
const requests: DemoRequest[] = [
  [
    'platinum',
    'Last Ferry to Marseille',
    'Odile Brandt',
    'pop:synth-pop',
    'Salt on the railing, a chorus everyone on deck can sing.',
    { plus: 9, premium: 16, platinum: 16 },
  ],
  [
    'premium',
    'The Tide Has a Landlord',
    'Brother Ledger',
    'blues',
    'Slow, with a harmonica solo, and the rent is due.',
    { plus: 6, premium: 18, platinum: 6, admin: 4 },
  ],
  [
    'plus',
    'Copper Wire Heart',
    'Vera Mulholland',
    'r-and-b-soul:neo-soul',
    'A Rhodes, brushes, and one honest verse.',
    { plus: 10, platinum: 12, premium: 8 },
  ],
  [
    'platinum',
    'Midnight at the Planetarium',
    'Kasimir Low',
    'electronic-dance:synthwave',
    'The dome opens at the second drop.',
    { premium: 5, platinum: 4, members: 20 },
  ],
  [
    'premium',
    'My Grandmother’s Accordion',
    'Lidia Ferrante',
    'folk:chamber-folk',
    '',
    { plus: 3, premium: 4, admin: 4, members: 16 },
  ],
  [
    'admin',
    'Nine Volt Sunrise',
    'Halogen Youth',
    'electronic-dance:future-bass',
    '',
    { plus: 2, platinum: 22 },
  ],
  [
    'platinum',
    'Sugarcane Telegraph',
    'Oumou & the Long Wave',
    'african:highlife',
    'Guitars that answer each other like neighbors.',
    { premium: 11, platinum: 11 },
  ],
  [
    'premium',
    'Static Between Stations',
    'Norte Radial',
    'breaks-downtempo-ambient:trip-hop',
    '',
    { plus: 1, premium: 10, platinum: 8 },
  ],
  [
    'plus',
    'Boxcar Lullaby',
    'Wren Callahan',
    'country-americana:americana',
    'For a child who sleeps best on trains.',
    { plus: 7, premium: 9 },
  ],
  [
    'platinum',
    'Velvet Static',
    'Mika Oronoz',
    'pop:hyperpop',
    'Too fast, too bright, exactly right.',
    { platinum: 15 },
  ],
  [
    'admin',
    'The Lighthouse Keeper’s Waltz',
    'Aurel Kovac',
    'classical-orchestral:solo-piano',
    '',
    { premium: 7, platinum: 6 },
  ],
  [
    'premium',
    'Corner Store Gospel',
    'Sister June & the Overnight',
    'gospel-christian:contemporary-gospel',
    '',
    { plus: 4, premium: 8 },
  ],
  ['plus', 'Tin Roof, Big Drops', 'Kingston Avenue', 'reggae-dub-ska:lovers-rock', '', { plus: 5, admin: 6 }],
  [
    'platinum',
    'Concrete Orchid',
    'Lázaro Vega',
    'latin:bossa-nova',
    'Whispered, with a nylon guitar and rain on the balcony.',
    { premium: 5, platinum: 5 },
  ],
  ['premium', 'Overclocked', 'Null Pointer Choir', 'drum-and-bass-jungle:neurofunk', '', { premium: 9 }],
  ['platinum', 'Blue Hour, No Hurry', 'The Elmwood Four', 'jazz:cool-jazz', '', { platinum: 8 }],
  [
    'admin',
    'Glass Elevator',
    'Pilar Nakamura',
    'east-and-southeast-asia:city-pop',
    'Sunglasses at night, and a key change on the top floor.',
    { premium: 4, platinum: 3 },
  ],
  ['premium', 'Salt Flats at 140', 'Ostinato Motor Club', 'techno:hypnotic-techno', '', { premium: 6 }],
  ['plus', 'Half the Moon Is Mine', 'Ines Halloran', 'pop:bedroom-pop', '', { plus: 5 }],
  [
    'platinum',
    'Iron Gardener',
    'Crown of Moths',
    'metal:doom-metal',
    'Slow as ivy and as heavy as the wall.',
    { platinum: 4 },
  ],
  ['premium', 'Saturday, Third Floor', 'Mellow Fortune', 'hip-hop-rap:lo-fi-hip-hop', '', { premium: 3 }],
  ['platinum', 'Harmattan Postcard', 'Desert Mail', 'african:desert-blues', '', { admin: 2 }],
  ['admin', 'Roller Rink Forever', 'Donna Spectra', 'funk-disco:boogie', '', { platinum: 1 }],
  ['premium', 'A Small Choir of Kettles', 'Ludo Finch', 'experimental-avant-garde:sound-art', '', {}],
  ['platinum', 'Letter from the Night Bus', 'Amity Rowe', 'folk:singer-songwriter', '', {}],
];

const DEMO_REQUESTS = 'demo_requests';

const HOUR = 3_600_000;
/** Age of the last of the board's requests, and the time between neighbors on the board. */
const LAST_ASKED = 5 * HOUR;
const ASKED_EVERY = 7 * HOUR;
/** Age of the last vote. */
const LAST_VOTE = 2 * HOUR;

/**
 * Creates the demo's song requests and votes by the normal rules, in the days before now. Their cost is granted first,
 * so that balances stay the same. Every step has a key, so a start after a crash repeats none.
 */
export async function openDemoRequests(c: Context, people: DemoPeople): Promise<void> {
  if ((await getSetting(c.db, DEMO_REQUESTS)) !== undefined) return;
  const now = c.clock();
  const costs = new Map<DemoPerson, number>();
  const plans = requests.map(([by, title, artist, genre, description, votes], i) => {
    const requester = people.accounts[by];
    const { members = 0, ...others } = votes;
    const cast = [
      ...people.members.slice(0, members),
      ...voters.flatMap((tier) => Array<DemoPerson>(others[tier] ?? 0).fill(people.accounts[tier])),
    ];
    for (const [person, cost] of [
      [requester, REQUEST_COST] as const,
      ...cast.map((one) => [one, VOTE_COST] as const),
    ])
      costs.set(person, (costs.get(person) ?? 0) + cost);
    const asked = now - LAST_ASKED - (requests.length - i) * ASKED_EVERY;
    return { input: { title, artist, genre, description }, requester, cast, asked };
  });
  for (const [{ id }, amount] of costs) await grantFor(c, id, amount, 'demo-requests');
  for (const { input, requester, cast, asked } of plans) {
    const until = now - LAST_VOTE;
    const subject = await askAndVote(c, { input, requester, voters: cast, asked, until });
    await talk(c, { on: 'request', subject }, input.title, people, { from: asked, until });
  }
  await initSetting(c.db, DEMO_REQUESTS, String(now));
}

/** Grants what somebody of the demo will spend, once. */
export async function grantFor(c: Context, user_id: string, amount: number, what: string): Promise<void> {
  const cause = {
    key: `grant:${what}:${user_id}`,
    reference: 'demo',
    subject: 'Demo: for requests and votes',
  };
  await c.db
    .transaction()
    .execute((tx) => grant(tx, c.engine, { user_id, kind: 'grant', amount, now: c.clock(), ...cause }));
}

/** Submits a request and casts its votes, one after another between two moments. @returns its id. */
export async function askAndVote(
  c: Context,
  {
    input,
    requester,
    voters,
    asked,
    until,
  }: {
    input: { title: string; artist: string; genre: string; description: string };
    requester: DemoPerson;
    voters: readonly DemoPerson[];
    /** Epoch ms. */
    asked: number;
    until: number;
  },
): Promise<string> {
  const key = `demo:${input.title}`;
  const { id } = await submit(at(c, asked), requester, input, key);
  let now = asked;
  const castVote = voting({ ...c, clock: () => now });
  for (const [i, voter] of voters.entries()) {
    now = Math.round(asked + ((i + 1) / voters.length) * (until - asked));
    await castVote(voter, id, `${key}:${i}`);
  }
  return id;
}

import { REQUEST_COST, VOTE_COST } from 'contract/features/song-requests-constants.ts';
import type { Tier } from 'contract/plans.ts';
import { grant } from '../../features/credits/credits.ts';
import { submit, voting } from '../../features/song-requests/song-requests.ts';
import type { Context } from '../../platform/context.ts';
import { getSetting, initSetting } from '../../platform/db/settings.ts';

/** A song requested by a demo account, with the votes of the others. */
type DemoRequest = [
  by: Voter,
  title: string,
  artist: string,
  genre: string,
  description: string,
  votes: Partial<Record<Voter, number>>,
];
const voters = ['plus', 'premium', 'platinum', 'admin'] as const;
type Voter = (typeof voters)[number];

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
    'Paper Lanterns, Heavy Rain',
    'The Quiet Tenants',
    'rock:indie-rock',
    'Starts as a whisper, ends with the whole band soaked.',
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
    { premium: 15, platinum: 14 },
  ],
  [
    'premium',
    'My Grandmother’s Accordion',
    'Lidia Ferrante',
    'folk:chamber-folk',
    '',
    { plus: 3, premium: 12, admin: 12 },
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

/**
 * Creates the demo's song requests and votes by the normal rules. Their cost is granted first, so that balances stay
 * the same. Every step has a key, so a start after a crash repeats none.
 */
export async function openDemoRequests(c: Context, people: { id: string; plan_tier: Tier }[]): Promise<void> {
  if ((await getSetting(c.db, DEMO_REQUESTS)) !== undefined) return;
  // Somebody has changed the accounts' plans: this is not a fresh demo anymore.
  if (!voters.every((tier) => people.some(({ plan_tier }) => plan_tier === tier))) return;
  const castVote = voting(c);
  const person = (tier: Voter) => people.find(({ plan_tier }) => plan_tier === tier)!;
  for (const tier of voters) {
    const { id: user_id } = person(tier);
    const amount = costOf(tier);
    const cause = {
      key: `grant:demo-requests:${user_id}`,
      reference: 'demo',
      subject: 'Demo: for requests and votes',
    };
    await c.db
      .transaction()
      .execute((tx) => grant(tx, c.engine, { user_id, kind: 'grant', amount, now: c.clock(), ...cause }));
  }
  for (const [by, title, artist, genre, description, votes] of requests) {
    const key = `demo:${title}`;
    const { id } = await submit(c, person(by), { title, artist, genre, description }, key);
    const cast = Object.entries(votes).flatMap(([tier, count]) =>
      Array.from({ length: count }, (_, i) => castVote(person(tier as Voter), id, `${key}:${i}`)),
    );
    await Promise.all(cast);
  }
  await initSetting(c.db, DEMO_REQUESTS, String(c.clock()));
}

/** What one account spends on all requests and votes, credits. */
function costOf(tier: Voter): number {
  return requests.reduce(
    (sum, [by, , , , , votes]) => sum + (by === tier ? REQUEST_COST : 0) + (votes[tier] ?? 0) * VOTE_COST,
    0,
  );
}

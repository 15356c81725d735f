import { createHash } from 'node:crypto';
import { TAKES, type Take } from 'music/composer/arranging/form.ts';
import { popularityAfterPlay } from '../../features/tracks/tracks.ts';

/** A piece of the demo catalogue: the house band's input. */
export interface Piece {
  id: string;
  genre: string;
  /** The members of the band play under several names, each in genres near to each other. */
  artist: string;
  description: string;
  seed: number;
  /** Plays by the demo's audience. */
  plays: number;
  take: Take;
}

const HOUR = 3_600_000;

/**
 * Newest first, which is also the order of recording: the first is one of the quickest to record, because somebody waits
 * for something to play.
 */
const asked: [genre: string, artist: string, description: string, seed: number, plays: number][] = [
  ['latin:bossa-nova', 'Cal Whitfield Trio', 'A bossa nova by the sea', 4, 13],
  [
    'drum-and-bass-jungle:liquid-drum-and-bass',
    'Fathom Sound',
    'Liquid drum & bass with rolling breaks, piano chords, strings and a deep sub',
    2,
    29,
  ],
  [
    'r-and-b-soul:soul-ballad',
    'Loretta Vaughn',
    'Soul ballad in 12/8 with Hammond organ, saxophone, gospel piano and horns that build to the last chorus',
    2,
    18,
  ],
  [
    'jazz:piano-trio',
    'Cal Whitfield Trio',
    'A jazz trio with walking bass and ride, the last set of the night',
    2,
    21,
  ],
  ['electronic-dance:synthwave', 'Coastal Grid', 'A synthwave night drive', 1, 34],
  [
    'african:afrobeat',
    'The Broad Street Extension',
    'Afrobeat from Lagos: interlocking guitars, shekere, congas and horns in riffs',
    3,
    25,
  ],
  ['breaks-downtempo-ambient:ambient', 'Fathom Sound', 'Ambient with bells', 3, 9],
  [
    'rock:indie-rock',
    'Hollis & the Harbour',
    'Indie rock with jangly plucked guitars and an overdriven chorus to sing along to',
    2,
    16,
  ],
  [
    'hip-hop-rap:lo-fi-hip-hop',
    'Mellow Ito',
    'Lo-fi hip-hop with brushed drums, a dusty electric piano, nylon guitar and vinyl crackle, three in the morning',
    3,
    31,
  ],
  [
    'classical-orchestral:chamber-music',
    'Wren & Alder',
    'Chamber strings waltz, a solo violin in an empty ballroom, rubato, bittersweet',
    5,
    7,
  ],
  [
    'house:deep-house',
    'Fathom Sound',
    'Deep house in a small basement club: minor ninth stabs, an organ riff, a muted trumpet in the break',
    1,
    23,
  ],
  [
    'reggae-dub-ska:roots-reggae',
    'The Broad Street Extension',
    'Roots reggae with a one drop beat, bubble organ, melodica, horns and dub echoes',
    1,
    15,
  ],
  [
    'funk-disco:classic-funk',
    'The Broad Street Extension',
    'Seventies funk with clavinet, slap bass and a tight horn section',
    2,
    27,
  ],
  [
    'country-americana:classic-country',
    'Wren & Alder',
    'Country two-step with pedal steel, fiddle and a train beat on brushes',
    6,
    6,
  ],
  [
    'electronic-dance:vaporwave',
    'Coastal Grid',
    'Vaporwave for a closed mall: slowed lounge chords, gated drums, worn cassette',
    4,
    11,
  ],
  [
    'new-age-wellness:piano',
    'Cal Whitfield Trio',
    'New age piano, peaceful, soft pads and first light on the window sill',
    3,
    8,
  ],
  ['hip-hop-rap:trap', 'Mellow Ito', 'Trap: an 808 that sings, rolling hats and one cold bell', 5, 30],
  [
    'metal:heavy-metal',
    'Hollis & the Harbour',
    'Heavy metal with twin guitars and a solo that climbs',
    3,
    12,
  ],
  ['pop:hyperpop', 'Hollis & the Harbour', 'Hyperpop, all sugar and broken machines', 6, 22],
  [
    'r-and-b-soul:neo-soul',
    'Mellow Ito',
    'Neo-soul that drags behind the beat, electric piano and saxophone',
    3,
    24,
  ],
  [
    'trance-psy:uplifting-trance',
    'Coastal Grid',
    'Uplifting trance for the last hour before the morning',
    3,
    17,
  ],
  ['blues', 'Loretta Vaughn', 'A slow blues for closing time, guitar and harmonica', 6, 10],
  ['folk', 'Wren & Alder', 'A folk song by the fire, fingerpicked guitar and fiddle', 3, 14],
  [
    'gospel-christian:traditional-gospel',
    'Loretta Vaughn',
    'A gospel choir with organ, the whole room on its feet',
    6,
    9,
  ],
];

export const pieces: Piece[] = asked.map(([genre, artist, description, seed, plays]) => ({
  id: fixedId(`${description} #${seed}`),
  genre,
  artist,
  description,
  seed,
  plays,
  take: TAKES[seed % TAKES.length]!,
}));

/** People who have listened before anybody came; the first ones are demo accounts, the others visitors. */
const AUDIENCE = 12;

/** Every how many listens somebody applauds. */
const APPLAUDS = 5;

/**
 * Listens and applause of the demo's audience since a piece's release. The charts say that these listens came with the
 * demo. All times are epoch ms.
 */
export function audienceOf(piece: Piece, startedAt: number) {
  const released = startedAt - (pieces.indexOf(piece) + 1) * 14 * HOUR;
  const step = (startedAt - released) / (piece.plays + 1);
  let popularity = 0;
  const listens = Array.from({ length: piece.plays }, (_, nth) => {
    const at = Math.round(released + (nth + 1) * step);
    popularity = popularityAfterPlay(popularity, at);
    return { person: (nth * 5 + piece.seed * 3) % AUDIENCE, at };
  });
  // Most of them where a song is at its height.
  const claps = listens
    .filter((_, nth) => nth % APPLAUDS === 0)
    .map((listen, nth) => ({ ...listen, share: [0.62, 0.64, 0.3, 0.9][(nth + piece.seed) % 4]! }));
  return { released, popularity, listens, claps };
}

/** A UUID derived from the text (RFC 9562, version 8), so that a piece keeps its id across restarts. */
function fixedId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

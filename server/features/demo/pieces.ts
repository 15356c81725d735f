import { createHash } from 'node:crypto';
import { TAKES, type Take } from 'music/composer/arranging/form.ts';
import { popularityAfterPlay } from '../tracks/tracks.ts';

/** A piece of the demo catalogue: the house band's input. */
export interface Piece {
  id: string;
  genre: string;
  description: string;
  seed: number;
  take: Take;
}

const HOUR = 3_600_000;

/**
 * Newest first, which is also the order of recording: the first is one of the quickest to record, because somebody waits
 * for something to play. `plays` simulates an audience, so that the charts are not flat.
 */
const asked: [genre: string, description: string, seed: number, plays: number][] = [
  ['latin:bossa-nova', 'A bossa nova by the sea', 4, 13],
  [
    'drum-and-bass-jungle:liquid-drum-and-bass',
    'Liquid drum & bass with rolling breaks, piano chords, strings and a deep sub',
    2,
    29,
  ],
  [
    'r-and-b-soul:soul-ballad',
    'Soul ballad in 12/8 with Hammond organ, saxophone, gospel piano and horns that build to the last chorus',
    2,
    18,
  ],
  ['jazz:piano-trio', 'A jazz trio with walking bass and ride, the last set of the night', 2, 21],
  ['electronic-dance:synthwave', 'A synthwave night drive', 1, 34],
  [
    'african:afrobeat',
    'Afrobeat from Lagos: interlocking guitars, shekere, congas and horns in riffs',
    3,
    25,
  ],
  ['breaks-downtempo-ambient:ambient', 'Ambient with bells', 3, 9],
  [
    'rock:indie-rock',
    'Indie rock with jangly plucked guitars and an overdriven chorus to sing along to',
    2,
    16,
  ],
  [
    'hip-hop-rap:lo-fi-hip-hop',
    'Lo-fi hip-hop with brushed drums, a dusty electric piano, nylon guitar and vinyl crackle, three in the morning',
    3,
    31,
  ],
  [
    'classical-orchestral:chamber-music',
    'Chamber strings waltz, a solo violin in an empty ballroom, rubato, bittersweet',
    5,
    7,
  ],
  [
    'house:deep-house',
    'Deep house in a small basement club: minor ninth stabs, an organ riff, a muted trumpet in the break',
    1,
    23,
  ],
  [
    'reggae-dub-ska:roots-reggae',
    'Roots reggae with a one drop beat, bubble organ, melodica, horns and dub echoes',
    1,
    15,
  ],
  ['funk-disco:classic-funk', 'Seventies funk with clavinet, slap bass and a tight horn section', 2, 27],
  [
    'country-americana:classic-country',
    'Country two-step with pedal steel, fiddle and a train beat on brushes',
    6,
    6,
  ],
  [
    'electronic-dance:vaporwave',
    'Vaporwave for a closed mall: slowed lounge chords, gated drums, worn cassette',
    4,
    11,
  ],
  ['new-age-wellness:piano', 'New age piano, peaceful, soft pads and first light on the window sill', 3, 8],
  ['hip-hop-rap:trap', 'Trap: an 808 that sings, rolling hats and one cold bell', 5, 30],
  ['metal:heavy-metal', 'Heavy metal with twin guitars and a solo that climbs', 3, 12],
  ['pop:hyperpop', 'Hyperpop, all sugar and broken machines', 6, 22],
  ['r-and-b-soul:neo-soul', 'Neo-soul that drags behind the beat, electric piano and saxophone', 3, 24],
  ['trance-psy:uplifting-trance', 'Uplifting trance for the last hour before the morning', 3, 17],
  ['blues', 'A slow blues for closing time, guitar and harmonica', 6, 10],
  ['folk', 'A folk song by the fire, fingerpicked guitar and fiddle', 3, 14],
  ['gospel-christian:traditional-gospel', 'A gospel choir with organ, the whole room on its feet', 6, 9],
];

export const pieces: Piece[] = asked.map(([genre, description, seed]) => ({
  id: fixedId(`${description} #${seed}`),
  genre,
  description,
  seed,
  take: TAKES[seed % TAKES.length]!,
}));

/** When a piece was released (epoch ms), and its popularity after the simulated plays. */
export function simulateRelease(index: number, startedAt: number): { released: number; popularity: number } {
  const released = startedAt - index * 7 * HOUR;
  let popularity = 0;
  for (let play = 0; play < asked[index]![3]; play++)
    popularity = popularityAfterPlay(popularity, released + play * HOUR);
  return { released, popularity };
}

/** A UUID derived from the text (RFC 9562, version 8), so that a piece keeps its id across restarts. */
function fixedId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

import type { Sound } from '../score.ts';

/** Production of a genre's records, and their measurements. */
type RecordOf = Pick<Sound, 'crest' | 'tilt' | 'air' | 'roomSeconds' | 'width' | 'bass' | 'range'>;

type Row = readonly [
  crest: number,
  tilt: number,
  air: number,
  roomSeconds: number,
  width?: number,
  bass?: number,
];

/**
 * Peak to loudness (dB), tilt (dB an octave), power above 6 kHz against 500-2000 Hz (dB), seconds of the room, side to mid
 * (dB), power from 30 to 120 Hz against 500-2000 Hz (dB).
 */
const PARENTS: Readonly<Record<string, Required<Row>>> = {
  'electronic-dance': [10.2, -5.6, -11, 1.2, -7, 10],
  house: [10.2, -6.2, -12, 1, -9.5, 14],
  techno: [9.6, -6.6, -14, 1.5, -10.5, 14],
  'trance-psy': [10.4, -5.2, -9.5, 2.2, -6.5, 10],
  'drum-and-bass-jungle': [9.6, -5.4, -9, 1.1, -9.5, 13.5],
  'dubstep-bass': [9, -6, -11, 1.4, -10.5, 15],
  'breaks-downtempo-ambient': [13, -6.9, -19, 2.4, -5, 6],
  pop: [10.5, -5.2, -10, 1, -7, 7],
  'hip-hop-rap': [10.4, -7, -14, 0.6, -13.5, 14],
  'r-and-b-soul': [12.4, -6.6, -16, 1, -11.5, 10],
  rock: [11, -5.3, -12.5, 1, -8.5, 3],
  metal: [9, -4.7, -9, 0.6, -8.5, 2.5],
  'punk-hardcore': [9.2, -4.5, -8, 0.35, -13, -1],
  jazz: [16.2, -6.9, -21, 1.1, -11.5, 2],
  blues: [14, -6.6, -20, 0.7, -13, 3],
  'country-americana': [13, -5.6, -15, 0.7, -10.5, 0],
  folk: [15, -6.5, -20, 0.8, -11.5, -5],
  'funk-disco': [12, -5, -10, 0.6, -10.5, 6],
  'reggae-dub-ska': [12.4, -7.4, -18, 1.8, -13.5, 14],
  latin: [12.6, -5.2, -11, 0.9, -10, 3],
  african: [12.2, -5.4, -12, 0.8, -9, 5],
  caribbean: [11.6, -5.6, -11.5, 0.9, -9.5, 7],
  'middle-east-north-africa': [13.6, -6, -17, 1.6, -10, 2],
  'south-asia': [15, -6.2, -20, 1.8, -11.5, -2],
  'east-and-southeast-asia': [11.6, -5.4, -12, 1.1, -7.5, 6],
  'classical-orchestral': [17, -7.6, -26, 2.2, -5, -7],
  'opera-choral': [16.6, -8, -28, 3, -4.5, -8],
  'gospel-christian': [13, -6.2, -14, 1.9, -8, 3],
  'new-age-wellness': [16.6, -7.7, -26, 2.8, -4.5, -6],
  'world-traditional': [15, -6.4, -19, 1.2, -11.5, -4],
  'experimental-avant-garde': [14.4, -6.8, -18, 2.6, -5, 4],
  other: [12, -6, -15, 1.3, -9, 4],
};

/** Genres whose records differ from their family's. */
const OWN: Readonly<Record<string, Row>> = {
  'electronic-dance:vaporwave': [12.4, -7.4, -20, 2.4, -5.5, 6],
  'electronic-dance:synthwave': [10.6, -6, -13, 2, -6.5, 9],
  'electronic-dance:hardstyle': [9, -4.8, -8, 1],
  'electronic-dance:chiptune': [10, -4.6, -8, 0.3, -12, 4],
  'house:lo-fi-house': [12, -7.4, -20, 1],
  'house:deep-house': [11.4, -6.8, -15, 1.9, -10, 14],
  'techno:dub-techno': [12.4, -7.8, -20, 3, -7.5, 14],
  'techno:ambient-techno': [13.6, -7.4, -20, 2.8, -4.5, 7],
  'techno:minimal-techno': [11.4, -6.8, -13, 0.7, -12, 15],
  'drum-and-bass-jungle:liquid-drum-and-bass': [10, -5.8, -11, 1.8],
  'dubstep-bass:future-garage': [12, -7, -17, 2.4, -7, 12],
  'breaks-downtempo-ambient:ambient': [17, -7.9, -28, 3, -4, -1],
  'breaks-downtempo-ambient:dark-ambient': [17, -8, -28, 3, -4, 6],
  'breaks-downtempo-ambient:drone': [17, -8, -28, 3, -4, 4],
  'breaks-downtempo-ambient:big-beat': [9.6, -5.2, -10, 0.9, -8, 8],
  'breaks-downtempo-ambient:breakbeat': [10, -5.4, -10, 0.9, -8, 9],
  'pop:dream-pop': [12, -6.2, -15, 2.6, -4.5, 4],
  'pop:bedroom-pop': [12.6, -7, -19, 0.6, -10.5, 5],
  'pop:hyperpop': [10.2, -4.5, -8, 0.7, -6, 8],
  'pop:adult-contemporary': [13, -5.8, -14, 1.4, -8, 4],
  'hip-hop-rap:trap': [9.4, -6.8, -11, 0.9, -13.5, 15],
  'hip-hop-rap:lo-fi-hip-hop': [13, -8, -25, 0.7, -12, 10],
  'hip-hop-rap:jazz-rap': [12.4, -7.4, -19, 0.7, -12.5, 9],
  'hip-hop-rap:boom-bap': [11.6, -7.4, -18, 0.5],
  'r-and-b-soul:contemporary-r-and-b': [10.6, -6.4, -12, 0.9],
  'r-and-b-soul:quiet-storm': [14, -7.2, -20, 1.6],
  'r-and-b-soul:doo-wop': [14, -6.6, -22, 1.2, -13.5, 3],
  'rock:shoegaze': [10, -5.8, -12, 2.8, -4.5, 3],
  'rock:post-rock': [13, -6.4, -15, 2.6, -5.5, 3],
  'rock:hard-rock': [10, -5, -11, 0.9],
  'rock:garage-rock': [10.4, -5, -12, 0.4, -13, 1],
  'rock:soft-rock': [13, -5.8, -15, 1],
  'rock:surf-rock': [13, -5.6, -15, 2, -11.5, 1],
  'metal:doom-metal': [11, -6.2, -15, 1.6, -8.5, 6],
  'metal:sludge-metal': [10.4, -6, -14, 0.9],
  'metal:black-metal': [9, -4.5, -8, 1.6, -7, -3],
  'punk-hardcore:post-punk': [11.4, -5.4, -12, 1.1],
  'punk-hardcore:folk-punk': [12.6, -5.4, -13, 0.5],
  'jazz:smooth-jazz': [13.4, -6.2, -15, 1.2],
  'jazz:jazz-fusion': [13.4, -5.8, -13, 0.8],
  'jazz:nu-jazz': [12.8, -6.4, -15, 1.1],
  'blues:blues-rock': [11.6, -5.6, -15, 0.8],
  'blues:delta-blues': [15.4, -7, -24, 0.4, -14, -6],
  'country-americana:country-pop': [11, -5.2, -11, 0.8, -8.5, 5],
  'country-americana:bluegrass': [15, -5.2, -15, 0.6, -11.5, -6],
  'folk:folk-rock': [13, -5.8, -15, 0.8],
  'reggae-dub-ska:dub': [13, -8, -22, 3, -11, 15],
  'reggae-dub-ska:dancehall': [10, -6.4, -12, 0.7, -11.5, 14],
  'reggae-dub-ska:ska-punk': [9.6, -4.8, -9, 0.5, -12, 2],
  'latin:reggaeton': [9.8, -6, -11, 0.8, -10, 13.5],
  'latin:bossa-nova': [12.6, -6.6, -20, 0.9, -11.5, 1],
  'latin:tango': [15, -6.6, -20, 1.3, -11, -4],
  'east-and-southeast-asia:k-pop': [10.2, -4.9, -8.5, 0.9],
  'east-and-southeast-asia:gamelan': [16, -6, -18, 2],
  'east-and-southeast-asia:enka': [13.6, -6, -16, 1.6],
  'classical-orchestral:solo-piano': [17, -8, -36, 1.6, -8, -8],
  'classical-orchestral:chamber-music': [17, -7, -25.5, 1.4, -8, -8],
  'classical-orchestral:film-score': [15, -7.2, -21, 2.6, -5, 0],
  'gospel-christian:christian-rock': [10.6, -5.3, -12, 1],
  'new-age-wellness:piano': [16.6, -8, -41, 2.8, -7.5, -7],
  'new-age-wellness:celtic-new-age': [15, -7, -22, 2.8],
  'experimental-avant-garde:noise': [9, -4.5, -8, 0.5, -7, 5],
  'experimental-avant-garde:idm': [12, -5.8, -12, 1.2],
  'other:spoken-word': [15, -7, -22, 0.4, -13, 4],
};

/** Production of a record of that genre ('parent' or 'parent:sub'). */
export function recordOf(genre: string): RecordOf {
  const parent = genre.split(':')[0]!;
  const usual = PARENTS[parent] ?? PARENTS.other!;
  const [crest, tilt, air, roomSeconds, width = usual[4], bass = usual[5]] = OWN[genre] ?? usual;
  // Records that are open in their peaks are so from section to section, too.
  return { crest, tilt, air, roomSeconds, width, bass, range: Math.min(9, 3 + 0.75 * (crest - 9)) };
}

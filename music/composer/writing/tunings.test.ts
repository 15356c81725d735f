import { describe, expect, it } from 'vitest';
import { composeSong } from '../generate.ts';
import { createRandom } from '../random.ts';
import { eventsOf } from '../rendering/events.ts';
import type { Part } from '../score.ts';
import { parseKey } from './theory.ts';

/** Cents above the tonic, 0 to 1200, at which the lead and the drone of a song play each degree. */
function degreesOf(genre: string): Map<number, number> {
  const { score } = composeSong({ genre, seed: 3 });
  const { tonic } = parseKey(score.key);
  const cents = new Map<number, number>();
  for (const part of score.parts) {
    if (!('notes' in part)) continue;
    for (const event of eventsOf(score, part as Part, part.notes, createRandom(1))) {
      const above = 1200 * Math.log2(event.frequency / (440 * 2 ** ((tonic + 60 - 69) / 12)));
      cents.set((event.pitch - tonic + 120) % 12, Math.round((((above % 1200) + 1200.4) % 1200) - 0.4));
    }
  }
  return cents;
}

describe('tunings', () => {
  it.each([
    [
      'a raga has pure intervals',
      'south-asia:hindustani-classical',
      { 0: 0, 2: 204, 4: 386, 7: 702, 11: 1088 },
    ],
    ['bayati has its second half-way', 'middle-east-north-africa:khaleeji', { 0: 0, 1: 150, 3: 300, 7: 700 }],
    ['rast has its third half-way', 'middle-east-north-africa:tarab', { 0: 0, 4: 350, 7: 700 }],
    ['slendro divides the octave by five', 'east-and-southeast-asia:gamelan', { 0: 0, 2: 240, 7: 720 }],
    ['everything else is tempered', 'rock:indie-rock', { 0: 0, 7: 700 }],
  ])('%s', (_, genre, expected) => {
    const cents = degreesOf(genre);
    for (const [degree, wanted] of Object.entries(expected))
      expect(cents.get(Number(degree)), `degree ${degree}`).toBe(wanted);
  });
});

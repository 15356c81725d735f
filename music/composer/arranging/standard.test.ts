import { describe, expect, it } from 'vitest';
import { composeSong } from '../generate.ts';
import { TAKES } from './form.ts';

describe('a jazz standard', () => {
  const songs = ['jazz:piano-trio', 'jazz:swing', 'jazz:hard-bop'].flatMap((genre) =>
    TAKES.flatMap((take) => [1, 2].map((seed) => composeSong({ genre, take, seed, seconds: 100 }).score)),
  );

  it('plays its tune AABA, then solos over as many bars, in every take', () => {
    for (const { sections } of songs) {
      const names = sections.map(({ name }) => name);
      const head = names.indexOf('verse');
      expect(names.slice(head, head + 4)).toEqual(['verse', 'verse', 'bridge', 'verse']);
      const parts = sections.filter(({ name }) => ['verse', 'bridge', 'solo'].includes(name));
      expect(new Set(parts.map(({ beats }) => beats)).size).toBe(1);
      expect(names.indexOf('solo')).toBeGreaterThan(head + 3);
    }
  });

  it('solos instead of the tune, and the tune is not played under the solo', () => {
    for (const { parts, sections } of songs) {
      const inSolo = (beat: number) =>
        sections.some((s) => s.name === 'solo' && beat >= s.beat && beat < s.beat + s.beats - 0.3);
      const count = (name: string, where: (beat: number) => boolean) =>
        parts.flatMap((p) => ('notes' in p && p.name === name ? p.notes : [])).filter((n) => where(n.beat))
          .length;
      expect(count('solo', inSolo)).toBeGreaterThan(20);
      expect(count('solo', (beat) => !inSolo(beat) && beat < sections.at(-1)!.beat - 1)).toBe(0);
      expect(count('lead', inSolo)).toBe(0);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { compareTakes, leadIn, verseAgainstHook } from '../../testing/compare.ts';
import { composeSong } from '../generate.ts';
import { GENRES } from '../genres/table.ts';
import { createRandom } from '../random.ts';
import { isCymbal } from '../rendering/play-hits.ts';
import type { Score } from '../score.ts';
import { countGrooves, drawGrooves, type Feel, isFeel } from '../writing/grooves.ts';

/** Every eighth genre, so that each world and most feels are heard, as the studio orders them. */
const SAMPLE = [...GENRES.keys()].filter((_, i) => i % 8 === 3);
const SECONDS = 150;
const songs = SAMPLE.map((genre) =>
  [7, 14].map((seed) => composeSong({ genre, seed, take: 'A', seconds: SECONDS })),
);
const all = songs.flat().map(({ score }) => score);

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;
const share = <T>(of: readonly T[], yes: (one: T) => boolean) => of.filter(yes).length / of.length;
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const between = (score: Score, kind: string, nth: number) => {
  const { beat, beats } = score.sections.filter(({ name }) => name === kind).at(nth)!;
  return score.parts.map(({ name, ...part }) => ({
    name,
    events: ('notes' in part ? part.notes : part.hits).filter((e) => e.beat >= beat && e.beat < beat + beats),
    beat,
  }));
};

describe('two songs of a genre', () => {
  const pairs = songs.map(([a, b]) => ({
    ...compareTakes(a!.score, b!.score),
    form: a!.account.form === b!.account.form,
    drummed: a!.score.parts.some((part) => 'hits' in part),
  }));

  it('have drums of their own', () => {
    expect(median(pairs.filter(({ drummed }) => drummed).map(({ drums }) => drums))).toBeLessThanOrEqual(
      0.75,
    );
  });
  it('seldom have the same lead or the same form', () => {
    expect(share(pairs, ({ leads }) => leads[0] === leads[1])).toBeLessThanOrEqual(0.3);
    expect(share(pairs, ({ form }) => form)).toBeLessThanOrEqual(0.25);
  });
  it('differ in tempo', () => {
    expect(median(pairs.map(({ tempo }) => tempo))).toBeGreaterThanOrEqual(0.04);
  });
});

describe('a song', () => {
  it('has a verse with a rhythm of its own, denser than the hook, whose notes are longer', () => {
    const heard = all.filter((score) => !Number.isNaN(verseAgainstHook(score)));
    expect(heard.length).toBeGreaterThan(0.9 * all.length);
    for (const score of heard) expect(verseAgainstHook(score), score.genre).toBeLessThanOrEqual(0.6);
    const density = (score: Score, kind: string) =>
      leadIn(score, kind).notes.length / leadIn(score, kind).bars;
    const length = (score: Score, kind: string) => mean(leadIn(score, kind).notes.map((n) => n.length));
    const pitch = (score: Score, kind: string) => mean(leadIn(score, kind).notes.map((n) => n.pitch));
    expect(share(heard, (s) => density(s, 'verse') > density(s, 'hook'))).toBeGreaterThan(0.85);
    expect(share(heard, (s) => length(s, 'verse') < length(s, 'hook'))).toBeGreaterThan(0.85);
    expect(share(heard, (s) => pitch(s, 'verse') < pitch(s, 'hook'))).toBeGreaterThan(0.85);
  });

  it('goes somewhere else once', () => {
    for (const { sections, genre } of all)
      expect(
        sections.map(({ name }) => name),
        genre,
      ).toEqual(expect.arrayContaining(['bridge']));
  });

  it('has a second verse that differs from the first', () => {
    const twice = all.filter(({ sections }) => sections.filter(({ name }) => name === 'verse').length > 1);
    expect(twice.length).toBeGreaterThan(0.6 * all.length);
    const shape = (score: Score, nth: number) =>
      JSON.stringify(
        between(score, 'verse', nth).map(({ name, events, beat }) => [
          name,
          events.map((e) => [Math.round(16 * (e.beat - beat)), 'pitch' in e ? e.pitch : e.piece]),
        ]),
      );
    for (const score of twice) expect(shape(score, 0), score.genre).not.toBe(shape(score, 1));
  });

  it('lifts its last chorus above the one before', () => {
    const twice = all.filter(({ sections }) => sections.filter(({ name }) => name === 'hook').length > 1);
    const top = (score: Score, nth: number) => {
      const notes = between(score, 'hook', nth).filter(({ name }) => name === 'lead' || name === 'twin');
      return {
        highest: Math.max(...notes.flatMap(({ events }) => events.map((e) => ('pitch' in e ? e.pitch : 0)))),
        players: between(score, 'hook', nth).filter(({ events }) => events.length > 0).length,
      };
    };
    const lifts = share(twice, (score) => {
      const [before, last] = [top(score, -2), top(score, -1)];
      return last.highest > before.highest || last.players > before.players;
    });
    expect(lifts).toBeGreaterThan(0.9);
  });

  it('has nobody in its line-up who never plays', () => {
    for (const { parts } of all)
      for (const part of parts)
        expect('notes' in part ? part.notes : part.hits, part.name).not.toHaveLength(0);
  });

  it('has leads that breathe where the instrument can', () => {
    const leads = all.flatMap(({ parts }) => parts.filter(({ name }) => name === 'lead'));
    const notes = leads.flatMap((part) => ('notes' in part ? part.notes : []));
    expect(share(notes, ({ slide }) => slide === true)).toBeGreaterThan(0.03);
    expect(share(notes, ({ bend }) => (bend ?? 0) > 0)).toBeGreaterThan(0.02);
    expect(share(notes, ({ fall }) => (fall ?? 0) > 0)).toBeGreaterThan(0.01);
    expect(share(notes, ({ swell }) => (swell ?? 0) !== 0)).toBeGreaterThan(0.05);
    const pianos = leads.filter(({ instrument }) => /piano|organ|bells|vibraphone/.test(instrument));
    for (const part of pianos)
      if ('notes' in part) for (const note of part.notes) expect(note.bend ?? note.fall).toBeUndefined();
  });
});

describe('a feel', () => {
  const feels = [...new Set([...GENRES.values()].map(({ feel }) => feel))].filter((f): f is Feel =>
    isFeel(f),
  );

  it.each(feels)('%s has at least eight grooves, and as many sparse ones', (feel) => {
    const { full, sparse } = countGrooves(feel);
    expect(full).toBeGreaterThanOrEqual(8);
    expect(sparse).toBeGreaterThanOrEqual(8);
  });

  it.each(feels)('%s always has something above the drums, without which a record is dull', (feel) => {
    for (let seed = 0; seed < 12; seed++)
      for (const { groove } of drawGrooves(feel, createRandom(seed), (same) => same))
        expect(Object.keys(groove).some(isCymbal), JSON.stringify(groove)).toBe(true);
  });
});

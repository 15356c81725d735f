import { describe, expect, it } from 'vitest';
import { loudnessOfOne } from '../../analysis/loudness.ts';
import { TAKES } from '../arranging/form.ts';
import { composeSong, type SongOrder, wordsFor } from '../generate.ts';
import { GENRES } from '../genres/table.ts';
import { createRandom } from '../random.ts';
import { isVocal, playVoice, speakLines } from '../rendering/play-voice.ts';
import { lengthOf, type Score, secondsAt } from '../score.ts';
import { RATE } from '../sound/tables.ts';
import { linesOf, prepareWords } from './lyrics.ts';
import { singLine } from './sing.ts';
import { speak } from './speech.ts';
import { limitsOfLyrics, readLyrics } from './words.ts';

const LYRICS = `[Verse]
Walking home along the river when the lights go down
Every window has a story in this sleepy town

[Chorus]
Oh the river, take me home tonight
Carry me over, carry me into the light

[Verse 2]
Morning comes across the valley and the birds begin to call
I remember what you told me by the garden wall

[Chorus]`;

const sing = async (order: SongOrder) => composeSong(order, await wordsFor(order));
const voiceOf = ({ parts }: Score) => parts.find(isVocal);

describe('a song with words', async () => {
  const order = { genre: 'pop:indie-pop', seed: 3, seconds: 90, lyrics: LYRICS };
  const words = await wordsFor(order);
  const genres = [...GENRES.keys()].filter((_, i) => i % 12 === 5);
  const songs = genres.map((genre, i) => composeSong({ ...order, genre, take: TAKES[i % 3]! }, words));

  it('sings whole lines, one syllable a note, in the range of the voice', () => {
    for (const { score } of songs) {
      const { notes } = voiceOf(score)!;
      const lines = linesOf(notes);
      expect(lines.length, score.genre).toBeGreaterThanOrEqual(4);
      for (const { line, notes } of lines) {
        expect(notes.map(({ sung }) => sung!.at)).toEqual(notes.map((_, i) => i));
        expect(notes.length / line.phones.flat().filter((name) => /^[aeiou]/.test(name)).length).toBe(1);
      }
      const pitches = notes.map(({ pitch }) => pitch);
      expect(Math.min(...pitches), score.genre).toBeGreaterThanOrEqual(43);
      expect(Math.max(...pitches), score.genre).toBeLessThanOrEqual(73);
    }
  });

  it('brings the words of its hook back, and lasts as long as others', () => {
    for (const { score, account } of songs) {
      expect(account.lyrics!.match(/river,/g)!.length, score.genre).toBeGreaterThanOrEqual(2);
      expect(lengthOf(score), score.genre).toBeLessThan(145);
    }
  });

  it('lasts as long as it is asked to, also with few words', async () => {
    const chorus = 'The river takes me home tonight\nThe harbor lamps are burning low';
    for (const lyrics of [chorus, `${chorus}\n${chorus}`, LYRICS.split('[Verse 2]')[0]!]) {
      const few = await wordsFor({ ...order, lyrics });
      for (const [i, genre] of genres.entries())
        for (const seconds of [60, 90, 120]) {
          const asked = { genre, seed: i, take: TAKES[i % 3]!, description: `${seconds} seconds` };
          const { score } = composeSong(asked, few);
          expect(Math.abs(lengthOf(score) - seconds), `${genre}, ${seconds} s`).toBeLessThan(12);
        }
    }
  });

  it('puts stressed syllables on beats more often than others', () => {
    const onBeat = (weak: boolean) => {
      const notes = songs.flatMap(({ score }) =>
        linesOf(voiceOf(score)!.notes).flatMap(({ line, notes }) => {
          const said = line.words.flatMap(({ said }, i) =>
            line.phones[i]!.filter((name) => /^[aeiou]/.test(name)).map(() => said),
          );
          return notes.filter(({ sung }) => /^(the|a|in|my|of)$/.test(said[sung!.at]!) === weak);
        }),
      );
      return notes.filter(({ beat }) => Math.abs(beat - Math.round(beat)) < 0.05).length / notes.length;
    };
    expect(onBeat(false)).toBeGreaterThan(onBeat(true) + 0.1);
  });

  it('tells when each word is sung, in order and before the song ends', () => {
    for (const { score, account } of songs) {
      const times = [...account.lyrics!.matchAll(/[[<](\d\d):(\d\d\.\d\d)[\]>]/g)].map(
        ([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds),
      );
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times.at(-1)).toBeLessThan(lengthOf(score));
    }
  });

  it('is sung by the one or the other, and by machines where machines sing', async () => {
    const singers = TAKES.map((take) => voiceOf(composeSong({ ...order, take }, words).score)!.voice.singer);
    expect(new Set(singers).size).toBe(2);
    const robots = async (more: Partial<SongOrder>) =>
      voiceOf((await sing({ ...order, ...more })).score)!.notes.some(({ sung }) => sung!.chord);
    expect(await robots({})).toBe(false);
    expect(await robots({ genre: 'electronic-dance:synthwave' })).toBe(true);
    expect(await robots({ description: 'with a vocoder' })).toBe(true);
    const { voice } = voiceOf((await sing({ ...order, description: 'a woman sings' })).score)!;
    expect(voice.singer).toBe('slt');
  });
});

describe('nobody sings', () => {
  it.each([
    ['an instrumental', { lyrics: LYRICS, description: 'instrumental' }],
    ['a song without lyrics', {}],
  ])('%s', async (_, more) => {
    expect(await wordsFor({ genre: 'jazz', seed: 1, ...more })).toBeUndefined();
  });

  it('what the voice cannot say, and the song says why', async () => {
    const { score, account } = await sing({
      genre: 'jazz',
      seed: 1,
      lyrics: 'Der Regen fällt und ich bin da',
    });
    expect(voiceOf(score)).toBeUndefined();
    expect(account).toMatchObject({ lyrics: undefined, unsung: expect.stringContaining('only English') });
  });

  it('without its voice, and the song says why', async () => {
    const broken = () => Promise.reject(new Error('no such module'));
    expect(await prepareWords(LYRICS, false, broken)).toEqual({
      stanzas: [],
      why: 'The voice of the house band could not be loaded',
    });
  });
});

it('a voice that words ask for sings "ooh" without lyrics', async () => {
  const { score, account } = await sing({ genre: 'pop', seed: 1, description: 'somebody sings' });
  expect(voiceOf(score)!.notes.length).toBeGreaterThan(0);
  expect(account.lyrics).toMatch(/ooh/);
  expect(account.heard).toMatchObject([{ outcome: 'done' }]);
});

describe('lyrics', () => {
  it.each([
    [
      'Der Regen fällt auf unser Haus\nund ich bin nicht allein',
      { none: expect.stringContaining('English') },
    ],
    ['Песня о любви', { none: expect.stringContaining('English') }],
    ['🎵🎵 ❤️', { none: 'There are no words in them' }],
    ['la '.repeat(1000), { part: expect.stringContaining('first') }],
    ['1999 was the year\n24/7 on the phone', {}],
    ['brr grr pfft', {}],
    [`${'a'.repeat(60)} song`, {}],
    ['Hello my love\nمرحبا\nyou are mine', {}],
  ])('%j have their limits told', async (text, limits) => {
    expect(limitsOfLyrics(text)).toEqual(limits);
    const { stanzas, why } = await prepareWords(text, false);
    expect(why === undefined).toBe(stanzas.length > 0);
  });

  it('are sung in breaths that end behind commas', async () => {
    const { stanzas } = await prepareWords('I was looking for a reason, I was looking for a sign', false);
    const breaths = stanzas[0]!.lines.map(({ words }) => words.map(({ said }) => said).join(' '));
    expect(breaths).toEqual(['i was looking for a reason', 'i was looking for a sign']);
  });

  it('have parts by name, brackets that never close, or blank lines', () => {
    const roles = (text: string) => readLyrics(text).map(({ role, lines }) => `${role} ${lines.length}`);
    expect(roles(LYRICS)).toEqual(['verse 2', 'hook 2', 'verse 2', 'hook 2']);
    expect(roles('[Chorus\nsing with me')).toEqual(['hook 1']);
    expect(roles('one\ntwo\n\nthree\n\none\ntwo')).toEqual(['hook 2', 'verse 1', 'hook 2']);
  });
});

describe('the voice', async () => {
  const pitches = [57, 60, 62, 59, 57];
  const notes = pitches.map((pitch, i) => ({
    at: i,
    start: 0.5 + 0.6 * i,
    end: 0.5 + 0.6 * (i + 1),
    hertz: 440 * 2 ** ((pitch - 69) / 12),
    velocity: 0.8,
  }));
  const [spoken] = await speak(['pa ta pa ta pa'], 'slt');
  const out = new Float32Array(4 * RATE);
  singLine(out, spoken!, notes, 'slt');

  it('sings in tune, a tenth of a semitone off at most', () => {
    for (const { start, hertz } of notes) {
      const at = Math.round((start + 0.15) * RATE);
      const likeness = (lag: number) => {
        let sum = 0;
        for (let i = at; i < at + 2400; i++) sum += out[i]! * out[i + lag]!;
        return sum;
      };
      const lags = Array.from({ length: 60 }, (_, i) => Math.round(RATE / hertz) - 30 + i);
      const best = lags.reduce((most, lag) => (likeness(lag) > likeness(most) ? lag : most));
      expect(Math.abs(1200 * Math.log2(RATE / best / hertz))).toBeLessThan(12);
    }
  });

  it('begins vowels at most 40 ms from their beats', () => {
    const power = (seconds: number) => {
      const from = Math.round(seconds * RATE);
      return out.subarray(from, from + 441).reduce((sum, x) => sum + x * x, 1e-9);
    };
    for (const { start } of notes) {
      const steps = Array.from({ length: 30 }, (_, i) => start - 0.08 + i / 100);
      const rise = steps.find((at) => power(at) > 0.1 * power(start + 0.15))!;
      expect(Math.abs(rise - start)).toBeLessThanOrEqual(0.04);
    }
  });

  it('stands 1 to 4 dB before what the band plays in a hook', async () => {
    const { score } = await sing({ genre: 'pop:indie-pop', seed: 3, lyrics: LYRICS, part: 'hook' });
    const part = voiceOf(score)!;
    const frames = Math.ceil(lengthOf(score) * RATE);
    const create = () => new Float32Array(frames);
    const random = createRandom(1);
    const noise = () => create().map(() => random.between(-0.1, 0.1));
    const band = { left: noise(), right: noise() };
    const empty = { left: create(), right: create(), wet: null, mono: true, regions: [] };
    const stem = playVoice(score, part, empty, await speakLines(score.parts), band);
    for (const { notes } of linesOf(part.notes)) {
      const [from, to] = [notes[0]!.beat, notes.at(-1)!.beat + notes.at(-1)!.length].map((beat) =>
        Math.round(secondsAt(score, beat) * RATE),
      );
      const over =
        loudnessOfOne(stem.left.subarray(from, to), RATE) - loudnessOfOne(band.left.subarray(from, to), RATE);
      expect(over).toBeGreaterThan(1);
      expect(over).toBeLessThan(4.5);
    }
  });
});

import { isMode, type Mode } from '../../writing/progressions.ts';
import type { Meaning } from '../wish.ts';
import type { Token } from './tokens.ts';

/** Number of tokens it takes, and its meaning for the whole song; no meaning if it is a time in it. */
type Read = { length: number; wish?: Meaning };

const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Reads tempo, length, meter or key at a token. */
export function readNumber(tokens: readonly Token[], at: number): Read | undefined {
  return readTempo(tokens, at) ?? readLength(tokens, at) ?? readMeter(tokens, at) ?? readKey(tokens, at);
}

/** '120 bpm', '120bpm', 'tempo 120', 'bpm: 120', 'at 120'; of '90 to 100 bpm', the middle. */
function readTempo(tokens: readonly Token[], at: number): Read | undefined {
  const to = at + (/^(and|to)$/.test(wordAt(tokens, at + 1)) ? 2 : 1);
  const most = readOneTempo(tokens, to);
  const least = /^\d+$/.test(tokens[at]!.word) ? Number(tokens[at]!.word) : Number.NaN;
  if (most?.wish?.kind === 'tempo' && least > most.wish.bpm / 2 && least < most.wish.bpm)
    return {
      length: to - at + most.length,
      wish: { kind: 'tempo', bpm: Math.round((least + most.wish.bpm) / 2) },
    };
  return readOneTempo(tokens, at);
}

function readOneTempo(tokens: readonly Token[], at: number): Read | undefined {
  const match = /^(\d+)(?:[.,]\d+)?(?:ish)?(bpm)?$/.exec(wordAt(tokens, at));
  if (!match) return undefined;
  const bpm = Number(match[1]);
  const after = wordAt(tokens, at + 1);
  const unit = match[2]
    ? 1
    : after === 'bpm'
      ? 2
      : /^beats?$/.test(after) && wordAt(tokens, at + 2) === 'per'
        ? 4
        : 0;
  if (unit) return { length: unit, wish: { kind: 'tempo', bpm } };
  const before = [1, 2, 3, 4].map((back) => wordAt(tokens, at - back));
  const said = before[0] === 'bpm' || before.slice(0, 2).includes('tempo') || isRangeOf(before);
  const bare = before[0] === 'at' && bpm >= 40 && bpm <= 240 && !/^(sec|min|%|percent)/.test(after);
  // '…, 140, …'
  const isAlone =
    tokens[at]!.gap !== '' && (tokens[at + 1]?.gap ?? '.') !== '' && bpm >= 60 && bpm <= 200 && at > 0;
  return said || bare || isAlone ? { length: 1, wish: { kind: 'tempo', bpm } } : undefined;
}

/** 'Tempo 90 to …', 'bpm between 90 and …', backwards. */
const isRangeOf = (before: readonly string[]) =>
  /^(and |to )?\d+ (between |from )?(tempo|bpm)\b/.test(before.join(' '));

/** '90 seconds', '2 minutes', 'two-minute', '3:30', 'a short song'; '30 seconds of intro' is a long intro, 'at 1:30' a time. */
function readLength(tokens: readonly Token[], at: number): Read | undefined {
  const read = readSeconds(tokens, at);
  if (!read) return undefined;
  const before = [1, 2, 3].map((back) => wordAt(tokens, at - back));
  const after = [0, 1, 2, 3].map((on) => wordAt(tokens, at + read.length + on));
  const part = [...before, ...after].find((word) =>
    /^(intro|introduction|outro|solo|break|drop|silence)$/.test(word),
  );
  if (/^intro/.test(part ?? ''))
    return { length: read.length, wish: { kind: 'shape', trait: 'long-intro', amount: 1 } };
  const isTime = /^(at|after|until|till|before|around|from|within)$/.test(before[0]!);
  return part || isTime ? { length: read.length } : read;
}

function readSeconds(tokens: readonly Token[], at: number): Read | undefined {
  const { word } = tokens[at]!;
  const clock = /^(\d{1,2}):(\d\d)$/.exec(word);
  if (clock)
    return { length: 1, wish: { kind: 'length', seconds: 60 * Number(clock[1]) + Number(clock[2]) } };
  const next = wordAt(tokens, at + 1);
  const isSweet = next === 'and' && wordAt(tokens, at + 2) === 'sweet';
  if (/^(short|long)$/.test(word) && (isSweet || /^(song|track|piece|tune|one)$/.test(next)))
    return { length: isSweet ? 3 : 2, wish: { kind: 'length', seconds: word === 'short' ? 75 : 150 } };
  const match = /^(\d+(?:[.,]\d+)?)(s|sec|secs|m|min|mins)?$/.exec(word);
  const whole = match ? Number(match[1]!.replace(',', '.')) : COUNTS.indexOf(word) + 1;
  if (!whole) return undefined;
  // 'Two and a half minutes'
  const isHalf = [1, 2, 3].map((on) => wordAt(tokens, at + on)).join(' ') === 'and a half';
  const count = isHalf ? whole + 0.5 : whole;
  const unit = match?.[2] ?? wordAt(tokens, at + (isHalf ? 4 : 1));
  const factor = /^(m|mins?|minut(es?|en|os?|i))$/.test(unit)
    ? 60
    : /^(s|secs?|seconds?|sekunden?|segundos?|secondes?|secondi)$/.test(unit)
      ? 1
      : 0;
  // '80s' is a decade, '808s' are drums.
  const decade =
    match?.[2] === 's' &&
    (count > 600 || (count % 10 === 0 && count < 100)) &&
    wordAt(tokens, at + 1) !== 'long';
  if (!factor || decade) return undefined;
  const length = match?.[2] ? 1 : isHalf ? 5 : 2;
  return {
    length: wordAt(tokens, at + length) === 'long' ? length + 1 : length,
    wish: { kind: 'length', seconds: Math.round(count * factor) },
  };
}

const METERS: readonly (readonly [RegExp, string])[] = [
  [/^(3|6|9)\/\d+$/, 'waltz'],
  [/^(2|4|8)\/\d+$/, 'four-four'],
  [/^12\/8$/, 'shuffling'],
  [/^5\/[48]$/, 'five-four'],
];

/** '3/4', '6/8', '4/4'; '5/4'; the band has no seven. */
function readMeter(tokens: readonly Token[], at: number): Read | undefined {
  const match = /^(\d+)\/(\d+)$/.exec(tokens[at]!.word);
  if (!match) return undefined;
  const trait = METERS.find(([beats]) => beats.test(match[0]))?.[1];
  return trait ? { length: 1, wish: { kind: 'feel', trait, amount: 1 } } : undefined;
}

/** Names of modes; others go by their English name. */
const MODES: Partial<Record<Mode, RegExp>> = {
  major: /^(major|dur|mayor|majeur|maior|maggiore)$/,
  minor: /^(minor|moll|menor|mineur|minore)$/,
};
const modeOf = (word: string): Mode | undefined =>
  (Object.keys(MODES) as Mode[]).find((name) => MODES[name]!.test(word)) ?? (isMode(word) ? word : undefined);

/** 'A minor', 'in F#', 'B flat major', 'Am'; a bare letter counts only after 'in' or 'key of', and 'a minor key' is a mood. */
function readKey(tokens: readonly Token[], at: number): Read | undefined {
  const match = /^([A-Ga-g])(#|♯|b|♭|is)?(m|min|maj)?$/.exec(tokens[at]!.text);
  if (!match) return undefined;
  const [, letter, sign, short] = match;
  const asked =
    wordAt(tokens, at - 1) === 'in' || (wordAt(tokens, at - 1) === 'of' && wordAt(tokens, at - 2) === 'key');
  const capital = letter === letter!.toUpperCase();
  if (!capital && !asked && !/^(moll|dur)$/.test(wordAt(tokens, at + 1))) return undefined;
  let next = at + 1;
  const spoken = /^(flat|sharp)$/.exec(wordAt(tokens, next))?.[1];
  if (spoken) next++;
  const mode = modeOf(wordAt(tokens, next));
  const accidental = sign === '♭' || sign === 'b' || spoken === 'flat' ? 'b' : sign || spoken ? '#' : '';
  const key = (name: Mode) => ({
    kind: 'key' as const,
    key: `${letter!.toUpperCase()}${accidental} ${name}`,
    mode: name,
  });
  if (mode && !/^(key|chord|third|sixth|seventh|ninth)$/.test(wordAt(tokens, next + 1)))
    return { length: next + 1 - at, wish: key(mode) };
  if (short && capital) return { length: next - at, wish: key(short === 'maj' ? 'major' : 'minor') };
  // 'In A fast waltz' names no key.
  const free =
    tokens[next] === undefined ||
    tokens[next]!.gap !== '' ||
    /^(and|with|but|at|for)$/.test(wordAt(tokens, next));
  return asked && capital && (free || accidental) ? { length: next - at, wish: key('major') } : undefined;
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '';
}

import { INSTRUMENTS } from './instruments.ts';
import { TRAITS } from './traits.ts';
import type { Place, Touch } from './wish.ts';

/** What a word does to those around it. */
export type Operator =
  | 'no'
  | 'free'
  | 'only'
  | 'alone'
  | 'with'
  | 'but'
  | 'and'
  | 'or'
  | 'more'
  | 'less'
  | 'very'
  | 'little'
  | 'too'
  | 'is'
  | 'next'
  | 'lead'
  | 'solo'
  | 'like'
  | 'for'
  | 'until'
  | 'enter'
  | 'leave'
  | 'late'
  | 'filler';

export type Entry =
  | { is: 'trait' | 'instrument'; name: string }
  | { is: 'operator'; name: Operator }
  | { is: 'place'; place: Place; verb: boolean }
  | { is: 'vocals'; sung: boolean };

const OPERATORS: Readonly<Record<Operator, string>> = {
  no: "no, not, without, never, minus, none of, avoid, skip, lose, remove, zero, leave out, don't, dont, doesn't, isn't, aren't, shouldn't, won't, can't, cannot, nor, neither, except, except for, apart from, other than, anything but, everything but, w o, excluding, exclude, absent, instead of, rather than, in place of, the opposite of, opposite of, nothing, i hate, we hate, i dislike, i don't like, i can't stand, swap, swap the, replace, replace the, lack of, devoid of, omit, ban, drop the, free of, free from, mute, hold the, ditch",
  free: 'free, less version, removed, left out, replaced by, replaced with, swapped for',
  only: 'only, just, solely, purely, exclusively, nothing but, nothing except, entirely, nothing more than',
  alone:
    'alone, on its own, by itself, on their own, unaccompanied, no other instruments, nobody else, nothing else, and nothing else, by themselves',
  with: 'with, featuring, feat, add, adding, plus, using, include, including, together with, accompanied by, has, have, let, give, bring, bring in',
  but: 'but, however, though, yet, although, instead, while, except that, whereas',
  and: 'and, n, as well as, along with, also, und',
  or: 'or',
  more: 'more, a wall of, wall of, layers of, plenty of, lots of, a lot of, extra, prominent, tons of, loads of, many, additional, lot of',
  less: "less, fewer, hardly any, barely any, not too much, not too many, not much, don't let the",
  very: 'very, really, super, extremely, so, ultra, incredibly, insanely, totally, absolutely, much, way, far, truly, seriously, most, utterly, deeply',
  little:
    'a bit, a bit of, a little bit of, a hint of, a touch of, a dash of, a little, little, slightly, somewhat, kind of, sort of, fairly, quite, mildly, pretty, a tad, bit, relatively, reasonably, semi, moderately',
  too: 'too, overly, that',
  is: 'is, are, be, being, sound, sounds, sounding, should be, was, were, feels, stays, remains, played',
  next: 'then, gets, get, getting, becomes, become, becoming, turns, turning, into, goes, afterwards',
  lead: 'lead, leads, leading, led, driven, dominate, led by, melody, tune, takes the lead, in front, main instrument, up front, foreground, melodies, carries the tune, carries the melody, in the lead, riff, hook on, theme on, melody on, tune on',
  solo: 'solo, soloing, soloist, improvisation, improvised, improvising, solo on, solo by, solo from',
  like: 'like, by, style of, in the style of, inspired by, à la, a la, sounds like, sound like, reminiscent of, similar to, called, named, titled, entitled, cover of, in the vein of, homage to, tribute to',
  for: 'for, to, dedicated to, from, dear, my, our, his, her, about',
  until: 'until, till, before',
  enter:
    'only start after, start after, starts after, enter, entering, come in, comes in, coming in, kick in, kicks in, kicking in, join, joining, join in, joins in, joining in, arrive, arriving',
  leave:
    'drop out, drops out, dropping out, cut out, cuts out, fall silent, falls silent, leave, disappear, pause',
  late: 'later, late, later on',
  filler:
    "duet for, someone, somebody, a, an, the, of, in, on, at, it, its, it's, i, i'd, i'm, we, you, me, us, this, that's, these, those, they, he, she, want, wants, need, needs, like to, would, could, should, can, please, pls, make, makes, made, making, song, songs, music, track, piece, tune please, composition, number, recording, record, something, anything, some, any, sort, kind, type, style, styled, vibe, vibes, feel, feeling, feelings, mood, sound of, instrument, instruments, thing, as, if, there, here, what, when, where, which, who, how, all, every, each, both, will, shall, may, might, must, do, does, did, one, two, lovely please, nice, good, great, beautiful, best, better, pleasing, awesome, amazing, cool song, kinda, thanks, thank, hello, hi, hey, yes, ok, okay, tempo, key, bpm, beat per minute, minute, second, part, section, player, playing, play, plays, band, group, arrangement, version, tone, toned, full song, throughout, whole, entire, time, bit more, over, under, up, down, out, off, through, between, than, usual, own, set, write, create, compose, generate, possible, prompt, ignore, genre, use, keep, maybe, perhaps, possibly, ideally, preferably, everywhere, i love, we love, i'd love, he loves, she loves, they love, who loves, i like, we like, rhythm, rhythmic, flavour, flavor, touch, reaching, around, roughly, approximately, approx, ca, circa, background for, your, their, because, such, even, still, again, back, per, via, be able, let's, lets, were, been, is a, am, not only, sounding like, sound, sounds, s, t, no matter",
};

const PLACES: readonly (readonly [Place, verb: boolean, words: string])[] = [
  ['start', true, 'starts, begins, begin, opens, starting, beginning with, opening with, from'],
  [
    'start',
    false,
    'start, beginning, opening, intro, introduction, at first, first, at the start, at the beginning, initially, first half',
  ],
  [
    'end',
    true,
    'ends, finishes, concludes, closes, ending with, ends up, ending in, culminating, finally, eventually, in the end',
  ],
  [
    'end',
    false,
    'end, ending, finish, finale, outro, at the end, climax, coda, towards the end, last chorus, second half, conclusion',
  ],
  ['middle', false, 'middle, bridge, in the middle, halfway, midway, midsection, middle part'],
  ['verse', false, 'verse, in the verse, in the verses'],
  ['hook', false, 'chorus, hook, refrain, in the chorus, in the choruses'],
];

const SUNG =
  'vocal, vocals, female vocals, male vocals, female vocal, male vocal, female singer, male singer, woman singing, man singing, singing, singer, sing, sings, sung, lyrics, lyric, rap, rapper, rapping, vocalist, a cappella, a capella, acapella, voice, voices, duet, crooner, female voice, male voice, lead vocals, vocal melody, sung by, words to sing, backing vocals, 🎤';
const UNSUNG = 'instrumental, instrumentals, instrumental music, karaoke';

const TOUCHES: Readonly<Record<Touch, string>> = {
  heavy:
    'heavy, huge, big, massive, thunderous, loud, giant, pounding, booming, powerful, thumping, hard, fat, aggressive, strong, driving, hard hitting, epic, roaring, wailing, screaming',
  soft: 'soft, gentle, quiet, light, subtle, delicate, mellow, tender, faint, distant, warm, hushed, sparse',
  distorted: 'distorted, overdriven, fuzzy, crunchy, dirty, gritty, saturated, fuzz',
  clean: 'clean, jangly, pure, undistorted',
  brushed: 'brushed, brush, with brushes',
  acoustic: 'acoustic, unplugged, live, real, natural',
  electric: 'electric, electronic, synthetic, digital, programmed, amplified',
};

const LEXICON = new Map<string, Entry>();
const HANDS = new Map<string, Touch>();
const fill = (words: string, entry: Entry) => {
  for (const word of words.split(', ')) if (!LEXICON.has(word)) LEXICON.set(word, entry);
};
for (const [place, verb, words] of PLACES) fill(words, { is: 'place', place, verb });
fill(SUNG, { is: 'vocals', sung: true });
fill(UNSUNG, { is: 'vocals', sung: false });
for (const [name, { words }] of INSTRUMENTS) fill(words, { is: 'instrument', name });
for (const [name, { words }] of TRAITS) fill(words, { is: 'trait', name });
for (const [name, words] of Object.entries(OPERATORS))
  fill(words, { is: 'operator', name: name as Operator });
for (const [touch, words] of Object.entries(TOUCHES))
  for (const word of words.split(', ')) HANDS.set(word, touch as Touch);

/** Words in the longest phrase. */
export const LONGEST_PHRASE = 4;

/** Endings that leave a known word: plurals, adverbs, comparatives, '-ness'. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/['’]s$|s['’]$/, ''],
  [/ies$|ier$|iest$|ily$|iness$/, 'y'],
  [/s$|ly$|er$|est$|ness$|ish$|r$|st$/, ''],
  [/es$/, ''],
  [/([bdgmnpt])\1(?:er|est|y)$/, '$1'],
];

function found<T>(map: ReadonlyMap<string, T>, phrase: string): T | undefined {
  const exact = map.get(phrase);
  if (exact) return exact;
  for (const [ending, base] of ENDINGS) {
    const known = ending.test(phrase) ? map.get(phrase.replace(ending, base)) : undefined;
    if (known) return known;
  }
  return undefined;
}

/** What a phrase of lower-case words means. */
export const meaningOf = (phrase: string): Entry | undefined => found(LEXICON, phrase);

/** How a word says an instrument is to sound. */
export const touchOf = (word: string): Touch | undefined => found(HANDS, word);

/** A word or number of a description. */
export type Token = {
  /** In lower case. */
  word: string;
  /** As written. */
  text: string;
  from: number;
  to: number;
  /** What stands before it: nothing, a comma, or the end of a sentence. */
  gap: '' | ',' | '.';
};

/** Characters of a description that are read. */
export const READ = 2000;

const WORD =
  /\p{Extended_Pictographic}|\d+(?:[.,:/]\d+)?(?:\p{L}+)?[#♯♭]?|[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*(?:[#♯♭](?:m(?!\p{L})|(?![\p{L}\p{N}])))?/gu;

/** Splits a description into words. Markup is left out; a hyphen within a word parts it in two. */
export function tokenize(text: string): Token[] {
  const plain = text.slice(0, READ).replace(/<[^<>]{0,200}>|&[a-z]{2,6};/gi, (tag) => ' '.repeat(tag.length));
  const tokens: Token[] = [];
  let end = 0;
  for (const match of plain.matchAll(WORD)) {
    const between = plain.slice(end, match.index);
    const gap =
      tokens.length === 0 || /[.;!?\n()[\]{}。！？、،…]|\s[–—-]\s|—/u.test(between)
        ? '.'
        : /[,:/"“”«»|]/.test(between)
          ? ','
          : '';
    const word = match[0].normalize('NFKC').toLowerCase().replaceAll('’', "'");
    tokens.push({ word, text: match[0], from: match.index, to: match.index + match[0].length, gap });
    end = match.index + match[0].length;
  }
  return tokens;
}

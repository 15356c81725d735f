import { INSTRUMENTS, LINE_UPS, rowsOf } from '../instruments.ts';
import { TRAITS } from '../traits.ts';
import type { Place, Touch } from '../wish.ts';
import { FOREIGN, type Language, TRANSLATIONS } from './languages.ts';

export type Entry =
  | { is: 'trait' | 'instrument'; name: string }
  | { is: 'line-up'; names: readonly string[] }
  | { is: 'operator'; name: Operator }
  | { is: 'place'; place: Place; verb: boolean }
  | { is: 'vocals'; sung: boolean };

/** Words that say something of those around them. */
const OPERATORS = {
  no: "no, not, never, none of, avoid, skip, lose, remove, zero, leave out, don't, dont, doesn't, doesnt, isn't, isnt, aren't, shouldn't, won't, can't, cannot, nor, neither, anything but, everything but, exclude, instead of, rather than, in place of, the opposite of, opposite of, nothing, i hate, we hate, i dislike, i don't like, i dont like, i can't stand, i can't bear, swap, swap the, replace, replace the, omit, ban, drop the, mute, hold the, ditch, don't want, dont want, no more, rid of",
  without: 'without, minus, w o, excluding, absent, lack of, lacking, devoid of, free of, free from',
  except: 'except, except for, apart from, other than',
  free: 'free, less version, removed, left out, replaced by, replaced with, swapped for',
  only: 'only, just, solely, purely, exclusively, nothing but, nothing except, entirely, nothing more than, duet for, duet of, duo for, trio for, trio of, quartet for, quartet of',
  alone:
    'alone, on its own, by itself, on their own, unaccompanied, no other instruments, nobody else, nothing else, and nothing else, and nothing more, by themselves, duet, duo, trio, quartet, quintet',
  with: 'with, featuring, feat, ft, add, adding, plus, using, include, including, together with, accompanied by, has, have, let, give, bring, bring in',
  but: 'but, however, though, yet, although, instead, while, except that, whereas',
  and: 'and, n, as well as, along with, also',
  or: 'or',
  more: 'more, a wall of, wall of, layers of, plenty of, lots of, a lot of, extra, prominent, tons of, loads of, many, additional, lot of, heaps of',
  less: "less, fewer, hardly any, barely any, not too much, not too many, not much, don't let the, barely",
  very: 'very, really, super, extremely, so, ultra, incredibly, insanely, totally, absolutely, much, way, far, truly, seriously, most, utterly, deeply, dead, properly, crazily',
  little:
    'a bit, a bit of, a little bit of, a hint of, a touch of, a dash of, a little, little, slightly, somewhat, kind of, sort of, fairly, quite, mildly, pretty, a tad, bit, relatively, reasonably, semi, moderately, lil, a whiff of, a sprinkle of',
  too: 'too, overly, that',
  is: 'is, are, be, being, sound, sounds, sounding, should be, was, were, feels, stays, remains, played',
  next: 'then, gets, getting, becomes, become, becoming, turns, turning, into, afterwards',
  lead: 'lead, leads, leading, led, driven, dominate, led by, melody, tune, takes the lead, in front, main instrument, up front, foreground, melodies, carries the tune, carries the melody, in the lead, riff, hook on, theme on, melody on, tune on, plays the melody, plays the tune, takes the melody, riff on',
  solo: 'solo, soloing, soloist, improvisation, improvised, improvising, solo on, solo by, solo from, solo for, takes the solo, take the solo, takes a solo',
  like: 'like, by, style of, in the style of, inspired by, à la, a la, sounds like, sound like, reminiscent of, similar to, called, named, titled, entitled, cover of, in the vein of, homage to, tribute to',
  to: 'to',
  for: 'for, dedicated to, dear, my, our, his, her',
  from: 'from',
  about: 'about, story of, tale of',
  story:
    'he was, she was, they were, we were, i was, he had, she had, he loved, she loved, i loved, we loved, he plays, she plays, i play, he played, she played, i played, he used to, she used to, we used to, i used to, used to be',
  until: 'until, till, before',
  after: 'after, only after, only start after',
  enter:
    'start after, starts after, enter, entering, come in, comes in, coming in, kick in, kicks in, kicking in, join, joining, join in, joins in, joining in, arrive, arriving, come back, comes back, drop in, drops in',
  leave:
    'drop out, drops out, dropping out, cut out, cuts out, fall silent, falls silent, leave, disappear, pause',
  late: 'later, late, later on',
  filler:
    "get, goes, duet with, someone, somebody, a, an, the, of, in, on, at, it, its, it's, i, i'd, i'm, we, you, me, us, this, that's, these, those, they, he, she, want, wants, need, needs, like to, would, could, should, can, please, pls, make, makes, made, making, song, songs, music, track, piece, tune please, composition, number, recording, record, something, anything, some, any, sort, kind, type, style, styled, vibe, vibes, feel, feeling, feelings, mood, sound of, instrument, instruments, thing, as, if, there, here, what, when, where, which, who, how, all, every, each, both, will, shall, may, might, must, do, does, did, one, two, lovely please, nice, good, great, beautiful, best, better, pleasing, awesome, amazing, cool song, kinda, thanks, thank, hello, hi, hey, yes, ok, okay, tempo, key, bpm, beat per minute, over, minute, second, sec, part, section, player, playing, play, plays, band, group, arrangement, version, tone, toned, full song, throughout, whole, entire, time, bit more, under, up, down, out, off, through, between, than, usual, own, set, write, create, compose, generate, possible, prompt, ignore, genre, use, keep, maybe, perhaps, possibly, ideally, preferably, everywhere, i love, we love, i'd love, he loves, she loves, they love, who loves, i like, we like, rhythm, rhythmic, flavour, flavor, touch, reaching, around, roughly, approximately, approx, ca, circa, background for, your, their, because, such, even, still, again, back, per, via, be able, let's, lets, been, is a, am, not only, sounding like, s, t, no matter, theme, male, female, children's, childrens, it all kicks off, kicks off, kick off, gonna, wanna, real life, full, um, uh, well, everyone can, everybody can",
} as const;
export type Operator = keyof typeof OPERATORS;

/** Words for places, a line each: the place | 'says' of verbs, which speak of what follows, 'is' of nouns | the words. */
const PLACES = `
start | says | starts, begins, begin, opens, starting, beginning with, opening with, kicks off with
start | is | start, beginning, opening, intro, introduction, at first, first, at the start, at the beginning, initially, first half
end | says | ends, finishes, concludes, closes, ending with, ends up, ending in, culminating, finally, eventually, in the end
end | is | end, ending, finish, finale, outro, at the end, climax, coda, towards the end, last chorus, final chorus, second half, conclusion, very end, last hook, last part
middle | is | middle, in the middle, halfway, midway, midsection, middle part, half way, middle of
bridge | is | bridge, middle eight, middle 8, breakdown section
verse | is | verse, in the verse, in the verses, second verse, first verse
hook | is | chorus, hook, refrain, in the chorus, in the choruses, first chorus`;

const SUNG =
  'vocal, vocals, female vocals, male vocals, female vocal, male vocal, female singer, male singer, woman singing, man singing, singing, singer, sing, sings, sung, lyrics, lyric, rap, rapper, rapping, vocalist, a cappella, a capella, acapella, voice, voices, vocal duet, duet with a singer, crooner, female voice, male voice, lead vocals, vocal melody, sung by, words to sing, backing vocals, spoken word, autotune, 🎤';
const UNSUNG = 'instrumental, instrumentals, instrumental music, karaoke';

const TOUCHES: Readonly<Record<Touch, string>> = {
  heavy:
    'heavy, huge, big, massive, thunderous, loud, giant, pounding, booming, powerful, thumping, hard, fat, aggressive, strong, driving, hard hitting, epic, roaring, wailing, screaming',
  soft: 'soft, gentle, quiet, light, subtle, delicate, mellow, tender, faint, distant, warm, hushed, sparse',
  distorted: 'distorted, overdriven, fuzzy, crunchy, dirty, gritty, saturated, fuzz',
  clean: 'clean, jangly, pure, undistorted',
  brushed: 'brushed, brush',
  acoustic: 'acoustic, unplugged, live, real, natural',
  electric: 'electric, electronic, synthetic, digital, programmed, amplified',
  strummed: 'strummed, strumming',
  picked: 'fingerpicked, picked, fingerstyle, finger picked, plucked, arpeggiated',
};

type Meanings = { entry?: Entry; touch?: Touch };

/** Meanings of each phrase, by language. */
export const LEXICON = Object.fromEntries(
  ['en', ...FOREIGN].map((language) => [language, new Map<string, Meanings>()]),
) as Record<Language, Map<string, Meanings>>;

const fill = (words: string, entry: Entry) => {
  for (const word of words.split(', ')) LEXICON.en.set(word, { entry, ...LEXICON.en.get(word) });
};
for (const [place, verb, words] of rowsOf(PLACES))
  fill(words, { is: 'place', place: place as Place, verb: verb === 'says' });
fill(SUNG, { is: 'vocals', sung: true });
fill(UNSUNG, { is: 'vocals', sung: false });
for (const [names, words] of LINE_UPS) fill(words, { is: 'line-up', names });
for (const [name, { words }] of INSTRUMENTS) fill(words, { is: 'instrument', name });
for (const [name, { words }] of TRAITS) fill(words, { is: 'trait', name });
for (const [name, words] of Object.entries(OPERATORS))
  fill(words, { is: 'operator', name: name as Operator });
for (const [touch, words] of Object.entries(TOUCHES))
  for (const word of words.split(', '))
    LEXICON.en.set(word, { ...LEXICON.en.get(word), touch: touch as Touch });
/** Words in the longest phrase. */
export const LONGEST_PHRASE = 4;

/** Endings that leave a known English word: plurals, adverbs, comparatives, '-ness'. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/['’]s$|s['’]$/, ''],
  [/ies$|ier$|iest$|ily$|iness$/, 'y'],
  [/s$|ly$|er$|est$|ness$|ish$|r$|st$/, ''],
  [/es$/, ''],
  [/([bdgmnpt])\1(?:er|est|y)$/, '$1'],
];

/** Meanings of a phrase of lower-case words in a language. */
function found(phrase: string, language: Language): Meanings | undefined {
  const map = LEXICON[language];
  if (language !== 'en') return map.get(fold(phrase)) ?? map.get(stem(fold(phrase), language));
  const exact = map.get(phrase);
  if (exact) return exact;
  for (const [ending, base] of ENDINGS) {
    const known = ending.test(phrase) ? map.get(phrase.replace(ending, base)) : undefined;
    // 'Notes' is no 'not'.
    if (known && !(known.entry?.is === 'operator' && known.entry.name === 'no')) return known;
  }
  return undefined;
}

/** Without accents, and without the articles that French and Italian shorten. */
function fold(phrase: string): string {
  const plain = phrase.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
  return plain.replace(/(?<!\p{L})(?:[ldjnsc]|qu|un|(?:de|a|ne|su|da)ll)'(?=\p{L})/gu, '');
}

/** Without the endings of gender, number and case, in words of five letters and more. */
function stem(phrase: string, language: Language): string {
  const ending =
    language === 'de'
      ? /(?<=\p{L}{4})(?:e[rsnm]?|n|s)(?!\p{L})/gu
      : /(?<=\p{L}{4})(?:[ae]?mente?|[aeio]s?|s)(?!\p{L})/gu;
  return phrase.replace(ending, '');
}

for (const [english, language, words] of TRANSLATIONS)
  for (const word of words.split(', '))
    for (const key of [fold(word), stem(fold(word), language)])
      if (!LEXICON[language].has(key)) LEXICON[language].set(key, found(english, 'en')!);

/**
 * Meaning of a phrase in a sentence of a language: in that language first, in English next, and in the others if it
 * names an instrument or a trait.
 */
export function meaningOf(phrase: string, language: Language = 'en'): Meanings | undefined {
  const own = found(phrase, language) ?? found(phrase, 'en');
  if (own || phrase.length < 5) return own;
  for (const other of FOREIGN) {
    const meanings = found(phrase, other);
    if (meanings?.entry && /^(instrument|trait|vocals)$/.test(meanings.entry.is)) return meanings;
  }
  return undefined;
}

/** The language with the most words that English does not have, against English words for grammar; `usual` if none has more. */
export function languageOf(words: readonly string[], usual: Language): Language {
  const scoreOf = (language: Language) =>
    words.reduce((sum, word) => {
      const english = found(word, 'en');
      if (found(word, language)) return sum + (english ? 0 : 1);
      return sum - (english?.entry?.is === 'operator' ? 1 : 0);
    }, 0);
  let [best, most] = [usual, scoreOf(usual)];
  for (const language of ['en', ...FOREIGN] as const) {
    const score = scoreOf(language);
    if (score > most) [best, most] = [language, score];
  }
  return best;
}

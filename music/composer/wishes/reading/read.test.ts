import { describe, expect, it } from 'vitest';
import { composeSong } from '../../generate.ts';
import { limitsOf, settle } from '../asked.ts';
import { promptOf } from '../for-generators.ts';
import { INSTRUMENTS } from '../instruments.ts';
import { TRAITS } from '../traits.ts';
import type { Wish } from '../wish.ts';
import { meaningOf } from './lexicon.ts';
import { readWishes } from './read.ts';

const chips = (text: string) => readWishes(text).map(({ chip }) => chip);
const unknown = (text: string) =>
  readWishes(text).flatMap(({ kind, words }) => (kind === 'unknown' ? [words] : []));

/** Descriptions, and the chips that their writers see. */
const TABLE: readonly (readonly [string, ...string[]])[] = [
  ['no drums please, just strings', 'No drums', 'Only strings'],
  ['angry break-up song with heavy distorted guitars', 'Angry', 'Sad', 'Distorted guitar, heavy'],
  ['saxophone solo', 'Saxophone solo'],
  ['epic cinematic build-up with huge drums', 'Epic', 'Builds up', 'Drums, heavy'],
  [
    'slow waltz, no drums, just strings and a solo cello, ends loud',
    'Slow',
    'Waltz, three beats to the bar',
    'No drums',
    'Only strings',
    'Cello solo',
    'Loud at the end',
  ],
  ['fast slow song', 'Fast', 'Slow'],
  ['only piano and bass', 'Only piano', 'Only bass'],
  ['strings only', 'Only strings'],
  ['piano and violin on their own', 'Only piano', 'Only violin'],
  ['nothing but violins', 'Only violin'],
  ['solo piano', 'Only piano'],
  ['a band with a solo guitar and drums', 'Guitar solo', 'Drums'],
  ['without guitars', 'No guitar'],
  ['no drums, bass or guitars but a big choir', 'No drums', 'No bass', 'No guitar', 'Choir, heavy'],
  ['no drums, slow piano', 'No drums', 'Slow', 'Piano'],
  ['no drums and slow', 'No drums', 'Slow'],
  ['piano instead of guitar', 'Piano', 'No guitar'],
  ['drum-free piano music', 'No drums', 'Piano'],
  ['less drums, more bass', 'Less drums', 'More bass'],
  ['a bit of cello, a little guitar', 'Cello, soft', 'Guitar, soft'],
  ['a touch of sadness', 'A little sad'],
  ['the opposite of sad', 'Happy'],
  ['nothing electronic', 'Acoustic'],
  ['I hate drums but I love the piano', 'No drums', 'Piano'],
  ['swap the piano for a banjo', 'No piano', 'Banjo'],
  ['guitar replaced by piano', 'No guitar', 'Piano'],
  ['no percussion except a shaker', 'No percussion', 'Shaker'],
  ['a wall of guitars everywhere', 'More guitar'],
  ['no drums until the chorus', 'Drums from the first chorus on'],
  ['no drums or bass until the second half', 'Drums only towards the end', 'Bass only towards the end'],
  ['drums come in later, loud', 'Drums from the middle on', 'Loud'],
  ['piano first, then the strings join', 'Piano at the start', 'Strings from the middle on'],
  ['the choir from the first chorus on', 'Choir from the first chorus on'],
  ['drums only in the chorus', 'Drums, only in the choruses'],
  ['choir in the last chorus only', 'Choir, only at the end'],
  ['bring in the choir for the last chorus', 'Choir at the end'],
  ['no drums except in the chorus', 'Drums, only in the choruses'],
  ['keep the drums out until the end', 'Drums only towards the end'],
  ['bass and drums drop out in the bridge', 'No bass in the bridge', 'No drums in the bridge'],
  ['the bass stops in the verses', 'No bass in the verses'],
  [
    'no piano, no strings or brass until the end',
    'No piano',
    'Strings only towards the end',
    'Brass only towards the end',
  ],
  [
    'drums, but not in the verse and not at the end',
    'Drums',
    'No drums in the verses',
    'No drums at the end',
  ],
  ['lots of cello, but not in the intro', 'More cello', 'No cello at the start'],
  ['no drums in the intro', 'No drums at the start'],
  ['starts with just piano, then drums', 'Only piano at the start', 'Drums at the end'],
  ['sax takes the lead', 'Saxophone leads'],
  ['led by a violin', 'Violin leads'],
  ['the drums are soft and brushed', 'Drums, soft and brushed'],
  ['drums with brushes', 'Drums', 'Drums, brushed'],
  ['starts quiet, ends loud', 'Quiet at the start', 'Loud at the end'],
  ['from quiet to loud', 'Quiet at the start', 'Loud at the end'],
  ['quiet verses and loud choruses', 'Quiet in the verses', 'Loud in the choruses'],
  ['a quiet start but a loud ending', 'Quiet at the start', 'Loud at the end'],
  ['gets louder', 'Loud at the end'],
  ['in from the cold', 'Cold'],
  ['calm, builds to a huge ending', 'Calm', 'Builds up', 'Heavy at the end'],
  ['long intro, then a drop and a fade-out', 'Long intro', 'A drop', 'Fades out'],
  ['not sad', 'Happy'],
  ['very slow', 'Very slow'],
  ['not too fast, a bit dark', 'A little slow', 'A little dark'],
  ['more energetic', 'Very energetic'],
  ['no reverb', 'Dry, close'],
  ['as in a cathedral', 'As in a cathedral'],
  ['lo-fi with vinyl crackle', 'Lo-fi', 'Vinyl crackle'],
  ['80s synths', 'Like the 1980s', 'Synth'],
  ['a lullaby', 'A lullaby'],
  ['at 120 bpm in D minor', '120 bpm', 'In D minor'],
  ['jazz in B flat major', 'Swinging', 'In Bb major'],
  ['bossa in F#m', 'Bossa nova rhythm', 'In F# minor'],
  ['slow, in a minor key', 'Slow', 'In a minor key'],
  ['in 3/4', 'Waltz, three beats to the bar'],
  ['in 7/8', '“7/8”: not understood'],
  ['in 12/8', 'Shuffle'],
  ['a short song, slow', '1:15 long', 'Slow'],
  ['a very long track', '2:30 long'],
  ['short and sweet', '1:15 long'],
  ['slows down at the end', 'Slows down'],
  ['make the bass loud and the guitars quiet', 'Bass, heavy', 'Guitar, soft'],
  ['keep the drums soft, but the ending loud', 'Drums, soft', 'Loud at the end'],
  ['no distortion on the guitar', 'Clean', 'Guitar'],
  ['without the drums being too loud', 'Drums, soft'],
  ['don’t let the guitar dominate', 'Less guitar'],
  ['drumless and guitar-driven', 'No drums', 'Guitar leads'],
  ['a bit of cello, strings only at the end', 'Cello, soft', 'Strings, only at the end'],
  [
    'guitar, strings and brass come in late, ten minutes long',
    'Guitar from the middle on',
    'Strings from the middle on',
    'Brass from the middle on',
    '10:00 long',
  ],
  ['acoustic, but not folk', 'Acoustic', 'Not folk'],
  ['sad violin, no other instruments', 'Sad', 'Only violin'],
  ['lots of space between the notes', 'Very sparse'],
  ['the drums only start after a minute', 'Drums from the middle on'],
  ['a duet for piano and cello', 'Only piano', 'Only cello'],
  ['snare and brass, triumphant ending', 'Snare', 'Brass', 'Triumphant at the end'],
  ['strings and brass at the end', 'Strings at the end', 'Brass at the end'],
  ['fast drums, slow piano intro', 'Fast', 'Drums', 'Slow at the start', 'Piano at the start'],
  ['loud, epic ending', 'Loud at the end', 'Epic at the end'],
  ['sad, quiet at the end', 'Sad', 'Quiet at the end'],
  ['calm intro, then a loud chorus', 'Calm at the start', 'Loud in the choruses'],
  ['no melody', '“no melody”: not understood'],
  ['no intro, straight to the chorus', 'No intro'],
  ['for my dad, who loves jazz', '“dad”: not understood', 'Swinging'],
  ['a two-minute song', '2:00 long'],
  ['90 seconds, 70s style', '1:30 long', 'Like the 1970s'],
  ['tempo 9999', '9999 bpm'],
  ['0 bpm', '0 bpm'],
  ['between 90 and 100 bpm', '95 bpm'],
  ['tempo 90-100', '95 bpm'],
  ['female vocals', 'Someone singing'],
  ['no vocals', 'Instrumental, nobody sings'],
  ['instrumental', 'Instrumental, nobody sings'],
  ['<b>slow</b> & “sad”', 'Slow', 'Sad'],
  ['🎻😢', 'Violin', 'Sad'],
  ['dont want no drums, no no bass', 'No drums', 'No bass'],
  ['not without drums', 'Drums'],
  [
    'traurig, con violín, sans batterie, com flauta, senza basso',
    'Sad',
    'Violin',
    'No drums',
    'Flute',
    'No bass',
  ],
  ['my dog died, he was a happy boy', '“dog”: not understood', 'Sad', '“boy”: not understood'],
  ['two and a half minutes of soft keys', '2:30 long', 'Keyboards, soft'],
  ['a full 30 secs of intro', 'Long intro'],
  ['the drums come in halfway', 'Drums from the middle on'],
  ['drums until the chorus', 'Drums, until the first chorus'],
];

describe('a description', () => {
  it.each(TABLE.map(([text, ...wanted]) => [text, wanted] as const))(
    '“%s” shows its wishes',
    (text, wanted) => {
      expect(chips(text)).toEqual(wanted);
    },
  );

  it('gives a tempo to one chip, and none beside a number', () => {
    const tempos = (text: string) =>
      readWishes(text, 'rock:indie-rock').filter(({ chip }) => /\d/.test(chip)).length;
    expect(['slow and lazy, a ballad', 'fast slow song', 'slow, 74 bpm'].map(tempos)).toEqual([1, 1, 1]);
    const { score, account } = composeSong({ genre: 'rock:indie-rock', seed: 4, description: 'slow' });
    expect(account.heard[0]!.wish.chip).toBe(`Slow, ${Math.round(score.bpm)} bpm`);
  });

  it('says what a misspelt word was taken for, unless it stands between quotation marks', () => {
    expect(readWishes('a sad vilin')[1]).toMatchObject({ chip: 'Violin (“vilin”)', guess: 'vilin' });
    expect(chips('a sad “vilin”')).toEqual(['Sad', '“vilin”: not understood']);
  });

  it('says with a genre about how fast slow is', () => {
    expect(readWishes('slow', 'rock:indie-rock')[0]!.chip).toMatch(/^Slow, about \d+ bpm$/);
  });

  it('keeps the words that each wish was read from', () => {
    const words = readWishes('No drums please, just very soft strings').map((wish) => wish.words);
    expect(words).toEqual(['No drums', 'just very soft strings']);
  });

  it('lists the words that were not understood, and no filler', () => {
    expect(unknown('please make me a nice song with zithers about my hamster')).toEqual([
      'zithers',
      'hamster',
    ]);
    expect(unknown('a happy birthday song for grandmother Ilse')).toEqual(['grandmother', 'Ilse']);
  });

  it.each([
    ['like Daft Punk but slower', 'Daft Punk', ['Slow']],
    ['Joy Division, with piano', 'Joy Division', ['Piano']],
    ['in the style of Queen', 'Queen', []],
    ['a sad song for Joy', 'Joy', ['Sad']],
    ['by Massive Attack', 'Massive Attack', []],
  ])('“%s” never uses a name', (text, name, wishes) => {
    expect(unknown(text)).toContain(name);
    expect(readWishes(text).flatMap(({ kind, chip }) => (kind === 'unknown' ? [] : [chip]))).toEqual(wishes);
  });

  it('may ask for a use that is written like a name', () => {
    expect(chips('for Christmas')).toEqual(['For Christmas']);
  });
});

describe('odd input', () => {
  it.each([
    ['', 0],
    ['   \n\t', 0],
    ['悲しい曲をお願いします', 1],
    ['أغنية حزينة', 2],
    ['<script>alert("x")</script>', 1],
    ['!!!???', 0],
    ['x'.repeat(60), 1],
    ['((((no drums', 1],
    ['dont want no drums', 1],
    ['no no drums', 1],
    ['traurig, con violín, sans batterie, com flauta, senza basso', 5],
  ])('%j gives %i wishes', (text, count) => {
    expect(readWishes(text)).toHaveLength(count);
  });

  it('of forty instruments is read', () => {
    const names = [...INSTRUMENTS.values()].slice(0, 40).map(({ words }) => words.split(', ')[0]);
    expect(readWishes(names.join(', ')).length).toBeGreaterThan(35);
  });

  it('of any length is read up to 2,000 characters, each word a bounded number of times', () => {
    let looks = 0;
    const counting = (text: string) => {
      looks = 0;
      const get = Map.prototype.get;
      Map.prototype.get = function (this: Map<unknown, unknown>, key: unknown) {
        looks++;
        return get.call(this, key);
      };
      try {
        readWishes(text);
      } finally {
        Map.prototype.get = get;
      }
      return looks;
    };
    for (const word of [
      'no a, ',
      'heavy ',
      'no drums, ',
      'is ',
      'only piano, ',
      'A ',
      '<',
      'Ab Cd ',
      'starts ',
      'no drums until the chorus ',
      'drums until ',
      'first ',
    ]) {
      const short = counting(word.repeat(Math.floor(1000 / word.length)));
      const long = counting(word.repeat(Math.floor(2000 / word.length)));
      expect(long, word).toBeLessThan(2.3 * short + 200);
      expect(counting(word.repeat(2000)), word).toBeLessThan(2.3 * short + 400);
    }
  });
});

describe('a strange description', () => {
  it.each(['静かなピアノの曲', 'موسيقى هادئة', 'Ж 🜁'])('lists what it does not understand: %s', (text) => {
    expect(unknown(text).join(' ')).not.toBe('');
    expect(chips(text)).toHaveLength(unknown(text).length);
  });

  it('reads emoji as what they show', () => {
    expect(chips('🎸😭')).toEqual(['Guitar', 'Sad']);
  });

  it('reads the words between tags and runs nothing', () => {
    expect(chips('<b>no drums</b><script>alert(1)</script>')[0]).toBe('No drums');
    expect(unknown('<b>no drums</b><script>alert(1)</script>')).toEqual(['alert']);
  });

  it('does not take the genre from the words', () => {
    expect(chips('ignore the genre, no drums')).toEqual(['No drums']);
  });

  it('keeps both halves of a contradiction, the first of which counts', () => {
    expect(settle(readWishes('fast slow song')).pace).toBeGreaterThan(0);
    expect(settle(readWishes('slow fast song')).pace).toBeLessThan(0);
  });

  it.each(['tempo 0', '0 bpm', '19 bpm', '301 bpm', '9999 bpm', 'tempo 9999'])(
    'says of “%s” that no music has that tempo, and plays the genre’s own',
    (description) => {
      const wishes = readWishes(description);
      expect(limitsOf(wishes).get(wishes[0]!)).toBe('Music is played at 20 to 300 beats per minute');
      expect(promptOf(wishes)).toMatchObject({ tempo: undefined, caption: [] });
      const order = { genre: 'pop:indie-pop', seed: 2 };
      const { score, account } = composeSong({ ...order, description });
      expect(account.heard[0]).toMatchObject({ outcome: 'not possible' });
      expect(score.bpm).toBe(composeSong(order).score.bpm);
    },
  );

  it('seats the first dozen of forty instruments and says so of the others', () => {
    const wishes = readWishes([...INSTRUMENTS.keys()].slice(0, 40).join(', '));
    expect(limitsOf(wishes).size).toBeGreaterThan(20);
    expect([...limitsOf(wishes).values()].at(-1)).toMatch(/^At most 12 instruments/);
    const description = wishes.map(({ words }) => words).join(', ');
    for (const genre of ['pop:indie-pop', 'techno', 'classical-orchestral'])
      expect(composeSong({ genre, seed: 2, description }).score.parts.length).toBeLessThanOrEqual(24);
  });

  it('of 2,000 times the same letter is played', () => {
    const { score } = composeSong({ genre: 'pop:indie-pop', seed: 2, description: 'x'.repeat(2000) });
    expect(score.parts.length).toBeGreaterThan(1);
  });
});

describe('the vocabulary', () => {
  const lists: [string, string][] = [
    ...[...TRAITS].map(([name, { words }]): [string, string] => [name, words]),
    ...[...INSTRUMENTS].map(([name, { words }]): [string, string] => [name, words]),
  ];

  it('gives each word one meaning', () => {
    const wrong = lists.flatMap(([name, words]) =>
      words.split(', ').filter((word) => {
        const entry = meaningOf(word)?.entry;
        return entry === undefined || !('name' in entry) || entry.name !== name;
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('names opposites and families that exist', () => {
    for (const { opposite } of TRAITS.values()) if (opposite) expect([...TRAITS.keys()]).toContain(opposite);
    for (const { standIn } of INSTRUMENTS.values())
      if (standIn) expect(readWishes(standIn).at(-1)).toMatchObject({ kind: 'instrument' });
  });

  it('reads each of its words alone as what it is', () => {
    const lost = lists.flatMap(([name, words]) =>
      words
        .split(', ')
        .filter((word) => !readWishes(word).some((wish: Wish) => JSON.stringify(wish).includes(`"${name}"`))),
    );
    expect(lost).toEqual([]);
  });
});

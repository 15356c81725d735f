import { describe, expect, it } from 'vitest';
import type { Take } from '../arranging/form.ts';
import { composeSong } from '../generate.ts';
import { lengthOf, type Score, secondsAt } from '../score.ts';
import { parseKey } from '../writing/theory.ts';
import { belongs, INSTRUMENTS } from './instruments.ts';
import { playerOf } from './notes.ts';
import { TRAITS } from './traits.ts';

const song = (genre: string, description = '', seed = 8, take: Take = 'A') =>
  composeSong({ genre, seed, description, take });
const bases = new Map<string, Score>();
function without(genre: string): Score {
  const score = bases.get(genre) ?? song(genre).score;
  bases.set(genre, score);
  return score;
}

const eventsOf = (part: Score['parts'][number]) => ('notes' in part ? part.notes : part.hits);
const all = (score: Score) =>
  score.parts.flatMap((part) => eventsOf(part).map(({ beat, velocity }) => ({ beat, velocity })));
const count = (score: Score, name: string) =>
  score.parts.reduce((sum, part) => sum + (belongs(playerOf(part), name) ? eventsOf(part).length : 0), 0);
const share = (score: Score, name: string) => count(score, name) / all(score).length;
const density = (score: Score) => all(score).length / score.beats;
const loud = (score: Score, from = 0, to = 1) => {
  const heard = all(score).filter(({ beat }) => beat >= from * score.beats && beat < to * score.beats);
  return heard.reduce((sum, { velocity }) => sum + velocity, 0) / Math.max(1, heard.length);
};
const crowd = (score: Score, from: number, to: number) =>
  all(score).filter(({ beat }) => beat >= from * score.beats && beat < to * score.beats).length / (to - from);
const length = (score: Score) => {
  const notes = score.parts.flatMap((part) => ('notes' in part && part.role !== 'pad' ? part.notes : []));
  return notes.reduce((sum, note) => sum + note.length, 0) / notes.length;
};
const levelOf = (score: Score, name: string) =>
  Math.max(
    ...score.parts
      .filter((part) => belongs(playerOf(part), name) && eventsOf(part).length > 0)
      .map(({ mix }) => mix.level),
  );
const pieces = (score: Score, pattern: RegExp) =>
  score.parts.reduce(
    (sum, part) => sum + ('hits' in part ? part.hits.filter(({ piece }) => pattern.test(piece)).length : 0),
    0,
  );
const section = (score: Score, name: string) => score.sections.find((one) => one.name === name);

/** Musical facts by name: of a score, against the same genre and seed without words. */
const FACTS: Readonly<Record<string, (score: Score, base: Score, argument: string) => boolean>> = {
  slower: (s, b) => s.bpm < 0.97 * b.bpm,
  'much-slower': (s, b) => s.bpm < 0.82 * b.bpm,
  faster: (s, b) => s.bpm > 1.02 * b.bpm,
  'much-faster': (s, b) => s.bpm > 1.2 * b.bpm,
  bpm: (s, _, x) => s.bpm === Number(x),
  minor: (s) => parseKey(s.key).minor,
  major: (s) => !parseKey(s.key).minor,
  mode: (s, _, x) => s.key.endsWith(` ${x}`),
  key: (s, _, x) => s.key === x.replace('_', ' '),
  beats: (s, _, x) => s.beatsPerBar === Number(x),
  swings: (s) => s.swing > 0.52,
  straight: (s) => s.swing === 0.5,
  no: (s, _, x) => count(s, x.replace('_', ' ')) === 0,
  only: (s, _, x) =>
    s.parts.every(
      (part) =>
        eventsOf(part).length === 0 ||
        x.split('+').some((name) => belongs(playerOf(part), name.replace('_', ' '))),
    ),
  plays: (s, _, x) => count(s, x.replace('_', ' ')) >= 24,
  more: (s, b, x) => share(s, x.replace('_', ' ')) > share(b, x.replace('_', ' ')) + 0.01,
  less: (s, b, x) => share(s, x.replace('_', ' ')) < 0.8 * share(b, x.replace('_', ' ')),
  'louder-part': (s, b, x) => levelOf(s, x) > levelOf(b, x) + 1,
  'softer-part': (s, b, x) => levelOf(s, x) < levelOf(b, x) - 1,
  leads: (s, _, x) =>
    s.parts
      .filter(({ role }) => role === 'lead')
      .every((part) => eventsOf(part).length === 0 || belongs(playerOf(part), x.replace('_', ' '))),
  solo: (s, _, x) =>
    s.parts.some(
      (part) =>
        part.role === 'lead' && belongs(playerOf(part), x.replace('_', ' ')) && eventsOf(part).length > 12,
    ),
  louder: (s, b) => loud(s) > 1.06 * loud(b),
  softer: (s, b) => loud(s) < 0.94 * loud(b),
  denser: (s, b) => density(s) > 1.1 * density(b),
  sparser: (s, b) => density(s) < 0.9 * density(b),
  'quiet-start': (s) => loud(s, 0, 0.2) < 0.85 * loud(s, 0.5, 0.95),
  'loud-start': (s, b) => loud(s, 0, 0.2) / loud(s, 0.5, 0.9) > 1.05 * (loud(b, 0, 0.2) / loud(b, 0.5, 0.9)),
  'loud-end': (s, b) =>
    loud(s, 0.75, 0.95) / loud(s, 0, 0.4) > 1.08 * (loud(b, 0.75, 0.95) / loud(b, 0, 0.4)),
  'quiet-end': (s, b) => loud(s, 0.8, 0.98) / loud(s, 0, 0.5) < 0.92 * (loud(b, 0.8, 0.98) / loud(b, 0, 0.5)),
  builds: (s) => crowd(s, 0, 0.25) * loud(s, 0, 0.25) < 0.7 * crowd(s, 0.6, 0.95) * loud(s, 0.6, 0.95),
  fades: (s) => loud(s, 0.97, 1) < 0.5 * loud(s, 0.5, 0.7),
  'fades-in': (s) => loud(s, 0, 0.04) < 0.6 * loud(s, 0.3, 0.6),
  steady: (s) => new Set(s.sections.map(({ energy }) => energy)).size === 1,
  drops: (s, b) =>
    s.sections.some(
      ({ name, energy }, i) => name === 'hook' && energy === 1 && i > 0 && s.sections[i - 1]!.energy < 0.85,
    ) && density(s) < density(b) + 0.5,
  'long-intro': (s) => s.sections[0]!.name === 'intro' && (s.sections[0]!.beats * 60) / s.bpm > 12,
  'no-intro': (s) => section(s, 'intro') === undefined,
  abrupt: (s) => section(s, 'outro') === undefined && s.ritardAmount === 0,
  'a-break': (s) =>
    s.sections.some(
      ({ beat, beats }, i) =>
        i > 0 &&
        !s.parts.some(
          (part) =>
            'hits' in part && part.hits.some((hit) => hit.beat > beat + 1 && hit.beat < beat + beats - 1),
        ),
    ),
  short: (s, b) => length(s) < 0.8 * length(b),
  long: (s, b) => length(s) > 1.04 * length(b),
  brighter: (s, b) => s.sound.air > b.sound.air + 0.4,
  darker: (s, b) => s.sound.air < b.sound.air - 0.4,
  warmer: (s, b) => s.sound.warmth > b.sound.warmth * 1.1,
  cleaner: (s, b) => s.sound.warmth < b.sound.warmth * 0.95,
  roomier: (s, b) => s.sound.roomSeconds > 1.2 * b.sound.roomSeconds,
  drier: (s, b) => s.sound.roomSeconds < 0.6 * b.sound.roomSeconds,
  crackles: (s) => s.sound.crackle > 0,
  hisses: (s) => s.sound.hiss > 0,
  'absent-start': (s, _, x) => heardIn(s, x, (_name, at) => at === 0) === 0,
  'absent-verse': (s, _, x) => heardIn(s, x, (name) => name === 'verse') === 0,
  seconds: (s, _, x) => Math.abs(lengthOf(s) - Number(x)) < 12,
  hits: (s, b, x) => pieces(s, new RegExp(x)) > pieces(b, new RegExp(x)),
  'no-hits': (s, _, x) => pieces(s, new RegExp(x)) === 0,
  'drums-softer': (s, b) => pieces(s, /^(crash|clap)$/) === 0 && pieces(b, /./) > 0,
  differs: (s, b) => notesOf(s) !== notesOf(b),
  rises: (s, b) => pitchOf(s, s.sections.at(-2)!.beat) - pitchOf(b, s.sections.at(-2)!.beat) > 1.9,
  'faster-end': (s) => pace(s, 0.75, 1) < 0.93 * pace(s, 0, 0.25),
  'slower-end': (s) => pace(s, 0.9, 0.99) > 1.1 * pace(s, 0.3, 0.6),
  'slower-start': (s) => pace(s, 0.05, 0.15) > 1.1 * pace(s, 0.4, 0.6),
  stops: (s) => {
    const hook = s.sections.findLast(({ name }) => name === 'hook')!.beat;
    return s.parts.every((part) =>
      eventsOf(part).every(({ beat }) => beat < hook - 0.95 || beat > hook - 0.1),
    );
  },
  turns: (s, _, x) => {
    const [one, other] = x
      .split('+')
      .map((name) => s.parts.find((part) => playerOf(part) === name && part.role === 'lead'));
    const turnsOf = (part: typeof one, mine: number) =>
      eventsOf(part!).filter(({ beat }) => {
        const { beat: from } = s.sections.findLast((section) => section.beat <= beat + 0.1)!;
        return Math.floor((beat - from) / (2 * s.beatsPerBar)) % 2 === mine;
      }).length / eventsOf(part!).length;
    return Math.max(turnsOf(one, 0) + turnsOf(other, 1), turnsOf(one, 1) + turnsOf(other, 0)) > 1.8;
  },
};

/** Seconds of a beat between two shares of a song. */
const pace = (score: Score, from: number, to: number) =>
  (secondsAt(score, to * score.beats, false) - secondsAt(score, from * score.beats, false)) / (to - from);
/** The mean pitch of a song from a beat on. */
const pitchOf = (score: Score, from: number) => {
  const notes = score.parts.flatMap((part) =>
    'notes' in part ? part.notes.filter(({ beat }) => beat >= from) : [],
  );
  return notes.reduce((sum, { pitch }) => sum + pitch, 0) / notes.length;
};

/** Notes of an instrument, or strokes on the cymbals, in some of the sections. */
const heardIn = (score: Score, who: string, where: (name: string, at: number) => boolean) => {
  const inside = ({ beat }: { beat: number }) =>
    score.sections.some(
      ({ name, beat: from, beats }, at) => where(name, at) && beat >= from - 0.1 && beat < from + beats - 0.1,
    );
  return score.parts.reduce((sum, part) => {
    const events =
      'hits' in part && who === 'cymbals'
        ? part.hits.filter(({ piece }) => /hat|ride|crash/.test(piece))
        : belongs(playerOf(part), who)
          ? eventsOf(part)
          : [];
    return sum + events.filter(inside).length;
  }, 0);
};

const notesOf = (score: Score) =>
  JSON.stringify([
    score.bpm,
    score.paces,
    score.key,
    score.sound,
    score.sections,
    score.parts.map((part) => [part.name, part.instrument, part.mix, eventsOf(part)]),
  ]);

const [ROCK, JAZZ, HOUSE, CLASSICAL, POP] = [
  'rock:indie-rock',
  'jazz:piano-trio',
  'house:deep-house',
  'classical-orchestral',
  'pop:dance-pop',
];

/** Ordinary descriptions and what each must change, by the genre that it is asked of. */
const TABLE: Readonly<Record<string, string>> = {
  [ROCK!]: `
no drums please, just strings | no:drums only:strings
angry break-up song with heavy distorted guitars | faster minor denser more:distorted_guitar louder
saxophone solo | solo:saxophone plays:saxophone
epic cinematic build-up with huge drums | builds louder-part:drums roomier
a happy birthday song for grandmother Ilse | major faster brighter
slow and sad | much-slower minor softer
slow waltz, no drums, just strings and a solo cello, ends loud | much-slower beats:3 no:drums only:strings plays:cello loud-end
fast slow song | faster
no drums | no:drums
without guitars | no:guitar
no bass, please | no:bass
only piano and bass | only:piano+bass plays:piano plays:bass
piano only | only:piano
just acoustic guitar | only:acoustic_guitar
solo piano | only:piano no:drums
nothing but brass | only:brass
strings instead of guitars | no:guitar plays:strings
no guitars but a big organ | no:guitar plays:organ
with a violin | plays:violin
a bit of cello | plays:cello
no strings but a violin | plays:violin
no percussion except a shaker | hits:shaker no-hits:conga
no drums until the chorus | absent-start:drums plays:drums
no bass until the second half | absent-start:bass absent-verse:bass plays:bass
strings join in the second half | absent-start:strings plays:strings
drums only in the chorus | absent-start:drums absent-verse:drums plays:drums
no drums in the verses | absent-verse:drums plays:drums
no cymbals in the intro | absent-start:cymbals plays:drums
starts with only piano | absent-start:drums absent-start:guitar plays:drums
featuring trumpet and flute | plays:trumpet plays:flute
violin takes the lead | leads:violin
led by a trumpet | leads:trumpet
flute melody | leads:flute
cello solo | solo:cello
drum solo | differs
with congas and bongos | hits:conga
add hand claps | hits:clap
more drums | louder-part:drums
less drums | less:drums
less guitar, more piano | less:guitar plays:piano
soft drums | softer-part:drums
drums with brushes | drums-softer
no cymbals | no-hits:^(hat|ride|crash|open)$
no kick drum | no-hits:^kick$
acoustic guitars, no electric ones | plays:acoustic_guitar
heavy guitars | plays:distorted_guitar
unplugged | no:electric_guitar no:synth
electronic | no:guitar plays:synth
orchestral version | plays:strings no:guitar
slow | much-slower
very slow | much-slower
a little slow | slower
fast | faster
as fast as possible | faster
uptempo | faster
not too fast | slower
120 bpm | bpm:120
at 150 bpm in D minor | bpm:150 key:D_minor
in F# major | key:F#_major
in E flat | key:Eb_major
in a minor key | minor
dorian | mode:dorian
sad | slower minor softer darker
happy | major faster brighter
not sad | major faster
dark and brooding | minor darker
dreamy | mode:lydian slower roomier long
angry | faster minor denser louder warmer
calm | slower softer sparser
energetic | faster denser louder
tense | mode:phrygian denser short
romantic | major slower long
playful | major faster short
nostalgic | darker warmer hisses
triumphant | major louder
mysterious | mode:dorian sparser
busy | denser
sparse | sparser
minimal | sparser
loud | louder
quiet | softer
staccato | short
legato | long
starts quiet, ends loud | quiet-start loud-end
starts loud, ends quiet | loud-start quiet-end
quiet start | quiet-start
loud ending | loud-end
ends softly | quiet-end
gets louder | loud-end
from quiet to loud | quiet-start loud-end
builds up slowly | builds
slow build | builds
crescendo | builds
with a drop | drops
long intro | long-intro
no intro | no-intro
straight in | no-intro
fade out | fades
fades in | fades-in
abrupt ending | abrupt
steady throughout | steady
with a breakdown | a-break
half-time | differs
double time | denser
swing feel | swings
3/4 | beats:3
a waltz | beats:3
dry | drier
no reverb | drier
in a cathedral | roomier
spacious | roomier
lo-fi | crackles darker warmer
vinyl crackle | crackles
80s | brighter roomier
70s sound | warmer hisses
1950s style | darker warmer
modern and polished | brighter
clean | cleaner
bright | brighter
warm | warmer darker
distorted | warmer
muffled | darker
two minutes long | seconds:120
75 seconds | seconds:75
a lullaby | much-slower no:drums softer
for my workout | faster denser louder
to fall asleep to | much-slower no:drums softer
for studying | softer slower
a wedding song | major slower
party music | faster denser
for Christmas | major brighter
vocals | plays:choir
a key change before the last chorus | rises
it speeds up | faster-end
slows down at the end | slower-end
starts slow and ends fast | slower-start faster-end
the music stops for a second before the last chorus | stops
half-time in the bridge | differs
a 5/4 groove | beats:5 plays:drums plays:bass
call and response between saxophone and trumpet | turns:saxophone+trumpet
castanets and a gong | hits:castanets hits:gong
gentle at first | quiet-start
start with a bang | loud-start
string quartet | only:strings
jazz trio | only:piano+double_bass+drums
cello duet | only:cello
oboe, bassoon and celesta | plays:oboe plays:bassoon plays:celesta
no drums and no saxophone | no:drums no:saxophone
dont want no drums | no:drums
not without a violin | plays:violin
traurig, ohne Schlagzeug, mit Geige | minor no:drums plays:violin
`,
  [JAZZ!]: `
no drums | no:drums
no piano | no:piano
saxophone instead of piano | no:piano plays:saxophone
only double bass and drums | only:double_bass+drums
just a cello | only:cello
fast and furious | faster louder denser
slow ballad with brushes | slower drums-softer
guitar lead | leads:guitar
with strings | plays:strings
trumpet solo | solo:trumpet
bass solo | solo:bass
with distorted guitar | plays:distorted_guitar
electronic beats | plays:drums
funky | differs
straight, no swing | straight
bossa nova | straight
happy but slow | major slower
sad yet fast | minor faster
gentle lullaby with harp | plays:harp no:drums slower
in C minor | key:C_minor
90 bpm | bpm:180
waltz with accordion | beats:3 plays:accordion
quiet verses and a loud finale | loud-end
without bass or drums | no:bass no:drums
`,
  [HOUSE!]: `
no drums, only pads | no:drums only:synth_pad
acoustic, no synths | no:synth
with live strings and a harp | plays:strings plays:harp
sad piano | minor plays:piano slower
hard, fast techno | faster
dark and minimal | darker sparser minor
long intro and a big drop | long-intro drops
vibraphone and flute | plays:vibraphone plays:flute
cowbell | hits:cowbell
less bass | less:bass
without a kick | no-hits:^kick$
guitar solo | solo:guitar
chiptune | plays:square_lead
808 bass | plays:synth_bass
sleepy and soft | slower softer
tropical beach vibe | major brighter
`,
  [CLASSICAL!]: `
with drums | plays:drums
only strings | only:strings
no strings | no:strings
solo violin | plays:violin
electric guitar and drums | plays:electric_guitar plays:drums
piano leads | leads:piano
no brass | no:brass
joyful march | major faster
horror soundtrack | mode:phrygian
very quiet, like a whisper | softer
big choir at the end | plays:choir
`,
  [POP!]: `
acoustic version with only guitar and shaker | only:guitar+percussion
strip it down: piano, no drums | no:drums plays:piano
heavy metal guitars | plays:distorted_guitar
ukulele and whistling | plays:ukulele plays:whistle
80s synths with gated drums | plays:synth roomier
melancholic but danceable | minor faster
reggae feel | differs
with banjo and fiddle | plays:banjo plays:fiddle
soft piano at the start | plays:piano
no synths at all | no:synth
`,
};

const rows = Object.entries(TABLE).flatMap(([genre, text]) =>
  text
    .trim()
    .split('\n')
    .map((line): [string, string, string] => {
      const [description = '', facts = ''] = line.split(' | ');
      return [description, genre, facts];
    }),
);

describe('the house band', () => {
  it('is measured on at least 150 descriptions', () => {
    expect(rows.length).toBeGreaterThanOrEqual(150);
  });

  it.each(rows)('obeys “%s” in %s', (description, genre, facts) => {
    const { score } = song(genre, description);
    const failed = facts
      .trim()
      .split(' ')
      .filter((fact) => {
        const at = fact.indexOf(':');
        const [name, argument] = at < 0 ? [fact, ''] : [fact.slice(0, at), fact.slice(at + 1)];
        return !FACTS[name]!(score, without(genre), argument);
      });
    expect(failed).toEqual([]);
  });

  it.each([ROCK, JAZZ, HOUSE])(
    'changes its score for every word that it understands, in %s',
    { timeout: 120_000 },
    (genre) => {
      const words = [...TRAITS.values(), ...INSTRUMENTS.values()].map((entry) => entry.words.split(', ')[0]!);
      const usual = notesOf(without(genre!));
      const idle = words.filter((word) => {
        const { score, account } = song(genre!, word);
        return notesOf(score) === usual && !account.heard.every(({ why }) => why !== undefined);
      });
      expect(idle).toEqual([]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { TAKES } from '../../arranging/form.ts';
import { composeSong } from '../../generate.ts';
import type { Score } from '../../score.ts';
import { belongs } from '../instruments.ts';
import { PIECES, playerOf } from '../notes.ts';
import { nameOf } from '../players.ts';
import type { Wish } from '../wish.ts';
import { meaningOf } from './lexicon.ts';
import { corrected } from './misspelling.ts';
import { readWishes } from './read.ts';

/**
 * Descriptions as people write them, and the facts that they ask for: 'no:drums', 'with:flute@start', 'piano/soft',
 * 'very_slow'; '|' parts readings that are all right, and '!' says what must not be read.
 */
const EVERYDAY: Readonly<Record<string, string>> = {
  plain: `
a gentle piano piece with cello, no drums, about 80 bpm | with:piano with:cello no:drums 80bpm
upbeat summer song with ukulele, claps and whistling | energetic|happy with:ukulele with:claps with:whistle
dark techno track, 130 bpm, heavy kick and a distorted synth | dark techno 130bpm with:kick/heavy with:synth/distorted
acoustic guitar only, calm and slow, for falling asleep | only:acoustic_guitar calm slow sleep
sad violin over soft piano, no vocals | sad with:violin with:piano/soft unsung
big band swing with a trumpet solo in the middle | with:brass swinging solo:trumpet@middle
starts with a lonely flute, ends with the full orchestra | with:flute@start with:orchestra@end
lo-fi beat for studying with rhodes and vinyl crackle | lo-fi|with:drums study with:electric_piano vinyl
fast punk song with loud guitars, no keyboard | fast punk with:guitar/heavy no:keys
a romantic waltz in G major for our wedding | romantic waltz key:G_major wedding
no bass in the intro, then everything at once | no:bass@start
an epic orchestral piece with choir and timpani that builds slowly | epic orchestral with:choir with:timpani|with:percussion build
funky bass line, tight drums and a bit of wah guitar | funky with:bass with:drums with:guitar|with:electric_guitar
slow blues in E with a guitar solo and organ | slow shuffling key:E_major solo:guitar with:organ
jazz trio, brushes on the drums, late night feeling | swinging only:piano|with:piano only:drums|with:drums dark
strings only in the chorus, piano all the way through | with:strings@hook with:piano
more bass, less guitar, and make it a little faster | more:bass less:guitar fast
everything quiet except a loud trumpet at the end | quiet with:trumpet@end/heavy|with:trumpet@end
cinematic and tense, with low strings and no melody instruments | epic tense with:strings
reggae with an organ and trombones, sunny mood | reggae with:organ with:trombone happy
80s synth pop, gated drums, dreamy pads, around 110 bpm | eighties with:synth with:drums dreamy with:synth_pad 110bpm
a cheerful polka with accordion and tuba | happy polka with:accordion with:tuba
meditation music with a harp and long reverb, no percussion | meditation with:harp cathedral|roomy no:percussion
the guitar plays the melody, the strings stay in the background | lead:guitar with:strings
christmas song with sleigh bells and a children's choir | christmas with:tambourine with:choir
angry metal in D minor, double kick, 180 bpm, two minutes long | angry metallic key:D_minor 180bpm 120s
soft verses, huge choruses | quiet@verse|calm@verse heavy@hook|loud@hook
I want a drum solo in the bridge and a quiet ending | solo:drums@bridge|solo:drums quiet@end
bossa nova with nylon guitar, shaker and a soft flute lead | bossa with:nylon_guitar with:shaker lead:flute/soft|lead:flute
in a minor key but still danceable | minor party
drums enter in the second verse, bass from the start | with:drums with:bass@start
no synths, no drum machine, real instruments only | no:synth acoustic`,
  everyday: `
power ballad about my ex, starts soft and gets massive | slow|ballad quiet@start|calm@start
make it a total banger, bass that shakes the walls | energetic|party with:bass
need a hymn for grandpas funeral, church organ please | serious|hymn sad with:church_organ|with:organ
an irish jig with fiddle and tin whistle, foot stomping | jig|fast with:fiddle with:whistle
fingerpicked guitar, campfire vibes, everyone can sing along | with:acoustic_guitar folk singalong|sung|happy
string quartet playing something bittersweet | only:strings sad
brass quintet fanfare for the village fair | only:brass
duet for flute and harp, nothing else | only:flute only:harp
cello duet, very slow | only:cello very_slow|slow
four on the floor, sidechained synths, a big drop after the break | with:kick|house with:synth drop break
with a key change before the last chorus like in the 90s | key-change nineties
speeds up towards the end like a greek dance | speed-up|fast@end
it should slow down at the end and fade away | slow-down|slow@end fade-out
half time in the bridge please | half-time@bridge|half-time
a 5/4 groove, kinda nerdy | five-four|5/4
the music stops for a second before the chorus | stop
call and response between sax and trumpet | call-response with:saxophone with:trumpet
celeste and music box, like snow falling | with:celesta with:music_box
handpan with a bit of gong and singing bowls | with:handpan|with:steelpan with:gong
flamenco guitar with castanets and clapping | with:nylon_guitar with:castanets with:claps
fat moog bass and an arpeggiator | with:synth_bass with:pluck_synth
catchy riff on the electric guitar over and over | lead:electric_guitar|with:electric_guitar
strummed ukulele and bongos on the beach | with:ukulele with:percussion beach
a chill track to cook to, nothing too loud | calm background quiet
my kid loves trains so something bouncy with a harmonica | playful with:harmonica
wedding first dance, slow, strings swell in the last chorus | wedding slow with:strings@end|with:strings@hook
gym music, aggressive, no singing | workout angry unsung
like rain on a window, piano and nothing more | nostalgic only:piano
sea shanty with accordion, stomps and a mens choir | mixolydian|shanty with:accordion with:claps with:choir
spooky halloween tune with theremin and organ | menacing with:synth_lead|with:theremin with:organ
marching band with snares and trumpets | marching with:snare with:trumpet
only voices humming, no instruments | only:choir
crescendo until the very end then a sudden stop | build end
barbershop quartet style | only:choir|with:choir
goth, reverb drenched guitars and a drum machine | dark|menacing with:guitar with:drums
toy piano, glockenspiel, handclaps, super cute | with:music_box|with:toy_piano with:bells|with:glockenspiel with:claps playful
old western saloon with honky tonk piano | country with:piano|with:honky-tonk_piano
nice and easy sunday morning coffee music | light|calm background
drums kick in after the first chorus | with:drums
a heartbeat kick, barely any melody, lots of space | with:kick sparse
music for a spy movie, vibraphone, muted trumpet, walking bass | mysterious epic with:vibraphone with:muted_trumpet with:double_bass
dont want no drums just a guitar and a harmonica | no:drums only:guitar only:harmonica
no no drums please, only pads | no:drums only:synth_pad
not without drums, i need a strong beat | with:drums
please no autotune, no trap hi hats, real drums | no:cymbals|-trap with:drums/acoustic|with:drums
bass drops out in the verses and comes back in the chorus | no:bass@verse`,
  opposites: `
my dog died last week, he was a happy boy, loved the beach | sad !happy
quiet at first and then it all kicks off | quiet@start !with:kick
a full 30 secs of intro before the singing starts | long-intro !busy !30s
cello duet, no lyrics | only:cello unsung !sung
the piano comes in halfway | with:piano
gentle at first, loud later | calm@start|quiet@start
start with a bang | loud@start|heavy@start|energetic@start
not a sad song | happy !sad
anything but slow | fast !slow
i dont like happy songs | sad !happy
it must not be too loud | quiet !loud
never boring, always moving | !calm
less is more: three notes on a piano | sparse with:piano !more:piano
we were so happy back then, now she is gone | sad !happy
she plays the drums in real life but i want no drums here | no:drums !with:drums
a fast song about a slow train | fast !slow
the second verse should be bigger than the first | !heavy@start
it isnt dark, it is bright | bright !dark
no intro, hit me straight away | no-intro !long-intro
dead simple beat, not busy | with:drums sparse|light|-busy !busy
a break-up song but upbeat | energetic|happy
light my fire guitar solo | solo:guitar
not only piano, also strings | with:piano with:strings !only:piano
without the sadness of the first one | !sad`,
  german: `
langsames klavierstück ohne schlagzeug | slow with:piano no:drums
fröhliches lied mit akkordeon und geige | happy with:accordion with:violin
nur streicher, am ende laut | only:strings loud@end
schnelle e-gitarren, kein gesang | fast with:electric_guitar|with:guitar unsung
ein trauriger walzer mit cello im refrain | sad waltz with:cello@hook`,
  spanish: `
canción triste con guitarra española y sin batería | sad with:nylon_guitar no:drums
solo piano y violín, muy lento | only:piano only:violin slow
alegre y rápida, con trompetas en el estribillo | happy fast with:trumpet@hook
empieza tranquilo y termina fuerte | calm@start|quiet@start loud@end
sin voces, con mucho bajo | unsung more:bass`,
  french: `
chanson douce et lente avec piano et violoncelle | calm|quiet slow with:piano with:cello
sans batterie, seulement des cordes | no:drums only:strings
musique joyeuse avec accordéon, pas de chant | happy with:accordion unsung
solo de saxophone à la fin | solo:saxophone@end|solo:saxophone
guitare électrique saturée au refrain, rapide | with:distorted_guitar@hook|with:electric_guitar/distorted@hook|with:electric_guitar@hook fast`,
  portuguese: `
música calma com violão e flauta, sem bateria | calm with:acoustic_guitar|with:nylon_guitar with:flute no:drums
samba alegre com cavaquinho e pandeiro | samba happy with:ukulele with:tambourine
só piano no início, depois cordas | only:piano@start with:strings
triste e devagar, com saxofone | sad slow with:saxophone
nada de vocais, mais baixo | unsung more:bass`,
  italian: `
una canzone triste e lenta con pianoforte e archi | sad slow with:piano with:strings
senza batteria, solo chitarra acustica | no:drums only:acoustic_guitar
allegra, veloce, con fisarmonica e mandolino | happy fast with:accordion with:mandolin
inizia piano e finisce forte | quiet@start loud@end
niente voce, assolo di tromba nel mezzo | unsung solo:trumpet@middle|solo:trumpet`,
};

/** Misspelt words, and what they were meant to be. */
const MISSPELT =
  'vialin violin, violine violin, chello cello, trumpit trumpet, trupmet trumpet, saxafone saxophone, saxophon saxophone, clarinette clarinet, acordion accordion, accordian accordion, harmonika harmonica, mandoline mandolin, ukelele ukulele, ukulelee ukulele, banjoo banjo, guiatr guitar, gutiar guitar, guittar guitar, paino piano, pinao piano, organn organ, harpsicord harpsichord, sinth synth, synthesiser synth, synthisizer synth, drumms drums, drusm drums, percusion percussion, tamborine tambourine, cowbel cowbell, strngs strings, ochestra orchestra, chior choir, flutte flute, tromboone trombone, xylofone xylophone, vibrophone vibraphone, energtic energetic, melancoly sad, romantik romantic, cheerfull happy, aggresive angry, dreemy dreamy, peacefull calm, mysterius mysterious, nostalgik nostalgic, qiuet quiet, slwo slow, crecendo build, lulaby lullaby, instrumentel unsung';

/** Common words that are no wishes, and near to words that are. */
const ORDINARY =
  'house horse chair table message morning cheese bottle powder stranger angel father mother winter desert whale moon castle garden window letter school doctor teacher kitchen dinner summerhouse brother sister monster dragon farmer village street corner river island planet rocket engine driver bicycle football tennis holiday picture camera phone computer internet money market office manager worker soldier captain sailor princess prince queen kingdom wizard witch ghost spider tiger lion rabbit chicken turtle dolphin elephant monkey parrot pigeon eagle flower forest mountain valley bridge tower station airport hotel museum theatre cinema library hospital church prison factory';

const HOWS: Readonly<Record<string, readonly string[]>> = {
  with: ['with', 'only', 'lead', 'solo', 'more'],
  no: ['without'],
};

/** True if a wish is one of the readings of a fact. */
function isRead(wish: Wish, fact: string): boolean {
  return fact.split('|').some((one) => {
    const [text = '', place] = one.split('@');
    const number = /^(\d+)(bpm|s)$/.exec(text);
    if (number?.[2] === 'bpm') return wish.kind === 'tempo' && wish.bpm === Number(number[1]);
    if (number) return wish.kind === 'length' && wish.seconds === Number(number[1]);
    if (text.startsWith('key:')) return wish.kind === 'key' && wish.key === text.slice(4).replace('_', ' ');
    if (/^(un)?sung$/.test(text)) return wish.kind === 'vocals' && wish.sung === (text === 'sung');
    if (place !== undefined && !('place' in wish && wish.place === place)) return false;
    const instrument = /^(with|no|only|lead|solo|more|less):([^/]+)(?:\/(\w+))?$/.exec(text);
    if (!instrument) {
      const [, sign, name] = /^(-|very_)?(.*)$/.exec(text)!;
      const isFar =
        sign === '-'
          ? 'amount' in wish && wish.amount < 0
          : sign !== 'very_' || ('amount' in wish && wish.amount > 1);
      return 'trait' in wish && wish.trait === name && isFar;
    }
    const [, how = '', name = '', touch] = instrument;
    if (wish.kind !== 'instrument' || !(HOWS[how] ?? [how]).includes(wish.how)) return false;
    const names = [wish.instrument, ...wish.touch.map((word) => `${word} ${wish.instrument}`)];
    return names.includes(name.replaceAll('_', ' ')) && (!touch || (wish.touch as string[]).includes(touch));
  });
}

/** The share of facts that are read, and the wishes that nobody asked for, of some descriptions. */
function measure(text: string) {
  const facts = { read: 0, all: 0, missed: [] as string[] };
  for (const line of text.trim().split('\n')) {
    const [description = '', wanted = ''] = line.split(' | ');
    const wishes = readWishes(description);
    for (const fact of wanted.split(' ')) {
      const isIn = wishes.some((wish) => isRead(wish, fact.replace(/^!/, '')));
      facts.all++;
      if (isIn !== fact.startsWith('!')) facts.read++;
      else facts.missed.push(`${description}: ${fact}`);
    }
  }
  return { ...facts, share: facts.read / facts.all };
}

describe('everyday descriptions', () => {
  it.each([
    ['plain', 0.9],
    ['everyday', 0.85],
    ['opposites', 0.85],
    ['german', 0.75],
    ['spanish', 0.75],
    ['french', 0.75],
    ['portuguese', 0.75],
    ['italian', 0.75],
  ])('are read: %s', (kind, least) => {
    const { share, missed } = measure(EVERYDAY[kind]!);
    expect(share, missed.join('\n')).toBeGreaterThanOrEqual(least);
  });

  it('are read with their spelling mistakes, in at least 45 of 51 words', () => {
    const pairs = MISSPELT.split(', ').map((pair) => pair.split(' ') as [string, string]);
    const missed = pairs.filter(
      ([typed, meant]) => !readWishes(typed).some((wish) => isRead(wish, `${meant}|with:${meant}`)),
    );
    expect(pairs).toHaveLength(51);
    expect(missed.length).toBeLessThanOrEqual(6);
  });

  it('take ordinary words for nothing else', () => {
    const words = ORDINARY.split(' ').filter((word) => !meaningOf(word));
    expect(words.length).toBeGreaterThan(80);
    expect(words.flatMap((word) => corrected(word, 'en') ?? []).length).toBeLessThanOrEqual(1);
  });

  it('say of no instrument that it was done where it was not', () => {
    const genres = [
      'rock:indie-rock',
      'jazz:piano-trio',
      'house:deep-house',
      'classical-orchestral',
      'pop:dance-pop',
    ];
    const descriptions = Object.values(EVERYDAY).flatMap((text) => text.trim().split('\n'));
    const told = descriptions.flatMap((line, i) => {
      const [description] = line.split(' | ');
      const order = { genre: genres[i % 5]!, seed: 3 + i, take: TAKES[i % 3]! };
      const { score, account } = composeSong({ ...order, description });
      return account.heard.flatMap(({ wish, outcome }) =>
        wish.kind === 'instrument' && outcome === 'done' ? [{ score, wish, description }] : [],
      );
    });
    const untrue = told.filter(({ score, wish }) => !isTrue(score, wish));
    expect(told.length).toBeGreaterThan(150);
    expect(untrue.map(({ wish, description }) => `${description}: ${wish.chip}`)).toEqual([]);
  });
});

/** True if an instrument plays where, and only where, its wish says. */
function isTrue({ sections, parts }: Score, wish: Extract<Wish, { kind: 'instrument' }>): boolean {
  const name = nameOf(wish);
  const piece = PIECES[name];
  const beats = parts.flatMap((part) => {
    if ('notes' in part) return belongs(playerOf(part), name) ? part.notes.map(({ beat }) => beat) : [];
    const isAll = name === 'drums' && part.name === 'drums';
    return part.hits.filter((hit) => isAll || piece?.test(hit.piece)).map(({ beat }) => beat);
  });
  const among = (from: number, to: number) =>
    beats.filter((beat) => beat > from + 0.5 && beat < to - 0.5).length;
  const end = sections.at(-1)!.beat + sections.at(-1)!.beats;
  const there = sections.filter(({ name, beat }, at) => {
    if (wish.place === 'start') return at < 2;
    if (wish.place === 'end') return at >= sections.length - 2;
    if (wish.place === 'middle') return Math.abs(beat - end / 2) < end / 4;
    const named = { verse: /^(verse|pre)$/, bridge: /^(bridge|break|solo)$/, hook: /^hook$/ }[
      wish.place ?? 'hook'
    ];
    return named.test(name) || !sections.some((one) => named.test(one.name));
  });
  const within = there.reduce((sum, { beat, beats }) => sum + among(beat, beat + beats), 0);
  const before = among(-1, there[0]?.beat ?? 0);
  if (wish.how === 'less') return true;
  if (wish.how === 'without') return (wish.place ? within : beats.length) === 0;
  if (!wish.place) return beats.length >= 2;
  if (wish.span === 'until') return beats.length > 0 && among(there.at(-1)!.beat, end) === 0;
  return within > 0 && (wish.span !== 'from' || wish.place === 'middle' || before === 0);
}

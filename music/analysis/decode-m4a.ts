import { spawn } from 'node:child_process';
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny';
import { type Pcm, toVerdict, Unplayable } from './pcm.ts';

const BROKEN = 'This M4A file is broken or contains no sound. Please export it again.';
const FOREIGN = 'This M4A file is not AAC (LC). Please export it as AAC, MP3, WAV or FLAC.';
const NO_DECODER =
  'This server cannot decode AAC. Please upload MP3, WAV, FLAC or Ogg, or ask the operator to install libasound2 or ffmpeg.';

/** Samples per packet, and packets decoded at once (about 5 s). */
const PACKET = 1024;
const PACKETS = 200;

type DecodeAac = (adts: Buffer) => Promise<Omit<Pcm, 'done'>>;

/** The packets' format, from MPEG-4's AudioSpecificConfig. */
interface Config {
  rateIndex: number;
  channels: number;
  sampleRate: number;
}

/**
 * Decodes AAC from an MP4 container, a few seconds at a time.
 * @throws Unplayable
 */
export async function* decodeM4a(path: string): AsyncGenerator<Pcm> {
  const { input, track, config } = await openM4a(path);
  try {
    const decode = await findDecoder(config);
    const end = Math.round((await track.computeDuration()) * config.sampleRate);
    let packets: Buffer[] = [];
    // AAC packets overlap, so the last packet of one piece is decoded again with the next.
    let overlaps = false;
    let at: number | undefined;
    const decoded = async function* () {
      if (packets.length <= (overlaps ? 1 : 0) || at === undefined) return;
      const { channels, sampleRate } = await decode(Buffer.concat(packets));
      const first = (overlaps ? PACKET : 0) + Math.max(0, -at);
      const last = Math.min(channels[0]!.length, end - at + (overlaps ? PACKET : 0));
      at += channels[0]!.length - (overlaps ? PACKET : 0);
      const done = Math.min(1, Math.max(0, at / end));
      if (last > first) yield { channels: channels.map((c) => c.slice(first, last)), sampleRate, done };
      overlaps = true;
      packets = packets.slice(-1);
    };
    for await (const packet of new EncodedPacketSink(track).packets()) {
      at ??= Math.round(packet.timestamp * config.sampleRate);
      packets.push(adtsOf(packet.data, config));
      if (packets.length >= PACKETS) yield* decoded();
    }
    yield* decoded();
  } finally {
    input.dispose();
  }
}

/** Copies the packets into a new file that begins with its index and contains nothing else. */
export async function remuxM4a(path: string, to: string): Promise<void> {
  const { input, track } = await openM4a(path);
  try {
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
      target: new FilePathTarget(to),
    });
    const source = new EncodedAudioPacketSource('aac');
    output.addAudioTrack(source);
    await output.start();
    const decoderConfig = (await track.getDecoderConfig())!;
    for await (const packet of new EncodedPacketSink(track).packets())
      await source.add(packet, { decoderConfig });
    await output.finalize();
  } catch (error) {
    throw toVerdict(error, BROKEN);
  } finally {
    input.dispose();
  }
}

async function openM4a(path: string) {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new Unplayable(BROKEN);
    const decoderConfig = await track.getDecoderConfig();
    if (track.codec !== 'aac' || !decoderConfig?.description) throw new Unplayable(FOREIGN);
    return {
      input,
      track,
      config: readConfig(decoderConfig.description as Uint8Array, decoderConfig.sampleRate),
    };
  } catch (error) {
    input.dispose();
    throw toVerdict(error, BROKEN);
  }
}

function readConfig(description: Uint8Array, sampleRate: number): Config {
  const [a = 0, b = 0] = description;
  const config = { rateIndex: ((a & 7) << 1) | (b >> 7), channels: (b >> 3) & 15, sampleRate };
  if (a >> 3 !== 2 || config.rateIndex > 12 || ![1, 2].includes(config.channels))
    throw new Unplayable(FOREIGN);
  return config;
}

/** Prepends the header that makes a packet decodable on its own (ISO 13818-7, ADTS). */
function adtsOf(packet: Uint8Array, { rateIndex, channels }: Config): Buffer {
  const length = packet.length + 7;
  if (length > 0x1fff) throw new Unplayable(BROKEN);
  const head = [
    0xff,
    0xf1,
    (1 << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ];
  return Buffer.concat([Buffer.from(head), packet]);
}

/** The package's decoder, or the system's ffmpeg where the package lacks its sound library. */
async function findDecoder({ sampleRate, channels }: Config): Promise<DecodeAac> {
  let audio: typeof import('node-web-audio-api');
  try {
    audio = await import('node-web-audio-api');
  } catch {
    return (adts) => decodeByFfmpeg(adts, sampleRate, channels);
  }
  const context = new audio.OfflineAudioContext(channels, 1, sampleRate);
  return async (adts) => {
    try {
      const sound = await context.decodeAudioData(new Uint8Array(adts).buffer);
      return {
        channels: Array.from({ length: sound.numberOfChannels }, (_, c) => sound.getChannelData(c)),
        sampleRate: sound.sampleRate,
      };
    } catch {
      throw new Unplayable(BROKEN);
    }
  };
}

function decodeByFfmpeg(adts: Buffer, sampleRate: number, channels: number): Promise<Omit<Pcm, 'done'>> {
  return new Promise((resolve, reject) => {
    const options = [
      '-v',
      'error',
      '-f',
      'aac',
      '-i',
      'pipe:0',
      '-f',
      'f32le',
      '-ac',
      `${channels}`,
      '-ar',
      `${sampleRate}`,
    ];
    const ffmpeg = spawn('ffmpeg', [...options, 'pipe:1'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const pieces: Buffer[] = [];
    ffmpeg.on('error', (error) =>
      reject('code' in error && error.code === 'ENOENT' ? new Unplayable(NO_DECODER) : error),
    );
    ffmpeg.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    ffmpeg.stdin.on('error', () => {});
    ffmpeg.on('close', () => {
      const bytes = Buffer.concat(pieces);
      const frames = Math.floor(bytes.length / 4 / channels);
      if (frames === 0) return reject(new Unplayable(BROKEN));
      resolve({
        channels: Array.from({ length: channels }, (_, c) =>
          Float32Array.from({ length: frames }, (_, i) => bytes.readFloatLE((i * channels + c) * 4)),
        ),
        sampleRate,
      });
    });
    ffmpeg.stdin.end(adts);
  });
}

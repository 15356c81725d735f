import { spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
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
import { type Pcm, type Sound, toVerdict, Unplayable } from './pcm.ts';

const BROKEN = 'This M4A file is broken or contains no sound. Please export it again.';
const FOREIGN = 'This M4A file is not AAC (LC). Please export it as AAC, MP3, WAV or FLAC.';
const NO_DECODER =
  'This server cannot decode AAC. Please upload MP3, WAV, FLAC or Ogg, or ask the operator to install libasound2 or ffmpeg.';

/** Samples per packet, and packets decoded at once (about 5 s). */
const PACKET = 1024;
const PACKETS = 200;

type DecodeAac = (adts: Buffer) => Promise<Pick<Pcm, 'channels' | 'sampleRate'>>;

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
export async function* decodeM4a(sound: Sound): AsyncGenerator<Pcm> {
  const { input, track, config, endsAt, promised } = await openM4a(sound);
  try {
    const decode = await findDecoder(config);
    const end = Math.round(endsAt * config.sampleRate);
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
      if (last > first)
        yield { channels: channels.map((c) => c.slice(first, last)), sampleRate, done, promised };
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

/** Copies the packets that are heard into a new file, which begins with its index and contains nothing else. */
export async function remuxM4a(sound: Sound, to: string): Promise<void> {
  const { input, track, startsAt, endsAt } = await openM4a(sound);
  try {
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
      target: new FilePathTarget(to),
    });
    const source = new EncodedAudioPacketSource('aac');
    output.addAudioTrack(source);
    await output.start();
    const decoderConfig = (await track.getDecoderConfig())!;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (packet.timestamp >= endsAt) break;
      await source.add(packet.clone({ timestamp: packet.timestamp - startsAt }), { decoderConfig });
    }
    await output.finalize();
  } catch (error) {
    throw toVerdict(error, BROKEN);
  } finally {
    input.dispose();
  }
}

async function openM4a(sound: Sound) {
  const source = new FilePathSource(sound.path).slice(sound.start, sound.end - sound.start);
  const input = new Input({ source, formats: [MP4, QTFF] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new Unplayable(BROKEN);
    const decoderConfig = await track.getDecoderConfig();
    if (track.codec !== 'aac' || !decoderConfig?.description) throw new Unplayable(FOREIGN);
    const config = readConfig(decoderConfig.description as Uint8Array, decoderConfig.sampleRate);
    // An edit list may put silence in front, which is left out, and hide the end.
    const startsAt = Math.max(0, await track.getFirstTimestamp());
    const { seconds, parts } = await editsOf(sound);
    const promised = seconds || (await track.getDurationFromMetadata());
    const endsAt = Math.min(
      parts === 1 && seconds ? seconds : Number.POSITIVE_INFINITY,
      await track.computeDuration(),
    );
    return { input, track, config, startsAt, endsAt, promised: promised && promised - startsAt };
  } catch (error) {
    input.dispose();
    throw toVerdict(error, BROKEN);
  }
}

/**
 * Reads how long the edit list lets the sound be, seconds; 0 without one. The demuxer reads only where it begins.
 * Source: ISO 14496-12, 8.6.6.
 */
async function editsOf({ path, start, end }: Sound): Promise<{ seconds: number; parts: number }> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(16);
    for (let at = start; at + 16 <= end; ) {
      await file.read(head, 0, 16, at);
      const size = head.readUInt32BE(0) === 1 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
      if (head.toString('latin1', 4, 8) === 'moov' && size <= MAX_INDEX) {
        const { buffer } = await file.read(Buffer.alloc(size), 0, size, at);
        return editsIn(buffer.toString('latin1'));
      }
      if (size < 8) break;
      at += size;
    }
    return { seconds: 0, parts: 0 };
  } finally {
    await file.close();
  }
}

/** A longer index is not looked into, bytes. */
const MAX_INDEX = 16 * 1024 * 1024;

function editsIn(index: string) {
  const sound = index.split('trak').find((track) => track.includes('soun')) ?? '';
  // Versions 0, in which numbers have 32 bits.
  const [, scale = ''] = /mvhd\0.{11}(.{4})/s.exec(index) ?? [];
  const [, count = '', list = ''] = /edts.{4}elst\0...(.{4})(.*)/s.exec(sound) ?? [];
  const u32 = (bytes: string) => Buffer.from(bytes.padEnd(4, '\0'), 'latin1').readUInt32BE();
  const edits = list.slice(0, 12 * u32(count)).match(/.{12}/gs) ?? [];
  const units = edits.reduce((sum, edit) => sum + u32(edit.slice(0, 4)), 0);
  // The others are silence.
  const parts = edits.filter((edit) => !edit.startsWith('\xff\xff\xff\xff', 4)).length;
  return { seconds: units / u32(scale) || 0, parts };
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
    return async (adts) => decodeByFfmpeg(adts, sampleRate, channels);
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

/** In a process of its own; this one only works for the file and may wait for it. */
function decodeByFfmpeg(adts: Buffer, sampleRate: number, channels: number) {
  const options = `-v error -f aac -i pipe:0 -f f32le -ac ${channels} -ar ${sampleRate} pipe:1`.split(' ');
  const { stdout, error } = spawnSync('ffmpeg', options, { input: adts, maxBuffer: MAX_DECODED });
  if (error) throw 'code' in error && error.code === 'ENOENT' ? new Unplayable(NO_DECODER) : error;
  const frames = Math.floor(stdout.length / 4 / channels);
  if (frames === 0) throw new Unplayable(BROKEN);
  const read = (c: number) => (_: unknown, i: number) => stdout.readFloatLE((i * channels + c) * 4);
  return {
    channels: Array.from({ length: channels }, (_, c) => Float32Array.from({ length: frames }, read(c))),
    sampleRate,
  };
}

/** Much more than `PACKETS` hold, bytes. */
const MAX_DECODED = 64 * 1024 * 1024;

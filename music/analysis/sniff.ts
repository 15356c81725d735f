/** The kinds of audio file that can be processed, by their first bytes. */
export const kinds = {
  mp3: { container: 'mp3', codec: 'mp3' },
  wav: { container: 'wav', codec: 'pcm' },
  flac: { container: 'flac', codec: 'flac' },
  vorbis: { container: 'ogg', codec: 'vorbis' },
  opus: { container: 'ogg', codec: 'opus' },
  aac: { container: 'm4a', codec: 'aac' },
} as const;

export type AudioKind = keyof typeof kinds;

/** Bytes at the beginning of a file that `sniffAudio` needs. */
export const SNIFFED = 4096;

/**
 * Guesses a file's kind from its first bytes, not from its name. Only decoding it completely proves it.
 * @param head the first `SNIFFED` bytes, or those after an ID3 tag.
 */
export function sniffAudio(head: Buffer): AudioKind | undefined {
  const has = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
  if (has('RIFF') && has('WAVE', 8)) return 'wav';
  if (has('fLaC')) return 'flac';
  if (has('OggS')) {
    const first = head.subarray(27 + (head[26] ?? 0)).toString('latin1', 0, 8);
    if (first === 'OpusHead') return 'opus';
    return first.startsWith('\x01vorbis') ? 'vorbis' : undefined;
  }
  if (has('ftyp', 4)) return 'aac';
  return isMp3Frame(head) ? 'mp3' : undefined;
}

/** The size of an ID3v2 tag at the beginning, including its header; 0 without one. Bytes. */
export function id3Size(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head[at]! & 0x7f), 0);
  return 10 + size + (head[5]! & 0x10 ? 10 : 0);
}

/** Whether this is a Layer III frame of any MPEG version, with a valid bit rate and sample rate. */
function isMp3Frame(head: Buffer): boolean {
  const [a = 0, b = 0, c = 0] = head;
  const version = (b >> 3) & 3;
  const bitrate = c >> 4;
  return (
    a === 0xff &&
    b >> 5 === 7 &&
    version !== 1 &&
    ((b >> 1) & 3) === 1 &&
    bitrate !== 0 &&
    bitrate !== 15 &&
    ((c >> 2) & 3) !== 3
  );
}

/** The kinds of file that are taken, by what their bytes say. */
export const kinds = {
  mp3: { container: 'mp3', codec: 'mp3' },
  wav: { container: 'wav', codec: 'pcm' },
  flac: { container: 'flac', codec: 'flac' },
  vorbis: { container: 'ogg', codec: 'vorbis' },
  opus: { container: 'ogg', codec: 'opus' },
  aac: { container: 'm4a', codec: 'aac' },
} as const;

export type AudioKind = keyof typeof kinds;

/** How much of a file's beginning `sniffAudio` looks at, bytes. */
export const SNIFFED = 4096;

/**
 * What a file seems to be by its first bytes; its name does not count. Only a full decode tells whether it is.
 * @param head the first `SNIFFED` bytes, or those behind an ID3 tag.
 */
export function sniffAudio(head: Buffer): AudioKind | undefined {
  const says = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
  if (says('RIFF') && says('WAVE', 8)) return 'wav';
  if (says('fLaC')) return 'flac';
  if (says('OggS')) {
    const first = head.subarray(27 + (head[26] ?? 0)).toString('latin1', 0, 8);
    if (first === 'OpusHead') return 'opus';
    return first.startsWith('\x01vorbis') ? 'vorbis' : undefined;
  }
  if (says('ftyp', 4)) return 'aac';
  return isMp3Frame(head) ? 'mp3' : undefined;
}

/** The size of an ID3v2 tag at the beginning, its head included; 0 where there is none. Bytes. */
export function id3Size(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head[at]! & 0x7f), 0);
  return 10 + size + (head[5]! & 0x10 ? 10 : 0);
}

/** Layer III of any MPEG version, with a bit rate and a sample rate that exist. */
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

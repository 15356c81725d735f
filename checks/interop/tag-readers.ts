import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SongTags } from '../../music/tagging/song-tags.ts';
import { writeTags } from '../../music/tagging/write-tags.ts';
import {
  type ReleasedSong,
  storeReleasedFile,
} from '../../server/extensions/studio/choosing/released-file.ts';
import { mp3 } from '../../server/features/publishing/testing/containers.ts';
import { type MediaStore, openMediaFolder } from '../../server/platform/media/store.ts';
import type { Part, Proof, Stage } from './part.ts';

/** Programs that read the tags of released songs. */
export const part: Part = {
  name: 'tag readers',
  programs: {
    ffmpeg: 'ffmpeg',
    ffprobe: 'ffmpeg',
    exiftool: 'libimage-exiftool-perl',
    'kid3-cli': 'kid3-cli',
  },
  longOnly: true,
  run,
};

const song: ReleasedSong = {
  title: 'Paper Lanterns ☂',
  display_artist: 'Ночная смена',
  facts: {
    model: 'Ovation house band',
    version: '2',
    seed: 1234,
    reproducible: true,
    prompt: 'a night drive',
    rights: 'Free to use.',
    source_type: 'algorithmicMedia',
    closeness: 1,
    account: null,
    bpm: null,
    musical_key: null,
    lyrics: '[00:00.50]Paper lanterns\n[00:01.25]over the bay ☂',
  },
  made_at: Date.UTC(2026, 10, 22, 10, 15),
  page: 'https://ovation.example/leaderboard/r1',
};
const LYRICS = 'Paper lanterns\nover the bay ☂';
const FIELDS = {
  DIGITALSOURCETYPE: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
  AI_MODEL: 'Ovation house band 2',
  AI_SEED: '1234',
  PROVENANCE_URL: 'https://ovation.example/leaderboard/r1',
};

const read = (program: string, ...words: string[]) => execFileSync(program, words, { encoding: 'utf8' });
const ffmpeg = (...words: string[]) => read('ffmpeg', '-nostdin', '-v', 'error', '-y', ...words);

async function run({ folder }: Stage): Promise<Proof> {
  const versions = [
    /version (\S+)/.exec(read('ffprobe', '-version'))![1],
    read('exiftool', '-ver').trim(),
    /kid3-cli (\S+)/.exec(read('kid3-cli', '--help'))![1],
  ];
  const proof: Proof = { version: versions.join(', '), proved: [], broken: [] };
  const media = await openMediaFolder(path.join(folder, 'media'));
  await releaseTagged(folder, media, proof);
  await releaseAsItCame(folder, media, proof);
  await tagEachFormat(folder, proof);
  return proof;
}

/** Adds what was seen, or that it was not what was expected. */
function compare(proof: Proof, what: string, seen: unknown, expected: unknown): void {
  if (isDeepStrictEqual(seen, expected)) proof.proved.push(what);
  else proof.broken.push(`not so: ${what}. ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`);
}

/** A generator's file with a cover and an album, which the product keeps, and a title, which it replaces. */
async function releaseTagged(folder: string, media: MediaStore, proof: Proof): Promise<void> {
  const [plain, cover, original] = ['plain.mp3', 'cover.jpg', 'original.mp3'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  writeFileSync(plain, await mp3(2));
  ffmpeg('-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1', cover);
  const streams = ['-i', plain, '-i', cover, '-map', '0', '-map', '1', '-c', 'copy'];
  const tags = ['-metadata', 'title=Untitled', '-metadata', 'album=Sketches'];
  ffmpeg(...streams, '-id3v2_version', '3', ...tags, '-metadata:s:v', 'comment=Cover (front)', original);
  const audio_url = await media.put(readFileSync(plain), 'mp3');
  const original_url = await media.put(readFileSync(original), 'mp3');
  const file = await release(media, { audio_url, original_url });

  const found = JSON.parse(
    read('ffprobe', '-v', 'error', '-show_entries', 'format_tags', '-of', 'json', file),
  );
  const { 'id3v2_priv.XMP': _xmp, ...named } = found.format.tags;
  compare(proof, 'ffprobe reads all tags', named, {
    title: song.title,
    artist: song.display_artist,
    album: 'Sketches',
    encoder: FIELDS.AI_MODEL,
    date: '2026-11-22T10:15:00',
    copyright: '2026 Free to use.',
    'lyrics-und': LYRICS,
    ...FIELDS,
  });
  compare(proof, 'ffmpeg decodes the same sound', decoded(file), decoded(plain));

  const [{ SourceFile: _, ...exif }] = JSON.parse(read('exiftool', '-j', '-a', '-ID3:all', '-Warning', file));
  compare(proof, 'exiftool reads all tags, and the time of each line, without a warning', exif, {
    Title: song.title,
    Artist: song.display_artist,
    Album: 'Sketches',
    EncoderSettings: FIELDS.AI_MODEL,
    RecordingTime: '2026:11:22 10:15:00',
    Copyright: '2026 Free to use.',
    'Lyrics-und': LYRICS,
    SynchronizedLyricsType: 'Lyrics',
    'SynchronizedLyricsDescription-und': '',
    'SynchronizedLyricsText-und': ['[00:00.50]Paper lanterns', '[00:01.25]over the bay ☂'],
    UserDefinedText: exif.UserDefinedText,
    PictureMIMEType: 'image/jpeg',
    PictureType: 'Front Cover',
    PictureDescription: '',
    Picture: exif.Picture,
  });

  const kid3 = (name: string) => read('kid3-cli', '-c', `get "${name}"`, file).trim();
  const names = ['Title', 'Artist', 'Album', 'Date', 'Lyrics', ...Object.keys(FIELDS)];
  compare(proof, 'kid3 reads all tags', names.map(kid3), [
    song.title,
    song.display_artist,
    'Sketches',
    '2026-11-22T10:15:00',
    LYRICS,
    ...Object.values(FIELDS),
  ]);
  const extracted = path.join(folder, 'extracted.jpg');
  read('kid3-cli', '-c', `get picture:${extracted}`, file);
  compare(proof, 'the cover is the same', readFileSync(extracted), readFileSync(cover));
}

/** Any change would break the signature of a manifest: these are where C2PA 2.1 puts it. */
async function releaseAsItCame(folder: string, media: MediaStore, proof: Proof): Promise<void> {
  const object = Buffer.from('GEOB\0\0\0\x2d\0\0\0application/c2pa\0c2pa\0c2pa\0a signed manifest', 'latin1');
  const box = Buffer.from(`${'\0'.repeat(4)}manifest${'\0'.repeat(9)}a signed manifest`);
  const head = Buffer.from('0000003e75756964d8fec3d61b0e483c92975828877ec481', 'hex');
  for (const ending of ['mp3', 'm4a'] as const) {
    const file = path.join(folder, `signed.${ending}`);
    ffmpeg('-f', 'lavfi', '-i', 'sine=d=2', '-metadata', 'title=Signed', file);
    const signed = readFileSync(file);
    const added =
      ending === 'mp3' ? [signed.subarray(0, 10), object, signed.subarray(10)] : [signed, head, box];
    // The last byte of the size of the tag, which is small.
    if (ending === 'mp3') signed[9]! += object.length;
    const url = await media.put(Buffer.concat(added), ending);
    const released = await release(media, { audio_url: url, original_url: url });
    compare(proof, `a signed ${ending} is released as it came`, readFileSync(released), Buffer.concat(added));
    const title = [
      read('kid3-cli', '-c', 'get Title', released),
      read('exiftool', '-s3', '-Title', released),
    ];
    compare(proof, `the title of the signed ${ending} is read`, title.join('').split('\n').filter(Boolean), [
      'Signed',
      'Signed',
    ]);
    compare(proof, `the signed ${ending} is whole`, read('exiftool', '-s3', '-Warning', released), '');
  }
}

/** The facts that every file of a track carries, in each format, with the same sound and the same cover. */
async function tagEachFormat(folder: string, proof: Proof): Promise<void> {
  const cover = path.join(folder, 'facts.jpg');
  ffmpeg('-f', 'lavfi', '-i', 'color=blue:s=640x640', '-frames:v', '1', cover);
  const facts = ['Title', 'Artist', 'Album', 'Genre', 'Date', 'Comment', 'Lyrics'];
  const tags: SongTags = {
    title: song.title,
    artist: song.display_artist,
    album: 'Ночная смена 2026',
    genre: 'Bebop',
    made: '2026-11-22',
    comment: 'https://ovation.example/tracks/1/paper-lanterns',
    lyrics: LYRICS,
    timedLyrics: [],
    fields: { DIGITALSOURCETYPE: FIELDS.DIGITALSOURCETYPE },
    cover: readFileSync(cover),
  };
  const expected = [tags.title, tags.artist, tags.album, tags.genre, tags.made, tags.comment, LYRICS];
  for (const ending of ['mp3', 'm4a', 'flac', 'ogg', 'opus', 'wav']) {
    const [plain, tagged] = [path.join(folder, `facts.${ending}`), path.join(folder, `tagged.${ending}`)];
    const codec = ending === 'opus' ? ['-ac', '2', '-c:a', 'libopus'] : [];
    ffmpeg('-f', 'lavfi', '-i', 'sine=d=3', '-metadata', 'title=Old', ...codec, plain);
    await writeTags(plain, tagged, tags);
    const kid3 = facts.map((name) => read('kid3-cli', '-c', `get "${name}"`, tagged).trim());
    compare(proof, `kid3 reads the facts of ${ending}`, kid3, expected);
    const extracted = path.join(folder, `facts-${ending}.jpg`);
    read('kid3-cli', '-c', `get picture:${extracted}`, tagged);
    compare(proof, `the cover in ${ending} is the same`, readFileSync(extracted), tags.cover);
    const source = read('exiftool', '-s3', '-DigitalSourceType', tagged).trim();
    compare(proof, `exiftool reads how ${ending} was made`, source, FIELDS.DIGITALSOURCETYPE);
    compare(proof, `exiftool warns of nothing in ${ending}`, read('exiftool', '-s3', '-Warning', tagged), '');
    compare(proof, `ffmpeg decodes the same sound of ${ending}`, decoded(tagged), decoded(plain));
  }
}

async function release(media: MediaStore, files: { audio_url: string; original_url: string }) {
  const url = await storeReleasedFile(media, files, song);
  const copy = await media.localCopy(url!);
  return copy!.file;
}

const decoded = (file: string) => ffmpeg('-i', file, '-map', '0:a', '-f', 'md5', '-');

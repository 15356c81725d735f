import type { SongTags } from 'music/tagging/song-tags.ts';
import { writeTags } from 'music/tagging/write-tags.ts';
import { serveTask } from '../../platform/workers/serve-task.ts';

/** A file to be written with these tags and this picture, by their paths. */
export interface TagTask {
  file: string;
  target: string;
  tags: SongTags;
  cover: string | undefined;
}

/** Players and cars show a cover of this size, pixels. */
const COVER_WIDTH = 640;

serveTask(async ({ file, target, tags, cover }: TagTask) =>
  writeTags(file, target, { ...tags, cover: cover === undefined ? undefined : await jpegOf(cover) }),
);

/** The picture as a JPEG, which every reader of tags knows; undefined if it cannot be decoded. */
async function jpegOf(file: string): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(file).resize(COVER_WIDTH, COVER_WIDTH).flatten();
  return picture
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => undefined);
}

import { createWriteStream } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Problem } from 'contract/errors.ts';
import type { MusicGenerator } from '../extensions/studio/generator.ts';
import { playAgain } from '../extensions/studio/studio.ts';
import { makeAgain } from '../extensions/studio/takes/make-again.ts';
import { type MediaFault, verifyMedia } from '../features/publishing/publishing.ts';
import { readBackup } from '../platform/backup/read-backup.ts';
import { isIntact, type MediaEnding } from '../platform/media/store.ts';
import type { CommandContext } from './with-context.ts';

/** Some files are missing or damaged; the message lists them. */
export class MediaFaulty extends Error {}

/** Faults that are listed; the others are counted. */
const LISTED = 50;

/**
 * Checks all media, and puts back what can be had: from a backup, or from the house band, which plays its songs again.
 * @throws MediaFaulty if something stays missing or damaged.
 */
export async function verify(
  c: CommandContext,
  { repair, from }: { repair: boolean; from: string | undefined },
  band?: MusicGenerator,
): Promise<string> {
  const { checked, faults, orphans } = await verifyMedia(c);
  const left = new Map(faults.map((fault) => [path.posix.basename(fault.mediaPath), fault]));
  if (from !== undefined && left.size > 0) await takeFromBackup(c, from, left);
  if (repair) for (const fault of [...left.values()]) await playMissing(c, fault, left, band);
  const repaired = faults.length - left.size;
  const summary = [
    `Checked ${checked.toLocaleString('en')} files.`,
    repaired > 0 && `Put back ${repaired}.`,
    orphans > 0 &&
      `Files that nothing refers to: ${orphans}; the daily sweep removes those older than a day.`,
  ];
  const text = summary.filter(Boolean).join(' ');
  if (left.size === 0) return `${text} All that is needed is there and intact.`;
  const lines = [...left.values()].slice(0, LISTED).map(lineOf);
  throw new MediaFaulty(
    `${text} ${left.size} files are missing or damaged${left.size > LISTED ? ', among them' : ''}:\n${lines.join('\n')}`,
  );
}

const lineOf = ({ mediaPath, what, use }: MediaFault) => `  ${what}  ${mediaPath}  ${use.table} ${use.id}`;

async function takeFromBackup(
  c: CommandContext,
  backup: string,
  left: Map<string, MediaFault>,
): Promise<void> {
  await readBackup(backup, {
    onRows: async () => {},
    onMedia: async (name, content) => {
      if (left.has(name)) await putBack(c, name, left, (file) => pipeline(content, createWriteStream(file)));
      else for await (const _ of content);
    },
  });
}

/** Only the very same file is put back: its name is its checksum. */
async function playMissing(
  c: CommandContext,
  { mediaPath, use }: MediaFault,
  left: Map<string, MediaFault>,
  band: MusicGenerator | undefined,
) {
  if (use.table !== 'track' || !mediaPath.endsWith('.mp3')) return;
  await putBack(c, path.posix.basename(mediaPath), left, async (file) => {
    await playAgain(c, use.id, file, band);
  }).catch((error) => {
    // Another generator, or an upload.
    if (!(error instanceof Problem && error.code === 'not_found')) throw error;
  });
}

/** Stores what `write` writes if it is what was missing. */
async function putBack(
  c: CommandContext,
  name: string,
  left: Map<string, MediaFault>,
  write: (file: string) => Promise<void>,
): Promise<void> {
  const file = c.media.workFile();
  try {
    await write(file);
    if (!(await isIntact(name, file))) return;
    const { name: hash, ext } = path.parse(name);
    await c.media.moveIn(file, ext.slice(1) as MediaEnding, hash);
    left.delete(name);
  } finally {
    await rm(file, { force: true });
  }
}

/** The track could not be made again, or does not sound the same. */
export class MakeFailed extends Error {}

/** Makes a track of the house band again. @throws MakeFailed; Problem if the band made no such track. */
export async function makeTrackAgain(c: CommandContext, track_id: string, file: string): Promise<string> {
  // Before time is spent on a song; a file that is there keeps its content until the song is made.
  await appendFile(file, '').catch((error) => {
    throw new MakeFailed(`${file} cannot be written (${error.code}).`);
  });
  const { title, differs, version } = await makeAgain(c, track_id, file);
  const made = `Made "${title}" again in ${file}.`;
  if (differs === 'sound')
    throw new MakeFailed(
      version.before === version.now
        ? `${made} Its sound differs from the file that is served, although version ${version.now} of the house band made both.`
        : `${made} Its sound differs from the file that is served: version ${version.before} of the house band made that one, and this is version ${version.now}.`,
    );
  return differs === 'tags'
    ? `${made} Its sound is the same, byte for byte. Its tags differ: the title, the artist or PUBLIC_URL was changed since.`
    : `${made} It is the same file as the one that is served, byte for byte.`;
}

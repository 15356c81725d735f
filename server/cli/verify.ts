import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AppContext } from '../app-context.ts';
import { type MediaFault, verifyMedia } from '../features/publishing/publishing.ts';
import { features } from '../features.ts';
import { readBackup } from '../platform/backup/read-backup.ts';
import { isIntact, type MediaEnding } from '../platform/media/store.ts';
import type { CommandContext } from './with-context.ts';

/** Some files are missing or damaged; the message lists them. */
export class MediaFaulty extends Error {}

/** Faults that are listed; the others are counted. */
const LISTED = 50;

/**
 * Checks all media, and puts back what can be had: from a backup, or from what made a song, if it can make it again.
 * @throws MediaFaulty if something stays missing or damaged.
 */
export async function verify(
  c: CommandContext,
  { repair, from }: { repair: boolean; from: string | undefined },
  remake: Remake = remakeByFeatures,
): Promise<string> {
  const { checked, faults, orphans } = await verifyMedia(c);
  const left = new Map(faults.map((fault) => [path.posix.basename(fault.mediaPath), fault]));
  if (from !== undefined && left.size > 0) await takeFromBackup(c, from, left);
  if (repair) for (const fault of [...left.values()]) await makeMissing(c, fault, left, remake);
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
      if (left.has(name))
        await putBack(c, name, left, async (file) => {
          await pipeline(content, createWriteStream(file));
          return true;
        });
      else for await (const _ of content);
    },
  });
}

/** Writes the audio of a track anew. @returns whether anything knows how. */
type Remake = (c: CommandContext, track_id: string, file: string) => Promise<boolean>;

const remakeByFeatures: Remake = async (c, track_id, file) => {
  for (const { remake } of features) if (await remake?.(c as AppContext, track_id, file)) return true;
  return false;
};

/** Only the very same file is put back: its name is its checksum. */
async function makeMissing(
  c: CommandContext,
  { mediaPath, use }: MediaFault,
  left: Map<string, MediaFault>,
  remake: Remake,
) {
  if (use.table !== 'track' || !mediaPath.endsWith('.mp3')) return;
  await putBack(c, path.posix.basename(mediaPath), left, (file) => remake(c, use.id, file));
}

/** Stores what `write` writes if it is what was missing. @param write resolves to whether it wrote the file. */
async function putBack(
  c: CommandContext,
  name: string,
  left: Map<string, MediaFault>,
  write: (file: string) => Promise<boolean>,
): Promise<void> {
  const file = c.media.workFile();
  try {
    if (!(await write(file)) || !(await isIntact(name, file))) return;
    const { name: hash, ext } = path.parse(name);
    await c.media.moveIn(file, ext.slice(1) as MediaEnding, hash);
    left.delete(name);
  } finally {
    await rm(file, { force: true });
  }
}

import type { Operation } from 'contract/operation.ts';
import { pluralize } from 'contract/pluralize.ts';
import { formatTimeAgo } from '../../lib/format.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Card, Fact, Note } from './Card.tsx';

/** Below this share of free space, the disk is nearly full. */
const NEARLY_FULL = 0.1;

const NAMES = { audio: 'Audio', pictures: 'Pictures', waveforms: 'Waveforms' };

/** What the database and the files take, and what is free. */
export function Storage({ storage: { database_bytes, disk, media } }: Pick<Operation, 'storage'>) {
  const isNearlyFull = disk !== null && disk.free_bytes < disk.bytes * NEARLY_FULL;
  return (
    <Card
      title="Storage"
      state={isNearlyFull ? 'bad' : 'good'}
      word={isNearlyFull ? 'Nearly full' : 'Enough'}
    >
      <Fact name="Database">{formatBytes(database_bytes)}</Fact>
      {media?.kinds.map(({ kind, files, bytes }) => (
        <Fact key={kind} name={NAMES[kind]}>
          {formatBytes(bytes)} <span className="text-faint">in {pluralize(files, 'file')}</span>
        </Fact>
      ))}
      {disk && (
        <Fact name="Free on disk">
          {formatBytes(disk.free_bytes)} <span className="text-faint">of {formatBytes(disk.bytes)}</span>
        </Fact>
      )}
      <Note>
        {media
          ? `Files were counted ${formatTimeAgo(media.at)}, and are counted once a day.`
          : 'Files are counted when the server starts, and once a day.'}
      </Note>
    </Card>
  );
}

import type { Operation } from 'contract/operation.ts';
import { formatDateTime, formatTimeAgo } from '../../lib/format.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Card, Fact, Note } from './Card.tsx';

/** Scheduled backups: the last one, the next one, and what went wrong. */
export function Backups({ backups }: Pick<Operation, 'backups'>) {
  if (!backups)
    return (
      <Card title="Backups" state="warn" word="Not scheduled">
        <Note>
          Set <code>BACKUP_DIR</code> to a folder, and a backup is written each day.
        </Note>
      </Card>
    );
  const { last, next_at, failure, keep } = backups;
  const hasFailed = failure !== null && failure.at > (last?.at ?? 0);
  return (
    <Card
      title="Backups"
      state={hasFailed ? 'bad' : last ? 'good' : 'idle'}
      word={hasFailed ? 'Failed' : last ? 'Works' : 'None yet'}
    >
      {last && (
        <>
          <Fact name="Last">{formatTimeAgo(last.at)}</Fact>
          <Fact name="Size">{formatBytes(last.bytes)}</Fact>
          <Fact name="File">{last.file}</Fact>
        </>
      )}
      <Fact name="Next">{formatDateTime(next_at)}</Fact>
      <Fact name="Kept">{keep}</Fact>
      {hasFailed && (
        <Note>
          It failed {formatTimeAgo(failure.at)}, and is tried again within an hour: {failure.text}
        </Note>
      )}
    </Card>
  );
}

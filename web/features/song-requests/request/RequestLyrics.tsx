import { t } from '@lingui/core/macro';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { tidyLyrics } from 'contract/text/lyrics.ts';
import { PenLine } from 'lucide-react';
import { useId, useState } from 'react';
import { lazyLayer } from '../../../ui/layers/lazy-layer.tsx';

const EditLyrics = lazyLayer(() => import('./EditLyrics.tsx'));

/** Lines that are shown at first. */
const FEW = 6;

const link =
  'inline-flex min-h-11 items-center gap-2 self-start font-semibold text-ember-ink hover:underline';

/** The words to sing: the first lines, all of them on demand. Their requester writes them until the request is queued. */
export function RequestLyrics({ request, username }: { request: RequestPage; username: string | undefined }) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { lyrics, status, requested_by } = request;
  const isOwn = username !== undefined && requested_by === username;
  const mayWrite = isOwn && (status === 'open' || status === 'in_review');
  const lines = (lyrics && tidyLyrics(lyrics))?.split('\n') ?? [];
  if (lines.length === 0 && !mayWrite) return null;
  const isLong = lines.length > FEW;
  return (
    <section aria-label={t`Lyrics`} className="grid gap-1">
      {lines.length > 0 && (
        <p id={id} className="text-soft whitespace-pre-line wrap-anywhere">
          <bdi>
            {(isWhole ? lines : lines.slice(0, FEW)).join('\n')}
            {isLong && !isWhole && ' …'}
          </bdi>
        </p>
      )}
      <div className="flex flex-wrap gap-x-5">
        {isLong && (
          <button
            type="button"
            aria-expanded={isWhole}
            aria-controls={id}
            onClick={() => setWhole(!isWhole)}
            className={link}
          >
            {isWhole ? t`Show less` : t`Show all lyrics`}
          </button>
        )}
        {mayWrite && (
          <button
            type="button"
            onPointerEnter={EditLyrics.preload}
            onClick={() => setEditing(true)}
            className={link}
          >
            <PenLine size={17} aria-hidden="true" /> {lines.length > 0 ? t`Edit the lyrics` : t`Add lyrics`}
          </button>
        )}
      </div>
      {isEditing && <EditLyrics request={request} onClose={() => setEditing(false)} />}
    </section>
  );
}

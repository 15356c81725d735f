import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Studio, StudioRequest } from 'contract/extensions/studio.ts';
import { genreLabel } from 'contract/genres.ts';
import { useState } from 'react';
import type { Ways } from '../../features/publishing/Views.tsx';
import { formatDate } from '../../lib/format.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Face } from '../../ui/pictures/Face.tsx';
import { MakeTakes, ReleaseDialog, type Releasing } from './MakeTakes.tsx';
import { StudioTakes } from './StudioTakes.tsx';

/** The work on one request: its prompt and generator, its takes, and its release. */
export function StudioWork({
  studio,
  request,
  onUpload,
  onDecline,
}: { studio: Studio; request: StudioRequest } & Ways) {
  const { id, title, artist, genre, description, status, votes, backers, requested_by, takes, return_at } =
    request;
  const [prompt, setPrompt] = useState(takes.at(-1)?.prompt ?? description);
  const [releasing, setReleasing] = useState<Releasing | null>(null);
  return (
    <article aria-labelledby="work" className="grid min-w-0 content-start gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 items-center gap-4">
          <Face id={id} genre={genre} votes={votes} className="size-13" />
          <div className="min-w-0">
            <h2 id="work" dir="auto" className="text-start text-title wrap-anywhere">
              <AppLink href={`/leaderboard/${id}`} className="hover:underline">
                {title}
              </AppLink>
            </h2>
            <p className="text-soft wrap-anywhere">
              <bdi>{artist}</bdi>, {genreLabel(genre)}
            </p>
          </div>
        </div>
        <p className="figures text-[0.9375rem] text-soft sm:text-end">
          {requested_by && (
            <>
              <Trans>
                Requested by <bdi>{requested_by}</bdi>
              </Trans>
              <br />
            </>
          )}
          {t`${plural(votes, { one: '# vote', other: '# votes' })} by ${plural(backers, { one: '# backer', other: '# backers' })}`}
        </p>
      </div>
      {status === 'choosing' ? (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-soft">
            {t`The backers are choosing a take. You can release one yourself, or end voting now.`}
          </p>
          <Button onClick={() => setReleasing('ahead')}>{t`End voting now`}</Button>
        </div>
      ) : (
        <MakeTakes studio={studio} request={request} prompt={prompt} onPrompt={setPrompt} />
      )}
      {takes.length > 0 && (
        <StudioTakes request={request} onPrompt={setPrompt} onRelease={(take) => setReleasing(take)} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
        <p className="text-[0.9375rem] text-soft">
          {t`Without a song, everyone gets their credits back on ${{ date: formatDate(return_at) }}.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onUpload(request)}>{t`Upload a file instead`}</Button>
          <Button onClick={() => onDecline(request)}>{t`Decline`}</Button>
        </div>
      </div>
      {releasing && (
        <ReleaseDialog request={request} releasing={releasing} onClose={() => setReleasing(null)} />
      )}
    </article>
  );
}

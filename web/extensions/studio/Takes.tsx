import { plural, t } from '@lingui/core/macro';
import type { Take } from 'contract/extensions/studio.ts';
import type { RequestPage, Wish } from 'contract/features/song-requests.ts';
import { Check, Download } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import type { TakePlayer } from '../../player/engine/take-player.ts';
import { useTakeSecond } from '../../player/use-take-player.ts';
import { Button } from '../../ui/Button.tsx';
import { WishList } from '../../ui/WishList.tsx';
import { useChoose } from './queries.ts';
import { TakesBar } from './TakesBar.tsx';
import { TakeLetter, TakeProgress, TakeWave } from './TakeWave.tsx';
import { stateWords } from './take-words.ts';
import { playable, useTakes } from './use-takes.ts';

/** The takes of a request on one time axis, to compare and to choose from. */
export function Takes({ request, takes }: { request: RequestPage; takes: readonly Take[] }) {
  const { ready, player, box, longest } = useTakes(takes);
  const { status } = useStore(player);
  return (
    <>
      <div ref={box} className="takes" style={{ '--longest': longest } as CSSProperties}>
        {ready.length > 0 && <TimeBadge player={player} />}
        <ol>
          {takes.map((take) => {
            const heard = playable(take);
            return (
              <li key={take.id} className="take" data-chosen={take.chosen_by_caller || undefined}>
                {heard ? (
                  <>
                    <TakeLetter take={heard} player={player} />
                    <TakeWave take={heard} longest={longest} player={player} />
                  </>
                ) : (
                  <InTheMaking take={take} />
                )}
                <div className="take-choice">
                  <span className="figures text-sm text-soft">
                    {take.duration_seconds !== null && formatDuration(take.duration_seconds)}
                  </span>
                  <Choice
                    request={request}
                    take={take}
                    isCurrent={player.get().current === take.id}
                    hasChosen={takes.some((one) => one.chosen_by_caller)}
                  />
                </div>
                {take.heard.length > 0 && <TakeWishes label={take.label} wishes={take.heard} />}
              </li>
            );
          })}
        </ol>
      </div>
      {status === 'failed' && (
        <p role="alert" className="mt-3 text-bad">
          {t`This take could not be played.`}
        </p>
      )}
      <TakesBar request={request} takes={ready} player={player} />
    </>
  );
}

function InTheMaking({ take: { label, state, progress } }: { take: Take }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="take-letter grid place-items-center rounded-full border border-line font-display font-semibold text-faint"
      >
        {label}
      </span>
      <div>
        <span className="sr-only">{t`Take ${label}:`} </span>
        <TakeProgress words={t(stateWords[state])} progress={progress} />
      </div>
    </>
  );
}

/** Chooses a take, or says what was chosen. */
function Choice({
  request: { id, status, may_choose },
  take,
  isCurrent,
  hasChosen,
}: {
  request: RequestPage;
  take: Take;
  isCurrent: boolean;
  /** Another take is the caller's choice. */
  hasChosen: boolean;
}) {
  const choose = useChoose(id);
  const { label, state, chosen_by_caller, choices, released, download_url } = take;
  if (choices !== null)
    return (
      <p className="figures flex items-center gap-2">
        {released && (
          <span className="ember inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 text-sm font-semibold">
            <Check size={15} aria-hidden="true" /> {t`Released`}
          </span>
        )}
        <span className="text-soft">
          {chosen_by_caller
            ? plural(choices, { one: '# choice, yours', other: '# choices, yours' })
            : plural(choices, { one: '# choice', other: '# choices' })}
        </span>
        {download_url && (
          <a
            href={download_url}
            download
            aria-label={t`Download take ${label}`}
            data-tooltip={t`Download the original file`}
            className="grid size-11 shrink-0 place-items-center rounded-full text-soft transition hover:bg-raised hover:text-ink"
          >
            <Download size={18} />
          </a>
        )}
      </p>
    );
  if (status !== 'choosing' || !may_choose || state !== 'ready') return null;
  if (chosen_by_caller)
    return (
      <p className="take-chosen flex h-11 items-center justify-center gap-2 rounded-full px-4.5 font-semibold">
        <Check size={17} aria-hidden="true" /> {t`Your choice`}
      </p>
    );
  return (
    <Button
      look={hasChosen ? 'bare' : isCurrent ? 'ember' : 'quiet'}
      onClick={() => choose.mutate(take)}
      className="take-button"
    >
      {hasChosen ? t`Change to ${label}` : t`Choose ${label}`}
    </Button>
  );
}

/** Outcomes of the wishes in one take, folded; each counts once. */
export function TakeWishes({ label, wishes }: { label: string; wishes: readonly Wish[] }) {
  const chips = (known: readonly Wish[]) => new Set(known.map(({ chip }) => chip)).size;
  const all = chips(wishes.filter(({ outcome }) => outcome !== 'unknown'));
  const met = chips(wishes.filter(({ outcome }) => outcome === 'done'));
  if (all === 0) return null;
  const isSaid = wishes.some(({ outcome }) => outcome === 'done' || outcome === 'not possible');
  return (
    <details className="col-start-2 min-w-0 md:col-span-2 md:col-start-2">
      <summary className="min-h-9 cursor-pointer content-center text-sm text-soft hover:text-ink">
        {!isSaid
          ? plural(all, { one: '# wish', other: '# wishes' })
          : met === 0
            ? plural(all, { one: '# wish, not met', other: '# wishes, not met' })
            : t`${met} of ${all} came true`}
      </summary>
      <WishList label={t`Wishes in take ${label}`} wishes={wishes} />
    </details>
  );
}

/** The position of the takes, at the head of the line through them. */
function TimeBadge({ player }: { player: TakePlayer }) {
  const second = useTakeSecond(player);
  return (
    <div aria-hidden="true" className="take-axis">
      <span className="take-time figures rounded-sm bg-ink px-2 text-sm font-semibold text-ground">
        {formatDuration(second)}
      </span>
    </div>
  );
}

import { t } from '@lingui/core/macro';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { RotateCcw } from 'lucide-react';
import { formatDuration } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { Volume } from '../../player/bar/Controls.tsx';
import type { TakePlayer } from '../../player/engine/take-player.ts';
import { PlayPauseIcon } from '../../player/PlayToggle.tsx';
import { useTakeSecond } from '../../player/use-take-player.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Face } from '../../ui/pictures/Face.tsx';
import type { PlayableTake } from './TakeWave.tsx';

/** The player of takes, in the place of the player of songs while takes were played last. */
export function TakesBar({
  request: { id: requestId, title, genre, votes },
  takes,
  player,
}: {
  request: Pick<SongRequest, 'id' | 'title' | 'genre' | 'votes'>;
  takes: readonly PlayableTake[];
  player: TakePlayer;
}) {
  const { isActive, current, status } = useStore(player);
  const second = useTakeSecond(player);
  const take = takes.find(({ id }) => id === current);
  if (!isActive || !take) return null;
  const isPlaying = status === 'playing' || status === 'loading';
  return (
    <section
      aria-label={t`Player of takes`}
      className="takes-bar border-t border-line bg-stage/90 backdrop-blur-xl"
    >
      <div className="flex h-16 items-center gap-3 px-3 md:h-22 md:gap-4 md:px-6 lg:px-8">
        <div className="hidden min-w-0 flex-1 items-center gap-4 md:flex">
          <Face id={requestId} genre={genre} votes={votes} className="size-14" />
          <div className="min-w-0">
            <p dir="auto" className="truncate font-semibold">
              {title}
            </p>
            <p className="text-soft">{t`Take ${{ label: take.label }}`}</p>
          </div>
        </div>
        <span className="hidden md:block">
          <IconButton label={t`Start over`} onClick={() => player.seek(0)}>
            <RotateCcw size={18} />
          </IconButton>
        </span>
        <button
          type="button"
          aria-label={isPlaying ? t`Pause` : t`Play`}
          aria-busy={status === 'loading' || undefined}
          onClick={player.toggle}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-ink text-ground transition hover:scale-105 active:scale-95"
        >
          <PlayPauseIcon isPlaying={isPlaying} />
        </button>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser. */}
        <div
          role="group"
          aria-label={t`Takes`}
          className="take-switch flex min-w-0 rounded-full bg-ground p-1"
        >
          {takes.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              aria-label={t`Switch to take ${label}`}
              aria-pressed={id === current}
              onClick={() => player.play(id)}
              className="h-11 min-w-0 flex-1 rounded-full px-3 font-semibold text-soft transition hover:text-ink aria-pressed:bg-raised aria-pressed:text-ember-ink md:h-10"
            >
              {label}
            </button>
          ))}
        </div>
        <p className="figures shrink-0 text-[0.9375rem] text-soft">
          {formatDuration(second)} / {formatDuration(take.duration_seconds)}
        </p>
        <div className="hidden flex-1 justify-end md:flex">
          <Volume className="w-40" />
        </div>
      </div>
    </section>
  );
}

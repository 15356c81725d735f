import { t } from '@lingui/core/macro';
import type { AudioFacts } from 'contract/features/publishing.ts';
import { genreLabel } from 'contract/genres.ts';
import { formatDuration } from '../../../lib/format.ts';
import { PlayPauseIcon, usePlayToggle } from '../../../player/PlayToggle.tsx';
import { formatOrigin } from '../../../player/song.ts';
import { Cover } from '../../../ui/pictures/Cover.tsx';
import type { Draft } from './draft.ts';
import { parseDuration } from './fields.ts';

/** The track's card as listeners will see it. Its button plays the uploaded audio. */
export function PreviewCard({
  draft: { fields, cover, audio, request },
  facts,
}: {
  draft: Draft;
  /** Null until the audio is ready to play. */
  facts: AudioFacts | null;
}) {
  const picture =
    cover.state === 'uploaded' ? cover.result.url : cover.state === 'uploading' ? cover.picture : null;
  const title = fields.title.trim();
  const artist = fields.display_artist.trim();
  const seconds = parseDuration(fields.duration_seconds);
  const { isCurrent, isPlaying, toggle } = usePlayToggle({
    id: `draft ${audio.state === 'uploaded' ? audio.result.id : ''}`,
    title: title || t`Untitled`,
    artist: artist || t`Unknown artist`,
    thumbnail: cover.state === 'uploaded' ? cover.result.url : null,
    audioUrl: facts?.stream_url ?? '',
    duration: formatDuration(facts?.duration_seconds ?? 0),
    seconds: Math.round(facts?.duration_seconds ?? 0),
    waveformUrl: facts?.waveform_json_url ?? null,
    loudness: facts?.loudness_lufs ?? null,
    unpublished: true,
  });

  return (
    <article aria-label={t`Preview`} className="min-w-0">
      <div className="relative overflow-hidden rounded-md bg-raised">
        <Cover url={picture} sizes="(min-width: 1080px) 288px, 320px" eager />
        <button
          type="button"
          aria-label={isPlaying ? t`Pause the preview` : t`Play the preview`}
          disabled={!facts}
          onClick={toggle}
          className="ember absolute bottom-3 start-3 grid size-12 place-items-center rounded-full shadow-float transition hover:scale-105 active:scale-95 disabled:bg-none disabled:bg-scrim disabled:text-on-scrim/60 disabled:hover:scale-100"
        >
          <PlayPauseIcon isPlaying={isPlaying} size={21} />
        </button>
      </div>
      <p
        dir="auto"
        className={`mt-3 truncate font-semibold ${title === '' ? 'text-faint' : isCurrent ? 'text-ember-ink' : ''}`}
      >
        {title || t`Title`}
      </p>
      <p className="flex items-baseline justify-between gap-3 text-[0.9375rem] text-faint">
        <span dir="auto" className="truncate">
          {artist || t`Artist`}
        </span>
        <span className="figures shrink-0 font-semibold">{formatDuration(seconds ?? 0)}</span>
      </p>
      <p className="mt-2 flex min-h-7 flex-wrap items-center gap-2 text-sm text-soft">
        {fields.genre && (
          <span className="rounded-full bg-raised px-3 py-0.5">{genreLabel(fields.genre)}</span>
        )}
        {request && <span>{formatOrigin(request)}</span>}
      </p>
    </article>
  );
}

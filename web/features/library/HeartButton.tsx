import { t } from '@lingui/core/macro';
import { Heart } from 'lucide-react';
import { useToggleSaved } from './hooks.ts';

/**
 * Saves a track or removes it from the library.
 * @param saved the id of the saved track, if the viewer has saved it.
 */
export function HeartButton({
  track,
  saved,
  className,
}: {
  track: { id: string; title: string };
  saved: string | undefined;
  className: string;
}) {
  const toggle = useToggleSaved(track);
  const { title } = track;
  const label = saved ? t`Remove from library` : t`Save to library`;
  return (
    <button
      type="button"
      aria-label={saved ? t`Remove from library: ${title}` : t`Save to library: ${title}`}
      aria-pressed={saved !== undefined}
      data-tooltip={label}
      onClick={() => toggle(saved)}
      className={className}
    >
      <Heart size={18} fill={saved ? 'currentColor' : 'none'} className={saved ? 'text-ember' : ''} />
    </button>
  );
}

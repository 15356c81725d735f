import { formatDuration } from '../lib/format.ts';
import { usePlayerState } from './PlayerContext.tsx';

export function Elapsed({ className = '' }: { className?: string }) {
  const second = usePlayerState((state) => state.second);
  return (
    <span className={`figures w-10 text-right text-[0.9375rem] text-soft ${className}`}>
      {formatDuration(second)}
    </span>
  );
}

export function Total({ className = '' }: { className?: string }) {
  const duration = usePlayerState((state) => state.duration);
  return (
    <span className={`figures w-10 text-[0.9375rem] text-faint ${className}`}>
      {formatDuration(duration)}
    </span>
  );
}

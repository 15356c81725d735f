import './wave-time.css';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { sourceOf } from '../../lib/storage/downloaded-files.ts';
import { bars, type WaveformJson } from '../engine/waveform.ts';

/** Width of a bar with its gap, px. */
const PITCH = 5;

/**
 * A track's peaks as bars, the played part in ember. The CSS variable `--progress` (0 to 1) of a parent element sets
 * that part, so nothing renders while the music plays.
 */
export function Waveform({
  url,
  height = 40,
  played = 'stroke-ember-ink',
}: {
  url: string | null;
  /** In px. */
  height?: number;
  /** The class of the played part. */
  played?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  useLayoutEffect(() => {
    const measure = new ResizeObserver(([entry]) =>
      setCount(Math.floor((entry!.contentRect.width + 2) / PITCH)),
    );
    measure.observe(box.current!);
    return () => measure.disconnect();
  }, []);

  const { data } = useQuery({
    queryKey: ['waveform', url],
    enabled: url !== null,
    queryFn: async (): Promise<WaveformJson> => {
      const response = await fetch(sourceOf(url!));
      if (!response.ok) throw new Error(`Loading the waveform failed with status ${response.status}.`);
      return response.json();
    },
  });
  const path = useMemo(
    () =>
      bars(data, count)
        .map((level, index) => {
          const half = Math.max(1, (level * (height - 4)) / 2);
          return `M${index * PITCH + 1.5} ${height / 2 - half}v${2 * half}`;
        })
        .join(''),
    [data, count, height],
  );
  return (
    <div ref={box} aria-hidden="true" className="pointer-events-none absolute inset-0 flex items-center">
      <svg width="100%" height={height} fill="none" strokeWidth="3" strokeLinecap="round" aria-hidden="true">
        <path d={path} className="stroke-rim" />
        <path d={path} className={`played ${played}`} />
      </svg>
    </div>
  );
}

import type { SeatPlace } from 'contract/song-requests-constants.ts';
import type { KeyboardEvent } from 'react';
import { initialsOf, type Spotlight } from './use-spotlight.ts';

/** A seat that somebody has lit: it shows whose it is while it is pointed at or has the focus. */
export function Seat({
  place: { x, y, row },
  lamp,
  owner,
  vip,
  own,
  newest,
  isTabStop,
  spotlight,
  onPoint,
  onKeyDown,
}: {
  place: SeatPlace;
  /** Its number, from 1. */
  lamp: number;
  /** Null for an account that was deleted, undefined until it is known. */
  owner: string | null | undefined;
  /** Whether its owner is a Platinum member. */
  vip: boolean;
  /** Whether the viewer lit it. */
  own: boolean;
  newest: boolean;
  /** Whether the Tab key reaches it; the arrow keys reach the others. */
  isTabStop: boolean;
  spotlight: Spotlight;
  /** The lamp that is pointed at, or null when it is left. */
  onPoint: (lamp: number | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const point = () => {
    spotlight.set(owner ?? null);
    onPoint(lamp);
  };
  const leave = () => {
    spotlight.set(null);
    onPoint(null);
  };
  const isShown = owner != null && spotlight.name === owner;
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of shapes is not interactive by itself
    <g
      role="img"
      aria-label={`${wordsOf(lamp, owner, own)}${vip && !own ? ' (VIP)' : ''}`}
      tabIndex={isTabStop ? 0 : -1}
      data-seat={lamp}
      data-dim={(spotlight.name !== null && !isShown) || undefined}
      transform={`translate(${x} ${y})`}
      className="seat-place"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && point()}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && leave()}
      onFocus={point}
      onBlur={leave}
      onKeyDown={onKeyDown}
    >
      <circle className="seat" r="1.08" data-row={row} data-lit data-newest={newest || undefined} />
      {own && <circle className="seat-own" r="1.36" />}
      {isShown && (
        <text className="seat-initials" y="0.34">
          {initialsOf(owner)}
        </text>
      )}
    </g>
  );
}

/** "Lamp 17, lit by kofi" */
export function wordsOf(lamp: number, owner: string | null | undefined, own: boolean): string {
  if (own) return `Lamp ${lamp}, lit by you`;
  if (owner) return `Lamp ${lamp}, lit by ${owner}`;
  return owner === null ? `Lamp ${lamp}, lit by someone who has left` : `Lamp ${lamp}`;
}

import { t } from '@lingui/core/macro';
import { type SeatPlace, seatPlaces, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { VipBadge } from '../../../ui/pictures/VipBadge.tsx';

/**
 * The amphitheatre: a seat per vote of the goal around a stage that carries the count. A lit seat says who lit it;
 * Tab reaches the newest one, and the arrow keys the others. `open`: the next seat can be lit. `over`: the votes were
 * returned, so the lamps went out. `beams`: light falls on the stage.
 */
export function Seats({
  votes,
  open,
  over = false,
  beams = false,
  seats,
  vips,
  username,
  spotlight,
}: {
  votes: number;
  open: boolean;
  over?: boolean;
  beams?: boolean;
  /** Person who lit each lamp; null if the account is deleted. */
  seats: readonly (string | null)[];
  /** The names of Platinum members among them. */
  vips: readonly string[];
  /** The viewer's; undefined for a visitor. */
  username: string | undefined;
  spotlight: Spotlight;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const all = votes >= VOTE_GOAL && !over;
  const lit = Math.min(votes, VOTE_GOAL);
  const [pointed, setPointed] = useState<number | null>(null);
  const [stop, setStop] = useState<number | null>(null);
  const tabStop = stop !== null && stop <= lit ? stop : lit;
  const isVip = (index: number) => vips.includes(seats[index] ?? '');
  const isOwn = (index: number) => username !== undefined && seats[index] === username;

  const onPoint = (lamp: number | null) => {
    setPointed(lamp);
    if (lamp !== null) setStop(lamp);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = destination(event.key, tabStop, lit);
    if (to === undefined) return;
    event.preventDefault();
    svg.current!.querySelector<SVGGElement>(`[data-seat="${to}"]`)?.focus();
  };

  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg
        ref={svg}
        role="group"
        aria-label={t`Who lit which lamp`}
        viewBox="-14.6 -14.6 29.2 18.5"
        className="seats"
        data-all={all || undefined}
        data-over={over || undefined}
      >
        {beams && (
          <>
            <path className="beam" d="M-2-46-7.6 1.6A7.6 2.2 0 0 0 7.6 1.6L2-46Z" />
            <path className="beam" d="M-1.2-46-4.4 1.6A4.4 1.7 0 0 0 4.4 1.6L1.2-46Z" />
          </>
        )}
        {seatPlaces.map((place, index) => {
          const { x, y } = place;
          if (open && index === votes) return <NextSeat key={index} x={x} y={y} number={index + 1} />;
          if (index >= lit) return <circle key={index} className="seat" cx={x} cy={y} r="1.08" />;
          return (
            <Seat
              // A seat that has just been lit is a new element, so that it plays its animation.
              key={`lit ${index}`}
              place={place}
              lamp={index + 1}
              owner={seats[index]}
              vip={isVip(index)}
              own={isOwn(index)}
              newest={!over && index === lit - 1}
              isTabStop={index + 1 === tabStop}
              spotlight={spotlight}
              onPoint={onPoint}
              onKeyDown={onKeyDown}
            />
          );
        })}
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: shapes cannot be focused */}
        <g aria-hidden="true">
          <circle className="seats-stage" cy="0.7" r="2.85" />
          <text className="seats-count" y="0.95">
            {lit}
          </text>
          <text className="seats-goal" y="2.15">
            {t({ message: `of ${VOTE_GOAL}`, comment: 'Stands below the number of votes.' })}
          </text>
        </g>
      </svg>
      <p aria-hidden="true" className="seats-words text-soft">
        {pointed !== null && pointed <= lit && (
          <>
            <bdi>{wordsOf(pointed, seats[pointed - 1], isOwn(pointed - 1))}</bdi>
            {isVip(pointed - 1) && !isOwn(pointed - 1) && <VipBadge />}
          </>
        )}
      </p>
    </div>
  );
}

/** The lamp that a key leads to; undefined for other keys. */
function destination(key: string, from: number, last: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, from + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(1, from - 1);
  if (key === 'Home') return 1;
  return key === 'End' ? last : undefined;
}

/** The seat that the next vote lights: a ring with its number, and a slow pulse around it. */
function NextSeat({ x, y, number }: { x: number; y: number; number: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: shapes cannot be focused
    <g aria-hidden="true" className="next-seat" transform={`translate(${x} ${y})`}>
      <circle className="next-pulse" r="1.3" />
      <circle className="next-ring" r="1" />
      <text y="0.33">{number}</text>
    </g>
  );
}

/** A seat that somebody has lit: it shows whose it is while it is pointed at or has the focus. */
function Seat({
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
  /** True if its owner is a Platinum member. */
  vip: boolean;
  /** True if the viewer lit it. */
  own: boolean;
  newest: boolean;
  /** True if the Tab key reaches it; the arrow keys reach the others. */
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
function wordsOf(lamp: number, owner: string | null | undefined, own: boolean): string {
  if (own) return t`Lamp ${lamp}, lit by you`;
  if (owner) return t`Lamp ${lamp}, lit by ${owner}`;
  return owner === null ? t`Lamp ${lamp}, lit by someone who has left` : t`Lamp ${lamp}`;
}

/** Person whose seats are lit up while the others are dimmed; null for nobody. */
export interface Spotlight {
  name: string | null;
  set: (name: string | null) => void;
}

export function useSpotlight(): Spotlight {
  const [name, set] = useState<string | null>(null);
  return { name, set };
}

/** Two letters for a person, as on an avatar without a picture. */
export const initialsOf = (name: string) => [...name].slice(0, 2).join('').toUpperCase();

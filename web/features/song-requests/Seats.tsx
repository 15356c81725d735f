import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { seatPlaces } from './seat-places.ts';

/**
 * The amphitheatre: a seat per vote of the goal around a stage that carries the count. Screen readers read the text
 * beside it instead. `open`: the next seat can be lit. `beams`: light falls on the stage.
 */
export function Seats({ votes, open, beams = false }: { votes: number; open: boolean; beams?: boolean }) {
  const all = votes >= VOTE_GOAL;
  return (
    <svg aria-hidden="true" viewBox="-14.6 -14.6 29.2 18.5" className="seats" data-all={all || undefined}>
      {beams && (
        <>
          <path className="beam" d="M-2-46-7.6 1.6A7.6 2.2 0 0 0 7.6 1.6L2-46Z" />
          <path className="beam" d="M-1.2-46-4.4 1.6A4.4 1.7 0 0 0 4.4 1.6L1.2-46Z" />
        </>
      )}
      {seatPlaces.map(({ x, y, row }, index) => {
        const lit = index < votes;
        if (open && index === votes) return <NextSeat key={index} x={x} y={y} number={index + 1} />;
        return (
          <circle
            // A seat that has just been lit is a new element, so that it plays its animation.
            key={lit ? `lit ${index}` : index}
            className="seat"
            cx={x}
            cy={y}
            r="1.08"
            data-row={row}
            data-lit={lit || undefined}
            data-newest={index === Math.min(votes, VOTE_GOAL) - 1 || undefined}
          />
        );
      })}
      <circle className="seats-stage" cy="0.7" r="2.85" />
      <text className="seats-count" y="0.95">
        {votes}
      </text>
      <text className="seats-goal" y="2.15">
        {all ? 'all lit' : `of ${VOTE_GOAL}`}
      </text>
    </svg>
  );
}

/** The seat that the next vote lights: a ring with its number, and a slow pulse around it. */
function NextSeat({ x, y, number }: { x: number; y: number; number: number }) {
  return (
    <g className="next-seat" transform={`translate(${x} ${y})`}>
      <circle className="next-pulse" r="1.3" />
      <circle className="next-ring" r="1" />
      <text y="0.33">{number}</text>
    </g>
  );
}

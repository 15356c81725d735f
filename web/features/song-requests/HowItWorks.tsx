import { REQUEST_COST, VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';

const steps = [
  ['Request', `${REQUEST_COST} credits put a song on the board.`],
  ['Vote', `${VOTE_COST} credits light one of ${VOTE_GOAL} lamps.`],
  ['Listen', `At ${VOTE_GOAL} votes it is queued, made and released.`],
] as const;

/** The 'How It Works' notice (§2). */
export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="rounded-lg border border-line bg-stage p-4 md:p-5">
      <h2 id="how" className="mb-3 text-lg">
        How It Works
      </h2>
      <ol className="how-steps">
        {steps.map(([name, text], index) => (
          <li key={name} className="grid grid-cols-[auto_1fr] items-start gap-x-3">
            <span
              aria-hidden="true"
              className="figures mt-0.5 grid size-7 place-items-center rounded-full bg-raised text-sm font-semibold text-ember-ink"
            >
              {index + 1}
            </span>
            <p className="text-[0.9375rem] text-soft">
              <strong className="font-semibold text-ink">{name}.</strong> {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

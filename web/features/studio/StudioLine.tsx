import { pluralize } from 'contract/pluralize.ts';
import type { StudioRequest } from 'contract/studio.ts';
import { isFinal } from 'contract/studio-constants.ts';
import { Face } from '../../ui/Face.tsx';
import { formatTimeLeft } from './ChooseTake.tsx';
import { formatEstimate, formatPrice } from './take-words.ts';

/** The requests in line, in the order in which they are made. */
export function StudioLine({
  requests,
  selected,
  onSelect,
}: {
  requests: readonly StudioRequest[];
  /** The id of the request whose work is shown. */
  selected: string | undefined;
  onSelect: (id: string) => void;
}) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="line" className="min-w-0">
      <h2 id="line" className="mb-2 text-lg">
        In line
      </h2>
      <ol className="studio-line">
        {requests.map((request) => (
          <li key={request.id}>
            <button
              type="button"
              aria-current={request.id === selected || undefined}
              onClick={() => onSelect(request.id)}
              className="flex w-full items-center gap-3 rounded-md px-4 py-2.5 text-left wrap-anywhere transition hover:bg-raised aria-current:bg-raised"
            >
              <Face id={request.id} genre={request.genre} votes={request.votes} className="size-13" />
              <span className="min-w-0">
                <bdi className="block font-semibold">{request.title}</bdi>
                {describe(request).map((line) => (
                  <span key={line} className="figures block text-sm text-soft">
                    {line}
                  </span>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What happens to a request; before it begins also what it takes. */
function describe({ status, votes, takes, choosing_ends_at, estimate }: StudioRequest): string[] {
  const lamps = pluralize(votes, 'lamp');
  if (status === 'choosing')
    return [
      choosing_ends_at === null
        ? 'Backers choose'
        : `Backers choose, ${formatTimeLeft(choosing_ends_at - Date.now())}`,
    ];
  if (status === 'in_studio')
    return [
      takes.some(({ state }) => !isFinal(state))
        ? `${lamps}, takes in the making`
        : `${lamps}, no take is being made`,
    ];
  const begin = `${lamps}, not begun`;
  if (!estimate) return [begin];
  const { takes: count, cents, seconds } = estimate;
  return [begin, `${pluralize(count, 'take')}: ${formatPrice(cents)}, about ${formatEstimate(seconds)}`];
}

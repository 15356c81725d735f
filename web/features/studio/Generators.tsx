import { useQuery } from '@tanstack/react-query';
import type { Generator, Studio } from 'contract/studio.ts';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { generatorsQuery } from './queries.ts';
import { formatCents, formatEstimate } from './take-words.ts';

/** The generators: whether they can be reached, their prices, and what they cost this month. */
export function Generators({ studio: { spending, monthly_budget } }: { studio: Studio }) {
  const query = useQuery(generatorsQuery);
  const spent = spending.reduce((sum, { cents }) => sum + cents, 0);
  const month = new Date().toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
  return (
    <section aria-labelledby="generators" className="studio-generators">
      <h2 id="generators" className="mb-2 text-lg">
        Generators
      </h2>
      <p className="figures text-[0.9375rem] text-soft">
        <strong className="font-semibold text-ink">{formatCents(spent)}</strong> spent in {month}
        {monthly_budget !== null && (
          <>
            <br />
            <strong className="font-semibold text-ink">{formatCents(monthly_budget)}</strong> is the month’s
            limit
          </>
        )}
      </p>
      <QueryView
        query={query}
        loading="Asking the generators..."
        skeleton={<Skeleton className="mt-4 h-16" />}
        compact
      >
        {(generators) => (
          <ul className="mt-3 divide-y divide-line border-t border-line">
            {generators.map((generator) => (
              <GeneratorItem key={generator.id} generator={generator} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

function GeneratorItem({
  generator: { name, is_default, reachable, message, cents, seconds, spent_cents },
}: {
  generator: Generator;
}) {
  return (
    <li className="py-3 text-sm wrap-anywhere">
      <p className="flex justify-between gap-3">
        <span className="text-base font-medium">{name}</span>
        <span className={`font-semibold ${reachable ? 'text-good' : 'text-bad'}`}>
          {reachable ? 'Ready' : 'Not reachable'}
        </span>
      </p>
      <p className="figures text-soft">
        {cents === 0 ? 'Free' : formatCents(cents)}, about {formatEstimate(seconds)} a take
        {is_default && ', used by default'}
        {spent_cents > 0 && `, ${formatCents(spent_cents)} this month`}
      </p>
      <p className={reachable ? 'text-soft' : 'text-bad'}>{message}</p>
    </li>
  );
}

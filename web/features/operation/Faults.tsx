import type { Operation } from 'contract/operation.ts';
import { formatDateTime, formatTimeAgo } from '../../lib/format.ts';

/** What failed on the server that answered, the latest first. */
export function Faults({ faults, server }: Pick<Operation, 'faults' | 'server'>) {
  return (
    <section aria-labelledby="faults">
      <h2 id="faults" className="mb-1 text-title">
        Errors
      </h2>
      <p className="mb-3 text-sm text-faint">
        Errors of {server.name}, which started {formatTimeAgo(server.started_at)}. Its log has the details.
      </p>
      {faults.length === 0 ? (
        <p className="text-soft">No error since then.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {faults.map(({ what, message, count, last_at }) => (
            <li key={`${what} ${message}`} className="grid gap-1 py-3">
              <div className="flex flex-wrap items-baseline justify-between gap-3">
                <p className="min-w-0 wrap-anywhere">
                  {what}
                  {count > 1 && <span className="figures text-soft"> · {count} times</span>}
                </p>
                <time dateTime={new Date(last_at).toISOString()} className="text-sm text-faint">
                  {formatDateTime(last_at)}
                </time>
              </div>
              <p className="font-mono text-sm wrap-anywhere text-faint">{message}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

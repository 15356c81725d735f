import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Operation as State } from 'contract/operation.ts';
import { call } from '../../lib/api.ts';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { Backups, Card, Fact, Faults, MailState, Note, PaymentState, Storage } from './Cards.tsx';
import { Jobs } from './Jobs.tsx';

/** Five cards fill their rows: two, two and one, or three and two. */
const GRID =
  'grid gap-4 sm:grid-cols-2 lg:grid-cols-6 max-lg:*:last:col-span-full lg:*:col-span-2 lg:*:nth-[n+4]:col-span-3';
const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** How the site is doing, for admins. */
export default function Operation() {
  const query = useQuery(operationQuery);
  return (
    <QueryView
      query={query}
      loading="Loading the state of the site..."
      skeleton={
        <div className={GRID}>
          {[1, 2, 3, 4, 5].map((card) => (
            <Skeleton key={card} className="h-48 rounded-lg!" />
          ))}
        </div>
      }
      failed="Failed to load the state of the site"
    >
      {(state) => (
        <div className="grid gap-10">
          {query.isError && (
            <p role="alert" className="text-bad">
              The server does not answer. This is how it was before.
            </p>
          )}
          <div className={GRID}>
            <Server server={state.server} />
            <Storage storage={state.storage} />
            <Backups backups={state.backups} />
            <MailState mail={state.mail} />
            <PaymentState payments={state.payments} />
          </div>
          <Jobs jobs={state.jobs} more_jobs={state.more_jobs} />
          <Faults faults={state.faults} server={state.server} />
        </div>
      )}
    </QueryView>
  );
}

function Server({ server }: Pick<State, 'server'>) {
  const { version, node, engine, engine_version, schema, read_only } = server;
  return (
    <Card title="Server" state={read_only ? 'warn' : 'good'} word={read_only ? 'Read-only' : 'Open'}>
      <Fact name="Ovation">{version}</Fact>
      <Fact name="Node">{node}</Fact>
      <Fact name={ENGINES[engine]}>{engine_version.split(' ')[0]}</Fact>
      <Fact name="Schema">{schema}</Fact>
      {read_only && <Note>Nothing is written until somebody ends the maintenance on the command line.</Note>}
    </Card>
  );
}

/** How the site is doing. It is asked again while somebody watches. */
const operationQuery = queryOptions({
  queryKey: ['operation'],
  queryFn: () => call('GET /operation', {}),
  refetchInterval: 15_000,
  refetchOnMount: 'always',
  meta: { private: true },
});

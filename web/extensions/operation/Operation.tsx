import { msg, plural, t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Job, Operation as State } from 'contract/extensions/operation.ts';
import { formatTimeAgo } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { Button } from '../../ui/Button.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { Backups, Card, Fact, Faults, MailState, Note, PaymentState, Storage } from './Cards.tsx';

/** Five cards fill their rows: two, two and one, or three and two. */
const GRID =
  'grid gap-4 sm:grid-cols-2 lg:grid-cols-6 max-lg:*:last:col-span-full lg:*:col-span-2 lg:*:nth-[n+4]:col-span-3';
const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Operating state of the site, for admins. */
export default function Operation() {
  const query = useQuery(operationQuery);
  return (
    <QueryView
      query={query}
      loading={t`Loading the state of the site...`}
      skeleton={
        <div className={GRID}>
          {[1, 2, 3, 4, 5].map((card) => (
            <Skeleton key={card} className="h-48 rounded-lg!" />
          ))}
        </div>
      }
      failed={t`Failed to load the state of the site`}
    >
      {(state) => (
        <div className="grid gap-10">
          {query.isError && (
            <p role="alert" className="text-bad">
              {t`The server does not answer. This is how it was before.`}
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
    <Card
      title={t`Server`}
      state={read_only ? 'warn' : 'good'}
      word={read_only ? t`Read-only` : t({ message: 'Open', context: 'server' })}
    >
      <Fact name="Ovation">{version}</Fact>
      <Fact name="Node">{node}</Fact>
      <Fact name={ENGINES[engine]}>{engine_version.split(' ')[0]}</Fact>
      <Fact name={t`Schema`}>{schema}</Fact>
      {read_only && (
        <Note>{t`The site writes nothing until someone ends the maintenance on the command line.`}</Note>
      )}
    </Card>
  );
}

/** Operating state of the site, refetched while somebody watches. */
const operationQuery = queryOptions({
  queryKey: ['operation'],
  queryFn: () => call('GET /operation', {}),
  refetchInterval: 15_000,
  refetchOnMount: 'always',
  meta: { private: true },
});

const STATES = { failed: msg`Failed`, running: msg`Running`, waiting: msg`Waiting` };
const KINDS = { take: msg`Take`, upload: msg`Upload`, job: msg`Job` };

/** Takes and uploads that wait, run or have failed, and other jobs that failed lately. */
function Jobs({ jobs, more_jobs }: Pick<State, 'jobs' | 'more_jobs'>) {
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs" className="mb-3 text-title">
        {t`Jobs`}
      </h2>
      {jobs.length === 0 ? (
        <p className="text-soft">{t`No job is waiting, and none has failed.`}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      {more_jobs && <p className="mt-3 text-sm text-faint">{t`There are more; these come first.`}</p>}
    </section>
  );
}

function JobRow({
  job: { id, kind, state, title, failure, attempts, can_retry, can_cancel, updated_at },
}: {
  job: Job;
}) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ act }: { act: () => Promise<unknown>; done: string }) => act(),
    onSuccess: (_answer, { done }) => toast(done),
    onError: (error) => toastProblem(t`That didn’t work`, error),
    onSettled: () => client.invalidateQueries({ queryKey: ['operation'] }),
  });
  const params = { id };
  const name = title ?? (kind === 'take' ? t`A take` : t`An upload`);
  const retry = () =>
    mutate({
      done: t`Trying ${name} again`,
      act: () =>
        kind === 'take'
          ? call('POST /takes/:id/retry', { params })
          : kind === 'job'
            ? call('POST /operation/jobs/:id/retry', { params })
            : call('POST /publishing/uploads/:id/retry', { params, body: {} }),
    });
  const cancel = () =>
    mutate({
      done: t`Canceled ${name}`,
      act: () =>
        kind === 'take'
          ? call('POST /takes/:id/cancel', { params })
          : call('DELETE /publishing/uploads/:id', { params }),
    });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere" dir="auto">
          {name}
        </p>
        <p className="text-sm text-faint">
          <span className={state === 'failed' ? 'text-bad' : undefined}>{t(STATES[state])}</span> ·{' '}
          {t(KINDS[kind])} · {formatTimeAgo(updated_at)}
          {attempts > 1 && ` · ${plural(attempts, { one: '# attempt', other: '# attempts' })}`}
        </p>
        {failure && <p className="text-sm text-soft wrap-anywhere">{failure}</p>}
      </div>
      {can_retry && (
        <Button aria-label={t`Try ${name} again`} disabled={isPending} onClick={retry}>
          {t`Try again`}
        </Button>
      )}
      {can_cancel && (
        <Button look="bare" aria-label={t`Cancel ${name}`} disabled={isPending} onClick={cancel}>
          {t`Cancel`}
        </Button>
      )}
    </li>
  );
}

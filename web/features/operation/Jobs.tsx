import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job, Operation } from 'contract/operation.ts';
import { pluralize } from 'contract/pluralize.ts';
import { call } from '../../lib/api.ts';
import { formatTimeAgo } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';

const STATES = { failed: 'Failed', running: 'Running', waiting: 'Waiting' };
const KINDS = { take: 'Take', upload: 'Upload' };

/** Takes and uploads that wait, run or have failed. */
export function Jobs({ jobs, more_jobs }: Pick<Operation, 'jobs' | 'more_jobs'>) {
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs" className="mb-3 text-title">
        Jobs
      </h2>
      {jobs.length === 0 ? (
        <p className="text-soft">Nothing waits, and nothing has failed.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      {more_jobs && <p className="mt-3 text-sm text-faint">There are more. These come first.</p>}
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
    onError: (error) => toastProblem('This did not work', error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ['operation'] }),
  });
  const params = { id };
  const name = title ?? 'A file';
  const retry = () =>
    mutate({
      done: `${name} is tried again`,
      act: () =>
        kind === 'take'
          ? call('POST /takes/:id/retry', { params })
          : call('POST /publishing/uploads/:id/retry', { params, body: {} }),
    });
  const cancel = () =>
    mutate({
      done: `${name} is canceled`,
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
          <span className={state === 'failed' ? 'text-bad' : undefined}>{STATES[state]}</span> · {KINDS[kind]}{' '}
          · {formatTimeAgo(updated_at)}
          {attempts > 1 && ` · ${pluralize(attempts, 'attempt')}`}
        </p>
        {failure && <p className="text-sm text-soft wrap-anywhere">{failure}</p>}
      </div>
      {can_retry && (
        <Button aria-label={`Try ${name} again`} disabled={isPending} onClick={retry}>
          Try again
        </Button>
      )}
      {can_cancel && (
        <Button look="bare" aria-label={`Cancel ${name}`} disabled={isPending} onClick={cancel}>
          Cancel
        </Button>
      )}
    </li>
  );
}

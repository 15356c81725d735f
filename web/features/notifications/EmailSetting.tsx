import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { toastProblem } from '../../ui/toasts.ts';
import { notificationSettingsQuery } from './queries.ts';

/** Turns emails about song requests on and off; nothing where no email can be sent. */
export function EmailSetting() {
  const client = useQueryClient();
  const { data } = useQuery(notificationSettingsQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (by_email: boolean) => call('PATCH /notifications/settings', { body: { by_email } }),
    onSuccess: (saved) => client.setQueryData(notificationSettingsQuery.queryKey, saved),
    onError: (error) => toastProblem('Couldn’t change your emails', error.message),
  });
  if (!data?.email_available) return null;
  return (
    <section aria-labelledby="emails" className="mt-11">
      <h2 id="emails" className="mb-3 text-title">
        Emails
      </h2>
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          checked={isPending ? variables : data.by_email}
          onChange={({ target }) => mutate(target.checked)}
          className="mt-0.5 size-5 shrink-0"
        />
        <span>
          Email me about the songs I requested or voted for
          <span className="block text-faint">
            When one is queued, has takes to choose from, is out, or is not made.
          </span>
        </span>
      </label>
    </section>
  );
}

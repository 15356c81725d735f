import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { CheckboxSection } from '../../ui/forms/Field.tsx';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { Skeleton } from '../../ui/QueryView.tsx';
import { notificationSettingsQuery } from './queries.ts';

/** Turns emails about song requests on and off; nothing where no email can be sent. */
export function EmailSetting() {
  const client = useQueryClient();
  const { data, isLoading } = useQuery(notificationSettingsQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (by_email: boolean) => call('PATCH /notifications/settings', { body: { by_email } }),
    onSuccess: (saved) => client.setQueryData(notificationSettingsQuery.queryKey, saved),
    onError: (error) => toastProblem('Couldn’t change your email settings', error),
  });
  if (isLoading) return <Skeleton className="h-32" />;
  if (!data?.email_available) return null;
  return (
    <CheckboxSection
      title="Emails"
      label="Email me about the songs I requested or voted for"
      hint="When one is queued, has takes to choose from, is released, or cannot be made."
      checked={isPending ? variables : data.by_email}
      onChange={mutate}
    />
  );
}

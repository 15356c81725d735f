import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { Skeleton } from '../../ui/QueryView.tsx';
import { SettingSection, SettingSwitch } from '../../ui/SettingRow.tsx';
import { notificationSettingsQuery } from './queries.ts';

/** Turns emails about song requests on and off; nothing where no email can be sent. */
export function EmailSetting() {
  const client = useQueryClient();
  const { data, isLoading } = useQuery(notificationSettingsQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (by_email: boolean) => call('PATCH /notifications/settings', { body: { by_email } }),
    onSuccess: (saved) => client.setQueryData(notificationSettingsQuery.queryKey, saved),
    onError: (error) => toastProblem(t`Couldn’t change your email settings`, error),
  });
  if (isLoading) return <Skeleton className="h-32" />;
  if (!data?.email_available) return null;
  return (
    <SettingSection title={t`Email`}>
      <ul>
        <SettingSwitch
          name={t`Emails about your songs`}
          text={t`When a song that you requested or voted for reaches its goal, has takes to choose from, is released or can’t be made.`}
          checked={isPending ? variables : data.by_email}
          onChange={mutate}
        />
      </ul>
    </SettingSection>
  );
}

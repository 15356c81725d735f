import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { personPath } from 'contract/text/slugs.ts';
import { call } from '../../lib/http/api.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { Skeleton } from '../../ui/QueryView.tsx';
import { SettingRow, SettingSwitch } from '../../ui/SettingRow.tsx';

/** Turns the public profile on and off, and leads to it. */
export function PublicProfileSetting({ username }: { username: string }) {
  const client = useQueryClient();
  const { data, isLoading } = useQuery(publicProfileQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (is_public: boolean) => call('PUT /auth/me/public-profile', { body: { is_public } }),
    onSuccess: (saved) => client.setQueryData(publicProfileQuery.queryKey, saved),
    onError: (error) => toastProblem(t`Couldn’t change your public profile`, error),
  });
  if (isLoading) return <Skeleton className="my-3 h-10" />;
  if (!data) return null;
  return (
    <ul>
      <SettingSwitch
        name={t`Public profile`}
        text={t`Anyone can see your username, your released requests and your public playlists.`}
        checked={isPending ? variables : data.is_public}
        onChange={mutate}
      />
      {data.is_public && (
        <SettingRow name={t`Your page`} text={location.host + personPath(username)}>
          <AppLink href={personPath(username)} className={buttonLook()}>
            {t`See it`}
          </AppLink>
        </SettingRow>
      )}
    </ul>
  );
}

/** Visibility of the viewer's profile. */
const publicProfileQuery = queryOptions({
  queryKey: ['public-profile'],
  queryFn: () => call('GET /auth/me/public-profile'),
  meta: { private: true },
});

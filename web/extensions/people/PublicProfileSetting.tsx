import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { personPath } from 'contract/text/slugs.ts';
import { call } from '../../lib/http/api.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { CheckboxSection } from '../../ui/forms/Field.tsx';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { Skeleton } from '../../ui/QueryView.tsx';

/** Turns the public profile on and off, and leads to it. */
export function PublicProfileSetting({ username }: { username: string }) {
  const client = useQueryClient();
  const { data, isLoading } = useQuery(publicProfileQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (is_public: boolean) => call('PUT /auth/me/public-profile', { body: { is_public } }),
    onSuccess: (saved) => client.setQueryData(publicProfileQuery.queryKey, saved),
    onError: (error) => toastProblem('Couldn’t change your public profile', error),
  });
  if (isLoading) return <Skeleton className="h-32" />;
  if (!data) return null;
  return (
    <CheckboxSection
      title="Public profile"
      label="Anyone can see my profile"
      hint="It shows your username and picture, your requests that were released, and your public playlists."
      checked={isPending ? variables : data.is_public}
      onChange={mutate}
    >
      {data.is_public && (
        <AppLink
          href={personPath(username)}
          className="inline-flex min-h-11 items-center font-semibold text-ember-ink hover:underline"
        >
          See your public profile
        </AppLink>
      )}
    </CheckboxSection>
  );
}

/** Whether the viewer's profile is public. */
const publicProfileQuery = queryOptions({
  queryKey: ['public-profile'],
  queryFn: () => call('GET /auth/me/public-profile'),
  meta: { private: true },
});

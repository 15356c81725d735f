import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { personPath } from 'contract/slugs.ts';
import { call } from '../../lib/api.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { toastProblem } from '../../ui/toasts.ts';
import { publicProfileQuery } from './public-profile-query.ts';

/** Turns the public profile on and off, and leads to it. */
export function PublicProfileSetting({ username }: { username: string }) {
  const client = useQueryClient();
  const { data } = useQuery(publicProfileQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (is_public: boolean) => call('PUT /auth/me/public-profile', { body: { is_public } }),
    onSuccess: (saved) => client.setQueryData(publicProfileQuery.queryKey, saved),
    onError: (error) => toastProblem('Couldn’t change your public profile', error.message),
  });
  if (!data) return null;
  return (
    <section aria-labelledby="public-profile" className="mt-11">
      <h2 id="public-profile" className="mb-3 text-title">
        Public profile
      </h2>
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          checked={isPending ? variables : data.is_public}
          onChange={({ target }) => mutate(target.checked)}
          className="mt-0.5 size-5 shrink-0"
        />
        <span>
          Anyone can see my profile
          <span className="block text-faint">
            It shows your username and picture, your requests that were released, and your public playlists.
          </span>
        </span>
      </label>
      {data.is_public && (
        <AppLink
          href={personPath(username)}
          className="inline-flex min-h-11 items-center font-semibold text-ember-ink hover:underline"
        >
          See your public profile
        </AppLink>
      )}
    </section>
  );
}

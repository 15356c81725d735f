import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { call, sentenceOf } from '../../../lib/http/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../../ui/Button.tsx';
import { EmptyStage, EmptyState, LostPage } from '../../../ui/EmptyState.tsx';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { invalidatePlaylists } from '../mutations.ts';
import { playlistQuery } from '../queries.ts';

/** Invitation to a playlist and its sender: by a link with a token behind the `#`, or by name. */
export default function Invitation({ id }: { id: string }) {
  const { viewer, loading } = useSession();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const token = location.hash.slice(1);
  const invitation = { params: { id }, body: token ? { token } : {} };
  const isAsked = !loading && (viewer !== null || token !== '');
  const { data, error } = useQuery({
    queryKey: ['playlist-invitation', id, token, viewer?.id],
    queryFn: () => call('POST /playlist/:id/invitation', invitation),
    enabled: isAsked,
    retry: false,
    gcTime: 0,
    meta: { private: true },
  });
  const open = () => navigate(`/playlists/${id}`, { replace: true });
  const hasJoined = data?.joined;
  useEffect(() => {
    if (hasJoined) open();
  }, [hasJoined]);
  const joining = useMutation({
    mutationFn: () => call('POST /playlist/:id/editors', invitation),
    onSuccess: () => {
      invalidatePlaylists(client);
      client.removeQueries({ queryKey: playlistQuery(id).queryKey });
      open();
    },
    onError: (problem) => toastProblem(t`Couldn’t join the playlist`, problem),
  });
  const declining = useMutation({
    mutationFn: () =>
      call('DELETE /playlist/:id/editors/:username', { params: { id, username: viewer!.username } }),
    onSuccess: () => {
      toast(t`Invitation declined`);
      navigate('/playlists');
    },
    onError: (problem) => toastProblem(t`Couldn’t decline the invitation`, problem),
  });
  if (error)
    return (
      <EmptyState as="h1" picture={<LostPage />} title={t`No invitation here`} text={sentenceOf(error)}>
        <AppLink href="/" className={buttonLook()}>
          {t`Back to Explore`}
        </AppLink>
      </EmptyState>
    );
  if (!data && (loading || isAsked)) return <div className="min-h-dvh" aria-busy="true" />;
  const from = encodeURIComponent(location.pathname + location.search + location.hash);
  const busy = joining.isPending || declining.isPending;
  return (
    <EmptyState
      as="h1"
      picture={<EmptyStage />}
      title={data ? invitesWords(data) : t`You are invited to a playlist`}
      text={
        data
          ? t`Make this playlist together: add, remove and order songs. Who sees it sees your name.`
          : t`Log in to see by whom.`
      }
    >
      {viewer ? (
        <>
          <Button look="ember" disabled={busy} onClick={() => joining.mutate()}>
            {t`Join`}
          </Button>
          {!token && (
            <Button disabled={busy} onClick={() => declining.mutate()}>
              {t`Decline`}
            </Button>
          )}
        </>
      ) : (
        <>
          <AppLink href={`/login?from=${from}`} className={buttonLook('ember')}>
            {t`Log in to join`}
          </AppLink>
          <AppLink href={`/signup?from=${from}`} className={buttonLook()}>
            {t`Sign up`}
          </AppLink>
        </>
      )}
    </EmptyState>
  );
}

const invitesWords = ({ owner, name }: { owner: string; name: string }) =>
  t`${owner} invites you to “${name}”`;

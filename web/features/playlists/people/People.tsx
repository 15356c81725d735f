import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Playlist, PlaylistPerson } from 'contract/features/playlists.ts';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { formatDate } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { copyLink } from '../../../ui/layers/share.ts';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { Avatar } from '../../../ui/pictures/Avatar.tsx';
import { invalidatePlaylists } from '../mutations.ts';
import { invitationsQuery, playlistQuery } from '../queries.ts';

/** Editors of a playlist. Its owner invites and removes them here; an editor leaves. */
export default function People({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const { id, username, editors, role } = playlist;
  const { viewer } = useSession();
  const isOwner = role === 'owner';
  const { data } = useQuery({ ...invitationsQuery(id), enabled: isOwner });
  const owner = { username, avatar_url: isOwner ? (viewer?.avatar_url ?? null) : null };
  const row = (person: PlaylistPerson, what: string, action?: Removal) => (
    <Person key={person.username} person={person} what={what}>
      {action && <RemoveButton playlist={playlist} username={person.username} action={action} />}
    </Person>
  );
  return (
    <Sheet
      title={t`People`}
      description={t`Editors add, remove and order songs. Who sees the playlist sees their names.`}
      onClose={onClose}
    >
      <ul>
        {row(owner, t`Owner`)}
        {editors.map((one) =>
          row(one, t`Editor`, isOwner ? 'remove' : one.username === viewer?.username ? 'leave' : undefined),
        )}
        {data?.invited.map((one) => row(one, t`Invited`, 'take-back'))}
      </ul>
      {isOwner && (
        <>
          <InviteByName id={id} />
          <InviteByLink id={id} link={data?.link ?? null} />
        </>
      )}
    </Sheet>
  );
}

function Person({ person, what, children }: { person: PlaylistPerson; what: string; children: ReactNode }) {
  return (
    <li className="flex min-h-14 items-center gap-3">
      <Avatar user={{ ...person, email: '' }} className="size-9 text-sm" />
      <p className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{person.username}</bdi>
        <span className="block text-sm text-faint">{what}</span>
      </p>
      {children}
    </li>
  );
}

type Removal = 'remove' | 'leave' | 'take-back';

/** @param action what happens to this person's place: an owner removes it, an editor leaves. */
function RemoveButton({
  playlist,
  username,
  action,
}: {
  playlist: Playlist;
  username: string;
  action: Removal;
}) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { id, privacy } = playlist;
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('DELETE /playlist/:id/editors/:username', { params: { id, username } }),
    onSuccess: () => {
      invalidatePlaylists(client);
      if (action !== 'leave') return;
      toast(t`You left the playlist`, `“${playlist.name}”`);
      if (privacy === 'private') navigate('/playlists');
    },
    onError: (error) => toastProblem(t`Couldn’t change the people`, error),
    onSettled: () => refetch(client, id),
  });
  const [word, label] = {
    remove: [t`Remove`, t`Remove: ${username}`],
    leave: [t`Leave`, t`Leave: ${username}`],
    'take-back': [t`Take back`, t`Take back: ${username}`],
  }[action];
  return (
    <Button look="bare" disabled={isPending} onClick={() => mutate()} aria-label={label}>
      {word}
    </Button>
  );
}

function InviteByName({ id }: { id: string }) {
  const client = useQueryClient();
  const { form, field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { username: '' },
    onSubmit: async (body) => {
      await call('POST /playlist/:id/invitations', { params: { id }, body });
      toast(t`Invited`, body.username);
      form.reset();
      refetch(client, id);
    },
    failure: { title: t`Couldn’t invite` },
  });
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-3 border-t border-line pt-5">
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <Field label={t`Invite by username`} autoComplete="off" maxLength={100} {...field('username')} />
      <Button type="submit" disabled={busy} className="justify-self-start">
        {t`Invite`}
      </Button>
    </form>
  );
}

const rules = async () => (await import('contract/features/playlists.ts')).inviteEditor.body;

/** Numbers of people that a link can admit. */
const USES = [1, 5, 20];

/** The link that is open, or makes one and shows it, once. */
function InviteByLink({ id, link }: { id: string; link: { expires_at: number; uses_left: number } | null }) {
  const client = useQueryClient();
  const [uses, setUses] = useState(1);
  const options = {
    onError: (error: Error) => toastProblem(t`Couldn’t change the link`, error),
    onSettled: () => refetch(client, id),
  };
  const creation = useMutation({
    mutationFn: () => call('PUT /playlist/:id/invitation-link', { params: { id }, body: { uses } }),
    ...options,
  });
  const end = useMutation({
    mutationFn: () => call('DELETE /playlist/:id/invitation-link', { params: { id } }),
    onMutate: creation.reset,
    ...options,
  });
  const url = creation.data && `${location.origin}/playlists/${id}?invitation#${creation.data.token}`;
  return (
    <section className="mt-5 grid gap-3 border-t border-line pt-5">
      <h3 className="font-sans text-base font-medium tracking-normal">{t`Invite by link`}</h3>
      {url && (
        <div className="flex gap-3">
          <input
            aria-label={t`Link`}
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
            className="h-11 min-w-0 flex-1 rounded-md border border-line bg-ground px-3 font-mono text-sm md:h-10"
          />
          <Button look="ember" onClick={() => void copyLink(url)}>
            {t`Copy`}
          </Button>
        </div>
      )}
      {link ? (
        <p className="text-sm text-soft">
          {openWords(link)} {!url && t`It is not shown again.`}
        </p>
      ) : (
        <label className="flex items-center gap-3 text-soft">
          {t`For`}
          <select
            value={uses}
            onChange={(event) => setUses(Number(event.target.value))}
            className="h-11 rounded-md border border-line bg-ground px-3 text-ink md:h-10"
          >
            {USES.map((count) => (
              <option key={count} value={count}>
                {plural(count, { one: '# person', other: '# people' })}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="flex flex-wrap gap-3">
        {!url && (
          <Button disabled={creation.isPending} onClick={() => creation.mutate()}>
            {link ? t`New link` : t`Create link`}
          </Button>
        )}
        {link && (
          <Button look="bare" disabled={end.isPending} onClick={() => end.mutate()}>
            {t`End link`}
          </Button>
        )}
      </div>
    </section>
  );
}

function openWords({ expires_at, uses_left }: { expires_at: number; uses_left: number }): string {
  const date = formatDate(expires_at);
  return plural(uses_left, {
    one: `Open until ${date}, for # more person.`,
    other: `Open until ${date}, for # more people.`,
  });
}

function refetch(client: ReturnType<typeof useQueryClient>, id: string): void {
  void client.invalidateQueries({ queryKey: invitationsQuery(id).queryKey });
  void client.invalidateQueries({ queryKey: playlistQuery(id).queryKey });
}

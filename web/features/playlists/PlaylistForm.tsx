import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { PLAYLIST_DESCRIPTION_MAX, PLAYLIST_NAME_MAX } from 'contract/features/library-constants.ts';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../lib/http/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/forms/Field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast } from '../../ui/layers/toasts.ts';
import { Cover } from '../../ui/pictures/Cover.tsx';
import {
  addedWords,
  changePlaylist,
  createPlaylist,
  creationFailure,
  invalidatePlaylists,
  type PlaylistInput,
} from './mutations.ts';
import { PlaylistCover } from './PlaylistCard.tsx';
import { type PlaylistPage, playlistQuery } from './queries.ts';

const playlistRules = async () => {
  const { createPlaylist } = await import('contract/features/playlists.ts');
  return createPlaylist.body.pick({ name: true, description: true });
};

/** A form for name and description. A blank name cannot be submitted (§5). */
function PlaylistForm({
  initial = { name: '', description: '' },
  submitLabel,
  onSubmit,
  failure,
  onCancel,
  children,
}: {
  initial?: PlaylistInput;
  submitLabel: string;
  onSubmit: (input: PlaylistInput) => Promise<unknown>;
  failure: Parameters<typeof useContractForm>[0]['failure'];
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { field, submit, problem, busy, isValid } = useContractForm({
    rules: playlistRules,
    defaultValues: initial,
    onSubmit,
    failure,
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <Field label={t`Name`} required maxLength={PLAYLIST_NAME_MAX} {...field('name')} />
      <Field
        label={t`Description`}
        hint={t`Optional`}
        maxLength={PLAYLIST_DESCRIPTION_MAX}
        {...field('description')}
      />
      {children}
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>{t`Cancel`}</Button>
        <Button type="submit" look="ember" disabled={busy || !isValid}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** The dialog that creates a playlist and opens it. */
export function CreatePlaylist({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  return (
    <Sheet title={t`Create Playlist`} onClose={onClose}>
      <PlaylistForm
        submitLabel={t`Create`}
        onSubmit={async (input) => {
          const playlist = await createPlaylist(client, input);
          client.setQueryData(playlistQuery(playlist.id).queryKey, { playlist, entries: [], live: null });
          navigate(`/playlists/${playlist.id}`);
        }}
        failure={creationFailure}
        onCancel={onClose}
      />
    </Sheet>
  );
}

/** The dialog for a playlist's name, description, privacy and cover. */
export function EditPlaylist({ page, onClose }: { page: PlaylistPage; onClose: () => void }) {
  const { playlist } = page;
  const client = useQueryClient();
  const [isPublic, setPublic] = useState(playlist.privacy === 'public');
  const [cover, setCover] = useState(playlist.cover_image_url);
  return (
    <Sheet title={t`Edit playlist`} onClose={onClose}>
      <PlaylistForm
        initial={{ name: playlist.name, description: playlist.description ?? '' }}
        submitLabel={t`Save`}
        onCancel={onClose}
        onSubmit={async (input) => {
          const privacy = isPublic ? 'public' : 'private';
          await changePlaylist(client, playlist.id, { ...input, privacy, cover_image_url: cover });
          toast(t`Playlist saved`);
          onClose();
        }}
        failure={{ title: t`Failed to save playlist` }}
      >
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={isPublic}
            onChange={({ target }) => setPublic(target.checked)}
            className="size-5"
          />
          <span>
            <Trans>
              Public <span className="text-faint">– anyone with the link can listen</span>
            </Trans>
          </span>
        </label>
        <CoverPicker page={page} value={cover} onChange={setCover} />
      </PlaylistForm>
    </Sheet>
  );
}

/** Creates a playlist that holds the track. */
export default function NewPlaylist({
  track,
  onClose,
}: {
  track: { id: string; title: string };
  onClose: () => void;
}) {
  const client = useQueryClient();
  return (
    <PlaylistForm
      submitLabel={t`Create and add`}
      onSubmit={async (input) => {
        const playlist = await createPlaylist(client, input);
        await call('POST /playlist_track', { body: { playlist_id: playlist.id, track_id: track.id } });
        toast(t`Added to playlist`, addedWords(track, playlist));
        invalidatePlaylists(client);
        onClose();
      }}
      failure={creationFailure}
      onCancel={onClose}
    />
  );
}

/** As many covers as fill two rows, together with the mosaic. */
const MAX_COVERS = 11;

/** Offers the mosaic (null) and the covers of the playlist's tracks. */
function CoverPicker({
  page: { playlist, entries },
  value,
  onChange,
}: {
  page: PlaylistPage;
  value: string | null;
  onChange: (url: string | null) => void;
}) {
  const covers = [...new Set(entries.flatMap(({ track }) => track?.cover_image_url ?? []))];
  if (covers.length === 0) return null;
  const option = (url: string | null, label: string, picture: ReactNode) => (
    <label
      key={url}
      className="overflow-hidden rounded-sm border-2 border-transparent transition has-checked:border-ember has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink"
    >
      <input
        type="radio"
        name="cover"
        className="sr-only"
        checked={value === url}
        onChange={() => onChange(url)}
      />
      {picture}
      <span className="sr-only">{label}</span>
    </label>
  );
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{t`Cover`}</legend>
      <div className="grid grid-cols-4 gap-2 sm:grid-cols-6">
        {option(
          null,
          t`Mosaic of the first tracks`,
          <PlaylistCover
            playlist={{ ...playlist, cover_image_url: null }}
            sizes="64px"
            className="rounded-none!"
          />,
        )}
        {covers.slice(0, MAX_COVERS).map((url, index) => {
          const number = index + 1;
          return option(url, t`Cover ${number}`, <Cover url={url} sizes="64px" />);
        })}
      </div>
    </fieldset>
  );
}

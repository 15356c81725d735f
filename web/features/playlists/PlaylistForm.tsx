import { PLAYLIST_DESCRIPTION_MAX, PLAYLIST_NAME_MAX } from 'contract/library-constants.ts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import type { PlaylistInput } from './mutations.ts';

const playlistRules = async () => {
  const { createPlaylist } = await import('contract/playlists.ts');
  return createPlaylist.body.pick({ name: true, description: true });
};

/** A form for name and description. A blank name cannot be submitted (§5). */
export function PlaylistForm({
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
      <Field label="Name" required maxLength={PLAYLIST_NAME_MAX} {...field('name')} />
      <Field
        label="Description"
        hint="Optional"
        maxLength={PLAYLIST_DESCRIPTION_MAX}
        {...field('description')}
      />
      {children}
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="ember" disabled={busy || !isValid}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

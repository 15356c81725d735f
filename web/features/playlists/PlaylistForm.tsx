import { PLAYLIST_DESCRIPTION_MAX, PLAYLIST_NAME_MAX } from 'contract/library-constants.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import type { PlaylistInput } from './mutations.ts';

/** A form for name and description. A blank name cannot be submitted. */
export function PlaylistForm({
  initial = { name: '', description: '' },
  submitLabel,
  busy,
  onSubmit,
  onCancel,
  children,
}: {
  initial?: PlaylistInput;
  submitLabel: string;
  busy: boolean;
  onSubmit: (input: PlaylistInput) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const [name, setName] = useState(initial.name);
  const [description, setDescription] = useState(initial.description);
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ name: name.trim(), description: description.trim() });
      }}
    >
      <Field
        label="Name"
        required
        maxLength={PLAYLIST_NAME_MAX}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label="Description"
        hint="Optional"
        maxLength={PLAYLIST_DESCRIPTION_MAX}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      {children}
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="ember" disabled={busy || name.trim() === ''}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

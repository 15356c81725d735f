import { PLAYLIST_DESCRIPTION_MAX, PLAYLIST_NAME_MAX } from 'contract/library-constants.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import type { PlaylistWish } from './hooks.ts';

/** Name and description, with Cancel and what it is for. A blank name cannot be sent. */
export function PlaylistForm({
  first = { name: '', description: '' },
  verb,
  busy,
  onSend,
  onCancel,
  children,
}: {
  first?: PlaylistWish;
  verb: string;
  busy: boolean;
  onSend: (wish: PlaylistWish) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const [name, setName] = useState(first.name);
  const [description, setDescription] = useState(first.description);
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ name: name.trim(), description: description.trim() });
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
          {verb}
        </Button>
      </div>
    </form>
  );
}

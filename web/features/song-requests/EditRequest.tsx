import type { RequestPage } from 'contract/song-requests.ts';
import { REQUEST_DESCRIPTION_MAX } from 'contract/song-requests-constants.ts';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field, LongField } from '../../ui/Field.tsx';
import { GenreChoice } from '../../ui/GenreChoice.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useModerate } from './use-moderate.ts';

/** Corrects what a request says, as an admin. */
export function EditRequest({ request, onClose }: { request: RequestPage; onClose: () => void }) {
  const { id } = request;
  const [input, setInput] = useState(() => {
    const { title, artist, genre, description } = request;
    return { title, artist, genre, description };
  });
  const { mutate, isPending, error } = useModerate(
    (body: typeof input) => call('PATCH /requests/:id', { params: { id }, body }),
    { done: 'Request changed', onDone: onClose },
  );
  const change = (part: Partial<typeof input>) => setInput({ ...input, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(input);
  };
  return (
    <Sheet title="Edit this request" wide onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {error && <ErrorBox>{error.message}</ErrorBox>}
        <Field
          label="Song name"
          autoComplete="off"
          dir="auto"
          value={input.title}
          onChange={({ target }) => change({ title: target.value })}
        />
        <Field
          label="Artist name"
          autoComplete="off"
          dir="auto"
          value={input.artist}
          onChange={({ target }) => change({ artist: target.value })}
        />
        <GenreChoice folded value={input.genre} onChoose={(genre) => change({ genre })} />
        <LongField
          label="Description"
          dir="auto"
          maxLength={REQUEST_DESCRIPTION_MAX}
          value={input.description}
          onChange={({ target }) => change({ description: target.value })}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ember" disabled={isPending}>
            Save
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

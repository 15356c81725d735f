import type { ManagedTrack } from 'contract/publishing.ts';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { CoverDrop } from './CoverDrop.tsx';
import { type Fields, fieldsOf, momentOf, problemsOf, saidIn } from './fields.ts';
import { useChange } from './hooks.ts';
import { MoreFields } from './MoreFields.tsx';
import { ReleaseField } from './ReleaseField.tsx';
import { TrackFields } from './TrackFields.tsx';
import { useCover } from './use-cover.ts';
import { useProblems } from './use-problems.ts';

/** Everything that can be said of a track that is there already. */
export function EditTrack({ track, onClose }: { track: ManagedTrack; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(() => fieldsOf(track));
  const cover = useCover(track.cover_image_url);
  const saving = useChange(
    (body: ReturnType<typeof changes>) => call('PATCH /track/:id', { params: { id: track.id }, body }),
    () => {
      toast('Track saved');
      onClose();
    },
    (error) => toastProblem('Failed to save track', error.message),
  );
  const { problems, onLeave, check } = useProblems(form, problemsOf(fields), saving.error);
  const given = {
    fields,
    problems,
    onLeave,
    onType: (field: keyof Fields, text: string) => {
      saving.reset();
      setFields((before) => ({ ...before, [field]: text }));
    },
  };
  const busy = saving.isPending || cover.sending.state === 'sending';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !check()) return;
    saving.mutate(changes(track, fields, cover.url));
  };
  return (
    <Sheet title="Edit track" wide onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        <div className="grid gap-6 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-7">
          <div className="w-full max-w-44">
            <CoverDrop cover={cover.sending} onFile={cover.send} onRemove={cover.cancel} />
          </div>
          <div className="grid content-start gap-4">
            <TrackFields {...given} measured={undefined} />
          </div>
        </div>
        <MoreFields {...given}>
          <ReleaseField {...given} requested={false} hint="Until then nobody sees it." />
        </MoreFields>
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ember" disabled={busy}>
            Save
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

/** What was changed, and no more: another admin may have changed the rest meanwhile. */
function changes(track: ManagedTrack, fields: Fields, cover: string | null) {
  const before = fieldsOf(track);
  const said = Object.entries(saidIn(fields)).filter(
    ([name]) => fields[name as keyof Fields] !== before[name as keyof Fields],
  );
  const moment = momentOf(fields.release_date);
  return {
    ...(Object.fromEntries(said) as Partial<ReturnType<typeof saidIn>>),
    ...(fields.release_date !== before.release_date &&
      moment !== undefined && { release_date: new Date(moment).toISOString() }),
    ...(cover !== track.cover_image_url && { cover_image_url: cover }),
  };
}

import { t } from '@lingui/core/macro';
import type { TrackWithLyrics } from 'contract/features/tracks.ts';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { usePublishingMutation } from '../use-publishing-mutation.ts';
import { CoverDrop } from './CoverDrop.tsx';
import { changes, type Fields, toFields, validate } from './fields.ts';
import { useCover } from './file-upload.ts';
import { MoreFields, ReleaseField, TrackFields } from './TrackFields.tsx';
import { useFormErrors } from './use-form-errors.ts';

/** The form that edits a published track. */
export function EditTrack({ track, onClose }: { track: TrackWithLyrics; onClose: () => void }) {
  const formRef = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(() => toFields(track));
  const cover = useCover(track.cover_image_url);
  const saving = usePublishingMutation(
    (body: ReturnType<typeof changes>) => call('PATCH /track/:id', { params: { id: track.id }, body }),
    () => {
      toast(t`Track saved`);
      onClose();
    },
    (error) => toastProblem(t`Failed to save track`, error),
  );
  const { errors, onBlur, validateAll } = useFormErrors(formRef, validate(fields), saving.error);
  const form = {
    fields,
    errors,
    onBlur,
    onChange: (name: keyof Fields, value: string) => {
      saving.reset();
      setFields((before) => ({ ...before, [name]: value }));
    },
  };
  const busy = saving.isPending || cover.file.state === 'uploading';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !validateAll()) return;
    saving.mutate(changes(track, fields, cover.url));
  };
  return (
    <Sheet title={t`Edit track`} wide onClose={onClose}>
      <form ref={formRef} noValidate onSubmit={submit} className="grid gap-5">
        <div className="grid gap-6 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-7">
          <div className="w-full max-w-44">
            <CoverDrop
              cover={cover.file}
              onFile={cover.send}
              onCancel={cover.cancel}
              onRemove={cover.clear}
            />
          </div>
          <div className="grid content-start gap-4">
            <TrackFields {...form} measured={undefined} />
          </div>
        </div>
        <MoreFields {...form}>
          <ReleaseField {...form} requested={false} hint={t`Hidden until then.`} />
        </MoreFields>
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" look="ember" disabled={busy}>
            {t`Save`}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

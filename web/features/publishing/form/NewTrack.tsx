import { plural, t } from '@lingui/core/macro';
import { AnswerProblem } from 'contract/answers.ts';
import { AUDIO_REQUIRED } from 'contract/features/publishing-constants.ts';
import type { SongRequest } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import { X } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { formatDateTime } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { say } from '../../../lib/i18n.ts';
import { useStore } from '../../../lib/store.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { songActions } from '../../../ui/layers/share.ts';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { usePublishingMutation } from '../use-publishing-mutation.ts';
import { AudioDrop } from './AudioDrop.tsx';
import { CoverDrop } from './CoverDrop.tsx';
import { type Draft, draft } from './draft.ts';
import { parseLocalTime, toInput, validate } from './fields.ts';
import { PreviewCard } from './PreviewCard.tsx';
import { MoreFields, ReleaseField, TrackFields } from './TrackFields.tsx';
import { useAudio } from './use-audio.ts';
import { useFormErrors } from './use-form-errors.ts';

/** The form that publishes a track: audio, cover, details, and a preview. */
export function NewTrack() {
  const id = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const current = useStore(draft);
  const audio = useAudio();
  // Each track gets a fresh form, collapsed and scrolled to its top.
  const [formKey, setFormKey] = useState(0);
  const publishing = usePublish(() => {
    reset();
    setFormKey((before) => before + 1);
    if (formRef.current) scrollTo(0, 0);
  });
  const { error, isPending: busy } = publishing;
  const { errors, onBlur, validateAll, reset } = useFormErrors(
    formRef,
    validate(current.fields, Date.now()),
    error,
  );
  const { cover, request } = current;
  const uploading = current.audio.state === 'uploading' || cover.state === 'uploading';
  const facts = audio.isReady ? (audio.upload?.facts ?? null) : null;
  const form = {
    fields: current.fields,
    errors,
    onBlur,
    onChange: (...change: Parameters<typeof draft.setField>) => {
      if (error) publishing.reset();
      draft.setField(...change);
    },
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (facts && !uploading && !busy && validateAll()) publishing.mutate(current);
  };

  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-x-12">
      <form
        key={formKey}
        ref={formRef}
        id={id}
        noValidate
        onSubmit={submit}
        className="grid content-start gap-5"
      >
        {request && <AnsweredRequest request={request} />}
        <AudioDrop audio={audio} />
        <div className="grid gap-6 rounded-lg border border-line bg-stage p-5 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-7 md:p-6">
          <div className="w-full max-w-56 md:max-w-none">
            <CoverDrop
              cover={cover}
              note={cover.state === 'uploaded' && cover.result.fromTags ? t`From the file` : undefined}
              onFile={draft.cover.send}
              onCancel={draft.cover.cancel}
              onRemove={draft.cover.clear}
            />
          </div>
          <div className="grid content-start gap-4">
            <TrackFields {...form} measured={facts?.duration_seconds} />
          </div>
        </div>
        <MoreFields {...form} facts={facts}>
          <ReleaseField
            {...form}
            requested={request !== null}
            hint={t`Leave empty to publish now. Hidden until then.`}
          />
        </MoreFields>
      </form>
      <aside
        aria-label={t`Publishing`}
        className="grid content-start gap-5 md:max-lg:grid-cols-[18rem_minmax(0,1fr)] md:max-lg:items-end md:max-lg:gap-x-8 lg:sticky lg:top-24 lg:self-start"
      >
        <h2 className="text-lg md:max-lg:col-span-full">{t`How it will look`}</h2>
        <div className="max-w-72">
          <PreviewCard draft={current} facts={facts} />
        </div>
        <div className="grid gap-2.5">
          <Button
            type="submit"
            form={id}
            look="ember"
            size="lg"
            disabled={!facts || uploading || busy}
            aria-describedby={`${id}-why`}
          >
            {busy ? t`Publishing…` : t`Publish Track`}
          </Button>
          <p id={`${id}-why`} role="status" className="min-h-6 text-center text-[0.9375rem] text-soft">
            {whyDisabled(current, audio) ?? whenScheduled(current)}
          </p>
        </div>
      </aside>
    </div>
  );
}

/** The song request that the track answers. */
function AnsweredRequest({ request }: { request: SongRequest }) {
  const { title, artist, description, backers, votes } = request;
  return (
    <section
      aria-label={t`The request`}
      className="spotlight flex items-start gap-4 rounded-lg border border-ember/60 bg-stage py-3.5 pe-2 ps-5 md:ps-6"
    >
      <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        <p>
          <span className="text-soft">{t`Answers the request`} </span>
          <span className="font-semibold">{t`“${title}” by ${artist}`}</span>
        </p>
        {description && (
          <p dir="auto" className="mt-1 text-soft whitespace-pre-line">
            {description}
          </p>
        )}
        <p className="figures mt-1 text-[0.9375rem] text-soft">
          {t`${plural(votes, { one: '# vote', other: '# votes' })} from ${plural(backers, { one: '# backer', other: '# backers' })}. Publishing the track releases the request.`}
        </p>
      </div>
      <IconButton label={t`Not for this request`} onClick={draft.removeRequest}>
        <X size={18} />
      </IconButton>
    </section>
  );
}

/** Publishes the draft and clears it. */
function usePublish(onPublished: () => void) {
  const [, navigate] = useLocation();
  return usePublishingMutation(
    (published: Draft) => call('POST /track', { body: toBody(published) }),
    (track, published) => {
      draft.clear();
      onPublished();
      toast(
        t`Track published!`,
        describeRelease(published, track),
        ...(isOut(track) ? songActions(track, navigate) : []),
      );
    },
    (error) => {
      toastProblem(t`Failed to publish`, error);
      // The request was released or declined in the meantime. The track can still be published on its own.
      if (error instanceof AnswerProblem && error.code === 'request_closed') draft.removeRequest();
    },
  );
}

function toBody({ fields, audio, cover, request }: Draft) {
  const { bpm, musical_key, ...input } = toInput(fields);
  const releaseTime = parseLocalTime(fields.release_date);
  return {
    ...input,
    // Left empty, these default to what was measured.
    ...(bpm !== null && { bpm }),
    ...(musical_key !== null && { musical_key }),
    ...(audio.state === 'uploaded' && { audio_url: audio.result.url }),
    ...(cover.state === 'uploaded' && { cover_image_url: cover.result.url }),
    ...(releaseTime !== undefined && { release_date: new Date(releaseTime).toISOString() }),
    ...(request && { request_id: request.id }),
  };
}

const isOut = ({ release_date }: Track) => Date.parse(release_date) <= Date.now();

function describeRelease({ request }: Draft, track: Track): string {
  const name = `“${track.title}”`;
  if (!isOut(track))
    return t`${name} comes out on ${{ date: formatDateTime(Date.parse(track.release_date)) }}`;
  return request ? t`${name} is out, and its backers are notified` : t`${name} is on Explore now`;
}

/** Reason why the track cannot be published yet. */
function whyDisabled({ cover }: Draft, { file, error, isReady }: ReturnType<typeof useAudio>) {
  if (file.state === 'uploading') return t`The audio is being uploaded.`;
  if (file.state === 'empty' || error) return say(AUDIO_REQUIRED);
  if (!isReady) return t`The audio is being processed.`;
  if (cover.state === 'uploading') return t`The cover is being uploaded.`;
}

function whenScheduled({ fields }: Draft): string | undefined {
  const time = parseLocalTime(fields.release_date);
  if (time !== undefined && time > Date.now()) return t`Hidden until ${{ date: formatDateTime(time) }}.`;
}

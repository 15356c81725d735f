import { AUDIO_REQUIRED } from 'contract/publishing-constants.ts';
import type { SongRequest } from 'contract/song-requests.ts';
import { X } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { AudioDrop } from './AudioDrop.tsx';
import { CoverDrop } from './CoverDrop.tsx';
import { type Draft, draft } from './draft.ts';
import { momentOf, problemsOf } from './fields.ts';
import { useDraft } from './hooks.ts';
import { MoreFields } from './MoreFields.tsx';
import { PreviewCard } from './PreviewCard.tsx';
import { ReleaseField } from './ReleaseField.tsx';
import { TrackFields } from './TrackFields.tsx';
import { useAudio } from './use-audio.ts';
import { useProblems } from './use-problems.ts';
import { usePublish, whenOf } from './use-publish.ts';

/** A track from its file to Explore: audio, cover, details, how it will look, and the button that publishes it. */
export function NewTrack() {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const now = useDraft();
  const audio = useAudio();
  // Each track begins with a form of its own, folded up and read from its top.
  const [round, setRound] = useState(0);
  const publishing = usePublish(() => {
    forget();
    setRound((before) => before + 1);
    if (form.current) scrollTo(0, 0);
  });
  const { error, isPending: busy } = publishing;
  const { problems, onLeave, check, forget } = useProblems(form, problemsOf(now.fields, Date.now()), error);
  const { cover, request } = now;
  const uploading = now.audio.state === 'sending' || cover.state === 'sending';
  const facts = audio.isReady ? (audio.upload?.facts ?? null) : null;
  const given = {
    fields: now.fields,
    problems,
    onLeave,
    onType: (...typed: Parameters<typeof draft.type>) => {
      if (error) publishing.reset();
      draft.type(...typed);
    },
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (facts && !uploading && !busy && check()) publishing.mutate(now);
  };

  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-x-12">
      <form key={round} ref={form} id={id} noValidate onSubmit={submit} className="grid content-start gap-5">
        {request && <Requested request={request} />}
        <AudioDrop audio={audio} />
        <div className="grid gap-6 rounded-lg border border-line bg-stage p-5 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-7 md:p-6">
          <div className="w-full max-w-56 md:max-w-none">
            <CoverDrop
              cover={cover}
              note={cover.state === 'arrived' && cover.it.fromTags ? 'From the file' : undefined}
              onFile={draft.cover.send}
              onRemove={draft.cover.cancel}
            />
          </div>
          <div className="grid content-start gap-4">
            <TrackFields {...given} measured={facts?.duration_seconds} />
          </div>
        </div>
        <MoreFields {...given} facts={facts}>
          <ReleaseField
            {...given}
            requested={request !== null}
            hint="Empty: at once. Until then nobody sees it."
          />
        </MoreFields>
      </form>
      <aside
        aria-label="Publishing"
        className="grid content-start gap-5 md:max-lg:grid-cols-[18rem_minmax(0,1fr)] md:max-lg:items-end md:max-lg:gap-x-8 lg:sticky lg:top-24 lg:self-start"
      >
        <h2 className="text-lg md:max-lg:col-span-full">How it will look</h2>
        <div className="max-w-72">
          <PreviewCard draft={now} facts={facts} />
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
            {busy ? 'Publishing…' : 'Publish Track'}
          </Button>
          <p id={`${id}-why`} role="status" className="min-h-6 text-center text-[0.9375rem] text-soft">
            {whyNot(now, audio) ?? scheduled(now)}
          </p>
        </div>
      </aside>
    </div>
  );
}

/** Why the button is disabled. */
function whyNot({ audio: sending, cover }: Draft, audio: ReturnType<typeof useAudio>): string | undefined {
  if (sending.state === 'sending') return 'The audio is being uploaded.';
  if (sending.state === 'nothing' || audio.problem) return AUDIO_REQUIRED;
  if (!audio.isReady) return 'The audio is being processed.';
  if (cover.state === 'sending') return 'The cover is being uploaded.';
}

function scheduled({ fields }: Draft): string | undefined {
  const moment = momentOf(fields.release_date);
  if (moment !== undefined && moment > Date.now()) return `Hidden until ${whenOf(moment)}.`;
}

/** Which request the track answers, and what was wished for. */
function Requested({ request }: { request: SongRequest }) {
  const { title, artist, description, backers, votes } = request;
  return (
    <section
      aria-label="The request"
      className="spotlight flex items-start gap-4 rounded-lg border border-ember/60 bg-stage py-3.5 pr-2 pl-5 md:pl-6"
    >
      <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        <p>
          <span className="text-soft">Answers the request </span>
          <span className="font-semibold">
            “{title}” by {artist}
          </span>
        </p>
        {description && (
          <p dir="auto" className="mt-1 text-soft whitespace-pre-line">
            {description}
          </p>
        )}
        <p className="figures mt-1 text-[0.9375rem] text-soft">
          {votes} votes of {backers} {backers === 1 ? 'backer' : 'backers'}. Publishing releases it.
        </p>
      </div>
      <IconButton label="Not for this request" onClick={draft.letGo}>
        <X size={18} />
      </IconButton>
    </section>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AUDIO_MAX_BYTES, AUDIO_TYPES, TRACK_MAX_SECONDS } from 'contract/features/publishing-constants.ts';
import { AudioLines, CircleAlert, Upload as UploadIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { formatTenths } from '../../../lib/format-measures.ts';
import { Button, buttonLook } from '../../../ui/Button.tsx';
import { Lamps } from '../../../ui/pictures/Lamps.tsx';
import { Skeleton } from '../../../ui/QueryView.tsx';
import { DropZone, dropFrame, dropWords } from './DropZone.tsx';
import { Facts, ProcessingSteps } from './ProcessingSteps.tsx';
import type { useAudio } from './use-audio.ts';

/** The audio file of the draft: a drop zone, then the upload's progress, its processing, and what was measured. */
export function AudioDrop({ audio }: { audio: ReturnType<typeof useAudio> }) {
  const { file, upload, error, send, cancel, remove } = audio;
  if (file.state === 'uploading') {
    const percent = Math.floor(file.progress * 100);
    return (
      <AudioFrame name={file.name} bytes={file.bytes} action={<Button onClick={cancel}>{t`Cancel`}</Button>}>
        <div
          role="progressbar"
          aria-label={t`Uploading ${{ name: file.name }}`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="grid gap-2"
        >
          <p className="flex justify-between gap-4 text-sm text-soft">
            <Trans>
              Uploading <span className="figures font-semibold text-ink">{percent}%</span>
            </Trans>
          </p>
          <Lamps lit={Math.round(file.progress * 30)} goal={30} className="h-2.5" />
        </div>
      </AudioFrame>
    );
  }
  if (file.state === 'uploaded' && !error) {
    const name = upload?.file_name ?? t`The audio file`;
    return (
      <AudioFrame
        name={name}
        bytes={upload?.bytes}
        action={
          upload?.facts ? (
            <ReadyActions onFile={send} onRemove={remove} />
          ) : (
            <Button onClick={cancel}>{t`Cancel`}</Button>
          )
        }
      >
        {upload?.facts ? (
          <Facts facts={upload.facts} />
        ) : upload ? (
          <ProcessingSteps upload={upload} />
        ) : (
          <Skeleton className="h-24" />
        )}
      </AudioFrame>
    );
  }
  return (
    <DropZone
      label={t`Audio file`}
      accept={AUDIO_TYPES}
      onFile={send}
      className={`flex min-h-44 flex-col items-center justify-center gap-1 rounded-lg px-6 py-8 text-center ${dropFrame}`}
    >
      <UploadIcon size={26} aria-hidden="true" className="mb-2 text-ember-ink" />
      <span className="text-lg font-semibold">
        <span className="hidden pointer-fine:inline">
          <Trans>
            Drop the audio file here, or <span className={dropWords}>choose a file</span>
          </Trans>
        </span>
        <span className={`pointer-fine:hidden ${dropWords}`}>{t`Choose a file`}</span>
      </span>
      <span className="text-soft">
        {t`MP3, WAV, FLAC, Ogg or M4A, up to ${{ megabytes: AUDIO_MAX_BYTES / 1024 / 1024 }} MB and ${{ minutes: TRACK_MAX_SECONDS / 60 }} minutes`}
      </span>
      {error && (
        <span role="alert" className="mt-3 flex items-center gap-2 text-bad">
          <CircleAlert size={17} aria-hidden="true" className="shrink-0" /> {error}
        </span>
      )}
    </DropZone>
  );
}

function AudioFrame({
  name,
  bytes,
  action,
  children,
}: {
  name: string;
  bytes: number | undefined;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid min-h-44 content-center gap-5 rounded-lg border border-line bg-stage p-5 md:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-ember-ink">
          <AudioLines size={20} aria-hidden="true" />
        </span>
        <p className="min-w-28 flex-1">
          <span dir="auto" className="block truncate font-semibold" title={name}>
            {name}
          </span>
          <span className="figures text-sm whitespace-nowrap text-faint">
            {bytes === undefined ? ' ' : formatBytes(bytes)}
          </span>
        </p>
        <div className="flex gap-2">{action}</div>
      </div>
      {children}
    </div>
  );
}

function ReadyActions({ onFile, onRemove }: { onFile: (file: File) => void; onRemove: () => void }) {
  return (
    <>
      <DropZone
        label={t`Replace the audio file`}
        accept={AUDIO_TYPES}
        onFile={onFile}
        className={buttonLook()}
      >
        {t`Replace`}
      </DropZone>
      <Button look="bare" onClick={onRemove}>
        {t`Remove`}
      </Button>
    </>
  );
}

/** A file's size: "4.2 MB". */
function formatBytes(bytes: number): string {
  const mega = bytes / 1024 / 1024;
  return mega < 0.95
    ? `${formatCount(Math.max(1, Math.round(bytes / 1024)))} kB`
    : `${formatTenths(mega)} MB`;
}

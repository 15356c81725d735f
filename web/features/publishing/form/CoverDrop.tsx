import { t } from '@lingui/core/macro';
import { COVER_MAX_BYTES, COVER_TYPES } from 'contract/features/publishing-constants.ts';
import { ImagePlus } from 'lucide-react';
import { Button, buttonLook } from '../../../ui/Button.tsx';
import { Cover } from '../../../ui/pictures/Cover.tsx';
import { DropZone, dropFrame } from './DropZone.tsx';
import type { FileUpload } from './file-upload.ts';

/** The cover of a form: a square drop zone, then the upload's progress, then the picture. */
export function CoverDrop({
  cover,
  note,
  onFile,
  onCancel,
  onRemove,
}: {
  cover: FileUpload<{ url: string }>;
  /** Says where the picture comes from. */
  note?: string | undefined;
  onFile: (file: File) => void;
  onCancel: () => void;
  onRemove: () => void;
}) {
  if (cover.state === 'empty')
    return (
      <div className="grid content-start gap-2">
        <DropZone
          label={t`Cover art`}
          accept={COVER_TYPES}
          onFile={onFile}
          className={`flex aspect-square w-full flex-col items-center justify-center gap-1.5 rounded-md p-3 text-center ${dropFrame}`}
        >
          <ImagePlus size={24} aria-hidden="true" className="text-ember-ink" />
          <span className="font-semibold">{t`Cover art`}</span>
          <span className="text-sm text-faint">{t`Optional, up to ${{ megabytes: COVER_MAX_BYTES / 1024 / 1024 }} MB`}</span>
        </DropZone>
        {cover.error && (
          <p role="alert" className="text-sm text-bad">
            {cover.error}
          </p>
        )}
      </div>
    );
  if (cover.state === 'uploading') {
    const percent = Math.floor(cover.progress * 100);
    return (
      <div className="grid content-start gap-2">
        <div className="relative overflow-hidden rounded-md">
          <Cover url={cover.picture} sizes="200px" eager className="opacity-40" />
          <span
            role="progressbar"
            aria-label={t`Uploading the cover`}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="figures absolute inset-0 grid place-items-center text-xl font-semibold"
          >
            {percent}%
          </span>
        </div>
        <Button onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    );
  }
  return (
    <div className="grid content-start gap-2">
      <Cover url={cover.result.url} sizes="200px" eager className="rounded-md bg-raised" />
      <div className="flex flex-wrap gap-2">
        <DropZone
          label={t`Replace the cover`}
          accept={COVER_TYPES}
          onFile={onFile}
          className={`flex-1 px-3! ${buttonLook()}`}
        >
          {t`Replace`}
        </DropZone>
        <Button look="bare" aria-label={t`Remove the cover`} onClick={onRemove} className="flex-1 px-3!">
          {t`Remove`}
        </Button>
      </div>
      {note && <p className="text-sm text-faint">{note}</p>}
    </div>
  );
}

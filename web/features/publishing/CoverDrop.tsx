import { COVER_MAX_BYTES, COVER_TYPES } from 'contract/publishing-constants.ts';
import { ImagePlus } from 'lucide-react';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { DropZone, dropFrame } from './DropZone.tsx';
import type { Sending } from './sending.ts';

/** Where the cover comes in; a square, as covers are shown. */
export function CoverDrop({
  cover,
  note,
  onFile,
  onRemove,
}: {
  cover: Sending<{ url: string }>;
  /** Where the picture comes from. */
  note?: string | undefined;
  onFile: (file: File) => void;
  onRemove: () => void;
}) {
  if (cover.state === 'nothing')
    return (
      <div className="grid content-start gap-2">
        <DropZone
          label="Cover art"
          accept={COVER_TYPES}
          onFile={onFile}
          className={`flex aspect-square w-full flex-col items-center justify-center gap-1.5 rounded-md p-3 text-center ${dropFrame}`}
        >
          <ImagePlus size={24} aria-hidden="true" className="text-ember-ink" />
          <span className="font-semibold">Cover art</span>
          <span className="text-sm text-faint">Optional, up to {COVER_MAX_BYTES / 1024 / 1024} MB</span>
        </DropZone>
        {cover.problem && (
          <p role="alert" className="text-sm text-bad">
            {cover.problem}
          </p>
        )}
      </div>
    );
  if (cover.state === 'sending') {
    const percent = Math.floor(cover.part * 100);
    return (
      <div className="grid content-start gap-2">
        <div className="relative overflow-hidden rounded-md">
          <Cover url={cover.picture} sizes="200px" eager className="opacity-40" />
          <span
            role="progressbar"
            aria-label="Uploading the cover"
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="figures absolute inset-0 grid place-items-center text-xl font-semibold"
          >
            {percent}%
          </span>
        </div>
        <Button onClick={onRemove}>Cancel</Button>
      </div>
    );
  }
  return (
    <div className="grid content-start gap-2">
      <Cover url={cover.it.url} sizes="200px" eager className="rounded-md bg-raised" />
      <div className="flex flex-wrap gap-2">
        <DropZone
          label="Replace the cover"
          accept={COVER_TYPES}
          onFile={onFile}
          className={`flex-1 px-3! ${buttonLook()}`}
        >
          Replace
        </DropZone>
        <Button look="bare" aria-label="Remove the cover" onClick={onRemove} className="flex-1 px-3!">
          Remove
        </Button>
      </div>
      {note && <p className="text-sm text-faint">{note}</p>}
    </div>
  );
}

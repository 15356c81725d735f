import { AUDIO_TYPES } from 'contract/publishing-constants.ts';
import { AudioLines } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { DropZone } from './DropZone.tsx';

export function AudioFrame({
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

export function ReadyActions({ onFile, onRemove }: { onFile: (file: File) => void; onRemove: () => void }) {
  return (
    <>
      <DropZone label="Replace the audio file" accept={AUDIO_TYPES} onFile={onFile} className={buttonLook()}>
        Replace
      </DropZone>
      <Button look="bare" onClick={onRemove}>
        Remove
      </Button>
    </>
  );
}

/** A file's size: "4.2 MB". */
function formatBytes(bytes: number): string {
  const mega = bytes / 1024 / 1024;
  return mega < 0.95 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${mega.toFixed(1)} MB`;
}

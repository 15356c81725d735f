import { t } from '@lingui/core/macro';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { toastProblem } from '../../../ui/layers/toasts.ts';

/** Takes a file, or several if it may, dropped on it or chosen after a press. */
export function DropZone({
  label,
  accept,
  onFile,
  onFiles,
  className = '',
  children,
}: {
  label: string;
  accept: string;
  onFile?: (file: File) => void;
  /** Takes several at once. */
  onFiles?: (files: File[]) => void;
  className?: string;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  const takeFile = (files: FileList | null) => {
    if (!files || files.length === 0) return;
    if (onFiles) onFiles([...files]);
    else if (files.length > 1) toastProblem(t`Upload failed`, t`Please choose one file only.`);
    else onFile?.(files[0]!);
  };
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return (
    <label
      data-over={over || undefined}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget as Node | null) && setOver(false)
      }
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        takeFile(event.dataTransfer.files);
      }}
      className={`cursor-pointer transition has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink ${className}`}
    >
      <input
        type="file"
        aria-label={label}
        accept={accept}
        multiple={onFiles !== undefined}
        onChange={({ target }) => {
          takeFile(target.files);
          // Lets the same file be chosen again.
          target.value = '';
        }}
        className="sr-only"
      />
      {children}
    </label>
  );
}

/** A dashed frame that lights up while a file is dragged over it. */
export const dropFrame =
  'border border-dashed border-faint/70 bg-ground hover:border-ember-ink data-over:border-ember data-over:bg-raised';

/** The words of a drop zone that open the files. */
export const dropWords = 'text-ember-ink underline decoration-1 underline-offset-4';

/** Prevents a file dropped beside a drop zone from replacing the page. */
export function useIgnoreStrayDrops(): void {
  useEffect(() => {
    const stop = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', stop);
    window.addEventListener('drop', stop);
    return () => {
      window.removeEventListener('dragover', stop);
      window.removeEventListener('drop', stop);
    };
  }, []);
}

import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  AUDIO_MAX_BYTES,
  AUDIO_TYPES,
  COVER_TYPES,
  LYRICS_MAX,
  TRACK_NAME_MAX,
} from 'contract/features/publishing-constants.ts';
import { genres } from 'contract/genres.ts';
import { Check, CircleAlert, Upload as UploadIcon, X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useEffect } from 'react';
import { useStore } from '../../../lib/store.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { LongField } from '../../../ui/forms/Field.tsx';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { Cover } from '../../../ui/pictures/Cover.tsx';
import { DropZone, dropFrame, dropWords } from '../form/DropZone.tsx';
import { sendFile } from '../form/file-upload.ts';
import { isGone, uploadQuery } from '../queries.ts';
import { usePublishingMutation } from '../use-publishing-mutation.ts';
import {
  add,
  change,
  fill,
  isReady,
  MOST_FILES,
  missing,
  publish,
  type Row,
  type RowFields,
  remove,
  retry,
  rows,
} from './rows.ts';

/** Publishes up to twenty files: each fills a row by its tags, which are corrected here. */
export default function Several() {
  const list = useStore(rows);
  const publishing = usePublishingMutation(publish, (count) => {
    if (count > 0) toast(plural(count, { one: '# track published!', other: '# tracks published!' }));
  });
  const ready = list.filter(isReady);
  const open = list.filter(({ state }) => state !== 'published').length;
  const take = (files: File[]) => {
    const left = add(files);
    if (left > 0)
      toastProblem(t`Too many files`, t`Please publish some first: ${MOST_FILES} files fit in the list.`);
  };
  return (
    <div className="grid gap-6">
      <DropZone
        label={t`Audio files`}
        accept={AUDIO_TYPES}
        onFiles={take}
        className={`flex min-h-36 flex-col items-center justify-center gap-1 rounded-lg px-6 py-6 text-center ${dropFrame}`}
      >
        <UploadIcon size={26} aria-hidden="true" className="mb-2 text-ember-ink" />
        <span className="text-lg font-semibold">
          <span className="hidden pointer-fine:inline">
            <Trans>
              Drop audio files here, or <span className={dropWords}>choose files</span>
            </Trans>
          </span>
          <span className={`pointer-fine:hidden ${dropWords}`}>{t`Choose files`}</span>
        </span>
        <span className="text-soft">
          {t`Up to ${MOST_FILES}, each up to ${{ megabytes: AUDIO_MAX_BYTES / 1024 / 1024 }} MB. Their tags fill the list.`}
        </span>
      </DropZone>
      {list.length > 0 && (
        <ul aria-label={t`Files`} className="grid gap-3">
          {list.map((row) => (
            <FileRow key={row.key} row={row} />
          ))}
        </ul>
      )}
      {open > 0 && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button
            look="ember"
            size="lg"
            disabled={ready.length === 0 || publishing.isPending}
            onClick={() => publishing.mutate(ready.map(({ key }) => key))}
          >
            {publishing.isPending
              ? t`Publishing…`
              : plural({ count: ready.length }, { one: 'Publish # track', other: 'Publish # tracks' })}
          </Button>
          <p role="status" className="text-soft">
            {t`${{ ready: ready.length }} of ${open} ready`}
          </p>
        </div>
      )}
    </div>
  );
}

const TITLES: Record<Exclude<Row['state'], 'uploading'>, MessageDescriptor> = {
  waiting: msg`Waits to be uploaded`,
  processing: msg`Processing`,
  failed: msg`Failed`,
  ready: msg`Ready`,
  publishing: msg`Publishing…`,
  published: msg`Published`,
};

function FileRow({ row }: { row: Row }) {
  const { key, file, state, error } = row;
  const query = useQuery(uploadQuery(state === 'processing' ? row.upload!.id : null));
  const { data } = query;
  const isLost = isGone(query.error);
  useEffect(() => {
    if (state !== 'processing') return;
    if (data?.state === 'ready' && data.facts) fill(key, data.facts);
    const failure = isLost ? t`This file is no longer here.` : data?.state === 'failed' && data.failure;
    if (failure) change(key, { state: 'failed', error: failure });
  }, [key, state, data, isLost]);
  const gaps = state === 'ready' ? missing(row) : [];
  const note = error ?? gaps.join(' ');
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-stage p-4">
      <div className="flex min-h-11 items-center gap-3">
        <p className="min-w-0 flex-1">
          <span dir="auto" className="block truncate font-semibold" title={file.name}>
            {file.name}
          </span>
          <span className="figures flex flex-wrap items-center gap-x-2 text-sm text-soft">
            {state === 'published' && <Check size={15} aria-hidden="true" className="text-ember-ink" />}
            {state === 'uploading'
              ? t`Uploading ${{ percent: Math.floor(row.progress * 100) }}%`
              : state === 'ready' && gaps.length > 0
                ? t`Something is missing`
                : t(TITLES[state])}
          </span>
        </p>
        {state === 'failed' && (
          <Button aria-label={t`Try ${{ name: file.name }} again`} onClick={() => retry(key)}>
            {t`Try again`}
          </Button>
        )}
        {state !== 'publishing' && (
          <IconButton label={t`Remove ${{ name: file.name }}`} onClick={() => remove(key)}>
            <X size={18} />
          </IconButton>
        )}
      </div>
      {state === 'uploading' && (
        <progress
          aria-label={t`Uploading ${{ name: file.name }}`}
          value={row.progress}
          max={1}
          className="h-2 w-full accent-ember"
        />
      )}
      {note && (
        <p
          role={error ? 'alert' : undefined}
          className={`flex gap-2 text-sm ${error ? 'text-bad' : 'text-warn'}`}
        >
          <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" /> {note}
        </p>
      )}
      {(state === 'ready' || state === 'publishing') && <RowForm row={row} />}
    </li>
  );
}

/** Enter goes on to the same field of the next row, as in a table. */
function goDown(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const { field } = event.currentTarget.dataset;
  const column = [...document.querySelectorAll<HTMLElement>(`[data-field="${field}"]`)];
  column[column.indexOf(event.currentTarget) + 1]?.focus();
}

const box =
  'h-11 w-full min-w-0 rounded-md border border-line bg-ground px-3 text-base text-ink transition hover:border-faint focus:border-ember-ink aria-invalid:border-bad';

function RowForm({ row: { key, fields, cover, file, state } }: { row: Row }) {
  const busy = state === 'publishing';
  const set = (name: keyof RowFields, value: string) =>
    change(key, { fields: { ...fields, [name]: value }, error: null });
  const field = (name: keyof RowFields, label: string): ComponentProps<'input'> => ({
    'aria-label': label,
    'aria-invalid': fields[name].trim() === '' || undefined,
    disabled: busy,
    className: box,
    onKeyDown: goDown,
    ...{ 'data-field': name },
  });
  const text = (name: 'title' | 'display_artist', title: string, label: string) => (
    <label className="grid min-w-0 gap-1 text-sm text-soft">
      {title}
      <input
        {...field(name, label)}
        dir="auto"
        autoComplete="off"
        maxLength={TRACK_NAME_MAX}
        value={fields[name]}
        onChange={({ target }) => set(name, target.value)}
      />
    </label>
  );
  const { onKeyDown: _, ...genre } = field(
    'genre',
    t`Genre of ${{ name: file.name }}`,
  ) as ComponentProps<'select'>;
  return (
    <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-end gap-3 md:grid-cols-[4rem_repeat(3,minmax(0,1fr))]">
      <DropZone
        label={t`Cover of ${{ name: file.name }}`}
        accept={COVER_TYPES}
        onFile={(picture) => void sendCover(key, picture)}
        className="block size-16 overflow-hidden rounded-md bg-raised"
      >
        <Cover url={cover} sizes="64px" eager />
      </DropZone>
      {text('title', t`Title`, t`Title of ${{ name: file.name }}`)}
      <div className="col-span-full md:col-span-1">
        {text('display_artist', t`Artist`, t`Artist of ${{ name: file.name }}`)}
      </div>
      <label className="col-span-full grid min-w-0 gap-1 text-sm text-soft md:col-span-1">
        {t`Genre`}
        <select {...genre} value={fields.genre} onChange={({ target }) => set('genre', target.value)}>
          <option value="">{t`Choose a genre`}</option>
          {genres.map(({ value, label, subs }) => (
            <optgroup key={value} label={label}>
              <option value={value}>{label}</option>
              {subs.map((sub) => (
                <option key={sub.value} value={sub.value}>
                  {sub.label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <details className="col-span-full">
        <summary className="cursor-pointer py-2 text-sm text-soft">
          {fields.lyrics.trim() === '' ? t`Add lyrics` : t`Lyrics`}
        </summary>
        <LongField
          label={t`Lyrics of ${{ name: file.name }}`}
          maxLength={LYRICS_MAX}
          dir="auto"
          disabled={busy}
          value={fields.lyrics}
          onChange={({ target }) => set('lyrics', target.value)}
        />
      </details>
    </div>
  );
}

async function sendCover(key: number, picture: File): Promise<void> {
  try {
    const signal = new AbortController().signal;
    const sent = await sendFile('POST /api/upload/cover', 'cover', picture, { onProgress: () => {}, signal });
    change(key, { cover: sent.url });
  } catch (error) {
    toastProblem(t`Failed to upload cover`, error);
  }
}

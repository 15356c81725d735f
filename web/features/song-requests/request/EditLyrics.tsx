import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { REQUEST_LYRICS_MAX } from 'contract/features/song-requests-constants.ts';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { call, sentenceOf } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { LongField } from '../../../ui/forms/Field.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { areLyricsTooLong } from '../asking/request-input.ts';
import { requestKey } from '../queries.ts';

/** Writes or changes the lyrics of the viewer's own request. */
export default function EditLyrics({ request, onClose }: { request: RequestPage; onClose: () => void }) {
  const { id, title, artist } = request;
  const [lyrics, setLyrics] = useState(request.lyrics ?? '');
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => call('PATCH /requests/:id', { params: { id }, body: { lyrics } }),
    onSuccess: onClose,
    onSettled: () => void client.invalidateQueries({ queryKey: requestKey(id) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!areLyricsTooLong(lyrics)) save.mutate();
  };
  return (
    <Sheet title={t`Lyrics`} description={t`${title} by ${artist}`} wide onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <LyricsField
          value={lyrics}
          error={save.error ? sentenceOf(save.error) : undefined}
          onChange={setLyrics}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" look="ember" disabled={save.isPending || areLyricsTooLong(lyrics)}>
            {t`Save`}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

export function LyricsField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (lyrics: string) => void;
}) {
  const [count, most] = [formatCount(value.length), formatCount(REQUEST_LYRICS_MAX)];
  return (
    <LongField
      label={t`Lyrics`}
      placeholder={t({
        message: '[Verse]\nThe words to sing…',
        comment: 'Words in brackets stay English: the studio reads them.',
      })}
      dir="auto"
      rows={6}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      hint={t({
        message: `Optional, ${count}/${most} characters. Sections in [brackets]; [Instrumental] for no singing.`,
        comment: '[Instrumental] stays English: the studio reads it.',
      })}
      error={error ?? (areLyricsTooLong(value) ? t`${count}/${most} characters` : undefined)}
    />
  );
}

import { plural, t } from '@lingui/core/macro';
import type { Subject } from 'contract/extensions/comments/comments.ts';
import { COMMENT_MAX } from 'contract/extensions/comments/comments-constants.ts';
import { characters } from 'contract/features/song-requests-constants.ts';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { withIdempotencyKey } from '../../lib/http/idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommentMutation } from './queries.ts';

/** Below so many characters, those that are left are shown. */
const SCARCE = 200;

interface Props {
  label: string;
  action: string;
  /** The words before they are changed. */
  given?: string;
  /** Focuses the field. */
  focus?: boolean;
  /** Offers a second of the song; undefined while there is none. */
  second?: number | undefined;
  onSend: (text: string, second: number | undefined) => Promise<unknown>;
  onCancel?: () => void;
}

/** A field for what somebody says. */
export function Write({ label, action, given = '', focus = false, second, onSend, onCancel }: Props) {
  const [text, setText] = useState(given);
  const [hasSecond, setHasSecond] = useState(false);
  const id = useId();
  const at = second === undefined ? undefined : Math.floor(second);
  const sending = useCommentMutation(
    () => onSend(text, hasSecond ? at : undefined),
    t`Your comment was not sent`,
  );
  const left = COMMENT_MAX - characters(text);
  const isSendable = text.trim() !== '' && left >= 0 && !sending.isPending;
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isSendable) return;
    sending.mutate(undefined, {
      onSuccess: () => {
        setText('');
        setHasSecond(false);
        onCancel?.();
      },
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
    if (event.key === 'Escape' && onCancel) onCancel();
  };
  return (
    <form onSubmit={send} className="talk-write">
      <textarea
        rows={1}
        aria-label={label}
        aria-describedby={left < SCARCE ? `${id}-left` : undefined}
        aria-invalid={left < 0 || undefined}
        dir="auto"
        placeholder={label}
        // biome-ignore lint/a11y/noAutofocus: it appears because the reader has just asked for it.
        autoFocus={focus}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="talk-write-foot">
        {at !== undefined && (
          <label className="talk-second">
            <input
              type="checkbox"
              checked={hasSecond}
              onChange={({ target }) => setHasSecond(target.checked)}
            />
            {t`At ${{ time: formatDuration(at) }}`}
          </label>
        )}
        <span id={`${id}-left`} role="status" className="figures text-sm text-soft">
          {left < SCARCE &&
            (left < 0
              ? plural({ excess: -left }, { one: '# too many', other: '# too many' })
              : plural(left, { one: '# left', other: '# left' }))}
        </span>
        {onCancel && (
          <Button look="bare" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
        <Button type="submit" look={isSendable ? 'ember' : 'quiet'} disabled={!isSendable}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** Says something about a subject, or answers a comment. */
export const sayTo = (of: Subject, parent_id?: string) => (text: string, second: number | undefined) =>
  // The second is no part of the key, because it moves on while the music plays.
  withIdempotencyKey(`comment ${JSON.stringify([of, parent_id, text])}`, (key) =>
    call('POST /comments', {
      body: { ...of, text, parent_id, second },
      headers: { 'idempotency-key': key },
    }),
  );

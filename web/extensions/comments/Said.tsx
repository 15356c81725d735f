import { plural, t } from '@lingui/core/macro';
import type { Said as SaidFields } from 'contract/extensions/comments/comments.ts';
import { EDIT_MS, piecesOf } from 'contract/extensions/comments/comments-constants.ts';
import { Ellipsis, ThumbsUp } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { formatCount, formatDateTime, formatDuration, formatTimeAgo } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { IconButton } from '../../ui/Button.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { Initials } from '../../ui/pictures/Initials.tsx';
import { VipBadge } from '../../ui/pictures/VipBadge.tsx';
import { Time } from '../../ui/Time.tsx';
import { useCommentMutation } from './queries.ts';
import { Write } from './Write.tsx';

const SaidMenu = lazyLayer(() => import('./SaidMenu.tsx'));

interface Props {
  said: SaidFields;
  onSeek?: ((second: number) => void) | undefined;
  /** Beside Helpful. */
  children?: ReactNode;
}

/** One comment or answer: who said what and when, and what one does with it. */
export function Said({ said, onSeek, children }: Props) {
  const { id, text, state, by, own, vip, second, created_at, edited_at } = said;
  const { viewer } = useSession();
  const [isEditing, setEditing] = useState(false);
  const [opened, setOpened] = useState<MouseEvent>();
  if (text === '')
    return (
      <p className="talk-gone">
        {state === 'hidden' ? t`This comment was removed.` : t`This comment was deleted.`}
      </p>
    );
  const trigger = (
    <IconButton
      label={by ? t`More about the comment of ${by}` : t`More about the comment of a former member`}
      data-tooltip={undefined}
      onClick={setOpened}
      className="talk-more"
    >
      <Ellipsis size={17} aria-hidden="true" />
    </IconButton>
  );
  const isEditable = own && state === 'shown' && Date.now() < created_at + EDIT_MS;
  const menu = opened ? (
    <SaidMenu
      fallback={trigger}
      said={said}
      trigger={trigger}
      opened={opened}
      onEdit={isEditable ? () => setEditing(true) : undefined}
    />
  ) : (
    trigger
  );
  const name = by ?? t`Former member`;
  return (
    <article aria-label={`${name}, ${formatTimeAgo(created_at)}`} className="talk-said">
      <Initials name={name} className="talk-face" />
      <div className="min-w-0">
        <p className="talk-line">
          <span className="font-semibold">
            <bdi>{name}</bdi>
            {vip && <VipBadge />}
          </span>{' '}
          <Time
            at={created_at}
            format={formatTimeAgo}
            title={formatDateTime(created_at)}
            className="text-soft"
          />
          {edited_at !== null && <span className="text-soft"> {t`edited`}</span>}
          {second !== null && onSeek && (
            <button
              type="button"
              onClick={() => onSeek(second)}
              aria-label={t`Play from ${{ time: formatDuration(second) }}`}
              className="talk-at figures"
            >
              {formatDuration(second)}
            </button>
          )}
          {state === 'waiting' && <span className="talk-mark">{t`Waits for review`}</span>}
          {state === 'hidden' && <span className="talk-mark">{t`Hidden`}</span>}
        </p>
        {isEditing ? (
          <Write
            label={t`Your comment`}
            action={t`Save`}
            given={text}
            focus
            onSend={(words) => call('PATCH /comments/:id', { params: { id }, body: { text: words } })}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <Words said={said} />
        )}
        {(state === 'shown' || viewer) && (
          <div className="talk-actions">
            {state === 'shown' && (
              <>
                <Helpful said={said} />
                {children}
              </>
            )}
            {viewer && menu}
          </div>
        )}
      </div>
    </article>
  );
}

/** The words, each line as it was written. */
export function Words({ said: { text, has_links } }: { said: Pick<SaidFields, 'text' | 'has_links'> }) {
  return (
    <p dir="auto" className="talk-words">
      {piecesOf(text, has_links).map(({ kind, text }, index) =>
        kind === 'link' ? (
          <a key={index} href={text} target="_blank" rel="ugc nofollow noopener noreferrer">
            {text}
          </a>
        ) : kind === 'mention' ? (
          <b key={index}>{text}</b>
        ) : (
          text
        ),
      )}
    </p>
  );
}

function Helpful({ said: { id, helpful, is_helpful, own } }: { said: SaidFields }) {
  const { viewer } = useSession();
  const marking = useCommentMutation(
    (wanted: boolean) => call('PUT /comments/:id/helpful', { params: { id }, body: { helpful: wanted } }),
    t`Your mark was not saved`,
  );
  const isOn = marking.isPending ? marking.variables : is_helpful;
  const count = helpful + Number(isOn) - Number(is_helpful);
  if (own)
    return count > 0 ? (
      <span className="talk-own-marks figures">
        {plural(count, { one: '# found it helpful', other: '# found it helpful' })}
      </span>
    ) : null;
  const press = () =>
    viewer ? marking.mutate(!is_helpful) : askToLogIn(t`Please log in`, t`Members say which comments help.`);
  return (
    <button type="button" aria-pressed={isOn} onClick={press} className="talk-action figures">
      <ThumbsUp size={15} aria-hidden="true" fill={isOn ? 'currentColor' : 'none'} />
      {count > 0 ? t`Helpful ${{ count: formatCount(count) }}` : t`Helpful`}
    </button>
  );
}

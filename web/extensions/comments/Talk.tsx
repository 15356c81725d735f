import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import './comments.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Comment, CommentSort, Conversation, Subject } from 'contract/extensions/comments/comments.ts';
import { ANSWERS_COUNTED, COMMENTS_COUNTED } from 'contract/extensions/comments/comments-constants.ts';
import type { Track } from 'contract/features/tracks.ts';
import { Megaphone, MessageCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatCount, formatTimeAgo } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { usePlayerState } from '../../player/PlayerContext.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Select } from '../../ui/forms/Field.tsx';
import { ShowMore } from '../../ui/PagedList.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { Time } from '../../ui/Time.tsx';
import { answersQuery, conversationQuery, useCommentMutation, useLiveConversation } from './queries.ts';
import { Said, Words } from './Said.tsx';
import { sayTo, Write } from './Write.tsx';

type OnSeek = (second: number) => void;

/** Conversation about a song, with seconds on the waveform beside it. */
export function SongTalk({ track, onSeek }: { track: Track; onSeek: OnSeek }) {
  const second = usePlayerState((state) => (state.song?.id === track.id ? state.second : undefined));
  return <Talk of={{ on: 'track', subject: track.id }} onSeek={onSeek} second={second} />;
}

/** Conversation about a request. */
export const RequestTalk = ({ request }: { request: { id: string } }) => (
  <Talk of={{ on: 'request', subject: request.id }} />
);

/** Seconds for which words are seen, and pages of a conversation that are read for them. */
const SEEN_SECONDS = 8;
const MOST_PAGES = 5;

/** Words about the second of a premiere that sounds just now, and a field for one's own. */
export function HouseWords({ track: { id } }: { track: Track }) {
  const of = { on: 'track', subject: id } as const;
  const second = usePlayerState((state) => (state.song?.id === id ? state.second : 0));
  const { viewer } = useSession();
  const [isWriting, setWriting] = useState(false);
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useConversation(of, 'newest');
  const pages = data?.pages ?? [];
  // Not again after a failure: that would go on without a pause.
  const isMore = hasNextPage && !isFetchingNextPage && !isError && pages.length < MOST_PAGES;
  useEffect(() => {
    if (isMore) void fetchNextPage();
  }, [isMore, fetchNextPage]);
  const now = pages
    .flatMap(({ comments }) => comments)
    .filter(({ second: at, text }) => text && at !== null && at <= second && second < at + SEEN_SECONDS)
    .slice(0, 2);
  const mayWrite = viewer && pages[0] && !pages[0].is_closed && !pages[0].is_muted;
  return (
    <div className="talk-house">
      <ul aria-live="polite">
        {now.map((said) => (
          <li key={said.id}>
            <bdi>{said.by ?? t`Former member`}</bdi>
            <Words said={said} />
          </li>
        ))}
      </ul>
      {mayWrite &&
        (isWriting ? (
          <Write
            label={t`Say something`}
            action={t({ message: 'Comment', context: 'verb' })}
            focus
            onSend={(text) => sayTo(of)(text, second)}
            onCancel={() => setWriting(false)}
          />
        ) : (
          <Button onClick={() => setWriting(true)}>{t`Say something`}</Button>
        ))}
    </div>
  );
}

/** Marks on a song's waveform at the seconds that comments refer to. */
export function SongMarks({ track }: { track: Track }) {
  const { data } = useConversation({ on: 'track', subject: track.id }, 'newest');
  const seconds = data?.pages[0]?.seconds ?? [];
  return (
    <span aria-hidden="true" className="talk-marks">
      {seconds.map((second) => (
        <span key={second} style={{ left: `${(second / track.duration_seconds) * 100}%` }} />
      ))}
    </span>
  );
}

function useConversation(of: Subject, sort: CommentSort) {
  const { viewer, loading } = useSession();
  return useInfiniteQuery({
    ...conversationQuery(of, sort, viewer?.id ?? null),
    enabled: !loading,
    // Until their own view is here, members see the page as the server drew it for visitors.
    placeholderData: (shown) => shown,
  });
}

function Talk({ of, onSeek, second }: { of: Subject; onSeek?: OnSeek; second?: number | undefined }) {
  const [sort, setSort] = useState<CommentSort>('newest');
  const { viewer } = useSession();
  const query = useConversation(of, sort);
  useLiveConversation(of);
  const first = query.data?.pages[0];
  return (
    <section id="comments" aria-labelledby="comments-title" className="talk">
      <div className="talk-head">
        <h2 id="comments-title" className="text-title">
          {t`Conversation`}
          {first && first.count > 0 && (
            <>
              {' '}
              <span className="talk-count figures">
                {first.count < COMMENTS_COUNTED
                  ? plural({ count: first.count }, { one: '# comment', other: '# comments' })
                  : t`${{ count: formatCount(COMMENTS_COUNTED) }} comments and more`}
              </span>
            </>
          )}
        </h2>
        {first && first.comments.length > 1 && (
          <Select
            label={t`Order of comments`}
            options={{ newest: t`Newest`, helpful: t`Most helpful` }}
            value={sort}
            onChoose={setSort}
          />
        )}
      </div>
      <QueryView
        query={query}
        loading={t`Loading comments...`}
        skeleton={<TalkSkeleton />}
        failed={t`Failed to load the comments`}
        compact
      >
        {({ pages }) => (
          <>
            {first?.update && <Update update={first.update} />}
            {first && <Join of={of} conversation={first} second={second} />}
            {pages[0]!.comments.length === 0 && !first?.is_closed && (
              <p className="talk-empty">
                <MessageCircle size={20} aria-hidden="true" /> {t`Nobody has said anything yet.`}
              </p>
            )}
            <ol className="talk-list">
              {pages
                .flatMap(({ comments }) => comments)
                .filter(({ id }) => id !== first?.update?.id)
                .map((comment) => (
                  <Thread
                    key={comment.id}
                    of={of}
                    comment={comment}
                    isOpen={first !== undefined && !first.is_closed && !first.is_muted}
                    onSeek={onSeek}
                  />
                ))}
            </ol>
            <ShowMore query={query} className="justify-self-start" />
          </>
        )}
      </QueryView>
      {viewer?.plan_tier === 'admin' && first && <Manage of={of} isClosed={first.is_closed} />}
    </section>
  );
}

/** The place in which one writes, or why one cannot. */
function Join({
  of,
  conversation: { is_closed, is_muted },
  second,
}: {
  of: Subject;
  conversation: Conversation;
  second: number | undefined;
}) {
  const { viewer, loading } = useSession();
  if (is_closed) return <p className="talk-note">{t`This conversation is closed.`}</p>;
  if (is_muted) return <p className="talk-note">{t`You can’t write comments at the moment.`}</p>;
  if (!viewer)
    return (
      <p className="talk-note" data-sure={!loading || undefined}>
        <AppLink href={`/login?from=${encodeURIComponent(pathOf(of))}`} className={buttonLook()}>
          {t`Log in to join`}
        </AppLink>
      </p>
    );
  return (
    <Write
      label={t`Say something`}
      action={t({ message: 'Comment', context: 'verb' })}
      second={second}
      onSend={sayTo(of)}
    />
  );
}

const pathOf = ({ on, subject }: Subject) =>
  on === 'track' ? `/tracks/${subject}` : `/leaderboard/${subject}`;

function Update({ update }: { update: NonNullable<Conversation['update']> }) {
  const time = <Time at={update.created_at} format={formatTimeAgo} />;
  const { by } = update;
  return (
    <div className="talk-update">
      <p className="talk-line">
        <Megaphone size={16} aria-hidden="true" className="text-ember-ink" />
        {by ? (
          <Trans>
            <span className="font-semibold">An update</span>{' '}
            <span className="text-soft">
              by <bdi>{by}</bdi>, {time}
            </span>
          </Trans>
        ) : (
          <Trans>
            <span className="font-semibold">An update</span> <span className="text-soft">{time}</span>
          </Trans>
        )}
      </p>
      <Words said={update} />
    </div>
  );
}

const answerWord = () => t({ message: 'Answer', context: 'verb' });

/** A comment with its answers. */
function Thread({
  of,
  comment,
  isOpen,
  onSeek,
}: {
  of: Subject;
  comment: Comment;
  isOpen: boolean;
  onSeek: OnSeek | undefined;
}) {
  const { viewer } = useSession();
  const [isAnswering, setAnswering] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const all = useInfiniteQuery({
    ...answersQuery(of, comment.id, viewer?.id ?? null),
    enabled: showsAll,
  });
  const answers = all.data?.pages.flatMap(({ rows }) => rows) ?? comment.answers;
  const more = comment.answer_count - comment.answers.length;
  const answer = () =>
    viewer ? setAnswering(true) : askToLogIn(t`Please log in`, t`Members join the conversation.`);
  return (
    <li className="talk-thread">
      <Said said={comment} onSeek={onSeek}>
        {isOpen && (
          <button type="button" onClick={answer} className="talk-action">
            {answerWord()}
          </button>
        )}
      </Said>
      {answers.length > 0 && (
        <ol className="talk-answers">
          {answers.map((said) => (
            <li key={said.id}>
              <Said said={said} />
            </li>
          ))}
        </ol>
      )}
      {!all.data && more > 0 && (
        <Button
          look="bare"
          disabled={all.isFetching}
          onClick={() => (all.isError ? void all.refetch() : setShowsAll(true))}
          className="talk-older"
        >
          {comment.answer_count < ANSWERS_COUNTED
            ? plural(more, { one: 'Show # more answer', other: 'Show # more answers' })
            : t`Show more answers`}
        </Button>
      )}
      {all.data && <ShowMore query={all} className="talk-older" />}
      {isAnswering && (
        <div className="talk-answers">
          <Write
            label={comment.by ? t`Answer ${{ by: comment.by }}` : answerWord()}
            action={answerWord()}
            focus
            onSend={sayTo(of, comment.id)}
            onCancel={() => setAnswering(false)}
          />
        </div>
      )}
    </li>
  );
}

/** Controls of a conversation, for admins. */
function Manage({ of, isClosed }: { of: Subject; isClosed: boolean }) {
  const [isWriting, setWriting] = useState(false);
  const closing = useCommentMutation(
    (closed: boolean) => call('PUT /comments/closed', { body: { ...of, closed } }),
    t`Failed to change the conversation`,
  );
  if (isWriting)
    return (
      <Write
        label={t`An update for the people who back it`}
        action={t`Send update`}
        focus
        onSend={(text) => call('POST /comments/updates', { body: { subject: of.subject, text } })}
        onCancel={() => setWriting(false)}
      />
    );
  return (
    <div className="talk-manage">
      {of.on === 'request' && <Button onClick={() => setWriting(true)}>{t`Write an update`}</Button>}
      <Button look="bare" disabled={closing.isPending} onClick={() => closing.mutate(!isClosed)}>
        {isClosed ? t`Open the conversation` : t`Close the conversation`}
      </Button>
    </div>
  );
}

function TalkSkeleton() {
  return (
    <div className="grid gap-4">
      {[1, 2].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </div>
  );
}

import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Operation, Outcomes } from 'contract/extensions/operation.ts';
import type { ReactNode } from 'react';
import { formatDateTime, formatTimeAgo } from '../../lib/format.ts';
import { formatBytes } from '../../lib/format-measures.ts';
import { Time } from '../../ui/Time.tsx';

/** Good: it works. Idle: it is off, or nothing has happened yet. */
export type State = 'good' | 'warn' | 'bad' | 'idle';

const colors: Record<State, string> = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  idle: 'text-faint',
};

/** One part of the site: its name, how it is in a word, and its facts. */
export function Card({
  title,
  state,
  word,
  children,
}: {
  title: string;
  state: State;
  word: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-stage p-5">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <p className={`text-sm font-semibold ${colors[state]}`}>{word}</p>
      </div>
      <dl className="grid gap-1.5 text-[0.9375rem]">{children}</dl>
    </section>
  );
}

/** A fact: its name at the left, its value at the right. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-soft">{name}</dt>
      <dd className="figures min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A sentence below the facts, such as why something failed. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div className="mt-1 text-sm text-soft wrap-anywhere">
      <dt className="sr-only">{t`Note`}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** True if the latest outcome was a failure. */
const isFailing = ({ ok_at, failure }: Outcomes) => failure !== null && failure.at > (ok_at ?? 0);

function stateOf(outcomes: Outcomes & { configured: boolean }): { state: State; word: string } {
  if (!outcomes.configured) return { state: 'idle', word: t`Not set up` };
  if (isFailing(outcomes)) return { state: 'bad', word: t`Failing` };
  return outcomes.ok_at === null
    ? { state: 'idle', word: t`Not used yet` }
    : { state: 'good', word: t`Works` };
}

function Last({ outcomes: { ok_at, failure } }: { outcomes: Outcomes }) {
  return (
    <>
      <Fact name={t`Last success`}>{ok_at === null ? t`never` : formatTimeAgo(ok_at)}</Fact>
      <Fact name={t`Last failure`}>{failure ? formatTimeAgo(failure.at) : t`never`}</Fact>
      {failure && <Note>{t`The failure was: ${{ text: failure.text }}`}</Note>}
    </>
  );
}

/** State of outgoing mail. */
export function MailState({ mail }: Pick<Operation, 'mail'>) {
  return (
    <Card title={t`Mail`} {...stateOf(mail)}>
      {mail.configured ? (
        <>
          <Fact name={t`Waiting`}>{mail.waiting >= 1000 ? t`1,000 or more` : mail.waiting}</Fact>
          <Last outcomes={mail} />
        </>
      ) : (
        <Note>
          <Trans>
            Set <code>SMTP_URL</code> and people can reset passwords and be notified by email.
          </Trans>
        </Note>
      )}
    </Card>
  );
}

/** State of the payment provider: whether it answers and its events arrive. */
export function PaymentState({ payments }: Pick<Operation, 'payments'>) {
  const { configured, live, event_at } = payments;
  return (
    <Card title={t`Payments`} {...stateOf(payments)}>
      {configured ? (
        <>
          <Fact name={t`Mode`}>{live ? t`live` : t`test`}</Fact>
          <Fact name={t`Last event`}>{event_at === null ? t`never` : formatTimeAgo(event_at)}</Fact>
          <Last outcomes={payments} />
        </>
      ) : (
        <Note>
          <Trans>
            Set <code>STRIPE_SECRET_KEY</code> and the other Stripe settings to sell credits and plans.
          </Trans>
        </Note>
      )}
    </Card>
  );
}

/** Below this share of free space, the disk is nearly full. */
const NEARLY_FULL = 0.1;

const NAMES = { audio: msg`Audio`, pictures: msg`Pictures`, waveforms: msg`Waveforms` };

/** Space used by the database and the files, and free space. */
export function Storage({ storage: { database_bytes, disk, media } }: Pick<Operation, 'storage'>) {
  const isNearlyFull = disk !== null && disk.free_bytes < disk.bytes * NEARLY_FULL;
  return (
    <Card
      title={t`Storage`}
      state={isNearlyFull ? 'bad' : 'good'}
      word={isNearlyFull ? t`Nearly full` : t`Enough`}
    >
      <Fact name={t`Database`}>{formatBytes(database_bytes)}</Fact>
      {media?.kinds.map(({ kind, files, bytes }) => (
        <Fact key={kind} name={t(NAMES[kind])}>
          {formatBytes(bytes)}{' '}
          <span className="text-faint">{t`in ${plural(files, { one: '# file', other: '# files' })}`}</span>
        </Fact>
      ))}
      {disk && (
        <Fact name={t`Free on disk`}>
          {formatBytes(disk.free_bytes)}{' '}
          <span className="text-faint">{t`of ${{ size: formatBytes(disk.bytes) }}`}</span>
        </Fact>
      )}
      <Note>
        {media
          ? t`Files were counted ${{ ago: formatTimeAgo(media.at) }}, and are counted once a day.`
          : t`Files are counted when the server starts, and once a day.`}
      </Note>
    </Card>
  );
}

/** Scheduled backups: the last one, the next one, and what went wrong. */
export function Backups({ backups }: Pick<Operation, 'backups'>) {
  if (!backups)
    return (
      <Card title={t`Backups`} state="warn" word={t`Not scheduled`}>
        <Note>
          <Trans>
            Set <code>BACKUP_DIR</code> to a folder, and a backup is written each day.
          </Trans>
        </Note>
      </Card>
    );
  const { last, next_at, failure, keep } = backups;
  const hasFailed = failure !== null && failure.at > (last?.at ?? 0);
  return (
    <Card
      title={t`Backups`}
      state={hasFailed ? 'bad' : last ? 'good' : 'idle'}
      word={hasFailed ? t`Failed` : last ? t`Works` : t`None yet`}
    >
      {last && (
        <>
          <Fact name={t`Last`}>{formatTimeAgo(last.at)}</Fact>
          <Fact name={t`Size`}>{formatBytes(last.bytes)}</Fact>
          <Fact name={t`File`}>{last.file}</Fact>
        </>
      )}
      <Fact name={t({ message: 'Next', context: 'backup' })}>{formatDateTime(next_at)}</Fact>
      <Fact name={t`Kept`}>{keep}</Fact>
      {hasFailed && (
        <Note>
          {t`It failed ${{ ago: formatTimeAgo(failure.at) }}, and is tried again within an hour: ${{ text: failure.text }}`}
        </Note>
      )}
    </Card>
  );
}

/** Failures on the server that answered, latest first. */
export function Faults({ faults, server }: Pick<Operation, 'faults' | 'server'>) {
  return (
    <section aria-labelledby="faults">
      <h2 id="faults" className="mb-1 text-title">
        {t`Errors`}
      </h2>
      <p className="mb-3 text-sm text-faint">
        {t`Errors of ${{ name: server.name }}, which started ${{ ago: formatTimeAgo(server.started_at) }}. Its log has the details.`}
      </p>
      {faults.length === 0 ? (
        <p className="text-soft">{t`No error since then.`}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {faults.map(({ what, message, count, last_at }) => (
            <li key={`${what} ${message}`} className="grid gap-1 py-3">
              <div className="flex flex-wrap items-baseline justify-between gap-3">
                <p className="min-w-0 wrap-anywhere">
                  {what}
                  {count > 1 && (
                    <span className="figures text-soft">
                      {' '}
                      {t`· ${plural(count, { one: '# time', other: '# times' })}`}
                    </span>
                  )}
                </p>
                <Time at={last_at} format={formatDateTime} className="text-sm text-faint" />
              </div>
              <p className="font-mono text-sm wrap-anywhere text-faint">{message}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

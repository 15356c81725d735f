import type { Operation, Outcomes } from 'contract/operation.ts';
import { formatTimeAgo } from '../../lib/format.ts';
import { Card, Fact, Note, type State } from './Card.tsx';

/** Whether the last thing that happened was a failure. */
const isFailing = ({ ok_at, failure }: Outcomes) => failure !== null && failure.at > (ok_at ?? 0);

function stateOf(outcomes: Outcomes & { configured: boolean }): { state: State; word: string } {
  if (!outcomes.configured) return { state: 'idle', word: 'Not set up' };
  if (isFailing(outcomes)) return { state: 'bad', word: 'Failing' };
  return outcomes.ok_at === null ? { state: 'idle', word: 'Not used yet' } : { state: 'good', word: 'Works' };
}

function Last({ outcomes: { ok_at, failure } }: { outcomes: Outcomes }) {
  return (
    <>
      <Fact name="Last success">{ok_at === null ? 'never' : formatTimeAgo(ok_at)}</Fact>
      <Fact name="Last failure">{failure ? formatTimeAgo(failure.at) : 'never'}</Fact>
      {failure && <Note>The failure was: {failure.text}</Note>}
    </>
  );
}

/** Whether mails leave. */
export function MailState({ mail }: Pick<Operation, 'mail'>) {
  return (
    <Card title="Mail" {...stateOf(mail)}>
      {mail.configured ? (
        <>
          <Fact name="Waiting">{mail.waiting >= 1000 ? '1,000 or more' : mail.waiting}</Fact>
          <Last outcomes={mail} />
        </>
      ) : (
        <Note>
          Set <code>SMTP_URL</code> and people can reset passwords and be notified by email.
        </Note>
      )}
    </Card>
  );
}

/** Whether the payment provider answers, and its events arrive. */
export function PaymentState({ payments }: Pick<Operation, 'payments'>) {
  const { configured, live, event_at } = payments;
  return (
    <Card title="Payments" {...stateOf(payments)}>
      {configured ? (
        <>
          <Fact name="Mode">{live ? 'live' : 'test'}</Fact>
          <Fact name="Last event">{event_at === null ? 'never' : formatTimeAgo(event_at)}</Fact>
          <Last outcomes={payments} />
        </>
      ) : (
        <Note>
          Set <code>STRIPE_SECRET_KEY</code> and the other Stripe settings to sell credits and plans.
        </Note>
      )}
    </Card>
  );
}

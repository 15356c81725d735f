import { useMutation, useQuery } from '@tanstack/react-query';
import { planOf } from 'contract/plans.ts';
import { call } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/toasts.ts';
import { subscriptionQuery } from './queries.ts';

/** The current subscription, with a link to the provider's portal to change the card or cancel. */
export function CurrentSubscription() {
  const { data } = useQuery(subscriptionQuery);
  const manage = useMutation({
    mutationFn: () => call('POST /payments/portal'),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toastProblem('Error', error.message),
  });
  const subscription = data?.subscription;
  if (!subscription) return;
  const { tier, status, cancel_at_period_end, current_period_end } = subscription;
  const until = current_period_end === null ? '' : formatDate(current_period_end);
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-md border border-line bg-raised p-4 sm:p-5">
      <p className="text-balance">
        <span className="font-semibold">{planOf({ plan_tier: tier }).name}</span>{' '}
        <span className="text-soft">
          {status === 'past_due'
            ? 'The last payment failed. Please update your card.'
            : until && (cancel_at_period_end ? `ends on ${until}` : `renews on ${until}`)}
        </span>
      </p>
      <Button className="bg-lamp!" disabled={manage.isPending} onClick={() => manage.mutate()}>
        Manage subscription
      </Button>
    </div>
  );
}

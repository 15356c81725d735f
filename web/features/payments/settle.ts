import { plural, t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { checkPurchase } from 'contract/features/payments.ts';
import type { z } from 'zod';
import { creditHistoryKey, refreshCredits, setCredits } from '../../lib/credits.ts';
import { call } from '../../lib/http/api.ts';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';

/** `paid`: credited. `waiting`: the bank or the server has not confirmed it yet. `refused`: nothing was charged. */
export type Outcome = 'paid' | 'waiting' | 'refused';

/** Delays between checks of a pending purchase, ms. Later credits still arrive, without a toast. */
const CHECK_DELAYS = [2000, 4000, 8000, 16_000, 32_000];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Asks the server to check a purchase after the browser's payment. If this fails, the provider's webhook still
 * credits it.
 * @throws AnswerProblem if the viewer has no such purchase.
 */
export async function settle(client: QueryClient, purchase_id: string): Promise<Outcome> {
  let found: z.output<typeof checkPurchase.returns> | undefined;
  try {
    found = await check(client, purchase_id);
  } catch (error) {
    if (error instanceof AnswerProblem && error.status < 500) throw error;
    console.warn('The purchase could not be looked up.', error);
  }
  if (found?.status === 'succeeded') {
    toast(t`Payment Successful!`, creditsAdded(found.credits));
    return 'paid';
  }
  if (found && found.status !== 'processing') {
    reportFailure(found.status);
    return 'refused';
  }
  if (found) toast(t`Payment under way`, t`Your credits arrive as soon as your bank has confirmed it.`);
  else toast(t`Payment received`, t`Your credits arrive in a moment.`);
  void checkLater(client, purchase_id);
  return 'waiting';
}

async function checkLater(client: QueryClient, purchase_id: string): Promise<void> {
  for (const wait of CHECK_DELAYS) {
    await sleep(wait);
    const found = await check(client, purchase_id).catch(() => undefined);
    if (!found || found.status === 'processing') continue;
    if (found.status === 'succeeded') toast(t`Credits purchased!`, creditsAdded(found.credits));
    else reportFailure(found.status);
    return;
  }
  refreshCredits(client);
}

async function check(client: QueryClient, id: string) {
  const found = await call('POST /payments/purchases/:id/check', { params: { id } });
  setCredits(client, found.balance);
  void client.invalidateQueries({ queryKey: creditHistoryKey });
  return found;
}

const creditsAdded = (credits: number) =>
  plural(credits, {
    one: '# credit has been added to your account',
    other: '# credits have been added to your account',
  });

function reportFailure(status: 'open' | 'failed' | 'refunded'): void {
  toastProblem(
    t`Purchase failed`,
    status === 'refunded'
      ? t`This payment was refunded.`
      : t`The payment did not go through. Nothing was charged.`,
  );
}

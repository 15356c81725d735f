import type { QueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { checkPurchase } from 'contract/payments.ts';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import { refreshCredits, setCredits } from '../../lib/credits.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';

/** `paid`: the credits are there. `waiting`: for the bank, or for word of it. `refused`: nothing was charged. */
export type Outcome = 'paid' | 'waiting' | 'refused';

/** When to look again at what is not decided yet, ms. Afterwards the credits come all the same, only unseen. */
const LATER = [2000, 4000, 8000, 16_000, 32_000];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The browser reports that a purchase was paid; the server looks for itself. Whatever becomes of this call, the
 * provider tells the server too, so that nothing paid is lost.
 * @throws AnswerProblem where the server knows no such purchase of the viewer's.
 */
export async function settle(client: QueryClient, purchase_id: string): Promise<Outcome> {
  let found: z.output<typeof checkPurchase.returns> | undefined;
  try {
    found = await look(client, purchase_id);
  } catch (error) {
    if (error instanceof AnswerProblem && error.status < 500) throw error;
    console.warn('The purchase could not be looked up.', error);
  }
  if (found?.status === 'succeeded') {
    toast('Payment Successful!', arrived(found.credits));
    return 'paid';
  }
  if (found && found.status !== 'processing') {
    told(found.status);
    return 'refused';
  }
  if (found) toast('Payment under way', 'Your credits arrive as soon as your bank has confirmed it.');
  else toast('Payment received', 'Your credits arrive in a moment.');
  void lookAgain(client, purchase_id);
  return 'waiting';
}

async function lookAgain(client: QueryClient, purchase_id: string): Promise<void> {
  for (const wait of LATER) {
    await sleep(wait);
    const found = await look(client, purchase_id).catch(() => undefined);
    if (!found || found.status === 'processing') continue;
    if (found.status === 'succeeded') toast('Credits purchased!', arrived(found.credits));
    else told(found.status);
    return;
  }
  refreshCredits(client);
}

async function look(client: QueryClient, id: string) {
  const found = await call('POST /payments/purchases/:id/check', { params: { id } });
  setCredits(client, found.balance);
  void client.invalidateQueries({ queryKey: ['credit-history'] });
  return found;
}

const arrived = (credits: number) =>
  `${credits.toLocaleString('en')} credits have been added to your account`;

function told(status: 'open' | 'failed' | 'refunded'): void {
  toastProblem(
    'Purchase failed',
    status === 'refunded'
      ? 'This payment was refunded.'
      : 'The payment did not go through. Nothing was charged.',
  );
}

import type { QueryClient } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { refreshCredits, setCredits } from '../lib/credits.ts';
import { toast, toastProblem } from '../ui/toasts.ts';

/**
 * The browser reports that a purchase was paid; the server looks for itself. Whatever becomes of this call, the
 * provider tells the server too, so that nothing paid is lost.
 * @returns whether this purchase is done with: paid, or waiting for the bank.
 */
export async function settle(client: QueryClient, purchase_id: string): Promise<boolean> {
  try {
    const { status, credits, balance } = await call('POST /payments/purchases/:id/check', {
      params: { id: purchase_id },
    });
    setCredits(client, balance);
    void client.invalidateQueries({ queryKey: ['credit-history'] });
    switch (status) {
      case 'succeeded':
        toast(
          'Payment Successful!',
          `${credits.toLocaleString('en')} credits have been added to your account`,
        );
        return true;
      case 'processing':
        toast('Payment under way', 'Your credits arrive as soon as your bank has confirmed it.');
        return true;
      case 'refunded':
        toastProblem('Purchase failed', 'This payment was refunded.');
        return true;
      default:
        toastProblem('Purchase failed', 'The payment did not go through. Nothing was charged.');
        return false;
    }
  } catch (error) {
    console.warn('The purchase could not be looked up.', error);
    toast('Payment received', 'Your credits arrive in a moment.');
    refreshCredits(client);
    return true;
  }
}

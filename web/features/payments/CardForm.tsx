import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import type { createPaymentIntent } from 'contract/payments.ts';
import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import { Button } from '../../ui/Button.tsx';
import { currentToast, toastProblem } from '../../ui/toasts.ts';
import { PaymentSkeleton } from './PaymentSkeleton.tsx';
import { settle } from './settle.ts';

export interface Paying {
  purchase: z.output<typeof createPaymentIntent.returns>;
  /** US dollars. */
  price: number;
  /** Called when a payment starts and when it ends, with or without success. */
  onPaying: (paying: boolean) => void;
  onPaid: () => void;
  onClose: () => void;
}

/** The card fields, 'Pay ${price}' and the provider's error. */
export function CardForm({ purchase, price, onPaying, onPaid, onClose }: Paying) {
  const stripe = useStripe();
  const elements = useElements();
  const client = useQueryClient();
  const [ready, setReady] = useState(false);
  const [paying, setPaying] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const refused = (message = 'The payment was declined. Please try another card.') => {
    setRefusal(message);
    toastProblem('Payment Failed', message);
  };
  const begin = (now: boolean) => {
    setPaying(now);
    onPaying(now);
  };
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || paying) return;
    begin(true);
    setRefusal(undefined);
    currentToast.set(null);
    try {
      // The form shows incomplete fields itself.
      if ((await elements.submit()).error) return;
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${location.origin}/profile?purchase=${purchase.purchase_id}` },
        redirect: 'if_required',
      });
      if (error) return refused(error.message);
      const outcome = await settle(client, purchase.purchase_id);
      if (outcome === 'paid') onPaid();
      else if (outcome === 'waiting') onClose();
    } catch (error) {
      console.warn('The payment could not be confirmed.', error);
      toastProblem('Error', 'An unexpected error occurred');
    } finally {
      begin(false);
    }
  };

  return (
    <form onSubmit={pay} aria-busy={paying}>
      {!ready && <PaymentSkeleton />}
      <div className={ready ? '' : 'h-0 overflow-hidden'}>
        <PaymentElement
          onReady={() => setReady(true)}
          onLoadError={({ error }) => refused(error.message ?? 'Failed to load the payment form')}
        />
      </div>
      {refusal && (
        <p role="alert" className="mt-4 text-bad">
          {refusal}
        </p>
      )}
      <div className="mt-5 flex gap-2">
        <Button type="submit" look="ember" size="lg" disabled={!ready || paying} className="flex-1">
          {paying ? 'Paying…' : `Pay $${price.toFixed(2)}`}
        </Button>
        <Button size="lg" look="bare" disabled={paying} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

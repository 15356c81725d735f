import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { createPaymentIntent } from 'contract/payments.ts';
import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import { Button } from '../ui/Button.tsx';
import { toastProblem } from '../ui/toasts.ts';
import { appearance } from './appearance.ts';
import { PaymentSkeleton } from './PaymentSkeleton.tsx';
import { settle } from './settle.ts';

type Purchase = z.output<typeof createPaymentIntent.returns>;

interface Props {
  publishableKey: string;
  purchase: Purchase;
  /** US dollars. */
  price: number;
  onClose: () => void;
}

/** The provider's own card form, in place; its script comes with the first purchase and not before. */
export default function Payment(props: Props) {
  const { publishableKey, purchase } = props;
  const script = useQuery({
    queryKey: ['payment-script', publishableKey],
    queryFn: async () => {
      const stripe = await loadStripe(publishableKey);
      if (!stripe) throw new Error('Stripe.js not available');
      return stripe;
    },
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (script.error) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-4 text-bad">
        {script.error.message}. Please check that nothing blocks js.stripe.com.
        <Button onClick={() => script.refetch()}>Retry</Button>
      </p>
    );
  }
  if (!script.data) return <PaymentSkeleton />;
  return (
    <Elements
      stripe={script.data}
      options={{ clientSecret: purchase.clientSecret, appearance: appearance(), locale: 'en' }}
    >
      <CardForm {...props} stripe={script.data} />
    </Elements>
  );
}

function CardForm({ purchase, price, onClose }: Props & { stripe: Stripe }) {
  const stripe = useStripe();
  const elements = useElements();
  const client = useQueryClient();
  const [ready, setReady] = useState(false);
  const [paying, setPaying] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const refused = (message: string) => {
    setRefusal(message);
    toastProblem('Payment Failed', message);
  };
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || paying) return;
    setPaying(true);
    setRefusal(undefined);
    try {
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${location.origin}/profile?purchase=${purchase.purchase_id}` },
        redirect: 'if_required',
      });
      if (error) refused(error.message ?? 'The payment was declined. Please try another card.');
      else if (await settle(client, purchase.purchase_id)) onClose();
    } catch (error) {
      console.warn('The payment could not be confirmed.', error);
      toastProblem('Error', 'An unexpected error occurred');
    } finally {
      setPaying(false);
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
      <div className="mt-5 flex gap-3">
        <Button type="submit" look="ember" size="lg" disabled={!ready || paying} className="flex-1">
          {paying ? 'Paying …' : `Pay $${price.toFixed(2)}`}
        </Button>
        <Button size="lg" look="bare" disabled={paying} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

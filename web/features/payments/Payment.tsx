import { t } from '@lingui/core/macro';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, StripeElementLocale } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ReadableError } from 'contract/answers.ts';
import type { createPaymentIntent } from 'contract/features/payments.ts';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { sentenceOf } from '../../lib/http/api.ts';
import { language } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { currentToast, toastProblem } from '../../ui/layers/toasts.ts';
import { PaymentSkeleton } from './PaymentSkeleton.tsx';
import { settle } from './settle.ts';

/** Stripe's card form; its script is loaded with the first purchase. */
export default function Payment({ publishableKey, ...paying }: { publishableKey: string } & Paying) {
  const appearance = useAppearance();
  const script = useQuery({
    queryKey: ['payment-script', publishableKey],
    queryFn: async () => {
      const stripe = await loadStripe(publishableKey).catch(() => {
        throw new ReadableError(t`Failed to load Stripe.js. Please check that nothing blocks js.stripe.com.`);
      });
      if (!stripe)
        throw new ReadableError(t`Stripe.js not available. Please check that nothing blocks js.stripe.com.`);
      return stripe;
    },
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (script.error)
    return (
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="alert" className="text-balance text-bad">
          {sentenceOf(script.error)}
        </p>
        <Button className="bg-lamp!" disabled={script.isFetching} onClick={() => script.refetch()}>
          {t`Try again`}
        </Button>
      </div>
    );
  if (!script.data) return <PaymentSkeleton />;
  const { clientSecret } = paying.purchase;
  // Stripe has no Chinese by its script.
  const locale = (language === 'zh-Hans' ? 'zh' : language) as StripeElementLocale;
  return (
    <Elements stripe={script.data} options={{ clientSecret, appearance, locale }}>
      <CardForm {...paying} />
    </Elements>
  );
}

interface Paying {
  purchase: z.output<typeof createPaymentIntent.returns>;
  /** US dollars. */
  price: string;
  onPaid: () => void;
  onClose: () => void;
}

/** The card fields, 'Pay ${price}' and the provider's error. */
function CardForm({ purchase, price, onPaid, onClose }: Paying) {
  const stripe = useStripe();
  const elements = useElements();
  const client = useQueryClient();
  const [ready, setReady] = useState(false);
  const [paying, setPaying] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const refused = (message = t`Your bank declined the payment. Please try another card.`) => {
    setRefusal(message);
    toastProblem(t`Payment Failed`, message);
  };
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || paying) return;
    setPaying(true);
    setRefusal(undefined);
    currentToast.set(null);
    try {
      // The form shows incomplete fields itself.
      if ((await elements.submit()).error) return;
      const { error: refusal } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${location.origin}/profile?purchase=${purchase.purchase_id}` },
        redirect: 'if_required',
      });
      if (refusal) return refused(refusal.message);
      const outcome = await settle(client, purchase.purchase_id);
      if (outcome === 'paid') onPaid();
      else if (outcome === 'waiting') onClose();
    } catch (error) {
      console.warn('The payment could not be confirmed.', error);
      toastProblem(t`Error`, t`An unexpected error occurred`);
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
          onLoadError={({ error: { message } }) => refused(message ?? t`Failed to load the payment form`)}
        />
      </div>
      {refusal && (
        <p role="alert" className="mt-4 text-bad">
          {refusal}
        </p>
      )}
      <div className="mt-5 flex gap-2">
        <Button type="submit" look="ember" size="lg" disabled={!ready || paying} className="flex-1">
          {paying ? t`Paying…` : t`Pay ${{ amount: price }}`}
        </Button>
        <Button size="lg" look="bare" disabled={paying} onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

/** The card form in our colors, again whenever the system changes its theme. */
function useAppearance(): Appearance {
  useSyncExternalStore(subscribeToTheme, isDark);
  return appearance();
}

const darkTheme = () => matchMedia('(prefers-color-scheme: dark)');
const isDark = () => darkTheme().matches;

function subscribeToTheme(onChange: () => void): () => void {
  const query = darkTheme();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** The form is in a frame of Stripe's, which knows neither our tokens nor OKLCH. */
function appearance(): Appearance {
  return {
    theme: 'flat',
    variables: {
      colorPrimary: rgb('ember-ink'),
      colorBackground: rgb('stage'),
      colorText: rgb('ink'),
      colorTextSecondary: rgb('soft'),
      colorTextPlaceholder: rgb('faint'),
      colorDanger: rgb('bad'),
      borderRadius: '8px',
      fontFamily: 'system-ui, sans-serif',
    },
    rules: { '.Input': { border: `1px solid ${rgb('line')}` } },
  };
}

/** A color token as `rgb(…)`: a canvas turns any color that the browser understands into bytes. */
function rgb(token: string): string {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.color = `var(--color-${token})`;
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  canvas.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

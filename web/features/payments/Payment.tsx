import { Elements } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/Button.tsx';
import { useAppearance } from './appearance.ts';
import { CardForm, type Paying } from './CardForm.tsx';
import { PaymentSkeleton } from './PaymentSkeleton.tsx';

/** Stripe's card form; its script is loaded with the first purchase. */
export default function Payment({ publishableKey, ...paying }: { publishableKey: string } & Paying) {
  const appearance = useAppearance();
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
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="alert" className="text-balance text-bad">
          {script.error.message}. Please check that nothing blocks js.stripe.com.
        </p>
        <Button className="bg-lamp!" disabled={script.isFetching} onClick={() => script.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!script.data) return <PaymentSkeleton />;
  const { clientSecret } = paying.purchase;
  return (
    <Elements stripe={script.data} options={{ clientSecret, appearance, locale: 'en' }}>
      <CardForm {...paying} />
    </Elements>
  );
}

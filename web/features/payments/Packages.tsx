import { useMutation, useQuery } from '@tanstack/react-query';
import { type CreditPackage, creditPackages } from 'contract/features/credits-constants.ts';
import { REQUEST_COST, VOTE_COST } from 'contract/features/song-requests-constants.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { creditsNeed, useCredits } from '../../lib/credits.ts';
import { formatCount } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { BeforeBuying, Checkout, isOff, Payment } from './Checkout.tsx';
import { OfferCard } from './OfferCard.tsx';
import { paymentSettingsQuery } from './queries.ts';

/** The credit packs; payment opens below them. */
export function Packages() {
  const [chosen, setChosen] = useState<CreditPackage | null>(null);
  const [bought, setBought] = useState<CreditPackage | null>(null);
  const [paying, setPaying] = useState(false);
  const { data: settings } = useQuery(paymentSettingsQuery);
  const off = settings?.publishable_key === null;
  const opener = useRef<HTMLButtonElement>(null);
  const begin = useMutation({
    mutationFn: (pack: CreditPackage) => {
      Payment.preload();
      return call('POST /api/create-payment-intent', { body: { packageId: pack.id } });
    },
    onError: (error) => {
      if (!isOff(error)) toastProblem('Error', 'Failed to initialize payment');
    },
  });
  const choose = (pack: CreditPackage) => {
    setBought(null);
    setChosen(pack);
    // Nothing is asked of a provider that is not there; §8's text takes the place of the form.
    if (!off) begin.mutate(pack);
  };
  const close = () => {
    setChosen(null);
    begin.reset();
  };
  return (
    <>
      <Need />
      <BeforeBuying off={off} />
      <ul className="grid grid-cols-1 gap-5 md:grid-cols-3 md:gap-4">
        {creditPackages.map((pack) => (
          <PackCard
            key={pack.id}
            pack={pack}
            lit={!off && (chosen ? chosen === pack : pack.popular)}
            called={chosen === null}
            quiet={off}
            disabled={begin.isPending || paying || (chosen === pack && begin.isSuccess)}
            onPurchase={(button) => {
              opener.current = button;
              choose(pack);
            }}
          />
        ))}
      </ul>
      {chosen && (
        <Checkout
          key={chosen.id}
          pack={chosen}
          purchase={begin.data}
          error={begin.error}
          onRetry={() => choose(chosen)}
          onPaying={setPaying}
          onPaid={() => {
            setBought(chosen);
            close();
          }}
          onClose={() => {
            close();
            // The button is enabled with the next frame.
            requestAnimationFrame(() => opener.current?.focus());
          }}
        />
      )}
      {bought && <Purchased pack={bought} />}
      <p className="mt-6 text-center text-soft">One-time purchase • Credits never expire</p>
    </>
  );
}

/** What the credits are needed for, if the viewer comes from a request. */
function Need() {
  const title = useStore(creditsNeed);
  const credits = useCredits()?.credits;
  if (title === null || credits === undefined || credits >= REQUEST_COST) return null;
  return (
    <div className="mb-6">
      <p className="text-lg font-semibold">
        You need {REQUEST_COST - credits} more credits to submit a request
      </p>
      <p className="text-soft">
        {title && <>For “{title}”. </>}You have {formatCount(credits)}.
      </p>
    </div>
  );
}

/** What credits buy: `50 votes, or 2 requests and 10 votes`. */
function buys(credits: number): string {
  const requests = Math.floor(credits / REQUEST_COST);
  const rest = Math.floor((credits % REQUEST_COST) / VOTE_COST);
  const votes = pluralize(Math.floor(credits / VOTE_COST), 'vote');
  if (requests === 0) return votes;
  return `${votes}, or ${pluralize(requests, 'request')}${rest > 0 ? ` and ${pluralize(rest, 'vote')}` : ''}`;
}

/** One pack; on phones a low card with the button on its right, so that all packs fit on the screen. */
function PackCard({
  pack,
  lit,
  called,
  quiet,
  disabled,
  onPurchase,
}: {
  pack: CreditPackage;
  lit: boolean;
  /** Whether its button is the dialog's main action. */
  called: boolean;
  /** Whether nothing is sold, so that nothing calls for a press. */
  quiet: boolean;
  disabled: boolean;
  onPurchase: (button: HTMLButtonElement) => void;
}) {
  return (
    <OfferCard
      lit={lit}
      badge={pack.popular ? { text: 'Most Popular', quiet } : undefined}
      className="flex items-end justify-between gap-3 md:flex-col md:items-stretch"
    >
      <div>
        <h3 className="font-sans text-base font-medium tracking-normal whitespace-nowrap text-faint">
          {pack.name}
        </h3>
        <p className="figures font-display text-[2rem] leading-tight font-bold md:text-[2.5rem]">
          {formatCount(pack.credits)}
        </p>
        <p className="text-faint">
          credits <span className="hidden md:inline">·</span>{' '}
          <span className="block md:inline">${(pack.price / pack.credits).toFixed(3)} each</span>
        </p>
        <p className="mt-1 text-sm text-soft">{buys(pack.credits)}</p>
      </div>
      <div className="grid gap-3">
        <p className="figures text-right text-lg font-semibold md:text-left">${pack.price.toFixed(2)}</p>
        <Button
          look={lit && called ? 'ember' : 'quiet'}
          aria-label={`Purchase Credits: ${pack.name}`}
          disabled={disabled}
          onClick={(event) => onPurchase(event.currentTarget)}
        >
          Purchase Credits
        </Button>
      </div>
    </OfferCard>
  );
}

/** Replaces the card form after a successful payment. */
function Purchased({ pack }: { pack: CreditPackage }) {
  const balance = useCredits()?.credits;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={place}
      className="mt-6 flex items-center gap-4 rounded-md border border-line bg-raised p-4 sm:p-5"
    >
      <CircleCheck size={28} aria-hidden="true" className="shrink-0 text-good" />
      <p>
        <span className="block font-semibold">Credits purchased!</span>
        <span className="text-soft">
          {pack.name}
          {balance !== undefined && (
            <>
              {' '}
              · you now have <span className="figures font-semibold text-ink">{formatCount(balance)}</span>{' '}
              credits
            </>
          )}
        </span>
      </p>
    </div>
  );
}

import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type CreditPackage, creditPackages } from 'contract/features/credits-constants.ts';
import { REQUEST_COST, VOTE_COST } from 'contract/features/song-requests-constants.ts';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { creditsNeed, useCredits } from '../../lib/credits.ts';
import { formatCount } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { say } from '../../lib/i18n.ts';
import { useStore } from '../../lib/store.ts';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { Face } from '../../ui/pictures/Face.tsx';
import { BeforeBuying, Checkout, formatPrice, isOff, OFF, Payment } from './Checkout.tsx';
import { PaymentSkeleton } from './PaymentSkeleton.tsx';
import { paymentSettingsQuery } from './queries.ts';

/** The credit packs, as a price list where nothing is sold; payment takes their place. */
export function Packages() {
  const [chosen, setChosen] = useState<CreditPackage | null>(null);
  const [bought, setBought] = useState<CreditPackage | null>(null);
  const [height, setHeight] = useState(0);
  const { data: settings, isPending } = useQuery(paymentSettingsQuery);
  const off = settings?.publishable_key === null;
  const list = useRef<HTMLUListElement>(null);
  const title = useStore(creditsNeed);
  const credits = useCredits()?.credits;
  const missing = title !== null && credits !== undefined ? Math.max(0, REQUEST_COST - credits) : 0;
  const begin = useMutation({
    mutationFn: (pack: CreditPackage) => {
      Payment.preload();
      return call('POST /api/create-payment-intent', { body: { packageId: pack.id } });
    },
    onError: (error) => {
      if (!isOff(error)) toastProblem(t`Error`, t`Failed to initialize payment`);
    },
  });
  const choose = (pack: CreditPackage) => {
    setHeight(list.current?.offsetHeight ?? height);
    setBought(null);
    setChosen(pack);
    // Nothing is asked of a provider that is not there; §8's text appears in the row.
    if (!off) begin.mutate(pack);
  };
  const close = () => {
    setChosen(null);
    begin.reset();
  };
  if (isPending) return <PaymentSkeleton />;
  const best =
    missing > 0
      ? (creditPackages.find((pack) => pack.credits >= missing) ?? creditPackages.at(-1))
      : creditPackages.find((pack) => pack.popular);
  const balance = formatCount(credits ?? 0);
  return (
    <>
      {missing > 0 && (
        <div className="mb-5 flex items-center gap-4 md:gap-5">
          <Face id="" genre="" votes={0} className="size-12 md:size-15" />
          <div>
            <p className="text-lg font-semibold">
              {plural(missing, {
                one: 'You need # more credit to submit a request',
                other: 'You need # more credits to submit a request',
              })}
            </p>
            <p className="text-soft wrap-anywhere">
              {title ? t`For “${title}”. You have ${balance}.` : t`You have ${balance}.`}
            </p>
          </div>
        </div>
      )}
      {bought && <Purchased pack={bought} />}
      <BeforeBuying off={off} />
      {missing === 0 && !off && !chosen && credits! > 0 && (
        <p className="mb-4 text-soft">{t`With the ${balance} you have, each pack buys:`}</p>
      )}
      {chosen && !off ? (
        <Checkout
          key={chosen.id}
          pack={chosen}
          height={height}
          purchase={begin.data}
          error={begin.error}
          onRetry={() => choose(chosen)}
          onPaid={() => {
            setBought(chosen);
            close();
          }}
          onClose={() => {
            close();
            // The packs are back with the next frame.
            requestAnimationFrame(() =>
              list.current?.querySelectorAll('button')[creditPackages.indexOf(chosen)]?.focus(),
            );
          }}
        />
      ) : (
        <ul ref={list} className={off ? 'price-list' : 'packs'}>
          {creditPackages.map((pack) => (
            <li key={pack.id} className={`pack ${pack === best && !off ? 'pack-best ember' : ''}`}>
              <h3>{say(pack.name)}</h3>
              <p className="pack-price figures">{formatPrice(pack.price)}</p>
              <p className="pack-credits figures">
                {off && <span aria-hidden="true">{formatCount(pack.credits)}</span>}
                <span className={off ? 'sr-only' : ''}>
                  {plural({ credits: pack.credits }, { one: '# credit', other: '# credits' })}
                </span>
                {pack.popular && (
                  <>
                    {' '}
                    <span className="pack-badge">{t`Most Popular`}</span>
                  </>
                )}
              </p>
              <p className="pack-buys">
                {missing > 0 && !off
                  ? buysRequest(credits! + pack.credits, pack === best)
                  : buys(pack.credits + (off ? 0 : (credits ?? 0)))}
              </p>
              <p className="pack-each">{t`${{ price: formatPrice(pack.price / pack.credits, 3) }} each`}</p>
              <button
                type="button"
                aria-label={t`Purchase Credits: ${{ name: pack.name }}`}
                onClick={() => choose(pack)}
                className="pack-button"
              >
                {t`Purchase Credits`}
              </button>
              {off && chosen === pack && (
                <p role="alert" className="pack-off">
                  {t(OFF)}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 text-center text-soft">{t`One-time purchase • Credits never expire`}</p>
    </>
  );
}

/** Describes what credits buy: `50 votes, or 2 requests and 10 votes`. */
function buys(credits: number): string {
  const votes = Math.floor(credits / VOTE_COST);
  if (credits < REQUEST_COST) return plural(votes, { one: '# vote', other: '# votes' });
  const { requests, more } = requestsAndVotes(credits);
  return more === 0
    ? t`${plural(votes, { one: '# vote', other: '# votes' })}, or ${plural(requests, { one: '# request', other: '# requests' })}`
    : t`${plural(votes, { one: '# vote', other: '# votes' })}, or ${plural(requests, { one: '# request', other: '# requests' })} and ${plural(more, { one: '# vote', other: '# votes' })}`;
}

/** Describes what a balance buys for somebody with a request to submit: `This request and 38 votes.` */
function buysRequest(credits: number, isBest: boolean): string {
  if (credits < REQUEST_COST)
    return plural(REQUEST_COST - credits, {
      one: 'Still # credit short of this request.',
      other: 'Still # credits short of this request.',
    });
  const isForThis = isBest || credits < 2 * REQUEST_COST;
  const { requests, more } = requestsAndVotes(credits, isForThis);
  if (isForThis)
    return more === 0
      ? t`This request.`
      : plural(more, { one: 'This request and # vote.', other: 'This request and # votes.' });
  return more === 0
    ? plural(requests, { one: '# request.', other: '# requests.' })
    : t`${plural(requests, { one: '# request', other: '# requests' })} and ${plural(more, { one: '# vote', other: '# votes' })}.`;
}

/** Numbers of requests that a balance pays for, and of votes with what is left. */
function requestsAndVotes(credits: number, forThis = false) {
  const requests = forThis ? 1 : Math.floor(credits / REQUEST_COST);
  return { requests, more: Math.floor((credits - requests * REQUEST_COST) / VOTE_COST) };
}

/** Replaces the card form after a successful payment. */
function Purchased({ pack: { name } }: { pack: CreditPackage }) {
  const balance = useCredits()?.credits;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} className="mb-5 flex items-center gap-4 border-y border-line py-4">
      <CircleCheck size={28} aria-hidden="true" className="shrink-0 text-good" />
      <p>
        <span className="block font-semibold">{t`Credits purchased!`}</span>
        <span className="text-soft">
          {balance === undefined ? (
            name
          ) : (
            <Trans>
              {name} · you now have{' '}
              <span className="figures font-semibold text-ink">
                <Plural value={balance} one="# credit" other="# credits" />
              </span>
            </Trans>
          )}
        </span>
      </p>
    </div>
  );
}

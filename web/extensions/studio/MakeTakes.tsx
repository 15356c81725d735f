import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Studio, StudioRequest, StudioTake } from 'contract/extensions/studio.ts';
import { TAKE_PROMPT_MAX, TAKES_MAX } from 'contract/extensions/studio-constants.ts';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../lib/http/api.ts';
import { Button } from '../../ui/Button.tsx';
import { LongField, Select } from '../../ui/forms/Field.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { songActions } from '../../ui/layers/share.ts';
import { generatorsQuery, useStudioMutation } from './queries.ts';
import { formatCents, formatEstimate, formatPrice } from './take-words.ts';

/** Makes the first takes of a request, or another one, with a prompt and a generator of the admin's choice. */
export function MakeTakes({
  studio: { takes_per_request, monthly_budget, spending },
  request: { id, takes, estimate },
  prompt,
  onPrompt,
}: {
  studio: Studio;
  request: StudioRequest;
  prompt: string;
  onPrompt: (prompt: string) => void;
}) {
  const { data: generators = [] } = useQuery(generatorsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const generator = generators.find((one) => one.id === (chosen ?? estimate?.generator));
  const count = takes.length === 0 ? takes_per_request : 1;
  const making = useStudioMutation(
    () =>
      call('POST /requests/:id/takes', {
        params: { id },
        body: { count, generator: generator?.id, prompt: prompt.trim() || undefined },
      }),
    {
      success: count > 1 ? t`Takes are being made` : t`Another take is being made`,
      failure: t`No take can be made`,
    },
  );
  const spent = spending.reduce((sum, { cents }) => sum + cents, 0);
  const price = (generator?.cents ?? 0) * count;
  const cents = price === 0 ? t`Free` : formatCents(price);
  const isOverBudget = monthly_budget !== null && price > 0 && spent + price > monthly_budget;
  const cost = takes.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <div className="grid gap-4">
      <LongField
        label={t`Prompt`}
        dir="auto"
        maxLength={TAKE_PROMPT_MAX}
        value={prompt}
        onChange={({ target }) => onPrompt(target.value)}
        placeholder={t`How it should sound`}
        hint={t`The artist’s name is never sent.`}
      />
      <div className="flex flex-wrap items-center gap-3">
        {generator && (
          <Select
            label={t`Generator`}
            options={Object.fromEntries(
              generators.map(({ id, name, cents }) => [id, `${name}, ${formatPrice(cents)}`]),
            )}
            value={generator.id}
            onChoose={setChosen}
          />
        )}
        <Button
          look={takes.length === 0 ? 'ember' : 'quiet'}
          disabled={making.isPending || !generator || isOverBudget || takes.length >= TAKES_MAX}
          onClick={() => making.mutate(undefined)}
        >
          {count > 1 ? plural(count, { one: 'Make # take', other: 'Make # takes' }) : t`Another take`}
        </Button>
        <p role="status" className="figures text-sm text-soft">
          {isOverBudget
            ? t`This would exceed the month’s limit.`
            : generator && t`${cents}, about ${{ time: formatEstimate(generator.seconds) }} a take`}
        </p>
      </div>
      {takes.length > 0 && (
        <p className="figures text-sm text-soft">
          {t`${plural({ made: takes.length }, { one: '# take', other: '# takes' })}, ${{ price: formatPrice(cost) }} so far.`}
        </p>
      )}
    </div>
  );
}

/** A take, or the one that is ahead in the choice. */
export type Releasing = StudioTake | 'ahead';

/** Asks once before a take is released, because a release cannot be undone. */
export function ReleaseDialog({
  request: { id, title, artist, backers },
  releasing,
  onClose,
}: {
  request: StudioRequest;
  releasing: Releasing;
  onClose: () => void;
}) {
  const heading =
    releasing === 'ahead'
      ? t`Release the take that is ahead?`
      : t`Release take ${{ number: releasing.number }}?`;
  const [, navigate] = useLocation();
  const release = useStudioMutation(
    () =>
      releasing === 'ahead'
        ? call('POST /requests/:id/choice/close', { params: { id } })
        : call('POST /requests/:id/release', { params: { id }, body: { take_id: releasing.id } }),
    {
      success: t`Released`,
      failure: t`The take was not released`,
      actions: (track) => songActions(track, navigate),
    },
    onClose,
  );
  return (
    <Sheet title={heading} description={t`“${title}” by ${artist}`} onClose={onClose}>
      <p className="mb-5 text-soft">
        {t`It becomes the song of this request and appears on Explore. The requester and ${plural(backers, { one: '# backer', other: '# backers' })} are notified.`}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button look="ember" disabled={release.isPending} onClick={() => release.mutate(undefined)}>
          {t`Release`}
        </Button>
      </div>
    </Sheet>
  );
}

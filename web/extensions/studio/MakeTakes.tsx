import { useQuery } from '@tanstack/react-query';
import type { Studio, StudioRequest, StudioTake } from 'contract/extensions/studio.ts';
import { TAKE_PROMPT_MAX, TAKES_MAX } from 'contract/extensions/studio-constants.ts';
import { pluralize } from 'contract/text/pluralize.ts';
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
      success: count > 1 ? 'Takes are being made' : 'Another take is being made',
      failure: 'No take can be made',
    },
  );
  const spent = spending.reduce((sum, { cents }) => sum + cents, 0);
  const price = (generator?.cents ?? 0) * count;
  const isOverBudget = monthly_budget !== null && price > 0 && spent + price > monthly_budget;
  const cost = takes.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <div className="grid gap-4">
      <LongField
        label="Prompt"
        dir="auto"
        maxLength={TAKE_PROMPT_MAX}
        value={prompt}
        onChange={({ target }) => onPrompt(target.value)}
        placeholder="How it should sound"
        hint="The artist’s name is never sent."
      />
      <div className="flex flex-wrap items-center gap-3">
        {generator && (
          <Select
            label="Generator"
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
          {count > 1 ? `Make ${count} takes` : 'Another take'}
        </Button>
        <p role="status" className="figures text-sm text-soft">
          {isOverBudget
            ? 'This would exceed the month’s limit.'
            : generator &&
              `${price === 0 ? 'Free' : formatCents(price)}, about ${formatEstimate(generator.seconds)} a take`}
        </p>
      </div>
      {takes.length > 0 && (
        <p className="figures text-sm text-soft">
          {pluralize(takes.length, 'take')}, {cost === 0 ? 'free' : formatCents(cost)} so far.
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
  const name = releasing === 'ahead' ? 'the take that is ahead' : `take ${releasing.number}`;
  const [, navigate] = useLocation();
  const release = useStudioMutation(
    () =>
      releasing === 'ahead'
        ? call('POST /requests/:id/choice/close', { params: { id } })
        : call('POST /requests/:id/release', { params: { id }, body: { take_id: releasing.id } }),
    {
      success: 'Released',
      failure: 'The take was not released',
      actions: (track) => songActions(track, navigate),
    },
    onClose,
  );
  return (
    <Sheet title={`Release ${name}?`} description={`“${title}” by ${artist}`} onClose={onClose}>
      <p className="mb-5 text-soft">
        It becomes the song of this request and appears on Explore. The requester and{' '}
        {pluralize(backers, 'backer')} are notified.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="ember" disabled={release.isPending} onClick={() => release.mutate(undefined)}>
          Release
        </Button>
      </div>
    </Sheet>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PushKind, PushSettings as Settings } from 'contract/extensions/news/push.ts';
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Field.tsx';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { Skeleton } from '../../ui/QueryView.tsx';
import {
  type PushSupport,
  pushSettingsQuery,
  pushSupport,
  stopTelling,
  tellThisDevice,
} from './push-device.ts';

/** Turns news on this device on and off while no page is open, and says for what and when. */
export function PushSettings() {
  const { data, isLoading } = useQuery(pushSettingsQuery);
  if (isLoading) return <Skeleton className="mt-11 h-32" />;
  if (!data) return null;
  return (
    <section aria-labelledby="devices" className="mt-11">
      <h2 id="devices" className="mb-3 text-title">
        Your devices
      </h2>
      <ThisDevice settings={data} />
      {data.devices > 0 && <Choices settings={data} />}
    </section>
  );
}

/** What to do where pressing a button is not enough. */
const HINTS: Record<Exclude<PushSupport, 'yes'>, string> = {
  blocked:
    'Your browser blocks notifications of this site. Allow them in its settings, next to the address, and come back.',
  'install-first':
    'On an iPhone or iPad, first add Ovation to the home screen: press Share, then “Add to Home Screen”. Open it from there, and come back to this page.',
  no: 'This browser cannot show news while Ovation is closed.',
};

function ThisDevice({ settings: { this_device, devices, public_key } }: { settings: Settings }) {
  const client = useQueryClient();
  const [support, setSupport] = useState(pushSupport);
  const { mutate, isPending } = useMutation({
    mutationFn: () => (this_device ? stopTelling(client) : tellThisDevice(client, public_key)),
    onSettled: () => setSupport(pushSupport()),
  });
  const others = devices - (this_device ? 1 : 0);
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-[65ch] text-soft">
        {this_device
          ? 'This device tells you what happens while Ovation is closed.'
          : 'A device can tell you what happens while Ovation is closed.'}
        {others > 0 && (others === 1 ? ' Another device does, too.' : ` ${others} other devices do, too.`)}
      </p>
      {this_device || support === 'yes' ? (
        <Button disabled={isPending} onClick={() => mutate()}>
          {this_device ? <BellOff size={17} aria-hidden="true" /> : <BellRing size={17} aria-hidden="true" />}
          {this_device ? 'Stop telling this device' : 'Tell me on this device'}
        </Button>
      ) : (
        <p className="max-w-[65ch] text-faint">{HINTS[support]}</p>
      )}
    </div>
  );
}

const KINDS: Record<PushKind, string> = {
  released: 'A song I requested, voted for or asked about is out',
  choosing: 'There are takes to choose from',
  closing: 'A choice that waits for me closes soon',
  returned: 'A request is declined, and my credits are back',
  followed: 'Something new of an artist, a genre, a playlist or a person I follow',
};

const kinds = Object.keys(KINDS) as PushKind[];

/** From ten in the evening until eight. */
const NIGHT = { from: 22 * 60, until: 8 * 60 };

function Choices({ settings }: { settings: Settings }) {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (body: Partial<Pick<Settings, 'kinds' | 'quiet'>>) =>
      call('PATCH /notifications/push', { body }),
    onSuccess: (saved) => client.setQueryData(pushSettingsQuery.queryKey, saved),
    onError: (error) => toastProblem('Couldn’t change what you are told', error),
  });
  const { kinds: on, quiet } = isPending ? { ...settings, ...variables } : settings;
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const toggle = (kind: PushKind, isOn: boolean) =>
    mutate({ kinds: kinds.filter((one) => (one === kind ? isOn : on.includes(one))) });
  return (
    <div className="mt-6 grid gap-2">
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={KINDS[kind]}
          checked={on.includes(kind)}
          onChange={(isOn) => toggle(kind, isOn)}
        />
      ))}
      <Checkbox
        label="Quiet hours"
        hint={
          quiet
            ? `Nothing is shown then; afterwards, one message sums up what happened. Time zone: ${quiet.time_zone}`
            : 'Times of the day at which nothing is shown.'
        }
        checked={quiet !== null}
        onChange={(isOn) => mutate({ quiet: isOn ? { ...NIGHT, time_zone } : null })}
      />
      {quiet && (
        <div className="flex flex-wrap gap-4 pl-9">
          <TimeField
            label="From"
            minutes={quiet.from}
            onChange={(from) => mutate({ quiet: { ...quiet, from, time_zone } })}
          />
          <TimeField
            label="Until"
            minutes={quiet.until}
            onChange={(until) => mutate({ quiet: { ...quiet, until, time_zone } })}
          />
        </div>
      )}
    </div>
  );
}

/** A time of the day, saved when the field is left. @param minutes since midnight. */
function TimeField({
  label,
  minutes,
  onChange,
}: {
  label: string;
  minutes: number;
  onChange: (minutes: number) => void;
}) {
  const two = (number: number) => String(number).padStart(2, '0');
  const value = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  const save = (text: string) => {
    const [hours, rest] = text.split(':').map(Number);
    if (hours !== undefined && rest !== undefined && text !== value) onChange(hours * 60 + rest);
  };
  return (
    <label className="flex items-center gap-3">
      {label}
      <input
        key={value}
        type="time"
        required
        defaultValue={value}
        onBlur={({ target }) => save(target.value)}
        className="h-11 rounded-md border border-line bg-ground px-3"
      />
    </label>
  );
}

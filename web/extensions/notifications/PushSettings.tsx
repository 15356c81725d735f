import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PushKind, PushSettings as Settings } from 'contract/extensions/news/push.ts';
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { site } from '../../lib/site.ts';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { Skeleton } from '../../ui/QueryView.tsx';
import { SettingRow, SettingSection, SettingSwitch } from '../../ui/SettingRow.tsx';
import { type PushSupport, pushSettingsQuery, pushSupport, turnOffPush, turnOnPush } from './push-device.ts';

/** Turns push notifications of this device on and off, and says for what and when they come. */
export function PushSettings() {
  const { data, isLoading } = useQuery(pushSettingsQuery);
  if (isLoading) return <Skeleton className="h-32" />;
  if (!data) return null;
  return (
    <SettingSection
      title={t`Push notifications`}
      text={t`Hear about your songs while ${{ siteName: site.name }} is closed.`}
    >
      <ThisDevice settings={data} />
      {data.devices > 0 && <Choices settings={data} />}
    </SettingSection>
  );
}

/** Instructions where pressing a button is not enough. */
const HINTS: Record<Exclude<PushSupport, 'yes'>, () => string> = {
  blocked: () =>
    t`Your browser blocks notifications from this site. Allow them in its settings, next to the address, and come back.`,
  'install-first': () =>
    t`On an iPhone or iPad, first add ${{ siteName: site.name }} to the home screen: press Share, then “Add to Home Screen”. Open it from there, and come back to this page.`,
  no: () => t`This browser can’t show notifications while ${{ siteName: site.name }} is closed.`,
};

function ThisDevice({ settings: { this_device, devices, public_key } }: { settings: Settings }) {
  const client = useQueryClient();
  const [support, setSupport] = useState(pushSupport);
  const { mutate, isPending } = useMutation({
    mutationFn: () => (this_device ? turnOffPush(client) : turnOnPush(client, public_key)),
    onSettled: () => setSupport(pushSupport()),
  });
  const others = devices - (this_device ? 1 : 0);
  const canChange = this_device || support === 'yes';
  const state = this_device
    ? plural(others, {
        0: 'On.',
        one: 'On. On for # other device.',
        other: 'On. On for # other devices.',
      })
    : plural(others, {
        0: 'Off.',
        one: 'Off. On for # other device.',
        other: 'Off. On for # other devices.',
      });
  return (
    <ul>
      <SettingRow
        icon={this_device ? BellRing : BellOff}
        tone={this_device ? 'good' : undefined}
        name={t`This device`}
        text={canChange ? state : HINTS[support]()}
        action={
          canChange
            ? {
                word: this_device ? t`Turn off` : t`Turn on`,
                label: this_device ? t`Turn off push notifications` : t`Turn on push notifications`,
                look: this_device ? 'quiet' : 'ember',
                disabled: isPending,
                onClick: () => mutate(),
              }
            : undefined
        }
      />
    </ul>
  );
}

const KINDS: Record<PushKind, [name: MessageDescriptor, text: MessageDescriptor]> = {
  released: [msg`Releases`, msg`A song that you requested, voted for or follow is out.`],
  choosing: [msg`Takes`, msg`The studio has made takes for you to choose from.`],
  closing: [msg`Last call`, msg`You haven’t chosen a take, and voting closes soon.`],
  returned: [msg`Returned credits`, msg`An admin declined a request, and you have your credits back.`],
  followed: [msg`Following`, msg`An artist, genre, playlist or person you follow has something new.`],
  comments: [msg`Comments`, msg`Others talk where you do or mention you, or the studio writes to backers.`],
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
    onError: (error) => toastProblem(t`Couldn’t change your notifications`, error),
  });
  const { kinds: on, quiet } = isPending ? { ...settings, ...variables } : settings;
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const toggle = (kind: PushKind, isOn: boolean) =>
    mutate({ kinds: kinds.filter((one) => (one === kind ? isOn : on.includes(one))) });
  return (
    <ul>
      {kinds.map((kind) => (
        <SettingSwitch
          key={kind}
          name={t(KINDS[kind][0])}
          text={t(KINDS[kind][1])}
          checked={on.includes(kind)}
          onChange={(isOn) => toggle(kind, isOn)}
        />
      ))}
      <SettingSwitch
        name={t`Quiet hours`}
        text={
          quiet
            ? t`We stay quiet then, and sum up afterwards. Time zone: ${{ time_zone: quiet.time_zone }}`
            : t`Times of the day when we send nothing.`
        }
        checked={quiet !== null}
        onChange={(isOn) => mutate({ quiet: isOn ? { ...NIGHT, time_zone } : null })}
      />
      {quiet && (
        <li className="flex flex-wrap gap-4 py-3">
          <TimeField
            label={t({ message: 'From', context: 'time' })}
            minutes={quiet.from}
            onChange={(from) => mutate({ quiet: { ...quiet, from, time_zone } })}
          />
          <TimeField
            label={t({ message: 'Until', context: 'time' })}
            minutes={quiet.until}
            onChange={(until) => mutate({ quiet: { ...quiet, until, time_zone } })}
          />
        </li>
      )}
    </ul>
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

import {
  type PushKind,
  type PushSettings,
  pushKinds,
  type QuietHours,
} from 'contract/extensions/news/push.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import type { PushSettingTable } from '../../../platform/db/tables/extensions/notifications.ts';
import type { PersonalData } from '../../../platform/feature.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import { selectDevices } from './devices.ts';
import type { PushContext } from './vapid.ts';

type Choices = Pick<Selectable<PushSettingTable>, 'kinds_off' | 'quiet_from' | 'quiet_until' | 'time_zone'>;

/** Choices of members who have made none: every kind, at any time. */
const DEFAULT: Choices = { kinds_off: '', quiet_from: null, quiet_until: null, time_zone: null };

const selectChoices = async (db: Db, user_id: string): Promise<Choices> =>
  (await db
    .selectFrom('push_setting')
    .where('user_id', '=', user_id)
    .select(['kinds_off', 'quiet_from', 'quiet_until', 'time_zone'])
    .executeTakeFirst()) ?? DEFAULT;

/** The kinds that are on. */
export function kindsOf({ kinds_off }: Pick<Choices, 'kinds_off'>): PushKind[] {
  const off = kinds_off.split(' ');
  return pushKinds.filter((kind) => !off.includes(kind));
}

export function quietOf({ quiet_from: from, quiet_until: until, time_zone }: Choices): QuietHours | null {
  return from === null || until === null || time_zone === null ? null : { from, until, time_zone };
}

export async function getPushSettings(c: PushContext, user: CurrentUser): Promise<PushSettings> {
  const [choices, devices] = await Promise.all([selectChoices(c.db, user.id), selectDevices(c.db, user.id)]);
  return {
    kinds: kindsOf(choices),
    quiet: quietOf(choices),
    public_key: c.push.keys.publicKey,
    this_device: devices.some(({ session }) => session === user.session),
    devices: devices.length,
  };
}

/** Changes what a member's devices are told. Nothing changes for a deleted account. */
export async function editPushSettings(
  c: PushContext,
  user_id: string,
  { kinds, quiet }: { kinds?: PushKind[] | undefined; quiet?: QuietHours | null | undefined },
): Promise<void> {
  const set = {
    ...(kinds && { kinds_off: pushKinds.filter((kind) => !kinds.includes(kind)).join(' ') }),
    ...(quiet !== undefined && {
      quiet_from: quiet?.from ?? null,
      quiet_until: quiet?.until ?? null,
      time_zone: quiet?.time_zone ?? null,
    }),
  };
  if (Object.keys(set).length === 0) return;
  await c.db
    .insertInto('push_setting')
    .columns(['user_id'])
    .expression((eb) =>
      eb.selectFrom('user').where('id', '=', user_id).where('deleted_at', 'is', null).select('id as user_id'),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  await c.db.updateTable('push_setting').set(set).where('user_id', '=', user_id).execute();
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** End of the current quiet hours, epoch ms; 0 outside of them. A change of the clocks may move it by an hour. */
export function quietUntil(quiet: QuietHours | null, now: number): number {
  if (!quiet) return 0;
  const { from, until, time_zone: timeZone } = quiet;
  const local = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' },
  }).formatToParts(now);
  const part = (type: string) => Number(local.find((one) => one.type === type)!.value);
  const minute = part('hour') * 60 + part('minute');
  const since = (minute - from + DAY_MINUTES) % DAY_MINUTES;
  const length = (until - from + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return since < length ? now - (now % MINUTE_MS) + (length - since) * MINUTE_MS : 0;
}

export const pushSettingData: PersonalData = {
  name: 'push_settings',
  export: async (db, user_id) => {
    const choices = await selectChoices(db, user_id);
    return { kinds: kindsOf(choices), quiet: quietOf(choices) };
  },
  erase: (tx, user_id) => tx.deleteFrom('push_setting').where('user_id', '=', user_id).execute(),
};

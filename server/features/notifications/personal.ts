import type { PersonalData } from '../accounts/accounts.ts';
import { selectEmailSetting } from './settings-queries.ts';

export const notificationData: PersonalData = {
  name: 'notifications',
  export: (db, user_id) =>
    db
      .selectFrom('notification')
      .where('user_id', '=', user_id)
      .select(['kind', 'role', 'title', 'artist', 'reason', 'created_at', 'read_at'])
      .orderBy('created_at')
      .execute(),
  erase: async (tx, user_id) => {
    await tx.deleteFrom('notification').where('user_id', '=', user_id).execute();
  },
};

export const notificationSettingData: PersonalData = {
  name: 'notification_settings',
  export: async (db, user_id) => ({ by_email: await selectEmailSetting(db, user_id) }),
  erase: async (tx, user_id) => {
    await tx.deleteFrom('notification_setting').where('user_id', '=', user_id).execute();
  },
};

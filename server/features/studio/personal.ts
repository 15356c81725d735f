import type { PersonalData } from '../accounts/accounts.ts';

/** The user's choices of takes. They stay, anonymous, after the account is deleted: others rely on the outcome. */
export const studioData: PersonalData = {
  name: 'choices',
  export: (db, user_id) =>
    db
      .selectFrom('choice')
      .innerJoin('song_request', 'song_request.id', 'choice.request_id')
      .innerJoin('take', 'take.id', 'choice.take_id')
      .where('choice.user_id', '=', user_id)
      .select(['song_request.title', 'song_request.artist', 'take.number as take', 'choice.updated_at'])
      .orderBy('choice.updated_at')
      .execute(),
  erase: async () => {},
};

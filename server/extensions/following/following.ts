import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Follow, FollowTarget } from 'contract/extensions/news/following.ts';
import { FOLLOWS_MAX } from 'contract/extensions/news/following-constants.ts';
import { isGenre } from 'contract/genres.ts';
import { lockPlan } from '../../features/accounts/accounts.ts';
import type { Context } from '../../platform/context.ts';
import type { PersonalData } from '../../platform/feature.ts';
import { byCreation, type Page, type PageQuery, paginate } from '../../platform/http/requests/paging.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import {
  countFollows,
  deleteFollow,
  selectFollow,
  selectFollows,
  selectName,
  selectUserId,
  type Target,
} from './queries.ts';

export { addNews, deleteNews } from './news.ts';

/** The id of the caller's follow; null if there is none. @throws Problem `not_found` unless the target is public. */
export async function getFollow(c: Context, user_id: string, given: FollowTarget): Promise<string | null> {
  return (await selectFollow(c.db, user_id, await findTarget(c, given))) ?? null;
}

/**
 * Follows something; again changes nothing.
 * @returns the id of the follow.
 * @throws Problem `not_found` unless it is public; `too_many_follows`.
 */
export async function follow(c: Context, user_id: string, given: FollowTarget): Promise<string> {
  const target = await findTarget(c, given);
  return c.db.transaction().execute(async (tx) => {
    // So that two calls at once can't pass the limit, or follow twice.
    await lockPlan(tx, c.engine, user_id);
    const known = await selectFollow(tx, user_id, target);
    if (known) return known;
    if ((await countFollows(tx, user_id)) >= FOLLOWS_MAX) throw new Problem('too_many_follows');
    const id = randomUUID();
    const row = { ...target, id, user_id, created_at: c.clock() };
    await tx.insertInto('follow').values(row).execute();
    return id;
  });
}

/** Ends a follow. @throws Problem `not_found`, also for another member's. */
export async function unfollow(c: Context, user_id: string, id: string): Promise<void> {
  if (!(await deleteFollow(c.db, user_id, id))) throw new Problem('not_found');
}

/** A page of what a user follows, latest first. */
export async function listFollows(
  c: Context,
  user_id: string,
  query: PageQuery,
  origin: string,
): Promise<Page<Follow>> {
  const page = await paginate(
    query,
    byCreation,
    (part) => selectFollows(c.db, c.clock(), user_id, part),
    () => countFollows(c.db, user_id),
  );
  const rows = withAbsoluteUrls(page.rows, origin).map(({ is_deleted: _, ...row }) => ({
    ...row,
    ...(row.name === null && { cover_image_url: null, genre: null, votes: null }),
    target: row.name === null || row.kind === 'person' ? row.name : row.target,
  }));
  return { ...page, rows };
}

async function findTarget(c: Context, { kind, target: given }: FollowTarget): Promise<Target> {
  const target = kind === 'person' ? await selectUserId(c.db, given) : given;
  if (target === undefined || (kind === 'genre' && !isGenre(target))) throw new Problem('not_found');
  if ((await selectName(c.db, { kind, target })) === null) throw new Problem('not_found');
  return { kind, target };
}

export const followData: PersonalData = {
  name: 'follows',
  export: (db, user_id) =>
    db
      .selectFrom('follow')
      .where('user_id', '=', user_id)
      .select(['kind', 'target', 'created_at'])
      .orderBy('created_at')
      .execute(),
  erase: async (tx, user_id) => {
    await tx.deleteFrom('follow').where('user_id', '=', user_id).execute();
    await tx.deleteFrom('follow').where('kind', '=', 'person').where('target', '=', user_id).execute();
  },
};

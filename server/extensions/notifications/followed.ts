import { type RawBuilder, sql } from 'kysely';

/**
 * The name of something that can be followed, or null if it is not public: the one place that decides that.
 * @param kind expression of the kind.
 * @param target expression of what the table `follow` has as its target.
 */
export const followedName = (kind: RawBuilder<string>, target: RawBuilder<string>) =>
  sql<string | null>`(case ${kind}
    when 'request' then (select one.title from song_request as one where one.id = ${target} and one.in_review = 0)
    when 'artist' then (select one.name from artist as one where one.slug = ${target} and one.tracks > 0)
    when 'genre' then ${target}
    when 'playlist' then (select one.name from playlist as one
      where one.id = ${target} and one.privacy = 'public' and one.is_deleted = 0)
    when 'person' then (select one.username from "user" as one
      join public_profile on public_profile.user_id = one.id
      where one.id = ${target} and one.deleted_at is null and one.suspended_at is null)
    end)`;

/** The name of what a notification's reader follows; null also for notifications of another kind. */
export const notifiedName = followedName(
  sql.ref('notification.followed'),
  sql.ref('notification.followed_target'),
);

/**
 * Condition on `notification`: followers no longer see what is not public anymore, neither in lists nor in counts.
 * @param moment ISO date, for songs that are not out yet.
 */
export const isShown = (moment: string) =>
  sql<boolean>`(notification.role <> 'follower' or (${notifiedName} is not null and (
    exists (select 1 from song_request as one where one.id = notification.request_id and one.in_review = 0)
    or (notification.request_id is null and exists (select 1 from track as one
      where one.id = notification.track_id and one.is_deleted = 0 and one.release_date <= ${moment})))))`;

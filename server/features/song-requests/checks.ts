import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { sql } from 'kysely';
import type { Invariant } from '../../platform/db/invariant.ts';

/** Invariants of requests, votes and their charges. */
export const songRequestChecks: Invariant[] = [
  {
    name: 'the votes of a request equal its vote rows',
    violations: sql`select song_request.id, song_request.votes, coalesce(counted.votes, 0) as counted
      from song_request left join (select request_id, count(*) as votes from vote group by request_id) as counted
        on counted.request_id = song_request.id
      where song_request.votes <> coalesce(counted.votes, 0)`,
  },
  {
    name: 'the backers of a request are its voters, each with the number of their votes',
    violations: sql`select song_request.id, song_request.backers, coalesce(summed.people, 0) as people
      from song_request left join (
        select request_id, count(*) as people, sum(votes) as votes from backer group by request_id
      ) as summed on summed.request_id = song_request.id
      where song_request.backers <> coalesce(summed.people, 0) or song_request.votes <> coalesce(summed.votes, 0)
      union all
      select backer.request_id, backer.votes, coalesce(counted.votes, 0)
      from backer left join (
        select request_id, user_id, count(*) as votes from vote group by request_id, user_id
      ) as counted on counted.request_id = backer.request_id and counted.user_id = backer.user_id
      where backer.votes <> coalesce(counted.votes, 0)`,
  },
  {
    name: 'every vote has exactly one charge, and every charge for a vote has its vote',
    violations: sql`select coalesce(vote.id, charge.id) as id from vote
      full join (
        select credit_entry.*, coalesce(song_request.merged_into, reference) as counts_for from credit_entry
        left join song_request on song_request.id = reference where kind = 'vote'
      ) as charge on charge.key = 'vote:' || vote.id
        and charge.user_id = vote.user_id and charge.counts_for = vote.request_id
      where vote.id is null or charge.id is null`,
  },
  {
    name: 'every request has exactly one charge, and every charge for a request has its request',
    violations: sql`select coalesce(song_request.id, charge.id) as id from song_request
      full join (select * from credit_entry where kind = 'request') as charge
        on charge.key = 'request:' || song_request.id
        and charge.user_id = song_request.user_id and charge.reference = song_request.id
      where song_request.id is null or charge.id is null`,
  },
  {
    name: 'the charges for a request, or for votes that were merged into it, are reversed if and only if it ended without a song',
    violations: sql`select charge.id, charge.reference from credit_entry as charge
      join song_request as charged on charged.id = charge.reference
      join song_request on song_request.id =
        case when charge.kind = 'vote' then coalesce(charged.merged_into, charged.id) else charged.id end
      left join credit_entry as back on back.key = 'reversal:' || charge.key
      where charge.kind in ('vote', 'request')
        and (song_request.refunded_at is null) <> (back.id is null)`,
  },
  {
    name: 'the counts of the board match the requests on it',
    violations: sql`select * from (
        select sum(requests) as requests, sum(votes) as votes, sum(queued) as queued from board_count
      ) as counted cross join (
        select count(*) as real_requests, coalesce(sum(votes), 0) as real_votes,
          coalesce(sum(case when votes >= ${sql.lit(VOTE_GOAL)} then 1 else 0 end), 0) as real_queued
        from song_request where released = 0 and refunded_at is null and in_review = 0
      ) as real where requests <> real_requests or counted.votes <> real_votes or queued <> real_queued`,
  },
  {
    name: 'a request is released, or its credits were returned, or it waits: only one of them',
    violations: sql`select id from song_request where (released = 1 and refunded_at is not null)
      or ((released = 1 or refunded_at is not null) and (stage is not null or choosing_ends_at is not null))
      or (stage is not null and queued_at is null)
      or (coalesce(stage, '') = 'choosing') <> (choosing_ends_at is not null)`,
  },
  {
    name: 'the timeline of a request ends as the request did',
    violations: sql`select song_request.id from song_request
      where (refunded_at is not null) <> exists (select 1 from request_event
        where request_event.request_id = song_request.id and kind in ('declined', 'returned', 'merged'))`,
  },
  {
    name: 'a merged request has no votes, and what it was merged into was not merged itself',
    violations: sql`select song_request.id from song_request
      join song_request as survivor on survivor.id = song_request.merged_into
      where song_request.votes <> 0 or song_request.refunded_at is null or survivor.merged_into is not null`,
  },
];

import { expect, it } from 'vitest';
import { merge } from '../../features/song-requests/moderation/merge.ts';
import { serverPerTest } from '../../testing/hooks.ts';
import { runJobs } from '../../testing/jobs.ts';
import { createOpenRequest } from '../../testing/requests.ts';
import { plansOf } from '../../testing/rows.ts';
import { publishTrack, signUp } from '../../testing/server.ts';
import { comment, listAnswers, listComments, listNewest } from './comments.ts';
import { listToReview } from './moderation.ts';

const s = serverPerTest();

it('on SQLite, comments are read by indexes only, and told and moved by them', async () => {
  const ann = { ...(await signUp(s)), plan_tier: 'free' } as const;
  const on = { on: 'request', subject: await createOpenRequest(s.c, ann.id) } as const;
  const into = await createOpenRequest(s.c, ann.id);
  const { id } = await comment(s.c, ann, { ...on, text: 'Softly' });
  const page = { limit: 20, cursor: undefined };
  const plans = await plansOf(s.c.db, async () => {
    for (const reader of [null, ann]) {
      await listComments(s.c, reader, { ...on, ...page, sort: 'newest' });
      await listComments(s.c, reader, { ...on, ...page, sort: 'helpful' });
      await listNewest(s.c, reader, on, 100);
      await listAnswers(s.c, reader, id, page);
    }
    await listComments(s.c, null, { on: 'track', subject: await publishTrack(s.c), ...page, sort: 'newest' });
    await listToReview(s.c, page);
    await runJobs(s.c, 'comments.');
    await merge(s.c, on.subject, into);
    await runJobs(s.c, 'event:', 'comments.');
  });
  const steps = plans.filter((step) => /^(SCAN|SEARCH) (comment|answer)\b/.test(step));
  expect(steps.filter((step) => !/USING (COVERING )?INDEX/.test(step))).toEqual([]);
  for (const index of ['newest', 'most_helpful', 'answers', 'seconds', 'updates', 'to_review', 'by_subject'])
    expect(steps.join()).toMatch(new RegExp(`comment_${index}\\b`));
});

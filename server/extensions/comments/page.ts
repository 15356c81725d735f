import { Problem } from 'contract/errors.ts';
import type { Conversation, Said, Subject } from 'contract/extensions/comments/comments.ts';
import { COMMENTS_PAGE } from 'contract/extensions/comments/comments-constants.ts';
import type { Context } from '../../platform/context.ts';
import type { PagePart } from '../../platform/http/pages/site.ts';
import { listComments } from './comments.ts';

/** The first page of the conversation on a request's and a song's page, as visitors see it. */
export const commentPageParts = (c: Context) => ({
  request: (id: string) => partOf(c, { on: 'request', subject: id }),
  track: (id: string) => partOf(c, { on: 'track', subject: id }),
});

async function partOf(c: Context, of: Subject): Promise<PagePart | undefined> {
  const query = { ...of, sort: 'newest', limit: COMMENTS_PAGE } as const;
  try {
    const page = await listComments(c, null, query);
    const { comments } = page;
    return {
      entries: [[['comments', of.on, of.subject, 'newest', null], { pages: [page], pageParams: [null] }]],
      ...(comments.length > 0 && {
        jsonLd: { comment: comments.flatMap(toJsonLd), commentCount: page.count },
      }),
    };
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Schema.org's `Comment`; none of one that was taken down. */
function toJsonLd({ answers, ...said }: Conversation['comments'][number]): object[] {
  const own = toComment(said);
  const replies = answers.map(toComment);
  return own
    ? [{ ...own, ...(replies.length > 0 && { comment: replies }) }]
    : replies.flatMap((one) => one ?? []);
}

const toComment = ({ text, by, created_at, edited_at, helpful, state }: Omit<Said, 'answers'>) =>
  state === 'shown'
    ? {
        '@type': 'Comment',
        text,
        ...(by !== null && { author: { '@type': 'Person', name: by } }),
        dateCreated: new Date(created_at).toISOString(),
        ...(edited_at !== null && { dateModified: new Date(edited_at).toISOString() }),
        ...(helpful > 0 && { upvoteCount: helpful }),
      }
    : undefined;

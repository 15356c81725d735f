import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/oembed.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { onReplica } from '../../platform/http/replica-reads.ts';
import { findOEmbed, toXml } from './oembed.ts';

export function embedRoutes(bind: Bind, c: Context): void {
  bind(contract.getOEmbed, async ({ query }, { request, reply, origin }) => {
    if (query.format !== 'json' && query.format !== 'xml') throw new Problem('unknown_format');
    const answer = await onReplica(c, request, (c) => findOEmbed(c, query, origin));
    // Other sites' scripts ask too.
    reply.headers({
      'access-control-allow-origin': '*',
      'cache-control': `public, max-age=${answer.cache_age}`,
    });
    if (query.format === 'json') return answer;
    reply.type('text/xml; charset=utf-8');
    return toXml(answer);
  });
}

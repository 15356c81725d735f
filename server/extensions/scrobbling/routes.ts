import * as contract from 'contract/extensions/scrobbling.ts';
import type { Bind } from '../../platform/http/bind.ts';
import {
  beginLastFm,
  linkLastFm,
  linkListenBrainz,
  listLinks,
  type ScrobblingContext,
  unlink,
} from './scrobbling.ts';

export function scrobblingRoutes(bind: Bind, c: ScrobblingContext): void {
  bind(contract.listScrobbleLinks, (_input, { user }) => listLinks(c, user));

  bind(contract.linkListenBrainz, ({ body }, { user }) => linkListenBrainz(c, user, body.token));

  bind(contract.beginLastFm, (_input, { user }) => ({ url: beginLastFm(c, user) }));

  bind(contract.linkLastFm, ({ body }, { user }) => linkLastFm(c, user, body));

  bind(contract.unlinkScrobbler, ({ params }, { user }) => unlink(c, user, params.service));
}

import * as contract from 'contract/people.ts';
import type { Context } from '../../context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { onReplica } from '../../platform/http/replica-reads.ts';
import { getPersonPage, getVisibility, isMissingPerson, setVisibility } from './people.ts';

export function peopleRoutes(bind: Bind, c: Context): void {
  bind(contract.getPersonPage, ({ params }, { request, origin }) =>
    onReplica(c, request, (c) => getPersonPage(c, params.username, origin), isMissingPerson),
  );
  bind(contract.getProfileVisibility, (_input, { user }) => getVisibility(c, user.id));
  bind(contract.setProfileVisibility, ({ body }, { user }) => setVisibility(c, user.id, body.is_public));
}

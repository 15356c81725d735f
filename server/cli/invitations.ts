import { INVITATION_FRAGMENT } from 'contract/accounts-constants.ts';
import type { Config } from '../config.ts';
import { createInvitation, listInvitations, revokeInvitation } from '../features/accounts/accounts.ts';
import type { ContextCommand } from './command.ts';

/** Invitations in the list. */
const LISTED = 50;

export function inviteSomebody(
  input: Parameters<typeof createInvitation>[2],
  { publicUrl, port, accounts }: Config,
): ContextCommand {
  return async (c) => {
    const { token, invitation } = await createInvitation(c, undefined, input);
    const origin = publicUrl ?? `http://localhost:${port}`;
    const people = invitation.max_uses === 1 ? 'once' : `${invitation.max_uses} times`;
    const lines = [
      `${origin}/signup#${INVITATION_FRAGMENT}${token}`,
      `It works ${people}, until ${dateOf(invitation.expires_at)}. It is not shown again.`,
    ];
    if (accounts.signUp !== 'invite')
      lines.push(`Invitations matter with SIGNUP=invite; it is ${accounts.signUp}.`);
    return lines.join('\n');
  };
}

export const listedInvitations: ContextCommand = async (c) => {
  const { rows, total } = await listInvitations(c, { limit: LISTED });
  if (total === 0) return 'There are no invitations.';
  const lines = rows.map(({ id, state, uses, max_uses, expires_at, note }) =>
    [id, state.padEnd(7), `${uses}/${max_uses}`, `until ${dateOf(expires_at)}`, note]
      .filter(Boolean)
      .join('  '),
  );
  return [...lines, `${rows.length} of ${total}`].join('\n');
};

export const revoke =
  (id: string): ContextCommand =>
  async (c) => {
    await revokeInvitation(c, id);
    return 'The invitation is revoked.';
  };

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

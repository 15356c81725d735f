import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FollowTarget } from 'contract/extensions/news/following.ts';
import { BellPlus, BellRing } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useSession } from '../../lib/session.tsx';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { Button } from '../../ui/Button.tsx';
import { followQuery, type Offer, startFollowing, stopFollowing } from './follow.ts';

/** Follows something and unfollows it. Visitors are asked to log in, which then does it. */
export function FollowButton({
  kind,
  target,
  name,
  label = t`Follow`,
  labelOn = t`Following`,
  offer,
  ...look
}: FollowTarget & {
  name: string;
  label?: string;
  labelOn?: string;
  /** Further offer to those who have just followed. */
  offer?: Offer;
} & Pick<ComponentProps<typeof Button>, 'look' | 'className'>) {
  const client = useQueryClient();
  const { viewer } = useSession();
  const { data } = useQuery({ ...followQuery({ kind, target }), enabled: viewer !== null });
  const id = data?.id ?? null;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      id === null ? startFollowing(client, { kind, target, name }, offer) : stopFollowing(client, id, name),
  });
  const press = () =>
    viewer
      ? mutate()
      : askToLogIn(t`Log in to follow`, t`Then you are told what is new: ${name}.`, {
          kind: 'extension',
          name: 'follow',
          input: { kind, target, name },
        });
  return (
    <Button {...look} aria-pressed={id !== null} disabled={isPending} onClick={press}>
      {id === null ? <BellPlus size={17} aria-hidden="true" /> : <BellRing size={17} aria-hidden="true" />}
      {id === null ? label : labelOn}
    </Button>
  );
}

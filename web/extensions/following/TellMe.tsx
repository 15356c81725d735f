import { t } from '@lingui/core/macro';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { FollowButton } from './FollowButton.tsx';
import type { Offer } from './follow.ts';

/** To those who want to be told of it: that this device does. */
const offerDevice: Offer = async (client) =>
  (await import('../notifications/push-device.ts')).offerDevice(client);

/** Follows a request. Its requester is told anyway. */
export function TellMe({
  request: { id, title, requested_by },
  username,
}: {
  request: RequestPage;
  username: string | undefined;
}) {
  if (username !== undefined && username === requested_by)
    return <p className="flex min-h-11 items-center text-soft">{t`We’ll tell you when it’s made.`}</p>;
  return (
    <FollowButton
      kind="request"
      target={id}
      name={title}
      label={t`Tell me when it’s made`}
      labelOn={t`We’ll tell you when it’s made`}
      offer={offerDevice}
      look="bare"
      className="-ms-5 justify-self-start"
    />
  );
}

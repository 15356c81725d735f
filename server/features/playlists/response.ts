import { isVip } from 'contract/plans.ts';
import type { Playlist } from 'contract/playlists.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import type { Card } from './card-queries.ts';
import type { Viewer } from './queries.ts';

/** Makes addresses absolute and hides the owner's id from everyone but the owner and admins. */
export function toResponse(card: Card, viewer: Viewer, origin: string): Playlist {
  const seesOwner = viewer !== null && (viewer.id === card.user_id || viewer.plan_tier === 'admin');
  const { owner_tier, ...known } = card;
  const [row] = withAbsoluteUrls([{ ...known, is_deleted: card.is_deleted === 1 }], origin);
  const covers = card.covers.map(
    (cover_image_url) => withAbsoluteUrls([{ cover_image_url }], origin)[0]!.cover_image_url,
  );
  return { ...row!, owner_vip: isVip(owner_tier), user_id: seesOwner ? card.user_id : null, covers };
}

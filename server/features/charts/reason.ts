import { pluralize } from 'contract/pluralize.ts';

/** What a place is explained by. */
interface Place {
  position: number;
  previous: number | null;
  weeks: number;
  plays: number;
  listeners: number | null;
  before: number | null;
}

/** Why a track has its place: `1,204 counted listens by 311 people, up 12 places`. */
export function reasonOf(place: Place): string {
  const { plays, listeners, before } = place;
  const people = listeners === null ? '' : ` by ${pluralize(listeners, 'person', 'people')}`;
  const rise =
    before === null ? '' : `, ${before === 0 ? 'none' : before.toLocaleString('en')} the week before`;
  return `${pluralize(plays, 'counted listen')}${people}${rise}, ${changeOf(place)}`;
}

function changeOf({ position, previous, weeks }: Place): string {
  if (previous === null) return weeks === 1 ? 'new' : 'back again';
  if (previous === position) return 'same place';
  const moved = Math.abs(previous - position);
  return `${previous > position ? 'up' : 'down'} ${pluralize(moved, 'place')}`;
}

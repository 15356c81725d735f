import type { Wish } from 'contract/song-requests.ts';
import { WishList } from '../../ui/WishList.tsx';

/** What became of the wishes in one take, folded. */
export function TakeWishes({ label, wishes }: { label: string; wishes: readonly Wish[] }) {
  const known = wishes.filter(({ outcome }) => outcome !== 'unknown');
  const met = known.filter(({ outcome }) => outcome !== 'not possible').length;
  return (
    <details className="-mt-2 col-start-2 grid min-w-0 gap-2 md:col-span-2">
      <summary className="inline-flex min-h-9 cursor-pointer items-center text-sm text-soft hover:text-ink">
        {known.length === 0 ? 'No wish was understood' : `${met} of ${known.length} wishes heard`}
      </summary>
      <WishList label={`Wishes in take ${label}`} wishes={wishes} />
    </details>
  );
}

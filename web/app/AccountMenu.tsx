import { CircleUserRound } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useSession } from '../lib/session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { lazyLayer } from '../ui/lazy-layer.tsx';

const AccountMenuOpen = lazyLayer(() => import('./AccountMenuOpen.tsx'));

/** The profile menu. Its open state loads when the pointer or the focus comes near. */
export function AccountMenu() {
  const [opened, setOpened] = useState<MouseEvent>();
  const { viewer } = useSession();
  const trigger = (
    <button
      type="button"
      aria-label={viewer ? `Account menu of ${viewer.name || viewer.username}` : 'Account menu'}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={AccountMenuOpen.preload}
      onFocus={AccountMenuOpen.preload}
      onClick={setOpened}
      className="grid size-11 shrink-0 place-items-center rounded-full text-soft transition hover:text-ink md:size-10"
    >
      {viewer ? (
        <Avatar user={viewer} className="size-9 text-sm" />
      ) : (
        <CircleUserRound size={24} strokeWidth={1.75} />
      )}
    </button>
  );
  return opened ? <AccountMenuOpen fallback={trigger} trigger={trigger} opened={opened} /> : trigger;
}

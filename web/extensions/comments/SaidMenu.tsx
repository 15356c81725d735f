import { t } from '@lingui/core/macro';
import type { Said } from 'contract/extensions/comments/comments.ts';
import { Eye, EyeOff, Flag, Pencil, Trash2, VolumeX } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { MENU, MenuItem, MenuRoot, useKeyboardOpening } from '../../ui/layers/menu.tsx';
import { toast } from '../../ui/layers/toasts.ts';
import { judge, mute, useCommentMutation } from './queries.ts';

const ReportDialog = lazyLayer(() => import('../../ui/layers/ReportDialog.tsx'));

/** Further actions on a comment, for its writer, other members and admins. */
export default function SaidMenu({
  said: { id, own, by, state },
  trigger,
  opened,
  onEdit,
}: {
  said: Said;
  trigger: ReactElement;
  opened: MouseEvent;
  onEdit?: (() => void) | undefined;
}) {
  const { viewer } = useSession();
  const [isReporting, setReporting] = useState(false);
  const focusFirst = useKeyboardOpening(opened);
  const deleting = useCommentMutation(
    () => call('DELETE /comments/:id', { params: { id } }),
    t`Failed to delete the comment`,
  );
  const judging = useCommentMutation(
    (verdict: 'hide' | 'show') => judge(id, verdict),
    t`Failed to change the comment`,
  );
  const muting = useCommentMutation(async () => {
    await mute(id, true);
    toast(
      t({ message: 'Muted', context: 'a member' }),
      t`${{ by: by! }} can’t write comments. Undo it in Create, Comments.`,
    );
  }, t`Failed to mute`);
  const isAdmin = viewer?.plan_tier === 'admin';
  return (
    <>
      <MenuRoot defaultOpen>
        <Menu.Trigger asChild>{trigger}</Menu.Trigger>
        <Menu.Portal>
          <Menu.Content ref={focusFirst} align="start" sideOffset={4} collisionPadding={12} className={MENU}>
            {onEdit && <MenuItem icon={Pencil} name={t`Edit`} onSelect={onEdit} />}
            {own && <MenuItem icon={Trash2} name={t`Delete`} onSelect={() => deleting.mutate(undefined)} />}
            {!own && <MenuItem icon={Flag} name={t`Report`} onSelect={() => setReporting(true)} />}
            {isAdmin && state === 'shown' && (
              <MenuItem icon={EyeOff} name={t`Hide`} onSelect={() => judging.mutate('hide')} />
            )}
            {isAdmin && state !== 'shown' && (
              <MenuItem icon={Eye} name={t`Show`} onSelect={() => judging.mutate('show')} />
            )}
            {isAdmin && !own && by !== null && (
              <MenuItem icon={VolumeX} name={t`Mute ${by}`} onSelect={() => muting.mutate(undefined)} />
            )}
          </Menu.Content>
        </Menu.Portal>
      </MenuRoot>
      {isReporting && (
        <ReportDialog
          send={(body) => call('POST /comments/:id/report', { params: { id }, body })}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  );
}

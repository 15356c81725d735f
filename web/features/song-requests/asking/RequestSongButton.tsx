import { t } from '@lingui/core/macro';
import { can, REQUEST_TOOLTIP } from 'contract/plans.ts';
import { Plus } from 'lucide-react';
import { say } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { checkCanRequest, type Voter } from '../use-voter.ts';
import type { RequestInput } from './request-input.ts';

/** Opens the form of a request with what was entered before, or says why the viewer cannot request songs. */
export function RequestSongButton({
  input,
  voter,
  onPreload,
  onOpen,
}: {
  input: RequestInput;
  voter: Voter;
  /** Called when the form is likely to be opened soon. */
  onPreload: () => void;
  onOpen: () => void;
}) {
  const blocked = voter.viewer !== null && !can(voter.viewer, 'requestSongs');
  return (
    <Button
      look="ember"
      size="lg"
      aria-disabled={blocked || undefined}
      data-tooltip={blocked ? say(REQUEST_TOOLTIP) : undefined}
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onClick={() => checkCanRequest(voter, input) && onOpen()}
      className="w-full aria-disabled:opacity-45"
    >
      <Plus size={18} aria-hidden="true" /> {t`Request Song`}
    </Button>
  );
}

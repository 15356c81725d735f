import { Coins } from 'lucide-react';
import { buttonLook } from '../ui/Button.tsx';
import { loadCreditsDialog } from './CreditsLayer.tsx';
import { creditsDialog } from './credits-dialog.ts';

const ahead = { onPointerEnter: loadCreditsDialog, onFocus: loadCreditsDialog };

/** §2: the credit badge, and the way to a larger plan. Both lead to the credits dialog, each to its tab. */
export function CreditButtons() {
  return (
    <>
      <button
        type="button"
        data-tooltip="Click to purchase credits"
        onClick={() => creditsDialog.open('packages')}
        {...ahead}
        className="inline-flex h-11 items-center gap-2 rounded-full border border-line px-3.5 text-[0.9375rem] font-semibold transition hover:bg-raised md:h-10"
      >
        <Coins size={16} aria-hidden="true" className="text-soft" />
        Credits
      </button>
      <button
        type="button"
        onClick={() => creditsDialog.open('subscriptions')}
        {...ahead}
        className={`${buttonLook('ember')} hidden! md:inline-flex!`}
      >
        Upgrade
      </button>
    </>
  );
}

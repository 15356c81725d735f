import './payments.css';
import { t } from '@lingui/core/macro';
import { Tabs } from 'radix-ui';
import { type CreditsTab, creditsDialog } from '../../lib/credits.ts';
import { pageDirection } from '../../ui/layers/menu.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { Packages } from './Packages.tsx';
import { Subscriptions } from './Subscriptions.tsx';

/** 'Get Credits & Unlock Features' (§2). */
export default function CreditsDialog({ tab: shown }: { tab: CreditsTab }) {
  return (
    <Sheet title={t`Get Credits & Unlock Features`} wide onClose={() => creditsDialog.set(null)}>
      <Tabs.Root
        dir={pageDirection()}
        value={shown}
        onValueChange={(value) => creditsDialog.set(value as CreditsTab)}
      >
        <Tabs.List aria-label={t`What to get`} className="credits-tabs">
          <Tabs.Trigger value="packages">{t`Credit Packages`}</Tabs.Trigger>
          <Tabs.Trigger value="subscriptions">{t`Subscriptions`}</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="packages" className="outline-none">
          <Packages />
        </Tabs.Content>
        <Tabs.Content value="subscriptions" className="outline-none">
          <Subscriptions />
        </Tabs.Content>
      </Tabs.Root>
    </Sheet>
  );
}

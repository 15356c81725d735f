import { Tabs } from 'radix-ui';
import { type CreditsTab, creditsDialog } from '../../lib/credits.ts';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { Packages } from './Packages.tsx';
import { Subscriptions } from './Subscriptions.tsx';

const tab =
  'h-10 rounded-full px-4 font-semibold text-soft transition hover:text-ink data-[state=active]:bg-ground data-[state=active]:text-ink';

/** 'Get Credits & Unlock Features' (§2). */
export default function CreditsDialog({ tab: shown }: { tab: CreditsTab }) {
  return (
    <Sheet title="Get Credits & Unlock Features" wide onClose={() => creditsDialog.set(null)}>
      <Tabs.Root value={shown} onValueChange={(value) => creditsDialog.set(value as CreditsTab)}>
        <Tabs.List aria-label="What to get" className="mb-7 inline-flex rounded-full bg-raised p-1">
          <Tabs.Trigger value="packages" className={tab}>
            Credit Packages
          </Tabs.Trigger>
          <Tabs.Trigger value="subscriptions" className={tab}>
            Subscriptions
          </Tabs.Trigger>
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

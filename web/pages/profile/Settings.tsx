import '../../features/accounts/settings.css';
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { pages } from 'contract/pages.ts';
import { type ReactNode, useState } from 'react';
import { useParams } from 'wouter';
import { AccountActions } from '../../features/accounts/AccountActions.tsx';
import { EditProfile } from '../../features/accounts/EditProfile.tsx';
import { SignedIn } from '../../features/accounts/guards.tsx';
import { AppPasswords } from '../../features/accounts/security/AppPasswords.tsx';
import { EmailAddress } from '../../features/accounts/security/EmailAddress.tsx';
import { Security } from '../../features/accounts/security/Security.tsx';
import { Sessions } from '../../features/accounts/security/Sessions.tsx';
import { say } from '../../lib/i18n.ts';
import type { Viewer } from '../../lib/session.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { LanguageRow } from '../../ui/LanguageChoice.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { SettingRow, SettingSection } from '../../ui/SettingRow.tsx';
import { Slot } from '../../ui/Slot.tsx';
import { useTitle } from '../../ui/use-title.ts';

const AccessTokens = lazyLayer(() => import('../../features/accounts/security/AccessTokens.tsx'));

/** `/profile/settings/:part` */
export default function Settings() {
  const { part = 'account' } = useParams();
  const shown = Object.hasOwn(parts, part) ? (part as Part) : 'account';
  useTitle(`${say(pages.settings.title)}: ${t(parts[shown].name)}`);
  return (
    <div className="settings stage-width pt-8 pb-16 md:pt-11">
      <h1 className="text-[1.75rem] leading-tight">{t`Settings`}</h1>
      <nav aria-label={t`Settings`}>
        <ul>
          {(Object.keys(parts) as Part[]).map((one) => (
            <li
              key={one}
              ref={(item) => {
                if (one === shown) item?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
              }}
            >
              <AppLink href={`/profile/settings/${one}`} aria-current={one === shown ? 'page' : undefined}>
                {t(parts[one].name)}
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
      <div key={shown} className="settings-parts in-order">
        <SignedIn>{(viewer) => parts[shown].show(viewer)}</SignedIn>
      </div>
    </div>
  );
}

const parts = {
  account: { name: msg`Account`, show: (viewer) => <Account viewer={viewer} /> },
  notifications: { name: msg`Notifications`, show: () => <Slot at="settings/notifications" /> },
  apps: {
    name: msg`Apps & devices`,
    show: (viewer) => (
      <>
        <Sessions />
        <AppPasswords />
        {viewer.plan_tier === 'admin' && <AccessTokens />}
        <Slot at="settings/apps" />
      </>
    ),
  },
  data: {
    name: msg`Downloads & data`,
    show: () => (
      <>
        <Slot at="settings/data" />
        <AccountActions />
      </>
    ),
  },
} satisfies Record<string, { name: MessageDescriptor; show: (viewer: Viewer) => ReactNode }>;
type Part = keyof typeof parts;

function Account({ viewer }: { viewer: Viewer }) {
  const [editing, setEditing] = useState(false);
  const { name, username, email } = viewer;
  return (
    <>
      <Security />
      <SettingSection title={t`You`}>
        <ul>
          <SettingRow
            name={username || name}
            text={username && name !== username ? name : undefined}
            action={{ word: t`Edit Profile`, onClick: () => setEditing(true) }}
          />
        </ul>
        <EmailAddress />
        <Slot at="settings/account" username={username} />
        <LanguageRow saved={viewer.language} />
      </SettingSection>
      <Slot at="settings/help" email={email} />
      {editing && <EditProfile viewer={viewer} onClose={() => setEditing(false)} />}
    </>
  );
}

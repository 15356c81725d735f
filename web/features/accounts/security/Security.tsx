import { ScrobbleLinks } from '../ScrobbleLinks.tsx';
import { AppPasswords } from './AppPasswords.tsx';
import { EmailAddress } from './EmailAddress.tsx';
import { Identities } from './Identities.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Sessions } from './Sessions.tsx';
import { TwoFactor } from './TwoFactor.tsx';

/** How the viewer's account is protected, and where they are signed in. */
export default function Security() {
  return (
    <section aria-labelledby="security" className="mt-11">
      <h2 id="security" className="mb-3 text-title">
        Security
      </h2>
      <div className="in-order grid gap-7">
        <EmailAddress />
        <Passkeys />
        <Identities />
        <TwoFactor />
        <AppPasswords />
        <ScrobbleLinks />
        <Sessions />
      </div>
    </section>
  );
}

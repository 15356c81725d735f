import { t } from '@lingui/core/macro';
import { ReadableError } from 'contract/answers.ts';
import type { CallInput } from 'contract/endpoint.ts';
import type * as contract from 'contract/features/accounts/login-methods.ts';
import type { call } from '../../../lib/http/api.ts';

type CreationOptions = Awaited<ReturnType<typeof call<'POST /auth/passkeys/challenge'>>>;
type RequestOptions = Awaited<ReturnType<typeof call<'POST /auth/passkey-login/challenge'>>>;
type Made = CallInput<typeof contract.addPasskey>['body']['credential'];
type Used = CallInput<typeof contract.logInWithPasskey>['body']['credential'];

/** True if this browser has passkeys. It has none on pages without https. */
export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function';

/** Has the browser make a passkey. @throws ReadableError with a sentence. */
export async function makePasskey(optionsJSON: CreationOptions): Promise<Made> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({ optionsJSON }).catch(explain)) as Made;
}

/** Has the browser use a passkey. @throws ReadableError with a sentence. */
export async function usePasskey(optionsJSON: RequestOptions): Promise<Used> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({
    optionsJSON: {
      ...optionsJSON,
      allowCredentials: optionsJSON.allowCredentials as NonNullable<
        Parameters<typeof startAuthentication>[0]['optionsJSON']['allowCredentials']
      >,
    },
  }).catch(explain);
}

function explain(error: Error): never {
  if (error.name === 'InvalidStateError')
    throw new ReadableError(t`This device has a passkey of your account already.`);
  // Browsers give the same error whether the person canceled, waited too long or has no passkey.
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    throw new ReadableError(t`No passkey was used. Please try again, or choose another way.`);
  throw new ReadableError(t`Your browser could not use a passkey here. Please choose another way.`);
}

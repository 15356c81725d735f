import { useQueryClient } from '@tanstack/react-query';
import { PASSKEY_NAME_MAX } from 'contract/accounts-constants.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toasts.ts';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { makePasskey } from './passkey-browser.ts';
import { passkeysQuery, secondFactorQuery } from './security-queries.ts';

/** Names a passkey and has the browser make it. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      const credential = await makePasskey(await call('POST /auth/passkeys/challenge'));
      await call('POST /auth/passkeys', { body: { name, credential } });
      toast('Passkey added', `You can log in with “${name}” from now on.`);
      onClose();
      void client.invalidateQueries(passkeysQuery);
      // An admin who needs a second factor has one now.
      void client.invalidateQueries(secondFactorQuery);
    },
    failure: { title: 'Couldn’t add a passkey' },
  });
  return (
    <Sheet
      title="Add a passkey"
      description="Your device will ask for your fingerprint, your face or your screen lock."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="Name"
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          hint="A name that you will recognize, such as “My phone”."
          {...field('name')}
        />
        <Button type="submit" look="ember" disabled={busy}>
          {busy ? 'Waiting for your device…' : 'Continue'}
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () => (await import('contract/login-methods.ts')).addPasskey.body.pick({ name: true });

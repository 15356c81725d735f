import { email, password } from 'contract/accounts.ts';
import { PASSWORD_MIN } from 'contract/accounts-constants.ts';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { toast } from '../../ui/toasts.ts';
import { Gate } from './Gate.tsx';
import { useSchemaForm } from './use-form.ts';

const askSchema = z.object({ email: email as unknown as z.ZodType<string, string> });
const setSchema = z.object({ password: password as z.ZodType<string, string> });

/** Asks for a mail with a link. What it says does not depend on whether there is such an account. */
export function AskReset({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, submit, problem, busy, errors } = useSchemaForm(
    askSchema,
    { email: '' },
    async (body) => {
      await call('POST /auth/password-reset', { body });
      setSentTo(body.email);
    },
    { title: 'The mail could not be sent', sentence: 'Please try again.' },
  );
  return (
    <Gate
      title="Forgot your password?"
      text={
        sentTo
          ? `If there is an account for ${sentTo}, a link is on its way. It is good for one hour.`
          : 'We send you a link for a new one.'
      }
    >
      {!sentTo && (
        <form onSubmit={submit} noValidate className="grid gap-5">
          {problem && <ErrorBox>{problem}</ErrorBox>}
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...form.register('email')}
          />
          <Button type="submit" look="ember" size="lg" disabled={busy}>
            Send the link
          </Button>
        </form>
      )}
      <Button look="bare" onClick={onBack} className="mt-3 w-full">
        Back to log in
      </Button>
    </Gate>
  );
}

/** Sets the new password with the token of the mail. */
export function SetPassword({ token, onDone }: { token: string; onDone: () => void }) {
  const { form, submit, problem, busy, errors } = useSchemaForm(
    setSchema,
    { password: '' },
    async (values) => {
      await call('POST /auth/password-reset/confirm', { body: { token, ...values } });
      toast('Password changed', 'Please log in with the new one.');
      onDone();
    },
    { title: 'The password was not changed', sentence: 'Please ask for a new link.' },
  );
  return (
    <Gate title="Choose a new password" text="It ends every session you have open.">
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters.`}
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" look="ember" size="lg" disabled={busy}>
          Set the password
        </Button>
        <Button look="bare" onClick={onDone}>
          Back to log in
        </Button>
      </form>
    </Gate>
  );
}

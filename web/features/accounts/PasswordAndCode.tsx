import type { ComponentProps } from 'react';
import { Field } from '../../ui/Field.tsx';

type FieldProps = Omit<ComponentProps<typeof Field>, 'label'>;

/** Asks for the password, and for a code where the account has a second factor. */
export function PasswordAndCode({
  field,
  needsCode,
}: {
  field: (name: 'password' | 'code') => FieldProps;
  needsCode: boolean;
}) {
  return (
    <>
      <Field label="Password" type="password" autoComplete="current-password" {...field('password')} />
      {needsCode && <CodeField {...field('code')} />}
    </>
  );
}

export function CodeField(field: FieldProps) {
  return (
    <Field
      label="Code"
      autoComplete="one-time-code"
      spellCheck={false}
      hint="From your app, or a recovery code."
      {...field}
    />
  );
}

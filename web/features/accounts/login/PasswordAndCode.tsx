import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { type ComponentProps, useCallback } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { confirmationQuery, secondFactorQuery } from '../security/security-queries.ts';

type FieldProps = Omit<ComponentProps<typeof Field>, 'label'>;

/** True if the viewer's account has a password; those that a login provider vouches for may have none. */
export function useHasPassword(): boolean {
  return useQuery(confirmationQuery).data?.has_password ?? true;
}

/** Asks for the password, if the account has one, and for a code where it has a second factor. */
export function PasswordAndCode({
  field,
  needsCode,
}: {
  field: (name: 'password' | 'code') => FieldProps;
  needsCode: boolean;
}) {
  const hasPassword = useHasPassword();
  return (
    <>
      {hasPassword && (
        <Field label={t`Password`} type="password" autoComplete="current-password" {...field('password')} />
      )}
      {needsCode && <CodeField {...field('code')} />}
    </>
  );
}

export function CodeField(field: FieldProps) {
  return (
    <Field
      label={t`Code`}
      autoComplete="one-time-code"
      spellCheck={false}
      hint={t`From your app, or a recovery code.`}
      {...field}
    />
  );
}

/** The rules of a form, without a password that the account does not have. */
export const withoutPassword = (schema: z.ZodObject, hasPassword: boolean): z.ZodObject =>
  !hasPassword && 'password' in schema.shape ? schema.omit({ password: true }) : schema;

/**
 * A form for what only the owner of the account may do. It also takes a code where the account has a second factor.
 * @param options `rules` and `defaultValues` have the field `code`.
 */
export function useOwnerForm<Values extends FieldValues & { code: string }>({
  rules,
  defaultValues,
  onSubmit,
  title,
}: {
  rules: () => Promise<z.ZodObject>;
  defaultValues: DefaultValues<Values>;
  onSubmit: (values: Values) => Promise<unknown>;
  /** Of the toast of a failure. */
  title: string;
}) {
  const client = useQueryClient();
  const needsCode = useQuery(secondFactorQuery).data?.enabled ?? false;
  const hasPassword = useHasPassword();
  const currentRules = useCallback(async () => {
    const schema = withoutPassword(await rules(), hasPassword);
    return (needsCode
      ? schema.required({ code: true })
      : schema.omit({ code: true })) as unknown as z.ZodType<Values>;
  }, [rules, needsCode, hasPassword]);
  const form = useContractForm<Values, Values>({
    rules: currentRules,
    defaultValues,
    onSubmit: async (values) => {
      try {
        await onSubmit(values);
      } catch (error) {
        // Turned on elsewhere since this page was loaded: now the field appears.
        if (error instanceof AnswerProblem && error.code === 'second_factor_required')
          await client.invalidateQueries(secondFactorQuery);
        throw error;
      }
    },
    failure: { title },
  });
  return { ...form, needsCode };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { type ComponentProps, useCallback } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { Field } from '../../../ui/forms/Field.tsx';
import { useContractForm } from '../../../ui/forms/use-contract-form.ts';
import { secondFactorQuery } from '../security/security-queries.ts';

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
  const currentRules = useCallback(async () => {
    const schema = await rules();
    return (needsCode
      ? schema.required({ code: true })
      : schema.omit({ code: true })) as unknown as z.ZodType<Values>;
  }, [rules, needsCode]);
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

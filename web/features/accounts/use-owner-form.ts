import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { useCallback } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { secondFactorQuery } from './security-queries.ts';

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

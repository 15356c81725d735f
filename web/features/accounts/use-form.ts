import { zodResolver } from '@hookform/resolvers/zod';
import { AnswerProblem } from 'contract/answers.ts';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { toastProblem } from '../../ui/toasts.ts';

/**
 * A form over a schema of the contract: the rules are shown at the fields, a refusal in a box and a toast.
 * @param failure the toast's title, and the sentence for a refusal that has none.
 */
export function useSchemaForm<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  defaultValues: DefaultValues<Values>,
  send: (values: Values) => Promise<void>,
  failure: { title: string; sentence: string },
) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues, mode: 'onTouched' });
  const [problem, setProblem] = useState<string | null>(null);
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      const sentence = (error instanceof Error && error.message) || failure.sentence;
      const field = error instanceof AnswerProblem ? error.details.field : undefined;
      if (typeof field === 'string' && field in values) {
        form.setError(field as Path<Values>, { message: sentence.replace(`${field}: `, '') });
      }
      setProblem(sentence);
      toastProblem(failure.title, sentence);
    }
  });
  return { form, submit, problem, busy: form.formState.isSubmitting, errors: form.formState.errors };
}

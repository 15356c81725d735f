import { t } from '@lingui/core/macro';
import { AnswerProblem } from 'contract/answers.ts';
import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldErrors, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { sentenceOf } from '../../lib/http/api.ts';
import { say } from '../../lib/i18n.ts';
import { type ToastAction, toastProblem } from '../layers/toasts.ts';

interface Options<Values extends FieldValues, Output> {
  /**
   * Loads the schema of the contract that the values must satisfy, such as an endpoint's body. Loading it late keeps
   * zod out of the chunks that draw forms. If it cannot be loaded, the server alone checks the values.
   */
  rules: () => Promise<z.ZodType<Output>>;
  defaultValues: DefaultValues<Values>;
  /** Sends the parsed values; what it throws is shown in the form. */
  onSubmit: (values: Output) => Promise<unknown>;
  failure: Failure | ((error: Error) => Failure);
}

/** The title of a failure's toast, and the sentence for an error that has none. */
interface Failure {
  title: string;
  sentence?: string;
  /** Buttons in the toast. */
  actions?: ToastAction[];
}

/**
 * A form with the contract's rules. Broken rules are shown at their fields; a refusal by the server in `problem`, with
 * the focus on the field that it names, and in a toast.
 */
export function useContractForm<Values extends FieldValues, Output = Values>({
  rules,
  defaultValues,
  onSubmit,
  failure,
}: Options<Values, Output>) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Values, unknown, Output & FieldValues>({
    defaultValues,
    mode: 'onTouched',
    resolver: async (values) => {
      const schema = await rules().catch(() => null);
      const result = schema?.safeParse(values);
      if (!result || result.success)
        return { values: (result ? result.data : values) as Output & FieldValues, errors: {} };
      return { values: {}, errors: fieldErrors(result.error.issues) as FieldErrors<Values> };
    },
  });
  useEffect(() => void rules().catch(() => {}), [rules]);
  const submit = form.handleSubmit(async (output) => {
    setProblem(null);
    try {
      await onSubmit(output);
    } catch (error) {
      const {
        title,
        sentence = t`Please try again.`,
        actions = [],
      } = typeof failure === 'function' ? failure(error as Error) : failure;
      const message = sentenceOf(error, sentence);
      const field = error instanceof AnswerProblem ? error.details.field : undefined;
      if (typeof field === 'string' && field in form.getValues())
        form.setError(field as Path<Values>, { message: '' }, { shouldFocus: true });
      setProblem(message);
      toastProblem(title, message, ...actions);
    }
  });
  const { errors, isSubmitting, isValid } = form.formState;
  /** Everything a field takes: its registration and its error, which is in `problem` if the server found it. */
  const field = (name: Path<Values>) => ({
    ...form.register(name),
    error: (errors[name]?.message as string | undefined) || undefined,
    'aria-invalid': name in errors || undefined,
  });
  return { form, field, submit, problem, busy: isSubmitting, isValid };
}

/** The first issue of each field. */
function fieldErrors(issues: z.core.$ZodIssue[]) {
  const errors: Record<string, { type: string; message: string }> = {};
  for (const issue of issues) {
    const { path, code = '', message } = issue;
    // The values of a rule are those of its issue.
    const values = { ...issue, ...('params' in issue && issue.params) };
    errors[path.join('.')] ??= { type: code, message: say({ message, values }) };
  }
  return errors;
}

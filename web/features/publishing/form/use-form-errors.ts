import { AnswerProblem } from 'contract/answers.ts';
import { type RefObject, useEffect, useState } from 'react';
import { EMPTY_FIELDS, type FieldErrors, type FieldName } from './fields.ts';

/**
 * Decides which errors of a form are visible: those of fields the user has left, and all of them once the form was
 * submitted.
 * @param found every error of the current input.
 * @param refusal the server's latest answer to the form.
 */
export function useFormErrors(
  form: RefObject<HTMLFormElement | null>,
  found: FieldErrors,
  refusal: Error | null,
) {
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const errors: FieldErrors = {};
  for (const [name, error] of Object.entries(found) as [FieldName, string][])
    if (attempts > 0 || left.has(name)) errors[name] = error;
  if (refusal instanceof AnswerProblem) {
    const { field } = refusal.details;
    if (typeof field === 'string' && field in EMPTY_FIELDS) errors[field as FieldName] ??= refusal.message;
  }

  // A refused submission moves the focus to the first field with an error.
  useEffect(() => {
    if (attempts === 0) return;
    const invalid = form.current!.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] button');
    const details = invalid?.closest('details');
    if (details) details.open = true;
    invalid?.focus();
  }, [attempts, form]);

  return {
    errors,
    onBlur: (name: FieldName) => setLeft((before) => new Set(before).add(name)),
    /** Shows every error. @returns whether there is none. */
    validateAll(): boolean {
      const isValid = Object.keys(found).length === 0;
      if (!isValid) setAttempts((count) => count + 1);
      return isValid;
    },
    reset() {
      setLeft(new Set());
      setAttempts(0);
    },
  };
}

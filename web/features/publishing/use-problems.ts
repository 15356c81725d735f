import { AnswerProblem } from 'contract/answers.ts';
import { type RefObject, useEffect, useState } from 'react';
import { EMPTY_FIELDS, type FieldName, type Problems } from './fields.ts';

/**
 * What is wrong with a form, shown at a field once it was left, at all of them once the form was sent.
 * @param found what is wrong with it now.
 * @param refusal what the server said of it at last.
 */
export function useProblems(form: RefObject<HTMLFormElement | null>, found: Problems, refusal: Error | null) {
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const shown: Problems = {};
  for (const [name, problem] of Object.entries(found) as [FieldName, string][])
    if (attempt > 0 || left.has(name)) shown[name] = problem;
  if (refusal instanceof AnswerProblem) {
    const { field } = refusal.details;
    if (typeof field === 'string' && field in EMPTY_FIELDS)
      shown[field as FieldName] ??= refusal.message.replace(`${field}: `, '');
  }

  // The first thing that is wrong is where one goes on.
  useEffect(() => {
    if (attempt === 0) return;
    const wrong = form.current!.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] button');
    const fold = wrong?.closest('details');
    if (fold) fold.open = true;
    wrong?.focus();
  }, [attempt, form]);

  return {
    problems: shown,
    onLeave: (field: FieldName) => setLeft((before) => new Set(before).add(field)),
    /** Whether the form can be sent; says at the fields why not. */
    check(): boolean {
      const ready = Object.keys(found).length === 0;
      if (!ready) setAttempt((count) => count + 1);
      return ready;
    },
    /** The form begins anew. */
    forget() {
      setLeft(new Set());
      setAttempt(0);
    },
  };
}

import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { getCredits, refreshCredits } from '../../lib/credits.ts';
import { toastProblem } from '../../ui/layers/toasts.ts';

/** Shows why the server refused to spend credits: a toast, or the credits dialog. Returns the error's code. */
export function reportRefusal(client: QueryClient, error: Error, title: string): string | undefined {
  const code = error instanceof AnswerProblem ? error.code : undefined;
  if (code === 'not_enough_credits') {
    refreshCredits(client);
    getCredits();
  } else {
    const known = code && titles[code];
    toastProblem(known ? t(known) : title, error);
  }
  return code;
}

const titles: Record<string, MessageDescriptor> = {
  plan_refuses: msg`Feature not available`,
  duplicate_request: msg`Duplicate request`,
};

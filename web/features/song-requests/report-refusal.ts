import type { QueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { refreshCredits } from '../../lib/credits.ts';
import { toastProblem } from '../../ui/toasts.ts';

/** Shows why the server refused to spend credits: a toast, or the credits dialog. Returns the error's code. */
export function reportRefusal(
  client: QueryClient,
  getCredits: () => void,
  error: Error,
  title: string,
): string | undefined {
  const code = error instanceof AnswerProblem ? error.code : undefined;
  if (code === 'not_enough_credits') {
    refreshCredits(client);
    getCredits();
  } else toastProblem(titles[code ?? ''] ?? title, error.message);
  return code;
}

const titles: Record<string, string> = {
  plan_refuses: 'Feature not available',
  duplicate_request: 'Duplicate request',
};

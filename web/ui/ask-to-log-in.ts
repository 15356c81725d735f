import { t } from '@lingui/core/macro';
import { navigate } from 'wouter/use-browser-location';
import { type Intent, keepIntent } from '../lib/intent.ts';
import { toastProblem } from './layers/toasts.ts';

/** Tells a visitor that something needs an account. Its button leads to /login, which returns here and does it. */
export function askToLogIn(title: string, description: string, intent?: Intent): void {
  toastProblem(title, description, { label: t`Log in`, run: () => goToLogIn(intent) });
}

/** Leads to /login, which returns to this URL and then does what the visitor intended. */
function goToLogIn(intent: Intent | undefined): void {
  const from = location.pathname + location.search;
  if (intent) keepIntent(intent, from);
  navigate(`/login?from=${encodeURIComponent(from)}`);
}

import type { controls } from './control.ts';
import type { Account } from './objects.ts';

/** A hosted page, or a redirect. */
export type Page = { html: string } | { to: string };

/**
 * Minimal versions of the provider's hosted pages: a checkout with 'Subscribe' and 'Back', and a portal with a button
 * for each action. `verb` is the button that was pressed.
 */
export function hostedPage(
  account: Account,
  act: ReturnType<typeof controls>,
  [kind, id = '']: string[],
  verb: string | undefined,
): Page | undefined {
  if (kind === 'checkout') {
    const session = account.checkouts.get(id);
    if (!session) return;
    if (verb === 'back') return { to: session.cancel_url };
    if (verb === 'pay') {
      if (session.status === 'open') act.completeCheckout(id);
      return { to: session.success_url };
    }
    if (session.status !== 'open') return page('This checkout has ended', {});
    return page(`Subscribe to ${session.price}`, { pay: 'Subscribe', back: 'Back' });
  }
  const portal = kind === 'portal' ? account.portals.get(id) : undefined;
  if (!portal) return;
  const plan = [...account.subscriptions.values()].find(
    (one) => one.customer === portal.customer && one.status !== 'canceled',
  );
  if (verb && plan) {
    if (verb === 'change' && portal.wanted_price) act.changePrice(plan.id, portal.wanted_price);
    if (verb === 'cancel') act.cancelAtPeriodEnd(plan.id);
    if (verb === 'resume') act.cancelAtPeriodEnd(plan.id, false);
    if (verb === 'end') act.end(plan.id);
  }
  if (verb) return { to: portal.return_url };
  return page('Your subscription', {
    ...(plan && portal.wanted_price && { change: `Change to ${portal.wanted_price}` }),
    ...(plan && !plan.cancel_at_period_end && { cancel: 'Cancel subscription' }),
    ...(plan?.cancel_at_period_end && { resume: 'Keep subscription' }),
    ...(plan && { end: 'End now' }),
    back: 'Back',
  });
}

function page(title: string, buttons: Record<string, string>): Page {
  const inputs = Object.entries(buttons).map(
    ([verb, label]) => `<button name="verb" value="${verb}">${escapeHtml(label)}</button>`,
  );
  return {
    html: `<!doctype html><html lang="en"><title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1><form method="post">${inputs.join(' ')}</form></html>`,
  };
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

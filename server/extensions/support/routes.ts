import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/extensions/support.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { isVip, planOf, type Tier } from 'contract/plans.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { rateLimit, tooMany } from '../../platform/http/requests/rate-limit.ts';
import type { Mail, SendMail } from '../../platform/mail/mail.ts';
import { say } from '../../platform/text/say.ts';

/** Messages of one member: at once, and for each second after that. */
const MESSAGES = { burst: 3, perSecond: 3 / 3600 };

/** @param to where messages go; undefined if members cannot write to the people who run this site. */
export function supportRoutes(
  bind: Bind,
  c: Context & { mail: SendMail | null },
  to: string | undefined,
): void {
  const limit = rateLimit(MESSAGES);

  bind(contract.getSupport, async (_input, { user }) => ({
    available: c.mail !== null && to !== undefined,
    premium: isVip(user.plan_tier),
  }));

  bind(contract.writeToSupport, async ({ body }, { user, request }) => {
    if (!c.mail || to === undefined) throw new Problem('no_support');
    const wait = limit(user.id, c.clock());
    if (wait > 0) throw tooMany(wait);
    try {
      await c.mail(supportMail(c.languages[0]!, to, user, body.message));
    } catch (error) {
      // Codes only: mail servers repeat addresses in their messages.
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
      request.log.error({ code, answer: responseCode }, 'sending a message to support failed');
      throw new Problem('unavailable');
    }
  });
}

/**
 * A member's message to the people who run the site, who answer by replying to it. Premium support stands out.
 * @param language of the people who run the site.
 */
function supportMail(
  language: LanguageCode,
  to: string,
  { username, email, plan_tier }: { username: string; email: string; plan_tier: Tier },
  text: string,
): Mail {
  const premium = isVip(plan_tier);
  const plan = planOf({ plan_tier }).name;
  return {
    to,
    subject: premium
      ? say(language, '[Premium support] Message from {username}', { username })
      : say(language, 'Message from {username}', { username }),
    headers: { 'Reply-To': email, ...(premium && { Importance: 'high', 'X-Priority': '1' }) },
    text: `${text}\n\n-- \n${say(language, '{username}, {email}, {plan} plan', { username, email, plan })}`,
  };
}

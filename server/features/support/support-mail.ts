import { isVip, planOf, type Tier } from 'contract/plans.ts';
import type { Mail } from '../../platform/mail/mail.ts';

/** A member's message to the people who run the site, who answer by replying to it. Premium support stands out. */
export function supportMail(
  to: string,
  user: { username: string; email: string; plan_tier: Tier },
  message: string,
): Mail {
  const premium = isVip(user.plan_tier);
  return {
    to,
    subject: `${premium ? '[Premium support] ' : ''}Message from ${user.username}`,
    headers: { 'Reply-To': user.email, ...(premium && { Importance: 'high', 'X-Priority': '1' }) },
    text: `${message}\n\n-- \n${user.username}, ${user.email}, ${planOf(user).name} plan`,
  };
}

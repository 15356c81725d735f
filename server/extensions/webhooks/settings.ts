import { z } from 'zod';

/** Receiver of events. Discord and Slack have formats of their own. */
export interface WebhookSettings {
  /** It may contain a secret: never in a log. */
  url: string;
  kind: 'discord' | 'slack' | 'json';
  /** Signs plain JSON; undefined for the others. */
  key: Buffer | undefined;
}

/** Rules for each environment variable. */
export const webhookKeys = {
  WEBHOOK_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .refine((url) => URL.parse(url)?.username === '', 'must not contain a user name')
    .optional(),
  WEBHOOK_KIND: z.enum(['discord', 'slack', 'json'], 'must be discord, slack or json').optional(),
  WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/, 'must be whsec_ and at least 24 random bytes in Base64')
    .optional(),
};

const environment = z.object(webhookKeys);

const HOSTS = { discord: /(^|\.)discord(app)?\.com$/, slack: /^hooks\.slack(-gov)?\.com$/ };

/** The receiver that the environment sets up; undefined without one, a sentence for the operator if it is incomplete. */
export function webhookSettings(e: z.output<typeof environment>): WebhookSettings | string | undefined {
  const { WEBHOOK_URL: url, WEBHOOK_KIND: given, WEBHOOK_SECRET: secret } = e;
  if (!url) return given || secret ? 'WEBHOOK_KIND and WEBHOOK_SECRET need WEBHOOK_URL.' : undefined;
  const { hostname } = new URL(url);
  const known = (['discord', 'slack'] as const).find((kind) => HOSTS[kind].test(hostname));
  const kind = given ?? known ?? 'json';
  if (kind !== 'json') return { url, kind, key: undefined };
  if (!secret) return 'WEBHOOK_URL needs WEBHOOK_SECRET, which signs what is sent, or WEBHOOK_KIND.';
  return { url, kind, key: Buffer.from(secret.slice('whsec_'.length), 'base64') };
}

/** The section of `.env.example`. */
export const webhookExample = `# Where to tell that a request reached its goal, a song is out, something was reported or a backup failed: a webhook of
# Discord or Slack, which are recognized by their host, or any other address with a secret, such as the output of:
# echo whsec_$(openssl rand -base64 32). docs/configure.md has the format.
WEBHOOK_URL=
WEBHOOK_SECRET=
# discord, slack or json, for a receiver at another host that speaks the format of one of them.
WEBHOOK_KIND=
`;

import { english } from 'contract/text/messages.ts';
import { z } from 'zod';
import { type Accent, readAccent } from './accent.ts';

/** Name and look that the operator gives the site. What is undefined is the product's own. */
export interface BrandingSettings {
  name: string | undefined;
  tagline: string | undefined;
  /** The file of the logo. */
  logo: string | undefined;
  accent: Accent | undefined;
  links: { label: string; url: string }[];
}

/** It is written into the headers of mails, into pages and into pictures. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{C}<>"\\]*$/u, 'must be one line of text, without < > " and \\')
    .optional();

const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional();

/** Rules for each environment variable. */
export const brandingKeys = {
  SITE_NAME: line(40),
  SITE_TAGLINE: line(120),
  SITE_LOGO: z
    .string()
    .regex(/\.(svg|png)$/i, 'must be an SVG or PNG file')
    .optional(),
  SITE_ACCENT: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'must be a color such as #f9752f')
    .toLowerCase()
    .optional(),
  TERMS_URL: address,
  PRIVACY_URL: address,
  CONTACT_URL: z
    .union([z.url({ protocol: /^https?$/ }), z.email()], 'must be an http(s) address or an email address')
    .optional(),
};

const environment = z.object(brandingKeys);

/** The site's name and look; a sentence for the operator if nobody could see the accent. */
export function brandingSettings(e: z.output<typeof environment>): BrandingSettings | string {
  const accent = e.SITE_ACCENT === undefined ? undefined : readAccent(e.SITE_ACCENT);
  if (typeof accent === 'string') return accent;
  const { CONTACT_URL: contact, SITE_TAGLINE: tagline } = e;
  const links = [
    { label: english('Terms'), url: e.TERMS_URL },
    { label: english('Privacy'), url: e.PRIVACY_URL },
    { label: english('Contact'), url: contact?.includes('://') ? contact : contact && `mailto:${contact}` },
  ];
  return {
    name: e.SITE_NAME,
    tagline: tagline && (/[.!?…]$/.test(tagline) ? tagline : `${tagline}.`),
    logo: e.SITE_LOGO,
    accent,
    links: links.flatMap(({ label, url }) => (url === undefined ? [] : [{ label, url }])),
  };
}

/** The section of `.env.example`. */
export const brandingExample = `# The site's own name, and one sentence about it, instead of Ovation's.
SITE_NAME=
SITE_TAGLINE=
# An SVG or PNG file of at most 2 MB: the header's logo, the icons and the pictures of link previews are made from it.
SITE_LOGO=
# The color of buttons and of what plays, such as #3d8bfd. One that cannot be seen on light or dark pages is refused.
SITE_ACCENT=
# Links at the end of each page; the last one may be an email address.
TERMS_URL=
PRIVACY_URL=
CONTACT_URL=
`;

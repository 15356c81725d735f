import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Diagnosis, Feature, RouteParts } from '../../platform/feature.ts';
import { type Brand, OVATION } from '../../platform/http/pages/brand.ts';
import { type BrandingSettings, brandingExample, brandingKeys, brandingSettings } from './settings.ts';

export const branding: Feature<Context, RouteParts<Context>, BrandingSettings> = {
  name: 'branding',
  settings: { name: 'branding', keys: brandingKeys, read: brandingSettings, example: brandingExample },
  open: async (_c, settings, { isServer }) => ({ brand: await brandOf(settings, isServer) }),
  diagnose: (settings) => [{ name: 'site', check: () => describe(settings) }] satisfies Diagnosis[],
};

/** Loaded by those who need it: pictures take much code. */
const loadPictures = () => import('./logo.ts');

const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex').slice(0, 12);

/**
 * The site as the settings have it.
 * @param hasPages whether pictures are needed.
 * @throws StartupError for a logo that cannot be used.
 */
async function brandOf(settings: BrandingSettings, hasPages: boolean): Promise<Brand> {
  const { name, tagline, links, accent } = settings;
  if (Object.values({ ...settings, links: links[0] }).every((value) => value === undefined)) return OVATION;
  const site: Brand = {
    ...OVATION,
    ...(name && { name }),
    ...(tagline && { tagline }),
    links,
  };
  if (accent) {
    site.lamps = [accent.ember, accent.ember, accent.deep];
    site.style =
      `:root{--color-ember:${accent.ember};--color-ember-deep:${accent.deep};--color-on-ember:${accent.onEmber};` +
      `--color-ember-ink:light-dark(${accent.inkOnLight},${accent.inkOnDark})}`;
  }
  if (!hasPages) return site;
  const { headerLogo, iconsOf, lampLogo, readLogo } = await loadPictures();
  const logo = settings.logo ? await readLogo(settings.logo) : undefined;
  const header = logo && (await headerLogo(logo, hashOf));
  if (logo) site.logo = logo.on.dark;
  const look = Buffer.from(
    JSON.stringify([site.name, site.tagline, site.lamps, site.logo && hashOf(site.logo)]),
  );
  return {
    ...site,
    picture: `/social/site.jpg?v=${hashOf(look)}`,
    style: site.style + (header?.style ?? ''),
    files: new Map([
      ...(logo || accent ? await iconsOf(logo ?? (await lampLogo(site.lamps))) : []),
      ...(header?.files ?? []),
    ]),
  };
}

async function describe({ name, logo, accent, links }: BrandingSettings): Promise<string> {
  if (logo) await (await loadPictures()).readLogo(logo);
  return [
    name ?? `${OVATION.name}, because SITE_NAME is not set`,
    ...(logo ? [`logo ${logo}`] : []),
    ...(accent ? [`accent ${accent.ember}`] : []),
    ...(links.length > 0 ? [`footer: ${links.map(({ label }) => label).join(', ')}`] : []),
  ].join('; ');
}

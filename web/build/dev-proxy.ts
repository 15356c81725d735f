import { endpoints } from 'contract/api.ts';

/** Paths of the server that are not endpoints of the contract. */
const OTHER_PATHS = [
  '/media/:file',
  '/art/genres/:file',
  '/embed/:kind/:id',
  '/social/:kind/:file',
  '/openapi.json',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-:part.xml',
  '/api/stripe/webhook',
];

const paths = [...endpoints.map(({ path }) => path), ...OTHER_PATHS];

/** A regular expression for the paths that Vite's development server proxies to the API. */
export const apiPaths = `^(${[...new Set(paths)].map(toPattern).join('|')})(\\?.*)?$`;

/** @returns the pattern of a path in Fastify's notation: `/track/:id` becomes `/track/[^/?]+`. */
function toPattern(path: string): string {
  return path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/?]+');
}

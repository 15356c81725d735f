import { createHash } from 'node:crypto';
import { escapeHtml } from 'contract/text/html.ts';
import { type Brand, OVATION } from './brand.ts';
import { fileOf, type SiteFile } from './site-files.ts';

/** The files of the web build under the site's own name and look. */
export function brandFiles(built: Map<string, SiteFile>, site: Brand): Map<string, SiteFile> {
  if (site === OVATION) return built;
  const files = new Map(built);
  const put = (path: string, body: string | Buffer) => files.set(path, fileOf(path, Buffer.from(body)));
  for (const [path, body] of site.files) put(path, body);
  const page = built.get('/index.html')?.body.toString();
  if (page !== undefined) put('/index.html', brandPage(page, site));
  const manifest = built.get('/manifest.webmanifest')?.body.toString();
  if (manifest !== undefined) put('/manifest.webmanifest', brandManifest(manifest, site));
  // The worker names the files that it keeps with their hashes, by which it knows new ones.
  let worker = built.get('/worker.js')?.body.toString();
  if (worker !== undefined) {
    for (const [path, { body }] of files)
      if (built.has(path) && built.get(path)!.body !== body)
        worker = worker.replaceAll(revisionOf(built.get(path)!.body), revisionOf(body));
    put('/worker.js', worker);
  }
  return files;
}

/** As `web/build/build-worker.ts` has it. */
const revisionOf = (body: Buffer) => createHash('sha256').update(body).digest('hex').slice(0, 16);

/** The page with the site's name, words and colors. The build has written the product's into its head. */
function brandPage(page: string, site: Brand): string {
  const [name, tagline] = [site.name, site.tagline].map(escapeHtml);
  const own = site.tagline === OVATION.tagline;
  const links = site.links.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" rel="noopener">${escapeHtml(label)}</a>`,
  );
  const footer = `<footer class="site-footer"><span>${name}</span>${links.join('')}</footer>`;
  return page
    .replaceAll('Ovation', () => name!)
    .replace(/<title>[^<]*/, (title) => (own ? title : `<title>${name} – ${tagline}`))
    .replace(/(<meta (?:name|property)="(?:og:)?description" content=")[^"]*/g, (whole, start) =>
      own ? whole : start + tagline,
    )
    .replace(/(data-tagline=")[^"]*/, (_, start) => start + tagline)
    .replace('</head>', () => `<style>${site.style}${links.length > 0 ? FOOTER : ''}</style></head>`)
    .replace('</body>', () => `${links.length > 0 ? footer : ''}</body>`);
}

/** The footer stands below the page and above the player, at the window's end where a page is short. */
const FOOTER =
  'body{display:flex;flex-direction:column}#root{flex:1 0 auto}#root main{padding-bottom:1rem}' +
  '.site-footer{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;justify-content:center;align-items:center;' +
  'padding:1rem 1rem calc(var(--bottom-bar) + 1rem);border-top:1px solid var(--color-line);color:var(--color-soft);font-size:.875rem}' +
  '.site-footer a{padding:.75rem 0}.site-footer a:hover{color:var(--color-ink);text-decoration:underline}';

function brandManifest(text: string, site: Brand): string {
  const { name, tagline: description } = site;
  return JSON.stringify({ ...JSON.parse(text), name, short_name: name, description });
}

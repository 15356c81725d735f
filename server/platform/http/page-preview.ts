import { escapeHtml } from 'contract/escape-html.ts';

/** What link previews and search results say about a page. */
export interface PagePreview {
  title: string;
  description: string;
}

/** The page with absolute URLs for link previews, and with its own title and description if it has them. */
export function withPreview(
  template: string,
  origin: string,
  pathname: string,
  preview: PagePreview | null | undefined,
): string {
  // The client chooses the Host header.
  const image = `content="${escapeHtml(origin)}/social.png"`;
  const page = template.replace('content="/social.png"', () => image);
  if (!preview) return page;
  const title = escapeHtml(preview.title);
  const description = `content="${escapeHtml(preview.description)}"`;
  const url = escapeHtml(origin + pathname);
  return page
    .replace(/<title>[^<]*/, () => `<title>${title} – Ovation`)
    .replace(/(?<=<meta name="description" )content="[^"]*"/, () => description)
    .replace(/(?<=<meta property="og:description" )content="[^"]*"/, () => description)
    .replace(
      /(?<=<meta property="og:title" )content="[^"]*" \/>/,
      () => `content="${title}" />\n    <meta property="og:url" content="${url}" />`,
    );
}

const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=application-name]');

/** What the operator calls the site, and one sentence about it. The server sets them before it renders a page. */
export const site = {
  name: meta?.content || 'Ovation',
  tagline: meta?.dataset.tagline || 'Music the crowd calls for.',
};

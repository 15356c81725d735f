const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=application-name]');

/** Name of the site and one sentence about it, by its operator. The server sets them before it renders a page. */
export const site = {
  name: meta?.content || 'Ovation',
  tagline: meta?.dataset.tagline || 'Music the crowd calls for.',
};

import { type ComponentType, lazy as whenDrawn } from 'react';

let styles: Promise<unknown> | undefined;

/**
 * React's `lazy` for a part that does not come with the first page, of whose utilities the page's own sheet knows
 * nothing: the sheet of all is there before the part is drawn. To be used everywhere instead of React's.
 */
export function lazy<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return whenDrawn(async () => {
    styles ??= import('./whole.css').catch((error) => {
      // The next part asks for it again.
      styles = undefined;
      throw error;
    });
    const [part] = await Promise.all([load(), styles]);
    return part;
  });
}

import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { loadPage } from '../lib/http/page-loader.ts';

/** A link within the site. Preloads the page when the pointer, the focus or a finger reaches it. */
export function AppLink({ href, ...rest }: Omit<ComponentProps<'a'>, 'href' | 'ref'> & { href: string }) {
  const load = () => loadPage(href);
  return <Link {...rest} href={href} onPointerEnter={load} onFocus={load} onTouchStart={load} />;
}

import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { loadPage } from '../lib/page-loader.ts';

/** A link inside the product: what it leads to is loaded as soon as one seems to want it. */
export function AppLink({ href, ...rest }: Omit<ComponentProps<'a'>, 'href' | 'ref'> & { href: string }) {
  const load = () => loadPage(href);
  return <Link {...rest} href={href} onPointerEnter={load} onFocus={load} onTouchStart={load} />;
}

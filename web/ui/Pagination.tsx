import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppLink } from './AppLink.tsx';

/** The first and last page, the current one with its neighbors, and `null` for each gap. */
export function pagesShown(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const shown: (number | null)[] = [];
  for (const one of new Set(wanted.sort((a, b) => a - b))) {
    const before = shown.at(-1) ?? 0;
    // A gap of one page would take as much room as the page.
    if (one - before === 2) shown.push(one - 1);
    else if (one - before > 2) shown.push(null);
    shown.push(one);
  }
  return shown;
}

/** Links to the pages of a list; nothing if there is only one. */
export function Pagination({
  page,
  pages,
  href,
}: {
  page: number;
  pages: number;
  href: (page: number) => string;
}) {
  if (pages < 2) return null;
  return (
    <nav aria-label={t`Pages`} className="flex flex-wrap items-center justify-center gap-x-1.5 gap-y-2">
      <Step href={page > 1 ? href(page - 1) : undefined}>
        <ChevronLeft size={18} aria-hidden="true" className="rtl:-scale-x-100" /> {t`Previous`}
      </Step>
      <ol className="order-first flex w-full flex-wrap justify-center gap-0.5 sm:order-none sm:w-auto sm:gap-1.5">
        {pagesShown(page, pages).map((one, index) =>
          one === null ? (
            <li key={`gap-${index}`} className="grid size-11 place-items-center text-faint">
              <span className="sr-only">{t`Pages left out`}</span>
              <span aria-hidden="true">…</span>
            </li>
          ) : (
            <li key={one}>
              <AppLink
                href={href(one)}
                aria-label={t`Page ${one}`}
                aria-current={one === page ? 'page' : undefined}
                className="figures grid h-11 min-w-11 place-items-center rounded-full px-2 font-medium text-soft transition hover:bg-raised hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-ground"
              >
                {one}
              </AppLink>
            </li>
          ),
        )}
      </ol>
      <Step href={page < pages ? href(page + 1) : undefined}>
        {t`Next`} <ChevronRight size={18} aria-hidden="true" className="rtl:-scale-x-100" />
      </Step>
    </nav>
  );
}

function Step({ href, children }: { href: string | undefined; children: ReactNode }) {
  const look = 'inline-flex h-11 items-center gap-1 rounded-full px-3.5 font-medium transition';
  if (href === undefined)
    return (
      <span aria-disabled="true" className={`${look} text-faint opacity-60`}>
        {children}
      </span>
    );
  return (
    <AppLink href={href} className={`${look} text-soft hover:bg-raised hover:text-ink`}>
      {children}
    </AppLink>
  );
}

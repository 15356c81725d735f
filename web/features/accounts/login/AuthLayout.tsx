import type { ReactNode } from 'react';
import { useTitle } from '../../../ui/use-title.ts';

/** The frame of the pages that sign people in. */
export function AuthLayout({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className="mx-auto w-full max-w-md px-4 pt-10 pb-16 md:pt-16">
      <div className="spotlight rounded-lg border border-line bg-stage p-6 md:p-8">
        <h1 className="text-[1.75rem] leading-tight md:text-[2rem]">{title}</h1>
        <p className="mt-1.5 mb-6 text-soft">{text}</p>
        {children}
      </div>
    </div>
  );
}

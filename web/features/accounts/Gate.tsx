import type { ReactNode } from 'react';
import { useTitle } from '../../ui/use-title.ts';

/** The frame that login and signup share: one column, the stage's light above it. */
export function Gate({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="mx-auto w-full max-w-[440px] px-4 pt-10 pb-16 md:pt-16">
      <div className="gate rounded-lg border border-line bg-stage p-6 md:p-9">
        <h1 className="text-[1.75rem] leading-tight md:text-[2rem]">{title}</h1>
        <p className="mt-1.5 mb-6 text-soft">{text}</p>
        {children}
      </div>
    </div>
  );
}

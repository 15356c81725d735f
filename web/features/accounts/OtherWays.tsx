import type { ReactNode } from 'react';

/** What else signs people in, below the form. */
export function OtherWays({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 grid gap-3">
      <p className="mb-2 flex items-center gap-4 text-sm text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {children}
    </div>
  );
}

import type { ComponentProps } from 'react';

const looks = {
  ember: 'ember font-semibold hover:brightness-108 active:brightness-95',
  quiet: 'bg-raised text-ink font-medium hover:bg-lamp disabled:opacity-45',
  outline: 'border-[1.5px] border-rim font-semibold hover:bg-raised',
  bare: 'text-soft font-medium hover:text-ink hover:bg-raised disabled:opacity-45',
} as const;

/** The classes of buttons and of links that look like buttons. */
export function buttonLook(look: keyof typeof looks = 'quiet', size: 'md' | 'lg' = 'md'): string {
  const room = size === 'lg' ? 'h-12 px-6 text-base' : 'h-11 px-4.5 text-[0.9375rem] md:h-10';
  return `inline-flex items-center justify-center gap-2 rounded-full whitespace-nowrap transition select-none disabled:pointer-events-none ${room} ${looks[look]}`;
}

export function Button({
  look = 'quiet',
  size = 'md',
  className = '',
  ...rest
}: ComponentProps<'button'> & { look?: keyof typeof looks; size?: 'md' | 'lg' }) {
  return <button type="button" {...rest} className={`${buttonLook(look, size)} ${className}`} />;
}

/** A round button with only an icon; its label is also its tooltip. */
export function IconButton({ label, className = '', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      {...rest}
      className={`inline-grid size-11 shrink-0 place-items-center rounded-full text-soft transition hover:bg-raised hover:text-ink disabled:pointer-events-none disabled:opacity-45 ${className}`}
    />
  );
}

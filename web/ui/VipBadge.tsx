/** Marks the name of a Platinum member, wherever it is shown. */
export function VipBadge() {
  return (
    <span
      title="Platinum member"
      className="ml-1.5 inline-block rounded-full border border-silver px-1.5 align-[0.15em] font-sans text-[0.6875rem] leading-4 font-semibold tracking-wide text-soft"
    >
      VIP
    </span>
  );
}

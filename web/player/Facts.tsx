export type Fact = [name: string, value: string | 0 | false | null];

/** Names and values; an unknown value has no row. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="mt-1 divide-y divide-line">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex gap-4 py-2">
              <dt className="w-24 shrink-0 text-faint">{name}</dt>
              <dd className="figures min-w-0 whitespace-pre-line wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Counts what is open for each key, such as sockets for each address. */
export interface KeyedCount {
  of: (key: string) => number;
  total: () => number;
  add: (key: string, amount: number) => void;
}

export function keyedCount(): KeyedCount {
  const counts = new Map<string, number>();
  let total = 0;
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    total: () => total,
    add(key, amount) {
      total += amount;
      const next = of(key) + amount;
      if (next > 0) counts.set(key, next);
      else counts.delete(key);
    },
  };
}

/**
 * What credits do, told once more as simply as it can be, to compare the real ones with: plain numbers, no
 * database. Monthly credits are 100, for whoever is `paying`.
 */
export interface Model {
  people: { balance: number; paying: boolean; due: boolean }[];
  used: Set<string>;
  spends: { user: number; amount: number; reference: string; reversed: boolean }[];
  purchases: { user: number; amount: number; reference: string }[];
  clawbacks: {
    user: number;
    key: string;
    reference: string;
    amount: number;
    owed: number;
    undone: boolean;
  }[];
}

export const MONTHLY = 100;

export function newModel(paying: boolean[]): Model {
  return {
    people: paying.map((one) => ({ balance: 0, paying: one, due: one })),
    used: new Set(),
    spends: [],
    purchases: [],
    clawbacks: [],
  };
}

export function monthPasses(m: Model): void {
  for (const person of m.people) person.due = person.paying;
}

/** Anything done with somebody's credits brings what is due. */
export function touch(m: Model, user: number): void {
  const person = m.people[user]!;
  if (!person.due) return;
  person.due = false;
  earn(m, user, MONTHLY);
}

/** Credits that come in settle debts first, the oldest first. */
function earn(m: Model, user: number, amount: number): void {
  m.people[user]!.balance += amount;
  let left = amount;
  for (const one of m.clawbacks.filter((clawback) => clawback.user === user)) {
    const paid = Math.min(one.owed, left);
    one.owed -= paid;
    left -= paid;
    m.people[user]!.balance -= paid;
  }
}

/** @returns 'repeated', how many are needed, or the balance. */
export function spend(m: Model, wish: { user: number; amount: number; reference: string; key: string }) {
  const { user, amount, reference, key } = wish;
  const person = m.people[user]!;
  if (m.used.has(key)) return 'repeated';
  if (person.balance < amount) return { needed: amount - person.balance };
  m.used.add(key);
  person.balance -= amount;
  m.spends.push({ user, amount, reference, reversed: false });
  return { balance: person.balance };
}

export function give(
  m: Model,
  wish: { user: number; amount: number; reference: string; key: string; purchase: boolean },
) {
  const { user, amount, reference, key, purchase } = wish;
  touch(m, user);
  if (m.used.has(key)) return 'repeated';
  m.used.add(key);
  earn(m, user, amount);
  if (purchase) m.purchases.push({ user, amount, reference });
  return { balance: m.people[user]!.balance };
}

export function adjust(m: Model, user: number, to: number): void {
  touch(m, user);
  m.people[user]!.balance = to;
}

/** @returns how many credits went back. */
export function reverse(m: Model, reference: string): number {
  const open = m.spends.filter((one) => one.reference === reference && !one.reversed);
  for (const { user } of open) touch(m, user);
  for (const one of open) {
    one.reversed = true;
    earn(m, one.user, one.amount);
  }
  return open.reduce((sum, one) => sum + one.amount, 0);
}

export function clawBack(m: Model, of: Model['purchases'][number], wish: { amount: number; key: string }) {
  const { user, reference } = of;
  touch(m, user);
  const known = m.clawbacks.find((one) => one.key === wish.key);
  if (known) return { taken: 0, owed: known.owed, repeated: true };
  const asked = m.clawbacks
    .filter((one) => one.reference === reference && !one.undone)
    .reduce((sum, one) => sum + one.amount, 0);
  const amount = Math.min(wish.amount, of.amount - asked);
  const taken = Math.min(amount, m.people[user]!.balance);
  m.people[user]!.balance -= taken;
  m.clawbacks.push({ user, key: wish.key, reference, amount, owed: amount - taken, undone: false });
  return { taken, owed: amount - taken, repeated: false };
}

/** @returns how many credits came back. */
export function giveBack(m: Model, key: string): number {
  const known = m.clawbacks.find((one) => one.key === key);
  if (!known) return 0;
  touch(m, known.user);
  if (known.undone) return 0;
  const back = known.amount - known.owed;
  known.undone = true;
  known.owed = 0;
  earn(m, known.user, back);
  return back;
}

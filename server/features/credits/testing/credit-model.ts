/** A model of credits in plain numbers, which property tests compare the real ledger with. */
export interface Model {
  /** Users who pay for a plan are granted `MONTHLY` credits a month. */
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
    reversed: boolean;
  }[];
}

const MONTHLY = 100;

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

/** Every access to a user's credits grants what is due. */
export function touch(m: Model, user: number): void {
  const person = m.people[user]!;
  if (!person.due) return;
  person.due = false;
  earn(m, user, MONTHLY);
}

/** New credits pay debts first, the oldest first. */
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

/** @returns 'repeated', the missing credits, or the new balance. */
export function spend(m: Model, input: { user: number; amount: number; reference: string; key: string }) {
  const { user, amount, reference, key } = input;
  const person = m.people[user]!;
  if (m.used.has(key)) return 'repeated';
  if (person.balance < amount) return { needed: amount - person.balance };
  m.used.add(key);
  person.balance -= amount;
  m.spends.push({ user, amount, reference, reversed: false });
  return { balance: person.balance };
}

export function grant(
  m: Model,
  input: { user: number; amount: number; reference: string; key: string; purchase: boolean },
) {
  const { user, amount, reference, key, purchase } = input;
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

/** @returns the refunded credits. */
export function reverse(m: Model, reference: string): number {
  const open = m.spends.filter((one) => one.reference === reference && !one.reversed);
  for (const { user } of open) touch(m, user);
  for (const one of open) {
    one.reversed = true;
    earn(m, one.user, one.amount);
  }
  return open.reduce((sum, one) => sum + one.amount, 0);
}

export function clawBack(m: Model, of: Model['purchases'][number], input: { amount: number; key: string }) {
  const { user, reference } = of;
  touch(m, user);
  const known = m.clawbacks.find((one) => one.key === input.key);
  if (known) return { taken: 0, owed: known.owed, repeated: true };
  const asked = m.clawbacks
    .filter((one) => one.reference === reference && !one.reversed)
    .reduce((sum, one) => sum + one.amount, 0);
  const amount = Math.min(input.amount, of.amount - asked);
  const taken = Math.min(amount, m.people[user]!.balance);
  m.people[user]!.balance -= taken;
  m.clawbacks.push({ user, key: input.key, reference, amount, owed: amount - taken, reversed: false });
  return { taken, owed: amount - taken, repeated: false };
}

/** @returns the credits that came back. */
export function reverseClawback(m: Model, key: string): number {
  const known = m.clawbacks.find((one) => one.key === key);
  if (!known) return 0;
  touch(m, known.user);
  if (known.reversed) return 0;
  const back = known.amount - known.owed;
  known.reversed = true;
  known.owed = 0;
  earn(m, known.user, back);
  return back;
}

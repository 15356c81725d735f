/** The packs of §3, without zod: the browser's dialog and the server's prices read the same table. */
import { english } from '../text/messages.ts';

export interface CreditPackage {
  id: 'starter' | 'power' | 'ultimate';
  name: string;
  credits: number;
  /** US dollars. */
  price: number;
  popular: boolean;
}

export const creditPackages: readonly CreditPackage[] = [
  { id: 'starter', name: english('Starter Pack'), credits: 100, price: 4.99, popular: false },
  { id: 'power', name: english('Power Pack'), credits: 500, price: 9.99, popular: true },
  { id: 'ultimate', name: english('Ultimate Pack'), credits: 1500, price: 19.99, popular: false },
];

import { useState } from 'react';

/** Whose seats are lit up while the others are dimmed; null for nobody. */
export interface Spotlight {
  name: string | null;
  set: (name: string | null) => void;
}

export function useSpotlight(): Spotlight {
  const [name, set] = useState<string | null>(null);
  return { name, set };
}

/** Two letters for a person, as on an avatar without a picture. */
export const initialsOf = (name: string) => [...name].slice(0, 2).join('').toUpperCase();

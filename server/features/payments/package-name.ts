import { creditPackages } from 'contract/credits-constants.ts';

/** A pack's name; its id if it is no longer sold. */
export function packageName({ package_id }: { package_id: string }): string {
  return creditPackages.find(({ id }) => id === package_id)?.name ?? package_id;
}

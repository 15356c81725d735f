import { Problem } from 'contract/errors.ts';

/** An id in the body says the same as the address, or nothing (`decisions.md` 2). @throws Problem `bad_input`. */
export function assertSameId(field: string, inBody: string | undefined, inAddress: string): void {
  if (inBody === undefined || inBody.toLowerCase() === inAddress.toLowerCase()) return;
  throw new Problem('bad_input', `${field}: This is not the id of the address.`, { field });
}

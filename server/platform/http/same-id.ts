import { Problem } from 'contract/errors.ts';

/** @throws Problem `bad_input` if the body has an id that is not the one of the address. */
export function assertSameId(field: string, inBody: string | undefined, inAddress: string): void {
  if (inBody === undefined || inBody.toLowerCase() === inAddress.toLowerCase()) return;
  throw new Problem('bad_input', `${field}: This is not the id of the address.`, { field });
}

import { Problem } from 'contract/errors.ts';

/** @throws Problem `bad_input` if the body has another id than the URL. */
export function assertSameId(field: string, inBody: string | undefined, inUrl: string): void {
  if (inBody === undefined || inBody.toLowerCase() === inUrl.toLowerCase()) return;
  throw new Problem('bad_input', `${field}: This differs from the id in the address.`, { field });
}

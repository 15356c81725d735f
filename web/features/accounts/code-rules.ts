/** The contract's rules of a form with nothing but a code. */
export const codeRules = async () => (await import('contract/account-security.ts')).confirmSecondFactor.body;

/** The contract's rules of a form with a password and a code. */
export const passwordAndCodeRules = async () =>
  (await import('contract/account-security.ts')).removeSecondFactor.body;

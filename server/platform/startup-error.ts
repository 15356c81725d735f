/** Reason why the server cannot start, in a sentence for the operator. */
export class StartupError extends Error {}

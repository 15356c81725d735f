/** Failed answers as the browser meets them (§8). Apart from the catalogue, which the browser does not need. */

/** What a failed status means where the answer has no message of its own. */
export const sentences = {
  400: 'Invalid request. Please check your input and try again.',
  401: 'Your session has expired. Please log in again.',
  403: 'Access denied. Please check your credentials.',
  404: 'The requested resource was not found.',
  409: 'This action conflicts with existing data.',
  500: 'Server error. Please try again later.',
  503: 'Service temporarily unavailable. Please try again later.',
} as const;

/** §8's text for a failed status whose body has no message of its own. */
export function sentenceFor(status: number): string {
  return (sentences as Record<number, string>)[status] ?? `An error occurred (${status}). Please try again.`;
}

/** No answer at all: the network is down or the server is away. */
export const NETWORK_FAILURE = 'You seem to be offline, or Ovation cannot be reached. Please try again.';

/** A failed answer; `code`, `status` and `details` are whatever the server said. */
export class AnswerProblem extends Error {
  readonly status: number;
  readonly code: string;
  /** Fields beside `message` and `code` in the body, such as `field` or `needed`. */
  readonly details: Record<string, unknown>;

  constructor(status: number, message: string, code = 'unknown', details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AnswerProblem';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

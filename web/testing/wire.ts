/** Records a page's calls and makes some of them fail. */
export interface Wire {
  /** For example `GET /explore?q=a`; oldest first. */
  calls: string[];
  /** The idempotency keys of the calls, oldest first. */
  keys: string[];
  /** Matching calls fail before they reach the server. */
  failing: RegExp | undefined;
  /** Matching calls get a 503, as during a deployment. */
  unavailable: RegExp | undefined;
  /** Matching calls reach the server, but their responses are lost. */
  responseLost: RegExp | undefined;
  /** Delays every call until it resolves. */
  delay: Promise<void> | undefined;
  /** Delays every response, which is older then, until it resolves. */
  responseDelay: Promise<void> | undefined;
}

/** The little of autocannon that the benches use; the package brings no types. */
declare module 'autocannon' {
  interface Wish {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
  }
  interface Told {
    requests: { total: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    /** Bytes. */
    throughput: { total: number };
    /** Seconds. */
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
  }
  export default function autocannon(wish: Wish): Promise<Told>;
}

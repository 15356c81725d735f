import type { Registry } from 'prom-client';
import type { Replica } from './platform/db/replica.ts';
import { replicaRead } from './platform/metrics/events.ts';

/** The metrics of the read replica. @returns what reads its figures. */
export function replicaMetrics(
  { Counter, Gauge }: typeof import('prom-client'),
  register: Registry,
  replica: Replica,
): () => void {
  const registers = [register];
  const up = new Gauge({
    name: 'ovation_replica_up',
    help: '1 while the read replica answers reads; 0 while it is away or behind.',
    registers,
  });
  const lag = new Gauge({
    name: 'ovation_replica_lag_seconds',
    help: 'How old the oldest change is that the read replica lacks; +Inf while that is unknown.',
    registers,
  });
  const connections = new Gauge({
    name: 'ovation_replica_connections',
    help: 'Connections of the pool of the read replica, and the callers that wait for one.',
    labelNames: ['state'],
    registers,
  });
  const reads = new Counter({
    name: 'ovation_replica_reads_total',
    help: 'Reads that the replica answered, or why the primary did: away, behind, failed, missing, written.',
    labelNames: ['outcome'],
    registers,
  });
  replicaRead.subscribe((outcome) => reads.inc({ outcome: String(outcome) }));
  return () => {
    up.set(replica.state() === 'ok' ? 1 : 0);
    lag.set(replica.lagMs() / 1000);
    for (const [state, count] of Object.entries(replica.connections())) connections.set({ state }, count);
  };
}

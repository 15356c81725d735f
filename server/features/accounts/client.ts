import type { FastifyRequest } from 'fastify';
import { deviceOf } from './device.ts';
import type { Guard } from './guard.ts';

/** The caller's address and device, and the guard that limits its attempts. */
export interface Client {
  guard: Guard;
  address: string;
  device: string | null;
}

export const clientOf = (guard: Guard, request: FastifyRequest): Client => ({
  guard,
  address: request.ip,
  device: deviceOf(request.headers['user-agent']),
});

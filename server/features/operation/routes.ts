import * as contract from 'contract/operation.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { getOperation, type OperationContext, type OperationSettings } from './operation.ts';

/** What admins see of the running of the site. */
export function operationRoutes(bind: Bind, c: OperationContext, settings: OperationSettings): void {
  bind(contract.getOperation, () => getOperation(c, settings));
}

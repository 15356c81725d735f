import { Redirect } from 'wouter';

/** `/admin` only leads to `/create` (§2). */
export default function Admin() {
  return <Redirect to="/create" replace />;
}

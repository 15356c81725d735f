import { useLocation } from 'wouter';
import Profile from './Profile.tsx';
import Settings from './Settings.tsx';

/** `/profile` and its settings, in one chunk: each leads to the other, and the first page names fewer files. */
export default function Own() {
  const [path] = useLocation();
  return path.startsWith('/profile/settings') ? <Settings /> : <Profile />;
}

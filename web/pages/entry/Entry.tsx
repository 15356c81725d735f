import { useLocation } from 'wouter';
import Login from './Login.tsx';
import Signup from './Signup.tsx';

/** `/login` and `/signup`, in one chunk: each leads to the other, and the first page names fewer files. */
export default function Entry() {
  const [path] = useLocation();
  return path.startsWith('/signup') ? <Signup /> : <Login />;
}

import { useLocation, useParams } from 'wouter';
import Artist from './Artist.tsx';
import Charts from './Charts.tsx';
import Genre from './Genre.tsx';
import Genres from './Genres.tsx';
import Person from './Person.tsx';

/** Artists, genres, charts and people. They share one chunk: each leads to the others, and the first page names only one file. */
export default function Places() {
  const [path] = useLocation();
  const { slug } = useParams();
  if (path.startsWith('/artists/')) return <Artist />;
  if (path.startsWith('/charts')) return <Charts />;
  if (path.startsWith('/people/')) return <Person />;
  return slug ? <Genre /> : <Genres />;
}

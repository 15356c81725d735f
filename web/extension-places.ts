import * as charts from './extensions/charts/Charts.tsx';
import * as artist from './extensions/discovery/Artist.tsx';
import * as genre from './extensions/discovery/Genre.tsx';
import * as genres from './extensions/discovery/Genres.tsx';
import * as person from './extensions/people/Person.tsx';

/** Pages in one chunk: each leads to the others, and the first page names only one file. */
export const places = { artist, charts, genre, genres, person };

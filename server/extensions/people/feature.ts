import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { publicProfileData } from './people.ts';
import { peoplePages, peopleRoutes } from './routes.ts';

export const people: Feature<Context> = {
  name: 'people',
  routes: ({ bind, c }) => peopleRoutes(bind, c),
  pages: peoplePages,
  personalData: [publicProfileData],
};

import type { Context } from '../../platform/context.ts';
import type { Feature, RouteParts } from '../../platform/feature.ts';
import { publicProfileData } from './people.ts';
import { peoplePages, peopleRoutes } from './routes.ts';

export const people: Feature<Context, RouteParts<Context>, undefined, 'person'> = {
  name: 'people',
  routes: ({ bind, c }) => peopleRoutes(bind, c),
  pages: peoplePages,
  personalData: [publicProfileData],
};

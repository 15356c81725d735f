import packageJson from '../package.json' with { type: 'json' };

/** The arguments with which `npm start` runs Node, for everything that tests or measures what people run. */
export const startArguments = packageJson.scripts.start.split(' ').slice(1);

/**
 * The number of runs of a property test: all, or a tenth in the fast set (test.ts), which many people run often.
 * @param all runs of the slow set and of a test that is run by name.
 */
export const runs = (all: number) => (process.env.TEST_SET === 'fast' ? Math.ceil(all / 10) : all);

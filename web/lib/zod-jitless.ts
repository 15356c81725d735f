/**
 * Keeps zod from compiling its validators with `new Function`. It would probe for that when the first schema is made,
 * and the page's content security policy would log a violation. `z.config({ jitless: true })` would bring zod into
 * the first chunk; zod reads this global when it loads.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

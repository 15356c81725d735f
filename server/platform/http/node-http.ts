/**
 * `node:http`, not imported: `import` reads all of its exports, and the one named `WebSocket` loads Node's whole
 * `fetch`, which takes 14 MB and 10 ms.
 */
export const nodeHttp = process.getBuiltinModule('node:http');

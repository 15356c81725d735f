/// <reference types="vite/client" />

declare module 'virtual:texts' {
  /** Loaders of all texts of each language; see `build/texts.ts`. */
  const loaders: Record<string, (() => Promise<{ default: Record<string, string> }>) | undefined>;
  export default loaders;
}

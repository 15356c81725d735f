import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserSupport, buildTarget } from './build/browser-support.ts';
import { compressed, firstPageBudget, inlinedStyles, plainIcons } from './build/build-plugins.ts';
import { apiPaths } from './build/dev-proxy.ts';
import { texts } from './build/texts.ts';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [
    plainIcons(),
    texts(),
    react(),
    tailwindcss(),
    inlinedStyles(),
    compressed(),
    firstPageBudget(),
    browserSupport(),
  ],
  build: {
    outDir: path.join(root, 'dist'),
    emptyOutDir: true,
    target: buildTarget,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Lists of chunks stand in the first page's script, where their names would take 0.8 kB.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          // The libraries of every page, in one file that rarely changes. Parts that only later pages use are left out.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/](?!.*([iI]nfiniteQueryO|useInfiniteQ|mutationO|useMutation|[qQ]ueriesO|useQueries|virtual))/,
            },
            // One file each, because the first page names each file that its other parts need.
            {
              name: 'lists',
              test: /@tanstack[\\/].*([iI]nfiniteQueryO|useInfiniteQ|mutationO|useMutation)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'offline',
              test: /web[\\/]lib[\\/]\w+[\\/](downloaded-files|connection)\.ts$/,
              includeDependenciesRecursively: false,
            },
            // The rest of the first page in one file: many small files compress worse, and each costs a request.
            { name: 'first', tags: ['$initial'], includeDependenciesRecursively: false },
            // What most parts use, in one file: a page would wait for thirty of a few hundred bytes each.
            {
              name: 'shared',
              test: /web[\\/](lib|ui[\\/]pictures|features[\\/]song-requests|player[\\/]engine)[\\/]|contract[\\/](plans|genres|.*-constants)\.ts/,
              minShareCount: 6,
              includeDependenciesRecursively: false,
            },
            // Icons of a few hundred bytes: each file of its own would be a request, and a name in the first page.
            { name: 'icons', test: /lucide-react/, includeDependenciesRecursively: false },
          ],
        },
      },
      // Declaring a schema has no side effects. Without this, importing a constant would also load zod.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'text', 'nonBlank'] },
    },
  },
  server: {
    proxy: { [apiPaths]: `http://localhost:${process.env.PORT || 3000}` },
  },
});

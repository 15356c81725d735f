import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserSupport, buildTarget } from './browser-support.ts';
import { compressed, firstPageBudget, inlinedStyles, preloadedFonts } from './build-plugins.ts';
import { apiAddresses } from './dev-proxy.ts';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [
    react(),
    tailwindcss(),
    preloadedFonts(),
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
        codeSplitting: {
          // What every page stands on, in one file that seldom changes; not what only later pages use of it.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/](?!.*([iI]nfiniteQueryO|useInfiniteQ|mutationO|useMutation|[qQ]ueriesO|useQueries|virtual))/,
            },
            // And the rest of the first page in one other: many small files weigh more, and each is asked for.
            { name: 'first', tags: ['$initial'], includeDependenciesRecursively: false },
          ],
        },
      },
      // Declaring a schema does nothing but make a value: without this, zod would come along with a constant.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'text', 'nonBlank'] },
    },
  },
  server: {
    proxy: { [apiAddresses]: `http://localhost:${process.env.PORT || 3000}` },
  },
});

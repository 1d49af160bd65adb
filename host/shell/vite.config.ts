import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { bootScript } from './build/boot-script.ts'
import { precompress } from './build/precompress.ts'

/** Without `changeOrigin`, the host sees the dev server's name; it refuses changes whose origin is another. */
const proxied = { target: process.env.ATRIUM_HOST_URL ?? 'http://127.0.0.1:3000', ws: true }

export default defineConfig({
  root: import.meta.dirname,
  // The host serves the build at any path: it puts its base path into the page, and the files name each other.
  base: './',
  plugins: [react(), bootScript(), precompress()],
  resolve: { conditions: ['atrium-source', ...defaultClientConditions] },
  build: {
    // The first screen needs two files, one of ours and one of the libraries, instead of thirty; a change of ours leaves the other cached.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/ },
            { name: 'shell', tags: ['$initial'] },
          ],
        },
      },
    },
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
  },
  server: { port: 5173, proxy: { '/api': proxied, '/docs': proxied, '/livez': proxied } },
})

import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { bootScript } from './build/boot-script.ts'
import { precompress } from './build/precompress.ts'

/** The host sees the dev server's own name: it refuses changes that another origin asks for. */
const proxied = { target: process.env.ATRIUM_HOST_URL ?? 'http://127.0.0.1:3000', ws: true }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), bootScript(), precompress()],
  resolve: { conditions: ['atrium-source', ...defaultClientConditions] },
  build: {
    // What the first screen needs comes as two files, ours and others', and not as thirty; a change of ours leaves theirs cached.
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

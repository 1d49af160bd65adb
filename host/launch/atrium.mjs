#!/usr/bin/env node
// `npx atrium …`: in the repository, install and build what is missing or stale first, on standard error, so that a result on
// standard output is all there is; then become the command line. A published package is built already.
import { existsSync } from 'node:fs'

if (existsSync(new URL('../cli/main.ts', import.meta.url))) {
  const [{ buildPackages }, { installPackages }, { launch }, { root }] = await Promise.all([
    import('./build-packages.mjs'),
    import('./install-packages.mjs'),
    import('./launch.mjs'),
    import('./root.mjs'),
  ])
  await launch(
    () => installPackages(root, console.error),
    () => buildPackages(root, console.error),
  )
}
await import(new URL('../dist/cli/main.js', import.meta.url).href)

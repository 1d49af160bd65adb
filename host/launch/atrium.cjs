#!/usr/bin/env node
// `npx atrium …`: in the repository, installs and builds what is missing or stale, then runs the command line. Progress goes to
// standard error, so that standard output holds only the result. A published package is already built.
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

#!/usr/bin/env node
// `npx atrium …`: in the repository, installs and builds what is missing or stale, then runs the command line. Progress goes to
// standard error, so that standard output holds only the result. A published package is already built.
require('./threads.cjs')
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

void run()

async function run() {
  if (existsSync(join(__dirname, '../cli/main.ts'))) await prepare()
  await import(pathToFileURL(join(__dirname, '../dist/cli/main.js')).href)
}

async function prepare() {
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

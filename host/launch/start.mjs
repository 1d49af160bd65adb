// `npm start`: installs and builds what is missing or stale, then runs the host. The host is imported instead of spawned, so that
// signals reach it directly and its exit code is that of the process.
import { buildPackages } from './build-packages.mjs'
import { installPackages } from './install-packages.mjs'
import { launch } from './launch.mjs'
import { root } from './root.mjs'

const host = new URL('../dist/cli/start.js', import.meta.url).href

await launch(
  () => installPackages(root),
  () => buildPackages(root),
  () => import(host),
)

// `npm start`: install and build what is missing or stale, then become the host. It is imported, not spawned: one
// process, so that signals and the exit code are the host's own.
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

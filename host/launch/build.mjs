// `npm run build`: installs and builds what is missing or stale.
import { buildPackages } from './build-packages.mjs'
import { installPackages } from './install-packages.mjs'
import { launch } from './launch.mjs'
import { root } from './root.mjs'

await launch(
  () => installPackages(root),
  () => buildPackages(root),
)

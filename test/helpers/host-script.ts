import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isFresh } from '../../host/launch/build-packages.mjs'
import { host, sdk } from '../../host/launch/packages.mjs'
import { root } from '../../host/launch/root.mjs'

const TSX = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href

let isBuilt = false

/** How Node runs a module of the host. */
export interface HostScript {
  readonly flags: readonly string[]
  /** Absolute. */
  readonly file: string
}

/**
 * Finds the build of a module of the host, which starts in half the time of the source. Without an up-to-date build, it is the source.
 * @param source relative to `host/`, such as `cli/start.ts`
 */
export function hostScript(source: string): HostScript {
  isBuilt ||= [sdk, host].every((each) => isFresh(root, each))
  return isBuilt
    ? { flags: [], file: join(root, 'host/dist', source.replace(/\.ts$/, '.js')) }
    : { flags: ['--conditions=atrium-source', '--import', TSX], file: join(root, 'host', source) }
}

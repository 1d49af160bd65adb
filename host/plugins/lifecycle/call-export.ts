import { DeclarationError } from '@atrium/sdk'
import type { Diagnostic } from '@atrium/sdk/documents'
import { authorPlace } from '../loading/author-frame.ts'
import type { PluginManifest } from '../discovery/plugin-manifest.ts'
import { withinTime } from '../loading/within-time.ts'
import { PluginRejected } from './plugin-rejected.ts'

/** Calls one exported function of a plugin; what it throws, or that it takes longer than `limit` ms, becomes a rejection that names it. */
export async function callExport<Result>(
  name: string,
  run: () => Result | Promise<Result>,
  { manifest, limit }: { manifest: PluginManifest; limit: number },
): Promise<Result> {
  const expired = () => new PluginRejected([hangs(name, limit)])
  try {
    return await withinTime(limit, async () => run(), { expired })
  } catch (error) {
    if (error instanceof PluginRejected) throw error
    throw new PluginRejected([thrown(name, error, manifest)], { cause: error })
  }
}

const hangs = (name: string, limit: number): Diagnostic => ({
  code: 'stage_timeout',
  severity: 'error',
  message: `[${name}] did not finish within ${limit / 1000} s.`,
  fix: 'Look for a promise in it that never settles; long work belongs into `after(0, …)`.',
})

function thrown(name: string, error: unknown, { directory }: PluginManifest): Diagnostic {
  const where = authorPlace(error, directory)
  const own = error instanceof DeclarationError
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: own ? error.code : 'stage_failed',
    severity: 'error',
    message: own ? message : `[${name}] threw: ${message}`,
    ...(where && { where }),
    fix: own ? error.fix : 'Correct the line; saving it loads the plugin again.',
  }
}

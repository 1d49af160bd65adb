import { inspect } from 'node:util'
import { DeclarationError, method_hint } from '@atrium/sdk/host'
import { type Diagnostic, DIAGNOSTIC_CATALOGUE, type DiagnosticPlace } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import { authorPlace } from '../load/author-frame.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { withinTime } from '../../base/lifetime/index.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'

/** Calls an exported function of a plugin. @throws PluginRejected naming the function, if it throws or takes longer than `limit` ms */
export async function callExport<Result>(
  name: string,
  run: () => Result | Promise<Result>,
  { manifest, limit, place }: ExportCall,
): Promise<Result> {
  const expired = () => new PluginRejected([hangs(name, { limit, place })])
  try {
    return await withinTime(limit, async () => run(), { expired })
  } catch (error) {
    if (error instanceof PluginRejected) throw error
    throw new PluginRejected([thrown(name, error, { manifest, place })], { cause: error })
  }
}

interface ExportCall {
  readonly manifest: PluginManifest
  readonly limit: number
  /** Where the plugin exports the function. */
  readonly place?: DiagnosticPlace | undefined
}

const hangs = (name: string, { limit, place }: Omit<ExportCall, 'manifest'>): Diagnostic =>
  diagnose('stage_timeout', {
    message: `[${name}] did not finish within ${limit / 1000} s.`,
    ...(place && { where: place }),
  })

/** A DeclarationError brings its own code. A plugin in JavaScript may throw one with an unknown code. */
function thrown(name: string, error: unknown, { manifest, place: at }: Omit<ExportCall, 'limit'>): Diagnostic {
  // A value that is not an error has no stack.
  const place = authorPlace(error, manifest.directory) ?? (error instanceof Error ? undefined : at)
  const where = place && { where: place }
  if (error instanceof DeclarationError && Object.hasOwn(DIAGNOSTIC_CATALOGUE, error.code)) {
    return diagnose(error.code, { message: error.message, ...where, fix: error.fix })
  }
  const message = error instanceof Error ? error.message : inspect(error)
  const [, method] = /\.(\w+) is not a function$/.exec(message) ?? []
  const [, member] = NOT_EXTENSIBLE.exec(message) ?? []
  const fix = member !== undefined ? noSuchMember(member) : method === undefined ? undefined : method_hint(method)
  return diagnose('stage_failed', {
    message: `[${name}] threw: ${message}`,
    ...where,
    ...(fix !== undefined && { fix }),
  })
}

/** Builders take no members: an assignment to one declares nothing. */
const NOT_EXTENSIBLE = /^Cannot add property (\w+), object is not extensible$/

function noSuchMember(name: string): string {
  const hint = method_hint(name)
  const advice =
    "Builders have methods and no members to assign: write [resource.title('…')], not [resource.title = '…']."
  return hint === undefined ? advice : `${advice} ${hint}`
}

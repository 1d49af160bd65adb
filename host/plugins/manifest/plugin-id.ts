import type { Diagnostic } from '@atrium/sdk/documents'
import { ID_PATTERN } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'

/** Ids that would clash with the platform's paths below `/api/v1` (ARCHITECTURE: Words). */
const RESERVED = ['panels', 'ui', 'forms', 'plugins', 'auth', 'ws', 'mcp', 'openapi', 'docs', 'platform', 'bulk']

const pattern = new RegExp(ID_PATTERN)

/** Returns the problem of a plugin's id, or `undefined`. */
export function pluginIdProblem(id: unknown): 'id_invalid' | 'id_reserved' | undefined {
  if (typeof id !== 'string' || !pattern.test(id)) return 'id_invalid'
  if (RESERVED.includes(id)) return 'id_reserved'
  return undefined
}

/** Makes a valid id from a package name: `@acme/atrium-Fleet_2` becomes `fleet-2`. */
export function suggestPluginId(name: string): string {
  const words = name.replace(/^@[^/]*\//, '').replace(/^atrium-(plugin-)?/, '')
  const id = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return pluginIdProblem(id) ? 'my-plugin' : id
}

/** The finding for a running plugin whose folder now has another id. */
export const pluginIdChanged = (id: string, other: string): Diagnostic =>
  diagnose('plugin_id_changed', {
    message: `The folder of the plugin [${id}] now has the id [${other}].`,
    where: { file: 'package.json', pointer: '/atrium/id' },
  })

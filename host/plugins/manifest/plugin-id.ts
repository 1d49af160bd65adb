import type { Diagnostic } from '@atrium/sdk/documents'
import { ID_PATTERN } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'

/** Ids that would collide with the platform's own paths below `/api/v1` (ARCHITECTURE: Words). */
const RESERVED = ['panels', 'ui', 'forms', 'plugins', 'auth', 'ws', 'mcp', 'openapi', 'docs', 'platform']

const pattern = new RegExp(ID_PATTERN)

/** Tells what is wrong with an id a plugin gives itself; `undefined` means nothing is. */
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

/** A plugin that runs gave itself another id. */
export const pluginIdChanged = (id: string, other: string): Diagnostic =>
  diagnose('plugin_id_changed', {
    message: `The plugin [${id}] now calls itself [${other}].`,
    where: { file: 'package.json', pointer: '/atrium/id' },
  })

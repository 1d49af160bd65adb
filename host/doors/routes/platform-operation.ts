import type { Call } from '@atrium/sdk'
import type { RouteOptions } from '@atrium/sdk/host'
import { declareOperation } from '../../core/operations/index.ts'
import type { Operation } from '../../core/registries/index.ts'

/** The permissions of the platform’s own operations. Everyone who uses the shell needs the first. */
export const PERMISSIONS = {
  shell: 'platform.shell.view',
  plugins: 'platform.plugins.view',
  managePlugins: 'platform.plugins.manage',
  openApi: 'platform.openapi.view',
} as const

export interface PlatformOperationOptions extends Pick<RouteOptions, 'summary' | 'description' | 'query' | 'response'> {
  readonly permission: string
}

/** The call that handlers of the platform’s own GET operations receive. */
export type PlatformCall = Call<Readonly<Record<string, string>>, Readonly<Record<string, unknown>>, undefined>

/** Declares a GET operation of the platform itself. `path` is below `/api/v1/<owner>`. */
export function platformOperation(
  [owner, path]: readonly [owner: string, path: string],
  { permission, ...options }: PlatformOperationOptions,
  handler: (call: PlatformCall) => unknown,
): Operation {
  const declaration = { origin: {}, method: 'GET', path, kind: 'plain', options, handler } as const
  return declareOperation(owner, declaration, { permission })
}

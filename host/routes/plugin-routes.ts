import { ApiError, Type } from '@atrium/sdk'
import { Diagnostic } from '@atrium/sdk/documents'
import type { Operation } from '../registries/operation.ts'
import type { Registries } from '../registries/registries.ts'
import { didYouMean } from './did-you-mean.ts'
import { nameList } from './name-list.ts'
import { PERMISSIONS } from './permissions.ts'
import { platformOperation } from './platform-operation.ts'

const Plugin = Type.Object({
  id: Type.String(),
  title: Type.String(),
  version: Type.String(),
  desired: Type.Enum(['active', 'inactive']),
  state: Type.Enum(['inactive', 'activating', 'active', 'blocked', 'failed', 'missing', 'deactivating']),
  generation: Type.Optional(Type.Integer({ description: 'The one that serves, counted from 1' })),
  draining: Type.Optional(Type.Integer({ description: 'Former generations with work under way' })),
  loaded_at: Type.Optional(Type.String({ format: 'date-time' })),
  diagnostics: Type.Array(Diagnostic),
})

/** Where each plugin stands, and why. */
export function pluginRoutes({ plugins }: Registries): Operation[] {
  return [
    platformOperation(
      ['plugins', '/'],
      { summary: 'All plugins and where each stands', response: Type.Array(Plugin), permission: PERMISSIONS.plugins },
      () => plugins.list(),
    ),
    platformOperation(
      ['plugins', '/{id}'],
      { summary: 'Where one plugin stands, with its diagnostics', response: Plugin, permission: PERMISSIONS.plugins },
      ({ params: { id = '' } }) =>
        plugins.get(id) ??
        refuse(
          id,
          plugins.list().map((plugin) => plugin.id),
        ),
    ),
  ]
}

function refuse(id: string, known: readonly string[]): never {
  const detail = `There is no plugin [${id}].${didYouMean(id, known)} The plugins there are: ${nameList(known)}.`
  throw new ApiError('plugin_not_found', { detail })
}

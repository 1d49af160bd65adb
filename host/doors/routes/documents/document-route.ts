import type { ApiError } from '@atrium/sdk'
import type { Operation } from '../../../core/registries/index.ts'
import { platformOperation } from '../platform-operation.ts'
import type { PlatformOperationOptions } from '../platform-operation.ts'
import { shownTo } from './shown-to.ts'

/** What stands in the path, at most two parameters. */
type Ids = [first: string, second: string]

/** Where a document is, and why it is not. Parameters come in the order of the path. */
export interface DocumentSource extends Pick<PlatformOperationOptions, 'summary' | 'response' | 'permission'> {
  readonly find: (...ids: Ids) => object | undefined
  readonly missing: (...ids: Ids) => ApiError
}

/** An operation that answers a document. Over HTTP the document is taken from `find` and sent as it lies ready. */
export interface DocumentRoute {
  readonly operation: Operation
  readonly find: (params: Readonly<Record<string, string>>) => object | undefined
}

export function documentRoute(place: readonly [owner: string, path: string], source: DocumentSource): DocumentRoute {
  const { find, missing, ...options } = source
  const operation = platformOperation(place, options, ({ params, caller }) => {
    const document = find(...idsOf(params))
    if (document === undefined) throw missing(...idsOf(params))
    return shownTo(caller, document)
  })
  return { operation, find: (params) => find(...idsOf(params)) }
}

function idsOf(params: Readonly<Record<string, string>>): Ids {
  const [first = '', second = ''] = Object.values(params)
  return [first, second]
}

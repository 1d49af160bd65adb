import { randomUUID } from 'node:crypto'
import { ApiError } from '@atrium/sdk'
import { outsideOfCalls } from '../../base/lifetime/index.ts'
import { innerRequest, ORIGINS, type Perform } from '../../core/operations/index.ts'
import type { Registries } from '../../core/registries/index.ts'
import type { Client } from './client.ts'
import { WatchedPaths } from './watched-paths.ts'

interface ReadableRecordOptions {
  readonly registries: Registries
  readonly perform: Perform
}

/** Tells whether a client may read the record at a path. */
export class ReadableRecord {
  readonly #options: ReadableRecordOptions
  readonly #paths: WatchedPaths

  constructor(options: ReadableRecordOptions) {
    this.#options = options
    this.#paths = new WatchedPaths(options.registries)
  }

  /**
   * Reads the record as the client’s caller.
   * @throws ApiError as its GET does; 404 `route_not_found` if the path is not that of a record
   */
  async read(path: string, { caller, identity, closed }: Client): Promise<void> {
    const { registries, perform } = this.#options
    const match = registries.operations.match('GET', path)
    if (match === undefined || 'allowed' in match) throw noRecord(path)
    const { operation, params } = match
    if (operation.raw || Object.keys(params).length === 0) throw noRecord(path)
    const outer = { caller, origin: ORIGINS[identity.by], requestId: randomUUID(), signal: closed }
    const request = innerRequest(outer, { operation, params, body: undefined })
    const { body } = await outsideOfCalls(() => perform(request))
    if (isStream(body)) body.destroy()
  }

  /** Whether a client that has read the record may still do so. It is reread only for callers for whom the answer could differ. */
  async isStillReadable(path: string, client: Client): Promise<boolean> {
    if (!this.#paths.isFor(path, client.caller)) return false
    if (!this.#paths.isLimited(path, client.caller)) return true
    return this.read(path, client).then(
      () => true,
      () => false,
    )
  }
}

const isStream = (body: unknown): body is { destroy: () => void } =>
  typeof (body as { destroy?: unknown } | null | undefined)?.destroy === 'function'

const noRecord = (path: string) =>
  new ApiError('route_not_found', {
    detail: `[${path}] is not the path of a record. Send the path by which the record is read, such as [/api/v1/template/items/7].`,
  })

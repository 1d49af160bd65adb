import type { Random } from '@atrium/sdk'

/** How many ids of each list are remembered. */
const MOST = 200

/** Remembers the ids and ETags in answers, so that later requests can name records that exist. */
export class SeenRecords {
  readonly #ids = new Map<string, unknown[]>()
  readonly #tags = new Map<string, string>()

  /** @param path of the answered request, without its query */
  note(path: string, { body, etag }: { readonly body: unknown; readonly etag: string | undefined }): void {
    if (etag !== undefined && this.#tags.size < 10_000) this.#tags.set(path, etag)
    const isList = Array.isArray(body)
    const list = isList ? path : path.replace(/\/[^/]*\d[^/]*$/, '')
    for (const record of isList ? (body as unknown[]).slice(0, 5) : [body]) this.#noteId(list, record)
  }

  /** An id that was seen in a list: `/api/v1/clients/clients`. */
  idOf(list: string, random: Random): unknown {
    const ids = this.#ids.get(list) ?? []
    return ids.length === 0 ? undefined : random.pick(ids)
  }

  /** An id for a member such as `client_id`, from the list of that name; for `id` from any list. */
  idFor(name: string, random: Random): unknown {
    const start = name.replace(/_?ids?$/, '').replaceAll('_', '-')
    const lists = [...this.#ids.keys()].filter((list) => list.slice(list.lastIndexOf('/') + 1).startsWith(start))
    return lists.length === 0 ? undefined : this.idOf(random.pick(lists), random)
  }

  tagOf(path: string): string | undefined {
    return this.#tags.get(path)
  }

  #noteId(list: string, record: unknown): void {
    if (typeof record !== 'object' || record === null || !('id' in record)) return
    const ids = this.#ids.get(list) ?? []
    this.#ids.set(list, [...ids.slice(ids.length >= MOST ? 1 : 0), record.id])
  }
}

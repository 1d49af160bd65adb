/** What tells one record of a list from another. */
export type RecordId = string | number

/** A record as the host sends it. `id` tells it from others; the rest is what the documents say. */
export type DataRecord = { readonly id: RecordId; readonly [field: string]: unknown }

/**
 * Puts a record's id into a path of a REST call (`{id}`) or of a screen (`:id`), and that of the record on whose screen one is
 * (`{parent_id}`).
 */
export function fillPath(path: string, id: RecordId, parentId: RecordId = ''): string {
  const text = encodeURIComponent(id)
  const filled = path.replaceAll('{id}', text).replaceAll('{parent_id}', encodeURIComponent(parentId))
  return filled.replace(/(?<=\/):id(?=\/|$)/g, text)
}

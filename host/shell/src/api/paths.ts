/** The identifier of a record within its list. */
export type RecordId = string | number

/** A record as the host sends it. The documents describe all fields but `id`. */
export type DataRecord = { readonly id: RecordId; readonly [field: string]: unknown }

/** Whether an answer is a record. */
export const isRecord = (answer: unknown): answer is DataRecord =>
  typeof answer === 'object' && answer !== null && 'id' in answer

/**
 * Puts the id of a record into the path of a REST call (`{id}`) or of a screen (`:id`).
 * @param parentId id of the record of the current screen, for `{parent_id}`
 */
export function fillPath(path: string, id: RecordId, parentId: RecordId = ''): string {
  const text = encodeURIComponent(id)
  const filled = path.replaceAll('{id}', text).replaceAll('{parent_id}', encodeURIComponent(parentId))
  return filled.replace(/(?<=\/):id(?=\/|$)/g, text)
}

/** Adds a query to a path that may already have one, as the list of a relation does: `/bookings?client_id=7`. */
export function withQuery(path: string, query: string): string {
  if (query === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

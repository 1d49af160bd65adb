/** What tells one record of a list from another. */
export type RecordId = string | number

/** Puts a record's id into a path of a REST call (`{id}`) or of a screen (`:id`). */
export function fillPath(path: string, id: RecordId): string {
  const text = encodeURIComponent(id)
  return path.replaceAll('{id}', text).replace(/(?<=\/):id(?=\/|$)/g, text)
}

const tags = new WeakMap<object, string>()

/** Remembers the strong ETag of a record (without quotes), to be sent when the record is answered. Returns the record. */
export function with_entity_tag<Row extends object>(record: Row, tag: string): Row {
  tags.set(record, tag)
  return record
}

/** The ETag remembered for a record, without quotes. */
export const entity_tag_of = (record: object) => tags.get(record)

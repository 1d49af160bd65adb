type Headers = Readonly<Record<string, string>>

const headers = new WeakMap<object, Headers>()

/**
 * Remembers headers to be sent when the value is answered, in lower case: a name for a stream, a hint beside a record. Returns the
 * value. A call in process does not see them. With an `Idempotency-Key` they are kept and replayed.
 *
 *     return with_headers(await files.open(key), { 'content-type': 'application/pdf' })
 */
export function with_headers<Value extends object>(value: Value, more: Headers): Value {
  headers.set(value, { ...headers.get(value), ...more })
  return value
}

/** The headers remembered for a value. For the host. */
export const headers_of = (value: unknown): Headers =>
  (typeof value === 'object' && value !== null ? headers.get(value) : undefined) ?? {}

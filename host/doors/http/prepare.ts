/** An answer that is kept ready, down to its bytes. */
export interface Prepared {
  /** Strong, in quotes. */
  readonly tag: string
  readonly body: Buffer
  /** Flat: name, value, name, value. */
  readonly headers: readonly string[]
  /** Those that a 304 repeats (RFC 9110 section 15.4.5). */
  readonly validators: readonly string[]
}

/** @param validators headers that 200 and 304 share, as a flat list */
export function prepare(
  body: Buffer,
  tag: string,
  { type, validators }: { type: string; validators: readonly string[] },
): Prepared {
  const shared = ['ETag', tag, ...validators]
  return {
    tag,
    body,
    validators: shared,
    headers: ['Content-Type', type, 'Content-Length', String(body.length), ...shared],
  }
}

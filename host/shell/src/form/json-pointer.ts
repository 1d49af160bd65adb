/** The parts of a JSON pointer (RFC 6901), also of one written as a fragment of a URI. */
export function pointerParts(pointer: string): string[] {
  const parts = pointer.replace(/^#/, '').split('/').slice(1)
  return parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** What lies at these parts of a value; undefined for nothing. */
export function valueAt(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>(
    (inside, part) =>
      typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[part] : undefined,
    value,
  )
}

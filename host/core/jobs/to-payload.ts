/** A payload as it is kept; undefined is kept as null. @throws TypeError where it cannot be written as JSON */
export function toPayload(payload: unknown, { of }: { of: string }): string {
  const text = write(payload ?? null, of)
  if (text === undefined) throw notJson(of)
  return text
}

/** Whatever its type says, JSON.stringify has no text for a function or a symbol. */
function write(payload: unknown, of: string): string | undefined {
  try {
    return JSON.stringify(payload)
  } catch (cause) {
    throw notJson(of, cause)
  }
}

const notJson = (of: string, cause?: unknown) =>
  new TypeError(`The payload of [${of}] cannot be written as JSON. Hand over plain values, or an id.`, { cause })

/** Where the author made a call. The stack is formatted, and mapped to the source, only when somebody reads it. */
export interface Origin {
  readonly stack?: string
}

/** Remembers the line that called `builder`, the SDK's own function. */
export function origin_of(builder: (...args: never[]) => unknown): Origin {
  const origin: Origin = {}
  Error.captureStackTrace(origin, builder)
  return origin
}

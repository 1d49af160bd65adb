/** Where the author made a call. The stack is formatted, and mapped to the source, only when somebody reads it. */
export interface Origin {
  readonly stack?: string
}

/** Remembers the author's line. Frames up to `builder`, the SDK's own function, are left out. */
export function origin_of(builder?: (...args: never[]) => unknown): Origin {
  const origin: Origin = {}
  Error.captureStackTrace(origin, builder)
  return origin
}

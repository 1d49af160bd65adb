/** Enough frames to reach the author's line below those of Node, of packages and of the host. */
const STACK_DEPTH = 100

/**
 * Captures the current stack on an object, deeper than usual, without the frames of `above` and the functions that it calls. It is
 * formatted only when it is read.
 */
export function stackBelow<Target extends object>(
  above: (...parameters: never[]) => unknown,
  target: Target = {} as Target,
): Target & { stack?: string } {
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = STACK_DEPTH
  Error.captureStackTrace(target, above)
  Error.stackTraceLimit = depth
  return target
}

/** An element of a plugin that failed on this page, and what it was doing. Nothing of the error: it may contain what people have entered. */
export interface ElementFailure {
  plugin: string
  element: string
  /** The path of its module: only failures of the generation that serves count. */
  path: string
  during: 'load' | 'mount' | 'update' | 'work' | 'unmount'
}

const told = new Set<string>()
const waiting: ElementFailure[] = []
let send: ((failure: ElementFailure) => boolean) | undefined

/** Tells the host that an element failed, so that operators see it. Once for each element, module and page. */
export function reportElement(failure: ElementFailure): void {
  const key = JSON.stringify(failure)
  if (told.has(key)) return
  told.add(key)
  if (send?.(failure) !== true) waiting.push(failure)
}

/** From now on failures are sent with this function, also those that are waiting. It returns whether there is a connection. */
export function sendElementFailures(by: typeof send): void {
  send = by
  if (by === undefined) return
  waiting.splice(0, waiting.length, ...waiting.filter((failure) => !by(failure)))
}

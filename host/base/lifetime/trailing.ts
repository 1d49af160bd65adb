/** A call that waits until nobody has asked for it for a while. */
export interface TrailingCall {
  (): void
  cancel: () => void
}

/** Makes a function that runs `work` once, so many milliseconds after the last of a burst of calls. */
export function trailing(milliseconds: number, work: () => void): TrailingCall {
  let timer: NodeJS.Timeout | undefined
  const cancel = () => clearTimeout(timer)
  const ask = () => {
    cancel()
    timer = setTimeout(work, milliseconds)
  }
  return Object.assign(ask, { cancel })
}

/** Runs the work once, when what is going on now is over, however often it is asked for until then. */
export function soon(work: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      work()
    })
  }
}

/** Work that is never done twice at once: whoever asks for it meanwhile has it done once more, after. */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let wanted = false
  const workWhileWanted = async () => {
    try {
      while (wanted) {
        wanted = false
        await work()
      }
    } finally {
      // Here and not in a `then`: who asks between the last look and that would be forgotten.
      running = undefined
    }
  }
  return () => {
    wanted = true
    running ??= workWhileWanted()
    return running
  }
}

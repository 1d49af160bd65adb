type Listener = () => void

const listeners = new Set<Listener>()

/** Opens the panel's search from wherever one is. Whoever listens gets the undo back. */
export const searchRequests = {
  send: (): void => listeners.forEach((listener) => listener()),
  onRequest: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

const PREFIX = 'atrium-draft '
/** Larger input is not kept: browsers store 5 MB per host. */
const MOST_CHARACTERS = 500_000

/** Unsaved input, in the storage of the browser. */
export const drafts = {
  /** The draft under a key, if there is one. */
  readOne: <Draft>(key: string): { key: string; draft: Draft }[] => {
    try {
      const draft = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Draft | null
      return draft === null ? [] : [{ key, draft }]
    } catch {
      return []
    }
  },
  /** The drafts under all keys that begin like this. */
  readAll: <Draft>(start: string): { key: string; draft: Draft }[] =>
    keys()
      .filter((key) => key.startsWith(start))
      .flatMap((key) => drafts.readOne<Draft>(key)),
  /** Synchronous, so that it is complete even if the tab closes right after it. */
  write: (key: string, draft: object): void => {
    const text = JSON.stringify(draft)
    try {
      if (text.length <= MOST_CHARACTERS) localStorage.setItem(PREFIX + key, text)
    } catch {
      // The browser stores nothing for this host, or its storage is full.
    }
  },
  remove: (key: string): void => localStorage.removeItem(PREFIX + key),
  /** Deletes all drafts at the end of a session, so that the next person sees none. */
  removeAll: (): void => keys().forEach(drafts.remove),
}

const keys = () =>
  Object.keys(localStorage).flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))

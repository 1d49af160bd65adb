const PREFIX = 'atrium-draft '
/** Larger input is not kept: browsers store 5 MB per host. */
const MOST_CHARACTERS = 500_000

/** Unsaved input, in the storage of the browser. */
export const drafts = {
  read: <Draft>(key: string): Draft | null => {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Draft | null
    } catch {
      return null
    }
  },
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
  removeAll: (): void => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  },
}

const PREFIX = 'atrium-draft '
/** Larger input is not kept: browsers keep 5 MB for a host. */
const MOST_CHARACTERS = 500_000

/** What people have entered and not saved, in the storage of the browser. */
export const drafts = {
  read: <Draft>(key: string): Draft | null => {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Draft | null
    } catch {
      return null
    }
  },
  /** Synchronous, so that it is whole even if the tab ends right after it. */
  write: (key: string, draft: object): void => {
    const text = JSON.stringify(draft)
    try {
      if (text.length <= MOST_CHARACTERS) localStorage.setItem(PREFIX + key, text)
    } catch {
      // The browser keeps nothing for this host, or no more.
    }
  },
  remove: (key: string): void => localStorage.removeItem(PREFIX + key),
  /** For the end of a session: whoever signs in next finds nothing. */
  removeAll: (): void => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  },
}

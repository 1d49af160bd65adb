import { useSyncExternalStore } from 'react'

/** A role or a person as whom Atrium is looked at. */
export interface PreviewTarget {
  kind: 'role' | 'person'
  id: string
  title: string
  /** Whether the person who looks may know why something is not shown. */
  explains: boolean
  /** The address where it began, to which its end returns. */
  from: string
}

let current: PreviewTarget | null = null
const listeners = new Set<() => void>()

/**
 * The preview of this tab. It is kept in memory alone, so that it ends when the page is reloaded or closed. While there is one, every
 * request names it, and the host answers as that role or person and changes nothing.
 */
export const preview = {
  read: (): PreviewTarget | null => current,
  /** The value of the header `Atrium-Preview`. */
  text: (): string | null => current && `${current.kind}=${current.id}`,
  change: (target: PreviewTarget | null): void => {
    current = target
    for (const tell of listeners) tell()
  },
}

/** Returns the present preview; null if there is none. */
export function usePreview(): PreviewTarget | null {
  return useSyncExternalStore(subscribe, preview.read)
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** The properties of a button that would change something: disabled during a preview, with the reason. */
export function useChanging(): { disabled?: true; title?: string } {
  const shown = usePreview()
  if (shown === null) return {}
  return {
    disabled: true,
    title: `Nothing is changed while you look at Atrium as ${shown.title}. End the preview first.`,
  }
}

import { useSyncExternalStore } from 'react'
import { t } from '../language/t.ts'
import { pathOf } from './base-path.ts'

/** The role or person of a preview. */
export interface PreviewTarget {
  kind: 'role' | 'person'
  id: string
  title: string
  /** Whether the viewer may see why something is not shown. */
  explains: boolean
  /** The address where it began and returns to at its end. */
  from: string
}

const KEY = 'atrium-preview'

let current: PreviewTarget | null | undefined
const listeners = new Set<() => void>()

/**
 * The preview of this tab. It survives a reload, so that nobody works with their own rights in the belief that they are in a preview. It
 * ends when the person ends it, closes the tab, or has to sign in. Meanwhile every request names it, and the host answers as that role or
 * person and changes nothing.
 */
export const preview = {
  read: (): PreviewTarget | null => (current ??= remembered()),
  /** The value of the header `Atrium-Preview`. */
  text: (): string | null => {
    const target = preview.read()
    return target && `${target.kind}=${target.id}`
  },
  change: (target: PreviewTarget | null): void => {
    current = target
    if (target === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(target))
    for (const tell of listeners) tell()
  },
}

/** Returns the present preview; null if there is none. */
export function usePreview(): PreviewTarget | null {
  return useSyncExternalStore(subscribe, preview.read)
}

/** Nobody is signed in on the sign-in screens, so a preview does not apply to them. */
function remembered(): PreviewTarget | null {
  if (typeof sessionStorage === 'undefined') return null
  if (pathOf(location.pathname).startsWith('/sign-in')) sessionStorage.removeItem(KEY)
  const kept = sessionStorage.getItem(KEY)
  return kept === null ? null : (JSON.parse(kept) as PreviewTarget)
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
    title: t('You are viewing Atrium as {title}, and changes are blocked. End the preview first.', {
      title: shown.title,
    }),
  }
}

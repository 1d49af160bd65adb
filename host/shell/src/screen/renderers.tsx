import type { ComponentType, CSSProperties } from 'react'
import { rich } from '../language/rich.tsx'
import styles from './renderers.module.css'

/**
 * Finds the renderer of a kind. The maps are typed so that a kind without a renderer does not compile. A newer host may still send a kind
 * that this shell does not know: this then returns undefined.
 */
export function rendererFor<Props>(renderers: object, kind: string): ComponentType<Props> | undefined {
  return Object.hasOwn(renderers, kind) ? (renderers as Record<string, ComponentType<Props>>)[kind] : undefined
}

/** Replaces a kind that only a newer shell knows. */
export function UnknownKind({ what, kind }: { what: string; kind: string }) {
  return (
    <p className={styles.unknown}>
      {rich('This {what} ({kind}) needs a newer version of this page. Reload to get it.', {
        what,
        kind: <code>{kind}</code>,
      })}
    </p>
  )
}

/** The number of columns in a grid of a document. Style sheets reduce it to one on narrow screens. */
export function gridColumns(columns: number): CSSProperties {
  return { '--columns': columns } as CSSProperties
}

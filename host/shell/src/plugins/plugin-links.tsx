import type { PluginStatus } from '@atrium/sdk/documents'
import { Fragment } from 'react'
import { PathLink } from '../screen/path-link.tsx'
import styles from './plugins-screen.module.css'

interface PluginLinksProps {
  label: string
  ids: readonly string[]
  plugins: readonly PluginStatus[]
}

/** Other plugins by name; one that is not there by its id, as it is written. */
export function PluginLinks({ label, ids, plugins }: PluginLinksProps) {
  if (ids.length === 0) return null
  return (
    <p className={styles.ties}>
      {label}{' '}
      {ids.map((id, index) => {
        const known = plugins.find((plugin) => plugin.id === id)
        return (
          <Fragment key={id}>
            {index > 0 && ', '}
            {known ? <PathLink href={`/platform/plugins/${id}`}>{known.title}</PathLink> : <code>{id}</code>}
          </Fragment>
        )
      })}
    </p>
  )
}

import type { PluginStatus } from '@atrium/sdk/documents'
import { PathLink } from '../screen/path-link.tsx'
import { DiagnosticList } from './diagnostic-list.tsx'
import { PluginActions } from './plugin-actions.tsx'
import { PluginLinks } from './plugin-links.tsx'
import { isTroubled, stateLabels } from './plugin-states.ts'
import styles from './plugins-screen.module.css'
import { Standing } from './standing.tsx'

interface PluginRowProps {
  plugin: PluginStatus
  /** All of them, for the names of its neighbours. */
  plugins: readonly PluginStatus[]
}

/** A plugin in the list: who it is, how it stands, whom it has to do with, what can be done; where it fails also why. */
export function PluginRow({ plugin, plugins }: PluginRowProps) {
  const { id, title, version, requires, required_by, diagnostics } = plugin
  const [first] = diagnostics
  return (
    <li className={styles.row} aria-label={`${title}, ${stateLabels[plugin.state]}`}>
      <div>
        <h2 className={styles.name}>
          <PathLink href={`/platform/plugins/${id}`}>{title}</PathLink>
        </h2>
        <p className={styles.facts}>
          <code>{id}</code>
          {version !== '' && <span>{version}</span>}
        </p>
        <PluginLinks label="Requires" ids={Object.keys(requires)} plugins={plugins} />
        <PluginLinks label="Required by" ids={required_by} plugins={plugins} />
      </div>
      <Standing plugin={plugin} />
      <div className={styles.buttons}>
        <PluginActions plugin={plugin} plugins={plugins} />
      </div>
      {first && isTroubled(plugin) && (
        <div className={styles.finding}>
          <DiagnosticList diagnostics={[first]} />
        </div>
      )}
    </li>
  )
}

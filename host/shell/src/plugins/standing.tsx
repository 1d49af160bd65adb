import type { PluginStatus } from '@atrium/sdk/documents'
import { isUnlikeWanted, stateLabels } from './plugin-states.ts'
import { standingOf } from './standing-of.ts'
import styles from './plugins-screen.module.css'
import { StateBadge } from './state-badge.tsx'

/** How a plugin stands, and what is wanted of it where that is something else. */
export function Standing({ plugin }: { plugin: PluginStatus }) {
  const { state, desired, draining } = plugin
  return (
    <div>
      <StateBadge state={state} />
      <p className={styles.standing}>
        {standingOf(plugin)}
        {draining !== undefined && `, ${draining} draining`}
      </p>
      {isUnlikeWanted(plugin) && (
        <p className={`${styles.standing} ${styles.wanted}`}>Wanted: {stateLabels[desired]}</p>
      )}
    </div>
  )
}

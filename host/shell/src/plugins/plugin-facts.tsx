import type { PluginStatus } from '@atrium/sdk/documents'
import type { ReactNode } from 'react'
import { PathLink } from '../screen/path-link.tsx'
import { SinceValue } from '../values/value-kinds.tsx'
import styles from './plugin-facts.module.css'
import { isUnlikeWanted, stateLabels } from './plugin-states.ts'
import { standingOf } from './standing-of.ts'
import { StateBadge } from './state-badge.tsx'

interface PluginFactsProps {
  plugin: PluginStatus
  plugins: readonly PluginStatus[]
}

/** What is wanted of a plugin, what is, and whom it has to do with. */
export function PluginFacts({ plugin, plugins }: PluginFactsProps) {
  const { id, version, desired, generation, loaded_at, draining, requires, required_by } = plugin
  const ranges = Object.entries(requires)
  return (
    <dl className={styles.facts}>
      <Fact label="Wanted">
        <span data-differs={isUnlikeWanted(plugin) || undefined}>{stateLabels[desired]}</span>
      </Fact>
      <Fact label="State">{standingOf(plugin)}</Fact>
      <Fact label="Id">
        <code>{id}</code>
      </Fact>
      {version !== '' && <Fact label="Version">{version}</Fact>}
      {generation !== undefined && (
        <Fact label="Generation">
          {generation}
          {loaded_at !== undefined && (
            <span className={styles.aside}>
              loaded <SinceValue value={loaded_at} />
            </span>
          )}
          {draining !== undefined && <span className={styles.aside}>{`${draining} before it draining`}</span>}
        </Fact>
      )}
      {ranges.length > 0 && (
        <Fact label="Requires">
          <Neighbours ids={ranges.map(([other]) => other)} ranges={requires} plugins={plugins} />
        </Fact>
      )}
      {required_by.length > 0 && (
        <Fact label="Required by">
          <Neighbours ids={required_by} plugins={plugins} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}

interface NeighboursProps {
  ids: readonly string[]
  ranges?: Readonly<Record<string, string>>
  plugins: readonly PluginStatus[]
}

/** Other plugins, each with how it stands. */
function Neighbours({ ids, ranges, plugins }: NeighboursProps) {
  return (
    <ul className={styles.neighbours}>
      {ids.map((id) => {
        const plugin = plugins.find((each) => each.id === id)
        return (
          <li key={id} className={styles.neighbour}>
            {plugin ? <PathLink href={`/platform/plugins/${id}`}>{plugin.title}</PathLink> : <code>{id}</code>}
            {ranges?.[id] !== undefined && <code className={styles.range}>{ranges[id]}</code>}
            {plugin ? <StateBadge state={plugin.state} /> : <span className={styles.absent}>not there</span>}
          </li>
        )
      })}
    </ul>
  )
}

import { useQuery } from '@tanstack/react-query'
import { pluginsOptions } from '../api/plugins.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { DependencyGraph } from './dependency-graph.tsx'
import { DiscoveryReport } from './discovery-report.tsx'
import { PlatformHeader } from './platform-header.tsx'
import { PluginRow } from './plugin-row.tsx'
import { isTroubled } from './plugin-states.ts'
import styles from './plugins-screen.module.css'

/** `/platform/plugins`: every plugin and where it stands, those in trouble first; how they depend; what was not accepted. */
export function PluginsScreen() {
  const { data: plugins, error, refetch } = useQuery(pluginsOptions())
  if (plugins === undefined && error) return <ProblemNotice error={error} onRetry={refetch} heading />
  if (plugins === undefined) return <ScreenSkeleton />

  const inOrder = plugins.toSorted(
    (a, b) => Number(isTroubled(b)) - Number(isTroubled(a)) || a.title.localeCompare(b.title),
  )
  const active = plugins.filter(({ state }) => state === 'active').length
  return (
    <div className={styles.screen}>
      <PlatformHeader title="Plugins" aside={`${active} of ${plugins.length} active`} />
      {plugins.length === 0 ? (
        <EmptyState
          title="No plugins yet"
          description="A folder with a plugin in it appears here as soon as it is found."
        />
      ) : (
        <ul className={styles.list}>
          {inOrder.map((plugin) => (
            <PluginRow key={plugin.id} plugin={plugin} plugins={plugins} />
          ))}
        </ul>
      )}
      <DependencyGraph plugins={plugins} />
      <DiscoveryReport />
    </div>
  )
}

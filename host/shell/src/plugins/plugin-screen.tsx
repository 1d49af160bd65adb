import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { pluginOptions, pluginsOptions } from '../api/plugins.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import { DiagnosticList } from './diagnostic-list.tsx'
import { PlatformHeader } from './platform-header.tsx'
import { PluginActions } from './plugin-actions.tsx'
import { PluginFacts } from './plugin-facts.tsx'
import { PluginSettingsSection } from './plugin-settings-section.tsx'
import sections from './plugins-screen.module.css'
import { StateBadge } from './state-badge.tsx'

const LIST = { title: 'Plugins', path: '/platform/plugins' }

/** `/platform/plugins/<id>`: one plugin with all its findings, what it has to do with, and its settings. */
export function PluginScreen() {
  const { pluginId } = useParams({ from: '/platform/plugins/$pluginId' })
  const { data: plugin, error, refetch } = useQuery({ ...pluginOptions(pluginId), retry: false })
  const { data: plugins = [] } = useQuery(pluginsOptions())
  const mayManage = useMay(PERMISSIONS.managePlugins)
  if (plugin === undefined && error) return <ProblemNotice error={error} onRetry={refetch} heading />
  if (plugin === undefined) return <ScreenSkeleton />

  return (
    <div className={sections.screen} key={pluginId}>
      <PlatformHeader title={plugin.title} aside={<StateBadge state={plugin.state} />} up={LIST}>
        <PluginActions plugin={plugin} plugins={plugins} />
      </PlatformHeader>
      {plugin.description !== undefined && <p className={sections.hint}>{plugin.description}</p>}
      <PluginFacts plugin={plugin} plugins={plugins} />
      {plugin.diagnostics.length > 0 && (
        <section className={sections.section} aria-labelledby="diagnostics">
          <h2 id="diagnostics" className={sections.heading}>
            Diagnostics
          </h2>
          <DiagnosticList diagnostics={plugin.diagnostics} />
        </section>
      )}
      {plugin.has_settings && mayManage && <PluginSettingsSection pluginId={plugin.id} />}
    </div>
  )
}

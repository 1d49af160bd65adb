import { useQuery } from '@tanstack/react-query'
import { pluginSettingsOptions } from '../api/plugins.ts'
import { useKept } from '../api/query-client.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { SettingsForm } from './settings-form.tsx'
import styles from './plugins-screen.module.css'

/** The settings of a plugin, to be changed. */
export function PluginSettingsSection({ pluginId }: { pluginId: string }) {
  const { data, error, refetch } = useQuery(pluginSettingsOptions(pluginId))
  const settings = useKept(data)
  return (
    <section className={styles.section} aria-labelledby="settings">
      <h2 id="settings" className={styles.heading}>
        Settings
      </h2>
      <p className={styles.hint}>A change loads the plugin again.</p>
      {settings && <SettingsForm settings={settings} />}
      {!settings && error && <ProblemNotice error={error} onRetry={refetch} />}
      {!settings && !error && <ScreenSkeleton />}
    </section>
  )
}

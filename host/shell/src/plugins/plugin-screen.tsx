import type { PluginStatus } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pluginOptions, pluginsOptions } from '../api/plugins.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { rich } from '../language/rich.tsx'
import { t } from '../language/t.ts'
import { translated } from '../language/translated.ts'
import { PathLink } from '../screen/path-link.tsx'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import { formatBytes } from '../values/as-text.ts'
import { SinceValue } from '../values/value-kinds.tsx'
import { DiagnosticList, RuntimeList } from './diagnostic-list.tsx'
import { PlatformHeader } from './platform-header.tsx'
import { PluginActions } from './plugin-actions.tsx'
import styles from './plugin-screen.module.css'
import { differsFromDesired, drainingText, standingOf, stateLabels, vitalsText } from './plugin-words.ts'
import sections from './plugins-screen.module.css'
import { PluginSettingsSection } from './plugin-settings.tsx'
import { StateBadge } from './state-badge.tsx'

/** Milliseconds after which the vitals are reread. The host announces all other changes of a plugin. */
const VITALS_EVERY = 10_000

const list = () => ({ title: t('Plugins'), path: '/platform/plugins' })

/** `/platform/plugins/<id>`: one plugin with its diagnostics, its failures while it runs, its dependencies and settings. */
export function PluginScreen() {
  const { pluginId } = useParams({ from: '/platform/plugins/$pluginId' })
  const {
    data: plugin,
    error,
    refetch,
  } = useQuery({ ...pluginOptions(pluginId), retry: false, refetchInterval: VITALS_EVERY })
  const { data: plugins } = useQuery(pluginsOptions())
  const mayManage = useMay(PERMISSIONS.managePlugins)
  if (plugin === undefined && error) return <ProblemNotice error={error} onRetry={refetch} heading />
  if (plugin === undefined) return <ScreenSkeleton />

  return (
    <div className={sections.screen} key={pluginId}>
      <PlatformHeader title={plugin.title} aside={<StateBadge state={plugin.state} />} up={list()}>
        <PluginActions plugin={plugin} plugins={plugins ?? []} />
      </PlatformHeader>
      {plugin.description !== undefined && <p className={sections.hint}>{translated(plugin.description)}</p>}
      <PluginFacts plugin={plugin} plugins={plugins} />
      {plugin.diagnostics.length > 0 && (
        <section className={sections.section} aria-labelledby="diagnostics">
          <h2 id="diagnostics" className={sections.heading}>
            {t('Diagnostics')}
          </h2>
          <DiagnosticList diagnostics={plugin.diagnostics} />
        </section>
      )}
      {plugin.runtime && (
        <section className={sections.section} aria-labelledby="runtime">
          <h2 id="runtime" className={sections.heading}>
            {t('While it runs')}
          </h2>
          <RuntimeList runtime={plugin.runtime} />
        </section>
      )}
      {plugin.has_settings && mayManage && <PluginSettingsSection pluginId={plugin.id} />}
    </div>
  )
}

interface PluginFactsProps {
  plugin: PluginStatus
  plugins: readonly PluginStatus[] | undefined
}

/** The desired and the actual state of a plugin, its version and generation, and its dependencies. */
function PluginFacts({ plugin, plugins }: PluginFactsProps) {
  const { id, version, desired, generation, loaded_at, requires, required_by, vitals } = plugin
  const ranges = Object.entries(requires)
  const draining = drainingText(plugin)
  return (
    <dl className={styles.facts}>
      <Fact label={t('Should be')}>
        <span data-differs={differsFromDesired(plugin) || undefined}>{t(stateLabels[desired])}</span>
      </Fact>
      <Fact label={t('State')}>{standingOf(plugin)}</Fact>
      <Fact label={t('Id')}>
        <code>{id}</code>
      </Fact>
      {version !== '' && <Fact label={t('Version')}>{version}</Fact>}
      {generation !== undefined && (
        <Fact label={t('Generation')}>
          {generation}
          {loaded_at !== undefined && (
            <span className={styles.aside}>{rich('loaded {when}', { when: <SinceValue value={loaded_at} /> })}</span>
          )}
          {draining !== null && <span className={styles.aside}>{draining}</span>}
        </Fact>
      )}
      {vitals && (
        <Fact label={t('Lately')}>
          {vitalsText(vitals)}
          <span className={styles.aside}>{rich('since {when}', { when: <SinceValue value={vitals.since} /> })}</span>
        </Fact>
      )}
      {vitals && (
        <Fact label={t('Memory when loaded')}>
          {t('{size} of the whole host', { size: formatBytes(vitals.heap_at_load) })}
        </Fact>
      )}
      {ranges.length > 0 && (
        <Fact label={t('Requires')}>
          <Neighbours ids={ranges.map(([other]) => other)} ranges={requires} plugins={plugins} />
        </Fact>
      )}
      {required_by.length > 0 && (
        <Fact label={t('Required by')}>
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
  /** Undefined while they are being read. */
  plugins: readonly PluginStatus[] | undefined
}

/** Other plugins with their states. */
function Neighbours({ ids, ranges, plugins }: NeighboursProps) {
  return (
    <ul className={styles.neighbours}>
      {ids.map((id) => {
        const plugin = plugins?.find((each) => each.id === id)
        return (
          <li key={id} className={styles.neighbour}>
            {plugin ? <PathLink href={`/platform/plugins/${id}`}>{plugin.title}</PathLink> : <code>{id}</code>}
            {ranges?.[id] !== undefined && <code className={styles.range}>{ranges[id]}</code>}
            {plugin && <StateBadge state={plugin.state} />}
            {plugins && !plugin && <span className={styles.absent}>{t('not installed')}</span>}
          </li>
        )
      })}
    </ul>
  )
}

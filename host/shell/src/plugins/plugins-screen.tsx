import type { PluginStatus } from '@atrium/sdk/documents'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { discoveryOptions, pluginsOptions } from '../api/plugins.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { t } from '../language/t.ts'
import { PathLink } from '../screen/path-link.tsx'
import { DependencyGraph } from './dependency-graph.tsx'
import { DiagnosticList } from './diagnostic-list.tsx'
import { PlatformHeader } from './platform-header.tsx'
import { PluginActions } from './plugin-actions.tsx'
import {
  differsFromDesired,
  drainingText,
  failingText,
  isTroubled,
  standingOf,
  stateLabels,
  troubleText,
} from './plugin-words.ts'
import styles from './plugins-screen.module.css'
import { StateBadge } from './state-badge.tsx'

/** A list of more plugins has a search box. */
const MANY = 8

/** `/platform/plugins` and the list of plugins in the administration: all plugins with their states, those with problems first; their dependencies; rejected folders. */
export function PluginsScreen() {
  const { data: plugins, error, refetch } = useQuery(pluginsOptions())
  const [text, setText] = useState('')
  if (plugins === undefined && error) return <ProblemNotice error={error} onRetry={refetch} heading />
  if (plugins === undefined) return <ScreenSkeleton />

  const wanted = text.trim().toLowerCase()
  const inOrder = plugins
    .filter(({ id, title, state }) =>
      [id, title, t(stateLabels[state])].some((each) => each.toLowerCase().includes(wanted)),
    )
    .toSorted((a, b) => Number(isTroubled(b)) - Number(isTroubled(a)) || a.title.localeCompare(b.title))
  const active = plugins.filter(({ state }) => state === 'active').length
  return (
    <div className={styles.screen}>
      <PlatformHeader
        title={t('Plugins')}
        aside={t('{active} of {plugins} active', { active, plugins: plugins.length })}
      />
      {plugins.length > MANY && (
        <TextInput
          className={styles.find}
          aria-label={t('Find plugins by name or state')}
          placeholder={t('Find…')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {plugins.length === 0 ? (
        <EmptyState
          title={t('No plugins yet')}
          description={t('A folder with a plugin appears here as soon as Atrium finds it.')}
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

interface PluginRowProps {
  plugin: PluginStatus
  /** All plugins, for the titles of mentioned plugins. */
  plugins: readonly PluginStatus[]
}

/** One plugin: its state, its dependencies and the possible actions; if it has a problem, the first diagnostic. */
function PluginRow({ plugin, plugins }: PluginRowProps) {
  const { id, title, version, requires, required_by, diagnostics } = plugin
  const [first] = diagnostics
  return (
    <li className={styles.row} aria-label={`${title}, ${t(stateLabels[plugin.state])}`}>
      <div>
        <h2 className={styles.name}>
          <PathLink href={`/platform/plugins/${id}`}>{title}</PathLink>
        </h2>
        <p className={styles.facts}>
          <code>{id}</code>
          {version !== '' && <span>{version}</span>}
        </p>
        <PluginLinks label={t('Requires')} ids={Object.keys(requires)} plugins={plugins} />
        <PluginLinks label={t('Required by')} ids={required_by} plugins={plugins} />
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

interface PluginLinksProps {
  label: string
  ids: readonly string[]
  plugins: readonly PluginStatus[]
}

/** Plugins by title; missing ones by the id in the manifest. */
function PluginLinks({ label, ids, plugins }: PluginLinksProps) {
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

function Standing({ plugin }: { plugin: PluginStatus }) {
  const { state, desired } = plugin
  const draining = drainingText(plugin)
  const failing = failingText(plugin)
  const trouble = troubleText(plugin)
  return (
    <div>
      <StateBadge state={state} />
      <p className={styles.standing}>
        {standingOf(plugin)}
        {draining !== null && `, ${draining}`}
      </p>
      {failing !== null && <p className={`${styles.standing} ${styles.wanted}`}>{failing}</p>}
      {trouble !== null && <p className={`${styles.standing} ${styles.wanted}`}>{trouble}</p>}
      {differsFromDesired(plugin) && (
        <p className={`${styles.standing} ${styles.wanted}`}>
          {t('Set to: {state}', { state: t(stateLabels[desired]) })}
        </p>
      )}
    </div>
  )
}

/** The folders that look like plugins but cannot be used, with the reasons. */
function DiscoveryReport() {
  const { data: folders = [] } = useQuery({ ...discoveryOptions(), retry: false })
  const rejected = folders.filter(({ accepted }) => !accepted)
  if (rejected.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="rejected">
      <h2 id="rejected" className={styles.heading}>
        {t('Not accepted')}
      </h2>
      <p className={styles.hint}>{t('These folders were checked and contain no usable plugin.')}</p>
      {rejected.map(({ directory, diagnostics }) => (
        <div key={directory} className={styles.folder}>
          <p className={styles.directory}>
            <code>{directory}</code>
          </p>
          <DiagnosticList diagnostics={diagnostics} />
        </div>
      ))}
    </section>
  )
}

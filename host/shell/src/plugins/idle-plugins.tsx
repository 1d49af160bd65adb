import { useQuery } from '@tanstack/react-query'
import { pluginsOptions } from '../api/plugins.ts'
import { t } from '../language/t.ts'
import { PathLink } from '../screen/path-link.tsx'
import { DiagnosticText } from './diagnostic-list.tsx'
import styles from './idle-plugins.module.css'
import { standingOf } from './plugin-words.ts'
import { StateBadge } from './state-badge.tsx'

/** Lists the active plugins that are not running, below a notice that something is missing: it may belong to one of them. */
export function IdlePlugins() {
  const { data: plugins = [] } = useQuery({ ...pluginsOptions(), retry: false })
  const idle = plugins.filter(({ desired, generation }) => desired === 'active' && generation === undefined)
  if (idle.length === 0) return null
  return (
    <section className={styles.idle} aria-labelledby="idle">
      <h2 id="idle" className={styles.heading}>
        {t('Plugins that should be running but are not')}
      </h2>
      <ul className={styles.list}>
        {idle.map((plugin) => (
          <li key={plugin.id} className={styles.plugin}>
            <p className={styles.head}>
              <PathLink href={`/platform/plugins/${plugin.id}`} className={styles.link}>
                {plugin.title}
              </PathLink>
              <StateBadge state={plugin.state} />
              <span className={styles.standing}>{standingOf(plugin)}</span>
            </p>
            {plugin.diagnostics[0] && <DiagnosticText diagnostic={plugin.diagnostics[0]} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

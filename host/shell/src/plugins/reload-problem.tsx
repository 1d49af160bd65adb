import type { PluginStatus } from '@atrium/sdk/documents'
import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '../language/t.ts'
import { PathLink } from '../screen/path-link.tsx'
import { DiagnosticText } from './diagnostic-list.tsx'
import { isTroubled, standingOf } from './plugin-words.ts'
import styles from './reload-problem.module.css'

interface ReloadProblemProps {
  plugin: PluginStatus
  finding: PluginStatus['diagnostics'][number]
}

/** The first error of a plugin that could not be reloaded. */
export function ReloadProblem({ plugin, finding }: ReloadProblemProps) {
  if (!isTroubled(plugin)) return null

  return (
    <section className={styles.banner} role="status" aria-label={t('Diagnostic of {title}', { title: plugin.title })}>
      <IconAlertTriangle size={18} stroke={1.75} className={styles.icon} aria-hidden />
      <div className={styles.text} data-severity={finding.severity}>
        <p className={styles.title}>
          <PathLink href={`/platform/plugins/${plugin.id}`} className={styles.link}>
            {plugin.title}
          </PathLink>
          <span className={styles.standing}>{standingOf(plugin)}</span>
        </p>
        <DiagnosticText diagnostic={finding} />
        {plugin.diagnostics.length > 1 && (
          <PathLink href={`/platform/plugins/${plugin.id}`} className={styles.more}>
            {t('{diagnostics} more', { diagnostics: plugin.diagnostics.length - 1 })}
          </PathLink>
        )}
      </div>
    </section>
  )
}

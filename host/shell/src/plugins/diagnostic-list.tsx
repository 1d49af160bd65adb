import type { Diagnostic, PluginRuntime, RuntimeFinding } from '@atrium/sdk/documents'
import { SinceValue } from '../values/value-kinds.tsx'
import styles from './diagnostic-list.module.css'
import { placeText } from './plugin-words.ts'
import { addressOf } from '../api/base-path.ts'
import { rich } from '../language/rich.tsx'
import { t, tn } from '../language/t.ts'

/** Diagnostics of a plugin in the order of a compiler's output: place, message, cause, fix. */
export function DiagnosticList({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return (
    <ul className={styles.list}>
      {diagnostics.map((diagnostic, index) => (
        <li key={index} className={styles.item} data-severity={diagnostic.severity}>
          <DiagnosticText diagnostic={diagnostic} />
        </li>
      ))}
    </ul>
  )
}

/** Failures while a plugin runs: diagnostics with the failing work, how often and when. */
export function RuntimeList({ runtime: { findings, not_listed } }: { runtime: PluginRuntime }) {
  return (
    <ul className={styles.list}>
      {findings.map((finding) => (
        <li key={`${finding.work} ${finding.first_at}`} className={styles.item} data-severity={finding.severity}>
          <FindingText finding={finding} />
        </li>
      ))}
      {not_listed > 0 && <li className={styles.item}>{t('Not listed: {count} more times.', { count: not_listed })}</li>}
    </ul>
  )
}

function FindingText({ finding: { work, count, first_at, last_at, ...diagnostic } }: { finding: RuntimeFinding }) {
  return (
    <>
      <p className={styles.work}>
        <code>{work}</code>
        <span className={styles.times}>
          {tn('once', '{count} times', count)}, {rich('last {when}', { when: <SinceValue value={last_at} /> })}
          {count > 1 && <>, {rich('first {when}', { when: <SinceValue value={first_at} /> })}</>}
        </span>
      </p>
      <DiagnosticText diagnostic={diagnostic} />
    </>
  )
}

/** One diagnostic. */
export function DiagnosticText({
  diagnostic: { code, severity, where, message, cause, fix },
}: {
  diagnostic: Diagnostic
}) {
  const place = placeText(where)
  return (
    <>
      <p className={styles.head}>
        <span className={styles.severity}>{severity}</span>
        <a className={styles.code} href={addressOf(`/docs/diagnostics#${code}`)} target="_blank" rel="noreferrer">
          <code>{code}</code>
        </a>
        {place !== null && <code className={styles.place}>{place}</code>}
      </p>
      <p className={styles.message}>{withoutPlace(message, place)}</p>
      {cause !== undefined && <pre className={styles.cause}>{cause}</pre>}
      <p className={styles.fix}>{fix}</p>
    </>
  )
}

/** Messages of compilers begin with the place, which is already shown. */
function withoutPlace(message: string, place: string | null): string {
  return place !== null && message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message
}

import type { Diagnostic } from '@atrium/sdk/documents'
import styles from './diagnostic-list.module.css'
import { placeText } from './plugin-words.ts'

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
        <a className={styles.code} href={`/docs/diagnostics#${code}`} target="_blank" rel="noreferrer">
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

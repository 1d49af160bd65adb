import { useQuery } from '@tanstack/react-query'
import { discoveryOptions } from '../api/plugins.ts'
import { DiagnosticList } from './diagnostic-list.tsx'
import styles from './plugins-screen.module.css'

/** The folders in which something like a plugin was found, but none that can be used, and why. */
export function DiscoveryReport() {
  const { data: folders = [] } = useQuery({ ...discoveryOptions(), retry: false })
  const rejected = folders.filter(({ accepted }) => !accepted)
  if (rejected.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="rejected">
      <h2 id="rejected" className={styles.heading}>
        Not accepted
      </h2>
      <p className={styles.hint}>Folders that were looked into and hold no plugin that can be used.</p>
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

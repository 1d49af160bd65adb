import styles from './unknown-kind.module.css'

/** Stands where a newer host sends what this shell cannot show yet. */
export function UnknownKind({ what, kind }: { what: string; kind: string }) {
  return (
    <p className={styles.unknown}>
      This {what} (<code>{kind}</code>) needs a newer version of this page. Reload to get it.
    </p>
  )
}

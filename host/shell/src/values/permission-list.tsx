import styles from './grant-changes.module.css'
import { usePermissionWords } from './permission-words.ts'

/** Permissions in the words of the role form, each with its code beside it. */
export function PermissionList({ permissions }: { permissions: readonly string[] }) {
  const wordsOf = usePermissionWords()
  return (
    <ul className={styles.permissions}>
      {permissions.map((permission) => {
        const words = wordsOf(permission)
        return (
          <li key={permission}>
            {words !== undefined && `${words} `}
            <code>{permission}</code>
          </li>
        )
      })}
    </ul>
  )
}

import { Modal } from '@mantine/core'
import '../theme/modal.css'
import styles from './keys-dialog.module.css'

const CONTROL = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

/** The effect of each key, in the order in which people learn them. */
const KEYS: readonly (readonly [does: string, ...keys: string[]])[] = [
  ['Search, go to a screen, create, start an action', CONTROL, 'K'],
  ['Search in the list on screen', '/'],
  ['Change a value of the row in a list', 'F2'],
  ['Go through the values of a list', '←', '→', '↑', '↓'],
  ['Undo the last change', CONTROL, 'Z'],
  ['Save the form', CONTROL, 'S'],
  ['Send the form', CONTROL, 'Enter'],
  ['Close a dialog or a menu', 'Esc'],
  ['Show these keys', '?'],
]

/** Lists the keys that work on every screen. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keys" size={440}>
      <dl className={styles.keys}>
        {KEYS.map(([does, ...keys]) => (
          <div key={does} className={styles.row}>
            <dt>{does}</dt>
            <dd className={styles.combination}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

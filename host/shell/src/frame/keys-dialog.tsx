import { Modal } from '@mantine/core'
import { useReturnedFocus } from '../actions/returned-focus.ts'
import '../theme/modal.css'
import styles from './keys-dialog.module.css'

const CONTROL = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

const ALT = navigator.userAgent.includes('Mac') ? '⌥' : 'Alt'

/** The effect of each key, in the order in which people learn them. */
const KEYS: readonly (readonly [does: string, ...keys: string[]])[] = [
  ['Search, go to a screen, create, start an action', CONTROL, 'K'],
  ['Search in the list on screen', '/'],
  ['Change a value of the row in a list', 'F2'],
  ['Go through the values of a list', '←', '→', '↑', '↓'],
  ['Open the notifications', ALT, 'N'],
  ['Undo the last change', CONTROL, 'Z'],
  ['Save the form', CONTROL, 'S'],
  ['Send the form', CONTROL, 'Enter'],
  ['Close a dialog or a menu', 'Esc'],
  ['Show these keys', '?'],
]

/** The keys in a list that is edited as a grid. */
const GRID_KEYS: typeof KEYS = [
  ['Choose several cells', 'Shift', '←', '→', '↑', '↓'],
  ['To the first or last column; with Ctrl, cell', 'Home', 'End'],
  ['A page up or down', 'Page Up', 'Page Down'],
  ['To the next cell', 'Tab'],
  ['Choose all cells', CONTROL, 'A'],
  ['Copy the chosen cells', CONTROL, 'C'],
  ['Paste cells', CONTROL, 'V'],
  ['Change the cell; or just type', 'Enter'],
  ['Empty the chosen cells', 'Delete'],
  ['Leave the range, then the grid', 'Esc'],
]

/** Lists the keys that work on every screen, and those of grids. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  useReturnedFocus(true)
  return (
    <Modal opened onClose={onClose} title="Keys" size={440}>
      <KeyList keys={KEYS} />
      <h3 className={styles.title}>In a grid</h3>
      <KeyList keys={GRID_KEYS} />
    </Modal>
  )
}

function KeyList({ keys: listed }: { keys: typeof KEYS }) {
  return (
    <dl className={styles.keys}>
      {listed.map(([does, ...keys]) => (
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
  )
}

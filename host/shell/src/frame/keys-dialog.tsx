import { Modal } from '@mantine/core'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import { msg, t, type Message } from '../language/t.ts'
import '../theme/modal.css'
import styles from './keys-dialog.module.css'

const CONTROL = navigator.userAgent.includes('Mac') ? '⌘' : msg('Ctrl')

const ALT = navigator.userAgent.includes('Mac') ? '⌥' : 'Alt'

/** What is printed on a key. On some keyboards it is in the language. */
type Key = string | Message

/** The effect of each key, in the order in which people learn them. */
const KEYS: readonly (readonly [does: Message, ...keys: Key[]])[] = [
  [msg('Search, go to a screen, create, start an action'), CONTROL, 'K'],
  [msg('Search in the list on screen'), '/'],
  [msg('From the search to the first row'), '↓'],
  [msg('Go through the values of a list'), '←', '→', '↑', '↓'],
  [msg('To the first or last row'), msg('Home'), msg('End')],
  [msg('Change a value of the row in a list'), 'F2'],
  [msg('Open the notifications'), ALT, 'N'],
  [msg('Undo the last change'), CONTROL, 'Z'],
  [msg('Save the form'), CONTROL, 'S'],
  [msg('Send the form'), CONTROL, 'Enter'],
  [msg('Close a dialog or a menu'), 'Esc'],
  [msg('Show these keys'), '?'],
]

/** The keys in a list that is edited as a grid. */
const GRID_KEYS: typeof KEYS = [
  [msg('Choose several cells'), msg('Shift'), '←', '→', '↑', '↓'],
  [msg('To the first or last column; with Ctrl, cell'), msg('Home'), msg('End')],
  [msg('A page up or down'), msg('Page Up'), msg('Page Down')],
  [msg('To the next cell'), 'Tab'],
  [msg('Choose all cells'), CONTROL, 'A'],
  [msg('Copy the chosen cells'), CONTROL, 'C'],
  [msg('Paste cells'), CONTROL, 'V'],
  [msg('Change the cell; or just type'), 'Enter'],
  [msg('Save the cell and go down, or to the next one'), 'Enter', 'Tab'],
  [msg('Empty the chosen cells'), msg('Del')],
  [msg('Leave the range, then the grid'), 'Esc'],
]

/** Lists the keys that work on every screen, and those of grids. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  useReturnedFocus(true)
  return (
    <Modal opened onClose={onClose} title={t('Keys')} size={440}>
      <KeyList keys={KEYS} />
      <h3 className={styles.title}>{t('In a grid')}</h3>
      <KeyList keys={GRID_KEYS} />
    </Modal>
  )
}

function KeyList({ keys: listed }: { keys: typeof KEYS }) {
  return (
    <dl className={styles.keys}>
      {listed.map(([does, ...keys]) => (
        <div key={t(does)} className={styles.row}>
          <dt>{t(does)}</dt>
          <dd className={styles.combination}>
            {keys.map((key) => (
              <kbd key={t(key)} className={styles.key}>
                {t(key)}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

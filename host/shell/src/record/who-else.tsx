import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { useEffect, useSyncExternalStore } from 'react'
import { type Others, presence } from '../api/presence.ts'
import { t } from '../language/t.ts'
import { initialsOf, othersSentence } from './others-sentence.ts'
import styles from './who-else.module.css'

/** The most people with a picture of their own. */
const MOST_SHOWN = 3

interface WhoElseProps {
  /** The path of the record on screen. */
  path: string
  /** Whether the person has unsaved changes. */
  editing?: boolean
}

/** Who else has the record on screen open. The others see this person in the same way. */
export function WhoElse({ path, editing = false }: WhoElseProps) {
  useEffect(() => presence.open({ path, editing }), [path, editing])
  const known = useSyncExternalStore(presence.subscribe, presence.others)
  const others = known?.path === path && known.people.length > 0 ? known : null
  const sentence = others ? othersSentence(others) : ''
  return (
    <>
      <VisuallyHidden role="status">{sentence}</VisuallyHidden>
      {others && <OthersButton others={others} sentence={sentence} />}
    </>
  )
}

/** Their initials. A click names them, because a finger cannot hover. */
function OthersButton({ others, sentence }: { others: Others; sentence: string }) {
  const { people, more } = others
  const hidden = Math.max(0, people.length - MOST_SHOWN) + more
  const editors = people.filter(({ editing }) => editing)
  const [first] = editors
  return (
    <Popover position="bottom-start" width={260} withRoles={false}>
      <Popover.Target>
        <UnstyledButton className={styles.others} aria-label={sentence} title={sentence} aria-haspopup="dialog">
          {people.slice(0, MOST_SHOWN).map(({ name, editing }, index) => (
            <Initials key={index} text={initialsOf(name)} editing={editing} />
          ))}
          {hidden > 0 && <Initials text={`+${hidden}`} editing={false} />}
          {first && (
            <span className={styles.editing}>
              {editors.length === 1
                ? t('{name} is editing', { name: first.name })
                : t('{count} people are editing', { count: editors.length })}
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4} role="dialog" aria-label={t('Who else has this record open')}>
        <ul className={styles.list}>
          {people.map(({ name, editing }, index) => (
            <li key={index} className={styles.person}>
              <Initials text={initialsOf(name)} editing={editing} />
              <span className={styles.name}>{name}</span>
              {editing && <span className={styles.note}>{t('Editing')}</span>}
            </li>
          ))}
          {more > 0 && <li className={styles.person}>{t('and {count} more', { count: more })}</li>}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

function Initials({ text, editing }: { text: string; editing: boolean }) {
  return <span className={styles.initials} data-initials={text} data-editing={editing} aria-hidden />
}

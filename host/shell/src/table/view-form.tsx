import { Button, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { t } from '../language/t.ts'
import { SharingFields, useSharing } from '../session/sharing.tsx'
import styles from './views-panel.module.css'
import type { Views } from './use-views.ts'
import type { View } from './views.ts'

interface ViewFormProps {
  /** The view to change. Without one, the list is saved as a new view. */
  view: View | undefined
  views: Views
  onClose: () => void
}

/** The name of a view, and who can see it. */
export function ViewForm({ view, views, onClose }: ViewFormProps) {
  const sharing = useSharing(view)
  const [name, setName] = useState(view?.name ?? '')
  const [isSure, setSure] = useState(false)
  const { send, isSending } = useSendOnce()
  const isComplete = name.trim() !== '' && sharing.isComplete

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || isSending) return
    const values = { name: name.trim(), ...sharing.values }
    const { answer: saved, isHere } = await send(() => (view ? views.change(view, values) : views.saveNew(values)))
    if (!saved) return
    if (!view && isHere) views.show(saved)
    onClose()
  }
  const remove = async () => {
    if (!view) return
    if (!isSure) return setSure(true)
    const { answer, isHere } = await send(() => views.remove(view))
    if (!answer) return
    if (views.open === view && isHere) views.show(undefined)
    onClose()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <TextInput
        label={t('Name')}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
        autoFocus
      />
      <SharingFields {...sharing} />
      <div className={styles.buttons}>
        {view && (
          <Button
            variant="subtle"
            color="red"
            className={styles.delete}
            disabled={isSending}
            onClick={() => void remove()}
          >
            {isSure ? t('Delete for good') : t('Delete')}
          </Button>
        )}
        <Button variant="default" disabled={isSending} onClick={onClose}>
          {t('Go back')}
        </Button>
        <Button type="submit" loading={isSending} disabled={!isComplete}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

/** Sends something, and tells whether it is under way and whether the person is still on the same screen when it is done. */
function useSendOnce() {
  const { history } = useRouter()
  const [isSending, setSending] = useState(false)
  const send = async <Answer,>(request: () => Promise<Answer>) => {
    const { pathname } = history.location
    setSending(true)
    const answer = await request()
    setSending(false)
    return { answer, isHere: history.location.pathname === pathname }
  }
  return { send, isSending }
}

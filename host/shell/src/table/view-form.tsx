import { Button, TextInput } from '@mantine/core'
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
  const isComplete = name.trim() !== '' && sharing.isComplete

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete) return
    const values = { name: name.trim(), ...sharing.values }
    const saved = await (view ? views.change(view, values) : views.saveNew(values))
    if (!saved) return
    if (!view) views.show(saved)
    onClose()
  }
  const remove = async () => {
    if (!view) return
    if (!isSure) return setSure(true)
    if (await views.remove(view)) {
      if (views.open === view) views.show(undefined)
      onClose()
    }
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
          <Button variant="subtle" color="red" className={styles.delete} onClick={() => void remove()}>
            {isSure ? t('Delete for good') : t('Delete')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('Go back')}
        </Button>
        <Button type="submit" disabled={!isComplete}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOptions } from '../api/records.ts'
import { t } from '../language/t.ts'
import { useMay } from '../session/permissions.ts'
import styles from './views-panel.module.css'
import type { Views } from './use-views.ts'
import { SHARE_VIEWS, type View } from './views.ts'

interface ViewFormProps {
  /** The view to change. Without one, the list is saved as a new view. */
  view: View | undefined
  views: Views
  onClose: () => void
}

/** The name of a view, and who can see it. */
export function ViewForm({ view, views, onClose }: ViewFormProps) {
  const mayShare = useMay(SHARE_VIEWS)
  const { data: roles = [] } = useQuery({ ...choicesOptions('/api/v1/platform/view-roles'), enabled: mayShare })
  const [name, setName] = useState(view?.name ?? '')
  const [audience, setAudience] = useState(view?.audience ?? 'me')
  const [role, setRole] = useState(view?.role_id ?? '')
  const [isSure, setSure] = useState(false)
  const isComplete = name.trim() !== '' && (audience !== 'role' || role !== '')

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete) return
    const values = { name: name.trim(), audience, ...(audience === 'role' && { role_id: role }) }
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
      {mayShare && (
        <NativeSelect
          label={t('For')}
          data={[
            { value: 'me', label: t('Me') },
            { value: 'role', label: t('A role') },
            { value: 'all', label: t('Everybody') },
          ]}
          value={audience}
          onChange={({ currentTarget }) => setAudience(currentTarget.value as View['audience'])}
        />
      )}
      {audience === 'role' && (
        <NativeSelect
          label={t('Role')}
          data={[
            { value: '', label: t('Choose…') },
            ...roles.map(({ value, label }) => ({ value: String(value), label })),
          ]}
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value)}
        />
      )}
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

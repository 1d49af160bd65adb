import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Question } from '../api/explain.ts'
import { choicesOptions } from '../api/records.ts'
import dialog from '../theme/dialog.module.css'
import '../theme/modal.css'
import { Explanation } from './explanation.tsx'
import { pathOf } from '../api/base-path.ts'
import { t } from '../language/t.ts'

interface AskDialogProps {
  person: string
  name: string
  onClose: () => void
}

/** Asks whether somebody may do something: a permission, suggested while typing, or the address of a screen or record. */
export function AskDialog({ person, name, onClose }: AskDialogProps) {
  const { data: choices = [] } = useQuery(choicesOptions('/api/v1/platform/choices/permissions'))
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<Question | null>(null)
  const list = useId()
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') setAsked({ person, ...aboutOf(text.trim()) })
  }
  return (
    <Modal opened onClose={onClose} title={t('What may {name} do?', { name })} size={560}>
      <form className={dialog.form} onSubmit={ask}>
        <TextInput
          label={t('A permission, or the address of a screen or a record')}
          description={t('Such as clients.clients.delete, or an address copied from the browser')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          list={list}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
        />
        <datalist id={list}>
          {choices
            .filter(({ value }) => !value.includes('*'))
            .map(({ value, label, group }) => (
              <option key={value} value={value} label={`${group ?? ''}: ${label}`} />
            ))}
        </datalist>
        {asked && <Explanation question={asked} onLeave={onClose} />}
        <div className={dialog.buttons}>
          <Button type="submit" disabled={text.trim() === ''}>
            {t('Ask')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Complete addresses may be pasted. */
function aboutOf(text: string): Record<string, string> {
  const path = text.startsWith(window.location.origin) ? pathOf(text.slice(window.location.origin.length)) : text
  return path.startsWith('/') ? { path } : { permission: path }
}

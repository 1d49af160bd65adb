import type { PluginSettings } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SubmitEvent } from 'react'
import { refreshPlugins } from '../api/plugins.ts'
import { toast } from '../feedback/toast.ts'
import { focusFirstError } from '../editor/focus-first-error.ts'
import { FormBanner } from '../editor/form-banner.tsx'
import bar from '../editor/form-bar.module.css'
import { FormScope } from '../form/form-scope.ts'
import { LayoutNodes } from '../fields/layout-nodes.tsx'
import { LeftOverNotice } from '../editor/left-over-notice.tsx'
import editor from '../editor/record-editor.module.css'
import { UnsavedGuard } from '../editor/unsaved-guard.tsx'
import { useKeptFocus } from '../editor/use-kept-focus.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { useSubmit } from '../form/use-submit.ts'

/**
 * A plugin's settings as a form, generated from their schema as the forms of records are. Only what was changed is sent: what is
 * secret is never shown, and stays unless another is entered; what is emptied goes back to what the configuration says.
 */
export function SettingsForm({ settings: { plugin, form: definition, values } }: { settings: PluginSettings }) {
  const queryClient = useQueryClient()
  const loaded = useMemo(() => ({ record: { ...values, id: plugin }, etag: null }), [plugin, values])
  const form = useRecordForm(definition, loaded)
  const focus = useKeptFocus(definition.id)
  const onSaved = () => {
    form.restart({ record: { ...form.values, id: plugin }, etag: null })
    toast.done('Settings saved')
    void refreshPlugins(queryClient)
  }
  const submit = useSubmit(form, { recordId: undefined, recordPath: undefined, onSaved, changesOnly: true })

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (Object.keys(form.validate()).length > 0) focusFirstError(event.currentTarget)
    else submit.submit()
  }

  return (
    <form noValidate className={editor.editor} onSubmit={onSubmit} {...focus}>
      <LeftOverNotice form={form} />
      <FormBanner messages={submit.banner} />
      <FormScope value={form}>
        <LayoutNodes nodes={definition.layout} />
      </FormScope>
      <div className={bar.bar}>
        <Button type="submit" loading={submit.isSaving} disabled={!form.isDirty}>
          Save settings
        </Button>
        <span className={bar.hint} role="status">
          {form.isDirty ? 'Unsaved changes' : ''}
        </span>
      </div>
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  )
}

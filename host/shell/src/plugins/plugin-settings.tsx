import type { PluginSettings } from '@atrium/sdk/documents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pluginSettingsOptions, refreshPlugins } from '../api/plugins.ts'
import type { Answer } from '../api/request.ts'
import { useKept } from '../api/query-client.ts'
import { FormBar, FormBody } from '../editor/form-body.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { toast } from '../feedback/toast.ts'
import type { FormValues, LoadedRecord } from '../form/form-values.ts'
import { translateDocument } from '../api/translate-document.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { useSubmit } from '../form/use-submit.ts'
import { t } from '../language/t.ts'
import styles from './plugins-screen.module.css'

/** The settings of a plugin, as a form. */
export function PluginSettingsSection({ pluginId }: { pluginId: string }) {
  const { data, error, refetch } = useQuery(pluginSettingsOptions(pluginId))
  const settings = useKept(data)
  return (
    <section className={styles.section} aria-labelledby="settings">
      <h2 id="settings" className={styles.heading}>
        {t('Settings')}
      </h2>
      <p className={styles.hint}>{t('Saving reloads the plugin.')}</p>
      {settings && <SettingsForm settings={settings} />}
      {!settings && error && <ProblemNotice error={error} onRetry={refetch} />}
      {!settings && !error && <ScreenSkeleton />}
    </section>
  )
}

/**
 * Sends only the settings that were changed. Secrets are never shown and are kept unless a new one is entered; a setting that is cleared
 * goes back to its value in the configuration.
 */
function SettingsForm({ settings: { plugin, form: declared, values } }: { settings: PluginSettings }) {
  const queryClient = useQueryClient()
  const definition = useMemo(() => translateDocument(declared), [declared])
  const loaded = useMemo(() => asRecord(plugin, values), [plugin, values])
  const form = useRecordForm(definition, loaded)
  const onSaved = ({ data }: Answer<unknown>, later: FormValues) => {
    form.restart(asRecord(plugin, (data as PluginSettings).values), later)
    toast.done(t('Settings saved'))
    void refreshPlugins(queryClient)
  }
  const submit = useSubmit(form, { recordId: undefined, recordPath: undefined, onSaved, changesOnly: true })

  return (
    <FormBody form={form} submit={submit}>
      <FormBar label={t('Save settings')} form={form} submit={submit} needsChange />
    </FormBody>
  )
}

const asRecord = (plugin: string, values: PluginSettings['values']): LoadedRecord => ({
  record: { ...values, id: plugin },
  etag: null,
})

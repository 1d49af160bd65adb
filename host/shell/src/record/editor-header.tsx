import type { FormWidget } from '@atrium/sdk/documents'
import { RecordActionButtons } from '../actions/record-action-buttons.tsx'
import type { Actions } from '../actions/use-actions.ts'
import { fillPath } from '../api/fill-path.ts'
import { PageHeader } from '../screen/page-header.tsx'
import { useScreen } from '../screen/screen-context.ts'
import { usePanel } from '../screen/panel-context.ts'
import { recordTitle } from '../values/record-title.ts'
import type { RecordForm } from '../form/use-record-form.ts'

interface EditorHeaderProps {
  widget: FormWidget
  heading: boolean
  form: RecordForm
  actions: Actions
}

/** What the form is about, and what else can be done with its record. */
export function EditorHeader({ widget, heading, form, actions }: EditorHeaderProps) {
  const { panel } = usePanel()
  const { dashboard, screen } = useScreen()
  const record = form.base?.record
  if (!record) return heading ? <PageHeader title={dashboard.title} heading /> : null

  const title = recordTitle(record, widget.record_title_attribute)
  const view = panel.screens.find((each) => each.kind === 'view' && each.resource_id === screen.resource_id)
  return (
    <>
      {heading && <title>{`Edit ${title}`}</title>}
      <PageHeader
        title={`Edit ${title}`}
        heading={heading}
        via={view && { title, path: fillPath(view.path, record.id) }}
      >
        <RecordActionButtons record={record} title={title} declared={widget.actions} actions={actions} />
      </PageHeader>
    </>
  )
}

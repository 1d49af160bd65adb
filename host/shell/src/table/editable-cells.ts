import type { Column, FormDefinition, FormWidget, TableWidget } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dashboardOptions, formOptions } from '../api/documents.ts'
import { usePreview } from '../api/preview.ts'
import { usePanel } from '../screen/panel-context.ts'
import { usePermitted } from '../session/permissions.ts'
import { fitsCell } from './fits-cell.ts'

/** The form with which single values of a list are changed: that of the edit screen. */
export interface CellForm {
  widget: FormWidget
  definition: FormDefinition
}

export interface EditableCells {
  /** Undefined until the form is loaded, or if no value can be changed in the list. */
  form: CellForm | undefined
  /** Whether the values of a column can be changed in the list. */
  has: (column: Pick<Column, 'name'>) => boolean
  /** Loads the form. Call it when the person comes near the list, because most visits change nothing. */
  load: () => void
}

/** Finds which values of a list can be changed in place: those that the edit screen of its records has a field for. */
export function useEditableCells({ edit_path }: TableWidget): EditableCells {
  const { panel } = usePanel()
  const permitted = usePermitted()
  const isPreview = usePreview() !== null
  const [isNear, setNear] = useState(false)
  const screen = panel.screens.find(({ path }) => path === edit_path)
  const enabled = isNear && screen !== undefined && !isPreview
  const { data: dashboard } = useQuery({ ...dashboardOptions(screen?.dashboard_id ?? ''), enabled })
  const widget = dashboard?.widgets.find((each) => each.kind === 'form')
  const { data: definition } = useQuery({
    ...formOptions(widget?.form_id ?? ''),
    enabled: enabled && widget !== undefined,
  })
  const form = widget && definition && isForOneValue(widget, definition) ? { widget, definition } : undefined
  const has = ({ name }: Pick<Column, 'name'>) => {
    const fields = form?.definition.fields ?? {}
    const field = fields[name]
    return field !== undefined && permitted([field]).length > 0 && fitsCell(fields, name)
  }
  return { form, has, load: () => setNear(true) }
}

/** Whether a form may be sent with one changed value: it edits the record, and nothing has to be shown before or after that. */
const isForOneValue = ({ record_path }: FormWidget, { operation, submit, plan_path, secrets }: FormDefinition) =>
  operation === 'edit' &&
  record_path !== undefined &&
  submit.encoding === undefined &&
  plan_path === undefined &&
  secrets === undefined

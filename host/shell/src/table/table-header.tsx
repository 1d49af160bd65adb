import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { ActionButton } from '../actions/action-button.tsx'
import { PageHeader } from '../screen/page-header.tsx'
import { useScreen } from '../screen/screen-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import { usePermitted } from '../session/use-permitted.ts'
import type { TableScope } from './table-scope.ts'
import { TableTools } from './table-tools.tsx'

interface TableHeaderProps {
  scope: TableScope
  heading: boolean
  /** Whether what concerns the view of the table stands here, there being no toolbar. */
  withTools: boolean
}

/** The title of a list, how many it has, and what one can do with it as a whole. */
export function TableHeader({ scope, heading, withTools }: TableHeaderProps) {
  const { widget, list, actions } = scope
  const { dashboard } = useScreen()
  const permitted = usePermitted()
  const title = widget.title ?? (heading ? dashboard.title : undefined)
  const headerActions = permitted(widget.actions).filter((action) => action.kind === 'header')
  const [create] = permitted(widget.create ? [widget.create] : [])
  if (title === undefined && headerActions.length === 0 && !create && !withTools) return null

  return (
    <PageHeader title={title ?? ''} heading={heading} aside={list.page.data?.total.toLocaleString()}>
      {withTools && <TableTools scope={scope} />}
      {headerActions.map((action) => (
        <ActionButton key={action.id} action={action} onClick={() => actions.start(action, {})} />
      ))}
      {create && (
        <Button component={PathLink} href={create.path} leftSection={<IconPlus size={16} aria-hidden />}>
          {create.label}
        </Button>
      )}
    </PageHeader>
  )
}

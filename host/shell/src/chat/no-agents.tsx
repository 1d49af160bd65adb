import type { ChatWidget } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { t } from '../language/t.ts'
import { PathLink } from '../screen/path-link.tsx'
import { usePermitted } from '../session/permissions.ts'

/** Whether the person may create an agent for a chat, on a screen that its widget names. */
export function useMayCreateAgent({ create_agent }: ChatWidget): boolean {
  return usePermitted()(create_agent ? [create_agent] : []).length > 0
}

/** Replaces a chat without an agent. People who may create one see where. */
export function NoAgents({ widget, heading }: { widget: ChatWidget; heading: boolean }) {
  const create = useMayCreateAgent(widget) ? widget.create_agent : undefined
  const description = create
    ? t('People can write here as soon as there is an agent that they may use.')
    : t('There is no agent that you may use. Ask the person who manages agents.')
  return (
    <EmptyState
      heading={heading}
      icon={<IconMessage size={20} stroke={1.75} aria-hidden />}
      title={t('No agents yet')}
      description={description}
    >
      {create && (
        <Button component={PathLink} href={create.path}>
          {create.label}
        </Button>
      )}
    </EmptyState>
  )
}

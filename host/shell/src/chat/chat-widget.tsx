import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { isAbsent, isDenied } from '../api/api-problem.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { PageHeader } from '../screen/page-header.tsx'
import { PathLink } from '../screen/path-link.tsx'
import type { WidgetProps } from '../screen/screen-context.ts'
import { useScreen } from '../screen/screen-context.ts'
import { usePermitted } from '../session/permissions.ts'
import { type About, Chat } from './chat.tsx'
import { agentsOptions, type OpenConversation } from './use-chat.ts'
import { useAbout } from './use-about.ts'
import styles from './chat-widget.module.css'

/** A chat on a screen. Without an agent, and while its plugin is away, it is not there; a screen of its own says why. */
export function ChatWidget({ widget, heading }: WidgetProps<'chat'>) {
  const { data: agents, error, refetch } = useQuery(agentsOptions(widget))
  const conversation = useConversationInAddress(widget.id)
  const about = useAboutRecord()

  if (!agents && !error) return heading ? <ScreenSkeleton /> : null
  if (!agents) {
    if (!heading && (isAbsent(error) || isDenied(error))) return null
    return error && <ProblemNotice error={error} onRetry={refetch} heading={heading} />
  }
  if (agents.length === 0) return <NoAgents widget={widget} heading={heading} />
  return (
    <section className={styles.widget} data-screen={heading}>
      <PageHeader title={widget.title} heading={heading} />
      <div className={styles.chat}>
        <Chat key={widget.id} {...{ widget, agents, about }} {...conversation} />
      </div>
    </section>
  )
}

/** Whoever may create an agent is shown where. A block beside others is left out for everybody else. */
function NoAgents({ widget: { title, create_agent }, heading }: WidgetProps<'chat'>) {
  const [create] = usePermitted()(create_agent ? [create_agent] : [])
  if (!create && !heading) return null
  const description = create
    ? 'People can write here as soon as there is an agent that they may use.'
    : 'There is no agent that you may use. Ask the person who manages agents.'
  return (
    <section>
      {!heading && <PageHeader title={title} heading={false} />}
      <EmptyState
        heading={heading}
        icon={<IconMessage size={20} stroke={1.75} aria-hidden />}
        title="No agents yet"
        description={description}
      >
        {create && (
          <Button component={PathLink} href={create.path}>
            {create.label}
          </Button>
        )}
      </EmptyState>
    </section>
  )
}

/** Only the screen of a record says what the person looks at. */
function useAboutRecord(): About | undefined {
  const { recordId } = useScreen()
  const about = useAbout()
  return recordId === undefined ? undefined : about
}

/** The open conversation is in the address, so that a reload and a link lead back to it. */
function useConversationInAddress(id: string): OpenConversation {
  const { dashboard } = useScreen()
  const { history } = useRouter()
  const search = useLocation({ select: (location) => location.searchStr })
  const isFirst = dashboard.widgets.find(({ kind }) => kind === 'chat')?.id === id
  const name = isFirst ? '_chat' : `${id}._chat`
  const select = (chosen: string | null) => {
    const params = new URLSearchParams(history.location.search)
    if (chosen === null) params.delete(name)
    else params.set(name, chosen)
    history.push(`${history.location.pathname}${params.size > 0 ? `?${params}` : ''}`)
  }
  return { selected: new URLSearchParams(search).get(name), select }
}

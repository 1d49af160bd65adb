import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { t } from '../language/t.ts'
import { type Conversation, openApprovals, textOf } from './conversation.ts'
import { toolTitle } from './tool-call.tsx'

/** The most characters of an answer that are read aloud automatically. */
const LONGEST = 400

/**
 * Announces events to screen readers, in one sentence each: that an answer has begun, that somebody has to decide, and the complete answer.
 * The conversation itself is not a live region, because it changes with every word.
 */
export function Announcer({ conversation }: { conversation: Conversation }) {
  const last = conversation.turns.at(-1)
  const [before] = useState(last?.end && last.id)
  return <VisuallyHidden role="status">{last && last.id !== before ? newsOf(conversation) : ''}</VisuallyHidden>
}

function newsOf(conversation: Conversation): string {
  const { agentName, turns } = conversation
  const last = turns.at(-1)
  const [waiting] = openApprovals(conversation)
  if (waiting) return t('{agentName} asks for approval: {toolTitle}', { agentName, toolTitle: toolTitle(waiting) })
  if (!last?.end) return t('{agentName} is answering', { agentName })
  if (last.end.type === 'chat.error') return last.end.detail
  if (last.end.type === 'chat.aborted') return t('Stopped')
  const text = textOf(last)
  return text.length > LONGEST
    ? t('{agentName} has answered: {slice}…', { agentName, slice: text.slice(0, LONGEST) })
    : `${agentName}: ${text}`
}
